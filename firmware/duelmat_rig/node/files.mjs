// Python sources, or modules that mpy-cross made of them, into MicroPython's own file system.

import fs from "node:fs";
import path from "node:path";

export function mount(files, source, target) {
  files.mkdirTree(target);
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    const from = path.join(source, entry.name);
    if (entry.isDirectory() && entry.name !== "node" && entry.name !== "__pycache__") {
      mount(files, from, `${target}/${entry.name}`);
    } else if (/\.m?py$/.test(entry.name)) {
      files.writeFile(`${target}/${entry.name}`, fs.readFileSync(from));
      // A source would be found first.
      const source = `${target}/${entry.name.replace(/\.mpy$/, ".py")}`;
      if (entry.name.endsWith(".mpy") && files.analyzePath(source).exists) files.unlink(source);
    }
  }
}
