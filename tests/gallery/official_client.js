// AG-UI's official client: an agent of a page's own, given to the chat by `agentFactory`.
import { HttpAgent } from "@ag-ui/client";

export const factory = (url) => (options) => {
  globalThis.optionsSeen = options;
  return new HttpAgent({ url, headers: options.headers });
};
