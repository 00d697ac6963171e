// A page with PyScript has an interpreter already, and there is to be one a page.

const CORE = Symbol.for("@pyscript/core");
const PYTHON_SCRIPTS = 'script[type="py"]:not([worker]), py-script:not([worker])';

/** PyScript's core module: the tag that loads it, wherever it comes from. */
function coreScript() {
  return [...document.querySelectorAll('script[type="module"][src]')].find(({ src }) => {
    const { pathname } = new URL(src);
    return /\/core(\.min)?\.js$/.test(pathname) && (/pyscript/i.test(src) || document.querySelector(PYTHON_SCRIPTS));
  });
}

/**
 * PyScript's hooks, where PyScript starts an interpreter on the page: it does so only for a script that is not a worker's.
 * A tag further down counts too, so the page is read to its end.
 */
async function pyscriptHooks() {
  if (document.readyState === "loading") {
    await new Promise((resolve) => document.addEventListener("readystatechange", resolve, { once: true }));
  }
  if (!document.querySelector(PYTHON_SCRIPTS)) return null;
  const core = globalThis[CORE] ? null : coreScript();
  if (core) {
    nameInterpreter();
    await import(core.src);
  }
  return globalThis[CORE]?.hooks;
}

/** Where the page has no configuration, PyScript would ask a CDN for an interpreter; it is given ours. */
function nameInterpreter() {
  if (document.querySelector(`py-config, :is(${PYTHON_SCRIPTS})[config], script[offline]`)) return;
  const config = { interpreter: at("interpreter.mjs"), packages_cache: "passthrough" };
  document.querySelector(PYTHON_SCRIPTS).setAttribute("config", JSON.stringify(config));
}

/** PyScript's own Pyodide. No script of the page runs before the boot has ended: what it imports must be there. */
function interpreterOf(hooks, slot) {
  const known = new AbortController();
  return new Promise((resolve, reject) => {
    // PyScript says nowhere else that its interpreter did not come.
    addEventListener("unhandledrejection", ({ reason }) => {
      if (/pyodide|interpreter/i.test(reason?.message)) reject(reason instanceof BootError ? reason : noInterpreter(reason));
    }, { signal: known.signal });
    hooks.main.onReady.add(async ({ interpreter }) => {
      if (!interpreter.pyimport) return; // MicroPython has hooks too
      resolve(interpreter);
      await slot.ready.catch(() => {});
    });
  }).finally(() => known.abort());
}

function noInterpreter({ message }) {
  return new BootError(word("interpreter", { why: message, address: at("interpreter.mjs") }));
}

/** Not PyScript's own py:all-done: that waits for workers too, which may go on for ever. */
function pyscriptEnded() {
  const ended = (node) => new Promise((resolve) => node.addEventListener("py:done", resolve, { once: true }));
  return Promise.all([...document.querySelectorAll(PYTHON_SCRIPTS)].map(ended));
}

/** Put agentic into an interpreter that was not started by this loader. */
async function equip(pyodide) {
  if (!files.has(pyodide)) files.set(pyodide, once(() => unpack(pyodide)));
  await files.get(pyodide)();
}

async function unpack(pyodide) {
  const wheels = await Promise.all(built.wheels.map((wheel) => bytes(`runtime/${wheel}`)));
  for (const wheel of wheels) pyodide.unpackArchive(wheel, "wheel");
}
