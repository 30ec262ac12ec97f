// Runs played.py on the archive of the games in Node and Pyodide: node parity.mjs PYODIDE ARCHIVE PROGRAM
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: folder });
const site = pyodide.runPython("import site; site.getsitepackages()[0]");
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: site });
pyodide.runPython("import importlib; importlib.invalidate_caches()");
const names = pyodide.toPy({ __name__: "__main__" });
pyodide.runPython(readFileSync(program, "utf8"), { globals: names });
