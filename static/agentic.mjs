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

export const clickElement = exported("clickElement");
export const fillField = exported("fillField");
export const flash = exported("flash");
export const focusWithFlash = exported("focusWithFlash");
export const highlightThenClick = exported("highlightThenClick");
export const prefersReducedMotion = exported("prefersReducedMotion");
export const pressButton = exported("pressButton");
export const pressThenClick = exported("pressThenClick");
export const scrollIntoCenterView = exported("scrollIntoCenterView");
export const selectControl = exported("selectControl");
export const selectOption = exported("selectOption");
export const setControlValue = exported("setControlValue");
export const setNativeChecked = exported("setNativeChecked");
export const setNativeValue = exported("setNativeValue");
export const showHighlightOverlay = exported("showHighlightOverlay");
export const toggleCheckbox = exported("toggleCheckbox");
export const toggleControl = exported("toggleControl");
export const typeInto = exported("typeInto");

export const isDestructive = exported("isDestructive");
export const mergeUiStrings = exported("mergeUiStrings");
export const prettifyToolName = exported("prettifyToolName");
export const renderMarkdown = exported("renderMarkdown");

export const DEFAULT_UI_STRINGS = exported("DEFAULT_UI_STRINGS");
export const ELEMENT_TAG = exported("ELEMENT_TAG");
export const MAX_TOOL_ROUNDS = exported("MAX_TOOL_ROUNDS");
export const RUN_FINISHED_EVENT = exported("RUN_FINISHED_EVENT");
export const SUBMIT_EVENT = exported("SUBMIT_EVENT");
export const TOGGLE_EVENT = exported("TOGGLE_EVENT");
export const TOOL_DISPLAY = exported("TOOL_DISPLAY");
export const TOOL_OUTCOME = exported("TOOL_OUTCOME");
export const X_CONFIRM_KEY = exported("X_CONFIRM_KEY");
export const X_DESTRUCTIVE_KEY = exported("X_DESTRUCTIVE_KEY");
export const X_SUMMARY_KEY = exported("X_SUMMARY_KEY");
export const VERSION = globalThis[SLOT].version;
