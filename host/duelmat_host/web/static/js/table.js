// The public table: everything that lies open, and nothing else.

import { Chain } from "./chain.js";
import { fact, find, findAs, playerNames } from "./dom.js";
import { readFaces } from "./faces.js";
import { Inspector } from "./inspector.js";
import "./language.js";
import { Latest } from "./latest.js";
import { Mat } from "./mat.js";
import { Panels } from "./panels.js";
import { readByHand } from "./read_by_hand.js";
import { follow } from "./stream.js";

const mat = new Mat(findAs(SVGSVGElement, "#mat"));
const names = playerNames();
const panels = new Panels(names, "");
const chain = new Chain(mat);
const latest = new Latest(mat.root);
const inspector = new Inspector(mat, { names });
readByHand(mat, inspector);
await readFaces();

follow(fact("feed"), Number(fact("beat")), {
  view(view) { mat.show(view); chain.show(view.chain); panels.show(view); inspector.follow(view); latest.follow(view); showHead(view.head); },
  lights(lights) { mat.shine(lights); },
  link(isHeard) { panels.showLink(isHeard); },
});
panels.browseFrom(mat.root);

/** In fours, as it is copied by hand.
 * @param {string} head */
function showHead(head) {
  find("#head").hidden = !head;
  find("#head code").textContent = head.replace(/(.{4})(?=.)/g, "$1 ");
  if (head) findAs(HTMLImageElement, "#head-qr img").src = `/head/${head}`;
}
