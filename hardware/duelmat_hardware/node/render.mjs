// Draws each graph that is named on the command line as an SVG beside it.
import { readFileSync, writeFileSync } from "node:fs";
import { instance } from "@viz-js/viz";

const viz = await instance();
for (const path of process.argv.slice(2)) {
  const picture = viz.renderString(readFileSync(path, "utf8"), { format: "svg" });
  writeFileSync(path.replace(/\.gv$/, ".svg"), picture);
}
