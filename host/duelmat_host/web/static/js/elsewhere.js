// A seat that has been opened on another device: the page that is older says so.

import { el } from "./dom.js";
import { tr } from "./words.js";

export function tellElsewhere() {
  /** @type {HTMLElement} */
  const note = el("p", { class: "elsewhere", role: "alert" }, el("span", {},
    tr("Your seat has been opened on another device or in another window: play on there. If that was not you, have the seat’s link replaced.")),
  el("button", { type: "button", onclick: () => { note.remove(); } }, tr("Play on here")));
  document.body.append(note);
}
