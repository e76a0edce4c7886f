// Python sources into MicroPython's own file system.

import fs from "node:fs";
import path from "node:path";

export function mount(files, source, target) {
  files.mkdirTree(target);
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    const from = path.join(source, entry.name);
    if (entry.isDirectory() && entry.name !== "node" && entry.name !== "__pycache__") {
      mount(files, from, `${target}/${entry.name}`);
    } else if (entry.name.endsWith(".py")) {
      files.writeFile(`${target}/${entry.name}`, fs.readFileSync(from));
    }
  }
}
