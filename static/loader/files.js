// Getting the files of the runtime, each once, with a failure that names the file.

const PYODIDE = "runtime/pyodide.mjs";
const GLUE = "runtime/pyodide.asm.mjs";
const WASM = "runtime/pyodide.asm.wasm";
const NOTHING = "runtime/empty.zip";
const WARM_UP = "# a\n\nb *c* **d** `e` [f](https://g.example) www.h.example\n\n- i\n\n> j\n\n|k|\n|-|\n|l|\n\n```m\nn\n```\n";
const INFLATE = "runtime/inflate.mjs";

async function get(file) {
  let response;
  try {
    response = await fetch(at(file));
  } catch (error) {
    throw new FileError(file, error.message);
  }
  if (!response.ok) throw new FileError(file, `status ${response.status}`);
  if (response.headers.get("content-type")?.startsWith("text/html")) throw new FileError(file, "a web page came instead");
  return response;
}

async function bytes(file) {
  return new Uint8Array(await (await get(file)).arrayBuffer());
}

async function module(file) {
  try {
    return await import(at(file));
  } catch (error) {
    throw new FileError(file, error.message);
  }
}

const pyodideModule = once(() => module(PYODIDE));
const glueModule = once(() => module(GLUE));
const archives = once(() => Promise.all([bytes(built.stdlib), bytes(built.packages)]));

const wasm = once(async () => {
  const response = await get(WASM);
  try {
    // Some hosts do not know the type; without it only the slower way is open.
    const streams = response.headers.get("content-type") === "application/wasm";
    return await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw new FileError(WASM, error.message);
  }
});

/** Memory of the snapshot's size that is filled while the rest is loading. */
const snapshot = once(() => {
  const memory = new Uint8Array(built.snapshotBytes);
  return { memory, filled: fill(memory) };
});

async function fill(memory) {
  const task = { url: at(built.snapshot), parts: built.snapshotParts, size: memory.length };
  const { memory: unpacked, why } = await inWorker(task).catch(async () => (await module(INFLATE)).unpack(task));
  if (why) throw new FileError(built.snapshot, why);
  for (const [start, length] of task.parts) memory.set(unpacked.subarray(start, start + length), start);
}

/** Rejects where the page may not start this worker. */
function inWorker(task) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trusted().createScriptURL(at(INFLATE)), { type: "module", name: "agentic-inflate" });
    worker.onerror = (event) => {
      event.preventDefault();
      reject(event);
    };
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.postMessage(task);
  });
}

/** Ask for everything at once, so that nothing waits for its turn; whoever needs a file hears of its failure. */
function fetchAhead() {
  // With a snapshot the archives are for later, so that they take no other file's place on the line.
  const state = usesSnapshot ? snapshot().filled : archives();
  for (const file of [pyodideModule(), glueModule(), wasm(), state]) file.catch(() => {});
}

/** Have a first text read and cleaned while Python is still loading: the first answer need not wait for cold code. */
async function warm(marked, purify) {
  const [{ parse }, { default: clean }] = await Promise.all([marked, purify]);
  clean.sanitize(parse(WARM_UP, { gfm: true, breaks: true }), { RETURN_DOM_FRAGMENT: true });
}
