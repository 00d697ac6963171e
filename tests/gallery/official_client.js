// AG-UI's official client: an agent of a page's own, given to the chat by `agentFactory`.
import { HttpAgent } from "@ag-ui/client";

export const factory = (url) => (options) => {
  globalThis.optionsSeen = options;
  return new HttpAgent({ url, headers: options.headers });
};

// The same at whatever address the chat asks for: the page's endpoint, or where a run is continued.
export const anywhere = ({ url, headers }) => new HttpAgent({ url, headers });
