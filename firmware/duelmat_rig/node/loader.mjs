// Runs the firmware on MicroPython over the rig's electronics, and serves its cable and its hands.
//
// Started by `python -m duelmat_rig` with one argument, the options as JSON: directory, build (the
// folder of a MicroPython), micropython, clock, seed, start_ms, board, field, packages (paths of the
// Python sources), prepare (the command that readies a pty), version, owner_fd (a pipe that is closed
// when the process for which the rig runs is gone; null: the rig outlives it).

import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { mount } from "./files.mjs";
import { HandsServer } from "./hands.mjs";
import { Port, RealCable, VirtualCable } from "./port.mjs";
import { Prompt } from "./prompt.mjs";

const HEAP_BYTES = 4 * 1024 * 1024;
const PACE_MS = 2; // in real time so much is granted at a time
const LATE_MS = 20; // what the machine is late by more than this, the board never had

const options = JSON.parse(process.argv[2]);
const isVirtual = options.clock === "virtual";
const inDirectory = (name) => path.join(options.directory, name);

// The board

const port = new Port(inDirectory("port"), options.prepare);
const cable = isVirtual ? new VirtualCable(port) : new RealCable(port);
const hands = new HandsServer(inDirectory("hands.sock"), answer);
let bench;
let prompt = null;
let replugging = null;
let unended = ""; // the beginning of a line that is being printed

const host = {
  port_read: (limit) => cable.read(limit),
  port_write: (hex) => cable.write(hex),
  replug: () => {
    unplug();
    replugging = (replugging ?? Promise.resolve()).then(() => port.plug()).catch(fail);
  },
  log: (text) => console.error(`rig: ${text}`),
  subscribers: 0,
  lights: (hex, t_ms) => {
    const lights = [];
    for (let at = 0; at < hex.length; at += 6) {
      const colour = Number.parseInt(hex.slice(at, at + 6), 16);
      lights.push([colour >> 16, (colour >> 8) & 255, colour & 255]);
    }
    hands.tell({ event: "lights", t_ms, lights });
  },
  displays: (texts, t_ms) => hands.tell({ event: "display", t_ms, displays: JSON.parse(texts) }),
};

function unplug() {
  port.unplug();
  if (isVirtual) cable.forget();
}

function fail(error) {
  console.error(`rig: ${error.stack ?? error}`);
  finish(1);
}

/** What MicroPython prints: on the port at the board's prompt, else a line of the log. */
function print(data) {
  if (prompt?.isOpen) {
    prompt.say(data);
    return;
  }
  const lines = (unended + Buffer.from(data).toString()).split("\n");
  unended = lines.pop();
  for (const line of lines) console.error(line);
}

async function loadMicroPython() {
  const { loadMicroPython } = await import(path.join(options.build, "micropython.mjs"));
  const python = await loadMicroPython({
    url: path.join(options.build, "micropython.wasm"),
    heapsize: HEAP_BYTES,
    linebuffer: false,
    stdout: print,
    stderr: print,
  });
  prompt = new Prompt(python, (hex) => cable.write(hex));
  for (const source of options.packages) mount(python.FS, source, `/${path.basename(source)}`);
  python.FS.writeFile("/board.json", fs.readFileSync(options.board));
  python.FS.writeFile("/field.json", fs.readFileSync(options.field));
  python.registerJsModule("rig_host", host);
  python.globals.set("rig_options", JSON.stringify(options));
  python.runPython(`
from duelmat_rig.workbench import Bench
_bench = Bench(rig_options)
rig_boot, rig_slice, rig_run = _bench.boot, _bench.slice, _bench.run
rig_hands, rig_figures, rig_reset = _bench.hands, _bench.figures, _bench.reset
rig_typed, rig_plug = _bench.typed, _bench.plug
`);
  const get = (name) => python.globals.get(`rig_${name}`);
  return {
    boot: get("boot"),
    slice: get("slice"),
    run: get("run"),
    hands: get("hands"),
    figures: get("figures"),
    reset: get("reset"),
    typed: get("typed"),
    plug: get("plug"),
  };
}

