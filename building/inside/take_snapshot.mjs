// Load Pyodide, import agentic and all it needs, and save the memory.
// node take_snapshot.mjs PYODIDE_FOLDER STDLIB PACKAGES TARGET SHELL WHERE
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Node would show the megabyte line of Pyodide that threw; the Python traceback says more.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const [folder, stdlib, packages, target, shell, where] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
// Otherwise Python's sys.executable would be this script's path on the machine that built it.
const made = { _makeSnapshot: true, _sysExecutable: "python3" };
const pyodide = await loadPyodide({ indexURL: folder, stdLibURL: stdlib, ...made });
pyodide.FS.writeFile(where, new Uint8Array(readFileSync(packages)));
const scope = pyodide.toPy({ __name__: "take_snapshot" });
pyodide.runPython(readFileSync(new URL("take_snapshot.py", import.meta.url), "utf8"), { globals: scope });
writeFileSync(shell, scope.get("prepare")(where));
scope.destroy();
// What lies behind the last byte that was ever allocated is empty, and need not be carried about.
const PAGE = 65536;
const whole = pyodide.makeMemorySnapshot();
const header = whole.length - pyodide._module.HEAP8.length;
const used = Math.ceil(pyodide._module._sbrk(0) / PAGE) * PAGE;
writeFileSync(target, whole.subarray(0, header + used));
