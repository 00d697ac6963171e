// Python itself: restored from the memory snapshot, or else started from the compiled archives.

const STDLIB_PATH = "/lib/python314.zip";
const PACKAGES_PATH = "/lib/packages.zip";
const PAGE = 65536; // bytes, as WebAssembly counts its memory

const usesSnapshot = script?.dataset.snapshot !== "off";
// Each Pyodide that has agentic, and how to get the promise that its files are there.
const files = new WeakMap();

/** Pyodide with agentic in it; `options` are those of Pyodide's own loadPyodide. */
async function loadPyodide(options = {}) {
  if (usesSnapshot) {
    try {
      return await restored(options);
    } catch (error) {
      if (error instanceof FileError && error.file !== built.snapshot) throw error;
      console.warn(word("slowStart", { why: error.message }));
    }
  }
  return started(options);
}

async function restored(options) {
  const { memory, filled } = snapshot();
  const pyodide = await load({ ...options, stdLibURL: at(NOTHING), _loadSnapshot: memory }, filled);
  // The snapshot holds memory, not files. They are for what was not imported before it was taken, and come later.
  files.set(pyodide, once(() => mount(pyodide)));
  pyodide.pyimport("agentic.browser.restored").restored();
  return pyodide;
}

async function started(options) {
  const pyodide = await load({ ...options, stdLibURL: at(built.stdlib) });
  files.set(pyodide, once(() => mount(pyodide)));
  await files.get(pyodide)();
  pyodide.pyimport("sys.path").append(PACKAGES_PATH);
  return pyodide;
}

async function load(options, ready) {
  const { loadPyodide: publishedLoad } = await pyodideModule();
  return publishedLoad({
    ...options,
    // Pyodide would fetch the WebAssembly from here a second time, and could not say that it failed.
    indexURL: at(`${NOTHING}?/`),
    packageBaseUrl: at("runtime/"),
    lockFileContents: built.lock,
    createPyodideModule: async (settings) => {
      const { default: create } = await glueModule();
      const [made] = await Promise.all([instantiated(create, settings), ready]);
      return made;
    },
  });
}

function instantiated(create, settings) {
  return new Promise((resolve, reject) => {
    settings.instantiateWasm = (imports, done) => {
      const marker = Symbol("error marker");
      imports.env.Jsv_GetError_import = () => marker;
      imports.env.JsvError_Check = (value) => value === marker;
      wasm().then(async (module) => {
        const instance = await WebAssembly.instantiate(module, imports);
        makeRoom(instance, settings.INITIAL_MEMORY);
        done(instance, module);
      }).catch(reject);
      return {};
    };
    create(settings).then(resolve, reject);
  });
}

/** Let a snapshot fit: Pyodide asks for as much memory as it takes, but this WebAssembly brings its own, of a fixed size. */
function makeRoom({ exports }, wanted = 0) {
  const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory);
  const missing = Math.ceil((wanted - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
}

async function mount(pyodide) {
  const [stdlib, packages] = await archives();
  pyodide.FS.writeFile(STDLIB_PATH, stdlib);
  pyodide.FS.writeFile(PACKAGES_PATH, packages);
  // Pyodide need not fetch the wheels of what is here.
  for (const name of Object.keys(built.lock.packages)) pyodide.loadedPackages[name] = PACKAGES_PATH;
}
