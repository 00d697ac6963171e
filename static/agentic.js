// The drop-in script: every <ag-ui-chat> gets its shell at once, then Python starts and takes it over.
// build.py puts the rooms of loader/ before this one, all in one function: a plain script without eval, inline style or
// further round trips. A page may also import it: agentic.mjs and interpreter.mjs do.

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
  const handed = { base, prepare, module, autodefine, classOf, settled: settled.promise };
  const page = { ...handed, define: shim.define, marked, DOMPurify: purify.default };
  const { classes, ...api } = pyodide.pyimport("agentic.boot").start(page);
  const names = Object.entries(api).map(([name, value]) => [name, value instanceof Function ? throwing(value) : value]);
  const live = Object.fromEntries(names);
  const defineAgenticInspector = once(() => files.get(pyodide)().then(live.defineAgenticInspector));
  return { ...live, ...classes, defineAgenticInspector, VERSION: built.version };
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

/** After the boot: the page's own Python. What is sent before its end waits, so that no tool is missing. */
async function settle() {
  const scripts = globalThis[CORE] || coreScript() ? pyscriptEnded() : runScripts();
  await tellIfLong("scripts", waitedFor(scripts.catch(fail)));
  endProgress();
  await customElements.whenDefined(TAG);
  // What the page registers as soon as the element is defined comes before what was sent early.
  setTimeout(settled.resolve);
}

function begin(slot, autodefine) {
  trusted(); // A page that refuses it gets nothing rather than half of it; the browser says why.
  prepareAll();
  customElements.whenDefined(TAG).then(handOver);
  slot.ready = boot(slot, autodefine);
  tellIfLong("loading", slot.ready);
  slot.ready.then(settle).catch(fail);
  if (autodefine) slot.ready.then(inspectWhenAsked).catch(() => {});
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
  const slot = { ...given, version, pyodide, base, prepare, trusted, loadPyodide: loadForPyScript };
  globalThis[SLOT] = slot;
  // A worker of PyScript has no page: it is given Python, and nothing else.
  if (globalThis.document) begin(slot, given.autodefine ?? Boolean(script));
}
