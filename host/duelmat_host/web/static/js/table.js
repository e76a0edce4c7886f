// The public table: everything that lies open, and nothing else.

import { fact, find, findAs, playerNames } from "./dom.js";
import { Mat } from "./mat.js";
import { Panels } from "./panels.js";
import { listen } from "./stream.js";

const mat = new Mat(findAs(SVGSVGElement, "#mat"));
const panels = new Panels(playerNames());

listen(fact("feed"), Number(fact("beat")), {
  view(view) { mat.show(view); panels.show(view); showHead(view.head); },
  lights(lights) { mat.shine(lights); },
  link(isHeard) { panels.showLink(isHeard); },
});
panels.browseFrom(mat.root);

/** In fours, as it is copied by hand.
 * @param {string} head */
function showHead(head) {
  find("#head").hidden = !head;
  find("#head code").textContent = head.replace(/(.{4})(?=.)/g, "$1 ");
}
