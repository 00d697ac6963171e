/**
 * The ES module: when this import resolves, every name is live. It defines nothing until defineAgUiChat() is called.
 * The page's script tag, where there is one too, shares the same runtime.
 */
const SLOT = Symbol.for("agentic");
globalThis[SLOT] ??= { base: new URL("./", import.meta.url).href };
if (!globalThis[SLOT].ready) await import("./agentic.js");
const api = await globalThis[SLOT].ready;

// Python cannot throw a JavaScript Error: it returns the one that is to be thrown.
const throwing = (call) => (...given) => {
  const answer = call(...given);
  if (answer instanceof Error) throw answer;
  return answer;
};
const exported = (name) => (typeof api[name] === "function" && name !== "AgUiChat" ? throwing(api[name]) : api[name]);

export const AgUiChat = exported("AgUiChat");
export const defineAgUiChat = exported("defineAgUiChat");
