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
  VERSION,
  clickElement,
  dragAndDrop,
  fillField,
  flash,
  focusWithFlash,
  highlightThenClick,
  prefersReducedMotion,
  pressButton,
  pressKey,
  pressThenClick,
  scrollIntoCenterView,
  selectControl,
  selectOption,
  setControlValue,
  setNativeChecked,
  setNativeValue,
  showHighlightOverlay,
  suggestions,
  toggleCheckbox,
  toggleControl,
  typeInto,
  isDestructive,
  isChatCorner,
  prettifyToolName,
  mergeUiStrings,
  renderMarkdown,
  ELEMENT_TAG,
  SUBMIT_EVENT,
  TOGGLE_EVENT,
  RUN_FINISHED_EVENT,
  PAGE_ACTIONS,
  CHAT_CORNERS,
  X_DESTRUCTIVE_KEY,
  X_CONFIRM_KEY,
  X_SUMMARY_KEY,
  MAX_TOOL_ROUNDS,
  TOOL_DISPLAY,
  TOOL_OUTCOME,
  DEFAULT_UI_STRINGS,
} = await globalThis[SLOT].ready;
