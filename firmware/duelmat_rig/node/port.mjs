// The board's end of the cable: the master side of a pseudo terminal, never waiting for anything.
//
// Reading says how things are: EIO = no host has the port open, EAGAIN = nothing to read. What a
// cable hands to the board: bytes as hex, null = no host has the port open, false = the bus is
// silent, because the cable is out or the host asleep.

import { spawn } from "node:child_process";
import fs from "node:fs";

const { O_RDWR, O_NOCTTY, O_NONBLOCK } = fs.constants;
const RECEIVE_BYTES = 4096;
const PATIENCE_MS = 3000; // bytes that a host has written are on their way, on a busy machine too

export class Port {
  /** @param link path of the stable symlink; @param prepare command that readies a fresh pty */
  constructor(link, prepare) {
    this.link = link;
    this.prepare = prepare;
    this.master = null;
    this.scratch = Buffer.alloc(RECEIVE_BYTES);
    this.isOpen = false;
    this.isAsleep = false;
  }

  /** Whether the board sees nothing on its bus. */
  get isSilent() {
    return this.master === null || this.isAsleep;
  }

  /** A new pty behind the symlink: what a host sees when the cable is plugged in; false = it was in. */
  async plug() {
    if (this.master !== null) return false;
    const master = fs.openSync("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK);
    const [command, ...words] = this.prepare;
    const helper = spawn(command, [...words, this.link], { stdio: ["ignore", "ignore", "pipe", master] });
    let complaint = "";
    helper.stderr.on("data", (data) => (complaint += data));
    const code = await new Promise((resolve, reject) => {
      helper.on("close", resolve);
      helper.on("error", reject);
    });
    if (code !== 0) {
      fs.closeSync(master);
      throw new Error(`the port could not be made: ${complaint.trim() || `exit code ${code}`}`);
    }
    this.master = master;
    this.isOpen = false;
    return true;
  }

  /** The cable is pulled: the host's reads end. */
  unplug() {
    if (this.master === null) return;
    fs.closeSync(this.master);
    this.master = null;
    this.isOpen = false;
    fs.rmSync(this.link, { force: true });
  }

  /** Up to `limit` bytes; null while no host has the port open. */
  read(limit) {
    if (this.master === null) return null;
    let count = 0;
    try {
      count = fs.readSync(this.master, this.scratch, 0, Math.min(limit, RECEIVE_BYTES) || 1, null);
    } catch (error) {
      if (error.code === "EIO") {
        this.isOpen = false;
        return null;
      }
      if (error.code !== "EAGAIN") throw error;
    }
    this.isOpen = true;
    return this.scratch.subarray(0, count);
  }

  /** How many bytes the line took. */
  write(data) {
    if (this.master === null || !this.isOpen) return 0;
    try {
      return fs.writeSync(this.master, data);
    } catch (error) {
      if (error.code === "EAGAIN" || error.code === "EIO") return 0;
      throw error;
    }
  }
}

// Real time: straight through, and what the line does not take stays in the board.
export class RealCable {
  constructor(port) {
    this.port = port;
  }

  read(limit) {
    if (this.port.isSilent) return false;
    // A full board asks for nothing, so that the host has to wait.
    if (limit === 0) return this.port.isOpen ? "" : null;
    return this.port.read(limit)?.toString("hex") ?? null;
  }

  write(hex) {
    return this.port.isSilent ? 0 : this.port.write(Buffer.from(hex, "hex"));
  }
}

// Virtual time: what the board meets depends on the requests to run and on nothing else, so bytes
// are taken in when a run begins and given out whenever the line takes them.
export class VirtualCable {
  constructor(port) {
    this.port = port;
    this.isOpen = false;
    this.isStalled = false;
    this.incoming = Buffer.alloc(0);
    this.outgoing = [];
    this.received = 0;
  }

  /** Takes in everything that waits, at least until `total` bytes have come; false if they have not. */
  async gather(total) {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      for (;;) {
        const data = this.port.read(RECEIVE_BYTES);
        this.isOpen = data !== null;
        if (data === null || data.length === 0) break;
        this.received += data.length;
        this.incoming = Buffer.concat([this.incoming, data]);
      }
      if (total === undefined || this.received >= total) return true;
      if (performance.now() > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  read(limit) {
    if (this.port.isSilent) return false;
    if (!this.isOpen) return null;
    const data = this.incoming.subarray(0, limit);
    this.incoming = this.incoming.subarray(data.length);
    return data.toString("hex");
  }

  write(hex) {
    const data = Buffer.from(hex, "hex");
    if (this.isStalled || this.port.isSilent) return 0;
    this.outgoing.push(data);
    this.flush();
    return data.length;
  }

  /** Gives the line what it takes; called again while something is left. */
  flush() {
    while (this.outgoing.length) {
      const data = this.outgoing[0];
      const count = this.port.write(data);
      if (count < data.length) {
        this.outgoing[0] = data.subarray(count);
        if (!this.port.isOpen) this.outgoing = [];
        else if (!this.timer) {
          this.timer = setTimeout(() => {
            this.timer = undefined;
            this.flush();
          }, 2);
        }
        return;
      }
      this.outgoing.shift();
    }
  }

  forget() {
    this.isOpen = false;
    this.received -= this.incoming.length; // of these the board counts none
    this.incoming = Buffer.alloc(0);
    this.outgoing = [];
  }
}
