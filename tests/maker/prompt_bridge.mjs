// A MicroPython prompt on standard input and output, as a Pico's is on its port.
//
// One argument, as JSON: module (of the MicroPython), prelude (Python run before the prompt is
// there), late_ms (how long what comes is left lying at first). The WebAssembly build blocks when it
// is offered raw-paste, so the offer is declined here.

const options = JSON.parse(process.argv[2]);
const { loadMicroPython } = await import(options.module);
const python = await loadMicroPython({
  heapsize: 4 << 20,
  linebuffer: false,
  stdout: (data) => process.stdout.write(Buffer.from(data)),
});
python.runPython(options.prelude);
python.replInit();

const OFFER = Buffer.from([0x05, 0x41, 0x01]);
let held = [];

function take(octet) {
  held.push(octet);
  if (held.every((each, at) => each === OFFER[at])) {
    if (held.length === OFFER.length) {
      process.stdout.write(Buffer.from("R\0"));
      held = [];
    }
    return;
  }
  for (const each of held) {
    if (python.replProcessChar(each)) python.replInit();
  }
  held = [];
}

await new Promise((done) => setTimeout(done, options.late_ms));
process.stdin.on("data", (data) => data.forEach(take));
