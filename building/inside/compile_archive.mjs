// Compile a zip of Python modules with the Pyodide that will run them.
// node compile_archive.mjs PYODIDE_FOLDER STDLIB SOURCE TARGET WHERE
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Node would show the megabyte line of Pyodide that threw; the Python traceback says more.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const [folder, stdlib, source, target, where] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder, stdLibURL: stdlib });
pyodide.runPython(readFileSync(new URL("compile_archive.py", import.meta.url), "utf8"));
// A Buffer arrives as something else than bytes: only a plain Uint8Array will do.
const archive = pyodide.toPy(new Uint8Array(readFileSync(source)));
writeFileSync(target, pyodide.globals.get("compile_archive")(archive, where).toJs());
