// Draws graphs as SVG: the first argument is the folder of the npm package @viz-js/viz, all others
// are the graphs' files; each drawing is written beside its graph.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [graphviz, ...graphs] = process.argv.slice(2);
const { instance } = createRequire(path.join(graphviz, "package.json"))("@viz-js/viz");
const viz = await instance();
for (const graph of graphs) {
  const picture = viz.renderString(readFileSync(graph, "utf8"), { format: "svg" });
  writeFileSync(graph.replace(/\.gv$/, ".svg"), picture);
}
