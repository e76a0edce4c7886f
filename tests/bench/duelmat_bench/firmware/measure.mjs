// Runs one measurement on MicroPython, slice by slice, and prints what it came to as JSON.
//
// Started by duelmat_bench.firmware.measure with one argument, the options as JSON: micropython,
// traced (count executed lines: the build with settrace), heap_bytes, node (the rig's folder of that
// name), build (the folder of MicroPython), packages (each a folder of sources and its place on the board), firmware (null, or a folder
// whose modules take the place of the packages' sources), board, field, measurement (a module of
// duelmat_bench.on_board) and whatever that wants. Memory is freed between slices only.

import fs from "node:fs";
import path from "node:path";

const options = JSON.parse(process.argv[2]);
const { mount } = await import(path.join(options.node, "files.mjs"));
const build = options.build;
const { loadMicroPython } = await import(path.join(build, "micropython.mjs"));
const python = await loadMicroPython({
  url: path.join(build, options.traced ? "micropython-settrace.wasm" : "micropython.wasm"),
  heapsize: options.heap_bytes,
  linebuffer: true,
  stdout: (line) => console.error(line),
  stderr: (line) => console.error(line),
});
for (const [source, place] of options.packages) mount(python.FS, source, place);
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
_name = json.loads(measure_options)["measurement"]
_module = getattr(__import__("duelmat_bench.on_board." + _name).on_board, _name)
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
