// Load Pyodide, import agentic and all it needs, and save the memory.
// node take_snapshot.mjs PYODIDE_FOLDER STDLIB PACKAGES TARGET WHERE
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Node would show the megabyte line of Pyodide that threw; the Python traceback says more.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const [folder, stdlib, packages, target, where] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder, stdLibURL: stdlib, _makeSnapshot: true });
pyodide.FS.writeFile(where, new Uint8Array(readFileSync(packages)));
const scope = pyodide.toPy({ __name__: "take_snapshot" });
pyodide.runPython(readFileSync(new URL("take_snapshot.py", import.meta.url), "utf8"), { globals: scope });
scope.get("prepare")(where);
scope.destroy();
writeFileSync(target, pyodide.makeMemorySnapshot());
