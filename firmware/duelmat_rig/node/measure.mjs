// Runs one measurement on MicroPython, slice by slice, and prints what it came to as JSON.
//
// Started by duelmat_rig.bench with one argument, the options as JSON: micropython, traced (count
// executed lines: the build with settrace), heap_bytes, packages, firmware (null, or a folder whose
// modules take the place of the packages' sources), board, field, measurement (a module of
// duelmat_rig.measuring) and whatever that wants. Memory is freed between slices only.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { mount } from "./files.mjs";

const options = JSON.parse(process.argv[2]);
const here = path.dirname(fileURLToPath(import.meta.url));
// A measurement that does not name the build's folder finds it where Linux has the user's cache.
const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
const cache = process.env.DUELMAT_CACHE_DIR || path.join(caches, "duelmat");
const lock = JSON.parse(fs.readFileSync(path.join(here, "package-lock.json"), "utf8"));
const { version: release } = lock.packages[`node_modules/micropython-${options.micropython}`];
const build = options.build ?? path.join(cache, "micropython", release);
const { loadMicroPython } = await import(path.join(build, "micropython.mjs"));
const python = await loadMicroPython({
  url: path.join(build, options.traced ? "micropython-settrace.wasm" : "micropython.wasm"),
  heapsize: options.heap_bytes,
  linebuffer: true,
  stdout: (line) => console.error(line),
  stderr: (line) => console.error(line),
});
for (const source of options.packages) mount(python.FS, source, `/${path.basename(source)}`);
if (options.firmware) mount(python.FS, options.firmware, "");
python.FS.writeFile("/board.json", fs.readFileSync(options.board));
python.FS.writeFile("/field.json", fs.readFileSync(options.field));
python.registerJsModule("rig_host", {
  subscribers: 0,
  log: (text) => console.error(`rig: ${text}`),
  replug: () => {},
});
python.globals.set("measure_options", JSON.stringify(options));
try {
  python.runPython(`
import gc, json, sys
sys.path.insert(0, "/")
_module = __import__("duelmat_rig.measuring." + json.loads(measure_options)["measurement"])
_module = getattr(_module.measuring, json.loads(measure_options)["measurement"])
_steps = _module.measure(json.loads(measure_options))
_result = []
def measure_slice():
    try:
        next(_steps)
    except StopIteration as end:
        _result.append(json.dumps(end.value))
        return True
    return False
def measure_result():
    return _result[0]
`);
  const slice = python.globals.get("measure_slice");
  while (!slice()) python.runPython("gc.collect()");
  console.log(python.globals.get("measure_result")());
} catch (error) {
  console.error(error.message ?? error);
  process.exitCode = 1;
}
