// Reading the cards of a mat that nobody plays at from this page: a click or Enter opens one.

import { closest } from "./dom.js";
import { isArrow } from "./reach.js";
import { ZoneFocus } from "./zone_focus.js";

/** @import {Inspector} from "./inspector.js" */
/** @import {Mat} from "./mat.js" */

/** @type {(mat: Mat, inspector: Inspector) => void} */
export function readByHand(mat, inspector) {
  const zones = new ZoneFocus(mat, `${mat.near}.m3`);
  mat.root.addEventListener("click", (event) => { if (closest(event.target, "[data-zone]")) inspector.pinAt(event.target); });
  mat.root.addEventListener("keydown", (event) => {
    const zone = closest(event.target, "[data-zone]")?.dataset.zone;
    if (!zone || event.ctrlKey || event.metaKey || event.altKey) return;
    const isDone = isArrow(event.key) ? zones.go(zone, event.key) || true
      : (event.key === "Enter" || event.key === " ") && inspector.pinAt(event.target);
    if (isDone) event.preventDefault();
  });
}