// Requests of the hands that concern the process; all others are the board's.

const operations = {
  async run({ ms, port_bytes_in: total }) {
    if (!isVirtual) throw new Error("run needs --clock virtual; this rig runs in real time");
    if (!(Number.isFinite(ms) && ms >= 0)) throw new Error(`expected ms as a number, got ${ms}`);
    await replugging;
    if (!(await cable.gather(total))) {
      throw new Error(`expected ${total} bytes on the port, got ${cable.received}`);
    }
    bench.run(Math.round(ms));
    while (!bench.slice()) await new Promise(setImmediate);
    prompt.take(bench.typed());
    return JSON.parse(bench.figures());
  },
  async unplug() {
    unplug();
  },
  async plug() {
    if (await port.plug()) bench.plug();
  },
  async sleep({ is_asleep: isAsleep = true }) {
    port.isAsleep = Boolean(isAsleep);
  },
  async reset() {
    bench.reset();
    await replugging;
  },
  async subscribe(_request, socket) {
    hands.subscribers.add(socket);
    host.subscribers = 1;
  },
  async stall({ is_stalled: isStalled = true }) {
    if (!isVirtual) throw new Error("stall needs --clock virtual; in real time, stop reading");
    cable.isStalled = Boolean(isStalled);
  },
  async stop() {
    setImmediate(() => finish(0));
  },
};

async function answer(line, socket) {
  let request = null;
  try {
    request = JSON.parse(line);
  } catch {
    // The board says what is wrong with it.
  }
  const operation = request && Object.hasOwn(operations, request.op) && operations[request.op];
  if (!operation) return JSON.parse(bench.hands(line));
  const id = request.id ?? null;
  try {
    return { id, ok: true, ...(await operation(request, socket)) };
  } catch (error) {
    return { id, ok: false, error: error.message };
  }
}

// The process

let isFinished = false;

function finish(code) {
  if (isFinished) return;
  isFinished = true;
  hands.close();
  port.unplug();
  fs.rmSync(inDirectory("rig.json"), { force: true });
  process.exit(code);
}

if (options.owner_fd !== null) {
  const owner = new net.Socket({ fd: options.owner_fd, readable: true, writable: false });
  owner.on("close", () => finish(0)).on("error", () => finish(0)).resume();
}

// Real time is virtual time at the pace of the clock on the wall (docs/adr/0008). A machine that is too slow for it
// makes the board's time pass more slowly, for firmware and fingers alike.
function keepPace() {
  let ranMs = performance.now();
  const turn = () => {
    if (isFinished) return;
    const nowMs = performance.now();
    ranMs = Math.max(ranMs, nowMs - LATE_MS);
    const dueMs = Math.min(Math.floor(nowMs - ranMs), PACE_MS);
    if (dueMs > 0) {
      ranMs += dueMs;
      bench.run(dueMs);
      while (!bench.slice());
      prompt.take(bench.typed());
    }
    if (nowMs - ranMs < 1) setTimeout(turn, 1);
    else setImmediate(turn);
  };
  turn();
}

function announce() {
  const { digest, mat } = JSON.parse(fs.readFileSync(options.board));
  const about = {
    pid: process.pid,
    version: options.version,
    mat,
    digest,
    micropython: options.micropython,
    clock: options.clock,
    seed: options.seed,
  };
  console.log(
    `The mat ${mat} is ready at ${inDirectory("port")}` +
      ` (MicroPython ${options.micropython}, ${options.clock} time, process ${process.pid}).`,
  );
  // Last: whoever waits for it reads then what was said.
  const temporary = inDirectory(".rig.json");
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, JSON.stringify(about), { mode: 0o600, flag: "wx" });
  fs.renameSync(temporary, inDirectory("rig.json"));
}

process.on("SIGTERM", () => finish(0));
process.on("SIGINT", () => finish(0));
process.on("SIGHUP", () => finish(0));
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

bench = await loadMicroPython();
await port.plug();
const problem = bench.boot();
if (problem) fail(new Error(`the firmware did not start: ${problem}`));
await hands.listen();
announce();
if (!isVirtual) keepPace();
