// Runs a Python file in MicroPython's WebAssembly build: node micropython.mjs MODULE FILE [DIRECTORY…]
// Every .py file of the directories can be imported. Exits with 1 if the file ends with an exception.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [module, script, ...directories] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(module));
const python = await loadMicroPython({ heapsize: 8 * 1024 * 1024, stdout: (line) => console.log(line) });
python.FS.mkdir("/lib");
for (const directory of directories) {
  for (const name of readdirSync(directory).filter((file) => file.endsWith(".py"))) {
    python.FS.writeFile(`/lib/${basename(name)}`, readFileSync(join(directory, name), "utf8"));
  }
}
python.runPython("import sys; sys.path[:] = ['/lib']");
try {
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  console.error(String(error.message ?? error));
  process.exit(1);
}
