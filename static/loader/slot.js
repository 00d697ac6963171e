// What the whole page shares, and where the files are.

const SLOT = Symbol.for("agentic");
const script = globalThis.document?.currentScript;
// A module that imports this file has put the address there first: only a plain script knows its own.
const base = script?.src ? new URL("./", script.src).href : globalThis[SLOT].base;

function once(make) {
  let made;
  return () => (made ??= make());
}

const at = (file) => base + file;

// What a page that demands trusted types must allow. Made once: such a page refuses a second of the same name.
const trusted = once(() => {
  const rules = { createHTML: (ours) => ours, createScriptURL: (ours) => ours };
  return globalThis.trustedTypes?.createPolicy("agentic", rules) ?? rules;
});

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const word = (name, values = {}) => filled(built.words[name], values);
