// What the whole page shares, and where the files are.

const SLOT = Symbol.for("agentic");
const script = globalThis.document?.currentScript;
// A module that imports this file has put the address there first: only a plain script knows its own.
const base = script?.src ? new URL("./", script.src).href : globalThis[SLOT].base;

const at = (file) => base + file;

const word = (name, values = {}) => built.words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
