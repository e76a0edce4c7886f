// The side channel: JSON lines on a Unix socket, several clients, each request answered in turn.

import fs from "node:fs";
import net from "node:net";

const LONGEST_LINE = 1 << 20;
const SOCKET_UMASK = 0o177; // whoever opens the socket can do all that hands can

export class HandsServer {
  /** @param answer async (request line, client) => answer object */
  constructor(path, answer) {
    this.path = path;
    this.answer = answer;
    this.subscribers = new Set();
    this.server = net.createServer((socket) => this.serve(socket));
  }

  async listen() {
    fs.rmSync(this.path, { force: true });
    await new Promise((resolve, reject) => {
      this.server.once("error", reject);
      const before = process.umask(SOCKET_UMASK);
      this.server.listen(this.path, resolve); // makes the socket before it returns
      process.umask(before);
    });
  }

  serve(socket) {
    let rest = "";
    let turn = Promise.resolve();
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      if (rest.length > LONGEST_LINE) socket.destroy();
      for (const line of lines) {
        if (line.trim() === "") continue;
        turn = turn.then(async () => this.send(socket, await this.answer(line, socket)));
      }
    });
    socket.on("close", () => this.subscribers.delete(socket));
    socket.on("error", () => this.subscribers.delete(socket));
  }

  send(socket, value) {
    if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`);
  }

  tell(value) {
    const line = `${JSON.stringify(value)}\n`;
    for (const socket of this.subscribers) if (!socket.destroyed) socket.write(line);
  }

  close() {
    this.server.close();
    fs.rmSync(this.path, { force: true });
  }
}
