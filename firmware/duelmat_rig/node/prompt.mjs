// The board's prompt: MicroPython's own, on the board's port.
//
// The WebAssembly build blocks when it is offered raw-paste, so the offer is declined here.

const OFFER = Buffer.from([0x05, 0x41, 0x01]);

export class Prompt {
  /** @param python MicroPython; @param write takes bytes as hex, and says how many it took */
  constructor(python, write) {
    this.python = python;
    this.write = write;
    this.isOpen = false;
    this.held = [];
    this.unsaid = Buffer.alloc(0);
  }

  /** Takes what a host typed, as hex; null = the board is not at its prompt. */
  take(typed) {
    if (typed === null) {
      this.isOpen = false;
      return;
    }
    if (!this.isOpen) {
      this.isOpen = true;
      this.held = [];
      this.unsaid = Buffer.alloc(0);
      this.python.replInit();
    }
    for (const octet of Buffer.from(typed, "hex")) this.takeOctet(octet);
    this.flush();
  }

  takeOctet(octet) {
    this.held.push(octet);
    if (this.held.every((each, at) => each === OFFER[at])) {
      if (this.held.length === OFFER.length) {
        this.say(Buffer.from("R\0"));
        this.held = [];
      }
      return;
    }
    for (const each of this.held) {
      if (this.python.replProcessChar(each)) this.python.replInit();
    }
    this.held = [];
  }

  /** What MicroPython prints while a prompt is there; the line takes it when it can. */
  say(data) {
    this.unsaid = Buffer.concat([this.unsaid, Buffer.from(data)]);
  }

  flush() {
    if (!this.unsaid.length) return;
    this.unsaid = this.unsaid.subarray(this.write(this.unsaid.toString("hex")));
  }
}
