// The drop-in script: every <ag-ui-chat> gets its shell at once, then Python starts and takes it over.
// build.py puts the rooms of loader/ before this one, all in one function: a plain script without eval, inline style or
// further round trips. A page may also import it: agentic.mjs and interpreter.mjs do.

const LONGEST_WAIT = 3000; // milliseconds that an early Send gives the page's own scripts

/** Boot Python, hand it the page, and give back the API for JavaScript. */
async function boot(slot, autodefine) {
  checkWebAssembly();
  if (!coreScript()) fetchAhead();
  const modules = ["vendor/marked.esm.js", "vendor/purify.es.mjs"].map(module);
  const [pyodide, shim, marked, purify] = await Promise.all([
    findInterpreter(slot),
    module("ag-ui-chat.js"),
    ...modules,
    warm(...modules),
  ]);
  const page = { base, prepare, define: shim.define, marked, DOMPurify: purify.default, autodefine, module };
  const api = pyodide.pyimport("agentic.boot").start(page);
  const names = Object.entries(api).map(([name, value]) => [name, value instanceof Function ? throwing(value) : value]);
  return { ...Object.fromEntries(names), AgUiChat: api.AgUiChat, VERSION: built.version };
}

/** Python cannot throw a JavaScript Error: it returns the one that is to be thrown. */
function throwing(call) {
  return (...given) => {
    const answer = call(...given);
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

async function findInterpreter(slot) {
  const hooks = await pyscriptHooks();
  if (!hooks) return sharedPyodide();
  const pyodide = await interpreterOf(hooks, slot);
  await equip(pyodide);
  return pyodide;
}

let shared = null;

function sharedPyodide(options) {
  return (shared ??= loadPyodide(options));
}

/** What interpreter.mjs gives to PyScript: Pyodide with its files in place. */
async function loadForPyScript({ packages = [], ...options }) {
  try {
    const pyodide = await sharedPyodide(options);
    await files.get(pyodide)();
    if (packages.length) await pyodide.loadPackage(packages);
    return pyodide;
  } catch (error) {
    if (globalThis.document) fail(error);
    throw error;
  }
}

/** After the boot: the page's Python, then what was typed and sent before it. */
async function settle() {
  await within(LONGEST_WAIT, globalThis[CORE] || coreScript() ? pyscriptEnded() : runScripts());
  await customElements.whenDefined(TAG);
  // What the page registers as soon as the element is defined comes before what a person sent early.
  setTimeout(handOver);
}

function within(milliseconds, promise) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

function begin(slot, autodefine) {
  prepareAll();
  slot.ready = boot(slot, autodefine);
  slot.ready.then(settle).catch(fail);
}

/** The page has agentic already; another script tag only says that the element is wanted. */
function join(slot) {
  if (slot.version !== built.version) {
    console.warn(word("otherVersion", { here: slot.version, there: built.version }));
  } else if (script) {
    slot.ready.then((api) => api.defineAgUiChat()).catch(() => {});
  }
}

if (globalThis[SLOT]?.ready) {
  join(globalThis[SLOT]);
} else {
  const { version, pyodide } = built;
  const given = globalThis[SLOT] ?? {};
  const slot = { ...given, version, pyodide, base, prepare, loadPyodide: loadForPyScript };
  globalThis[SLOT] = slot;
  // A worker of PyScript has no page: it is given Python, and nothing else.
  if (globalThis.document) begin(slot, given.autodefine ?? Boolean(script));
}
