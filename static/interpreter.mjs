/**
 * The interpreter for PyScript (`interpreter = "./interpreter.mjs"` in pyscript.toml): Pyodide with agentic in it, from
 * the memory snapshot, shared with whatever else of agentic is on the page. It brings the drop-in script by itself.
 */
const SLOT = Symbol.for("agentic");
globalThis[SLOT] ??= { base: new URL("./", import.meta.url).href, autodefine: true };
if (!globalThis[SLOT].ready) await import("./agentic.js");

// PyScript keeps what it stores apart by this version.
export const version = globalThis[SLOT].pyodide;
export const loadPyodide = (options) => globalThis[SLOT].loadPyodide(options);
