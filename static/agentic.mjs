/**
 * The ES module: when this import resolves, every name is live. It defines nothing until defineAgUiChat() is called.
 * The page's script tag, where there is one too, shares the same runtime.
 */
const SLOT = Symbol.for("agentic");
globalThis[SLOT] ??= { base: new URL("./", import.meta.url).href };
if (!globalThis[SLOT].ready) await import("./agentic.js");

export const {
  AgUiChat,
  defineAgUiChat,
  defineAgenticInspector,
  VERSION,
  clickElement,
  fillField,
  flash,
  focusWithFlash,
  highlightThenClick,
  prefersReducedMotion,
  pressButton,
  pressThenClick,
  scrollIntoCenterView,
  selectControl,
  selectOption,
  setControlValue,
  setNativeChecked,
  setNativeValue,
  showHighlightOverlay,
  toggleCheckbox,
  toggleControl,
  typeInto,
  isDestructive,
  prettifyToolName,
  mergeUiStrings,
  renderMarkdown,
  ELEMENT_TAG,
  SUBMIT_EVENT,
  TOGGLE_EVENT,
  RUN_FINISHED_EVENT,
  STATE_EVENT,
  CUSTOM_AGENT_EVENT,
  INVALIDATE_EVENT,
  INVALIDATE_CUSTOM_NAME,
  X_DESTRUCTIVE_KEY,
  X_CONFIRM_KEY,
  X_SUMMARY_KEY,
  MAX_TOOL_ROUNDS,
  TOOL_DISPLAY,
  TOOL_OUTCOME,
  DEFAULT_UI_STRINGS,
} = await globalThis[SLOT].ready;
