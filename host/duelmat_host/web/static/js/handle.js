// What may be done with the card under the pointer, beside it: for hands without a keyboard.

import { closest, el } from "./dom.js";
import { tr, trAs } from "./words.js";

/** @import {HandRequest} from "./types.js" */
/** @import {Mat} from "./mat.js" */
/** @typedef {{word: string, key: string, title: string, request: (zone: string) => HandRequest}} HandMove */

const GOES_MS = 350; // time enough to move from the card to its buttons
/** @type {HandMove[]} */
const HAND_MOVES = [
  { word: tr("Flip"), key: "F", title: tr("Turn it over"), request: (zone) => ({ do: "flip", zone }) },
  { word: trAs("hand", "Turn"), key: "T", title: tr("Turn it by a quarter"), request: (zone) => ({ do: "turn", zone }) },
  { word: tr("To hand"), key: "L", title: tr("Take it into the hand"), request: (zone) => ({ do: "take", zone, to: "hand" }) },
];

export class Handle {
  /**
   * @param {Mat} mat
   * @param {(request: HandRequest) => unknown} ask
   * @param {(zone: string) => boolean} isOwn whether the card there is the viewer's
   */
  constructor(mat, ask, isOwn) {
    this.mat = mat;
    this.ask = ask;
    this.isOwn = isOwn;
    /** @type {string | null} */
    this.zone = null;
    this.timer = 0;
    this.root = el("div", { class: "handle", hidden: true },
      HAND_MOVES.map((move) => el("button", { type: "button", tabindex: -1, title: tr("{move} ({key})", { move: move.title, key: move.key }), onclick: () => this.#do(move) }, move.word)));
    document.body.append(this.root);
    mat.root.addEventListener("pointerover", (event) => this.#over(event));
    mat.root.addEventListener("pointerup", (event) => { if (event.pointerType !== "mouse") this.#over(event); });
    // A finger leaves whatever it tapped: what it has brought up stays until it taps elsewhere.
    addEventListener("pointerdown", (event) => { if (!this.root.contains(/** @type {Node} */ (event.target))) this.hide(); });
    mat.root.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.#leave(); });
    this.root.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.root.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.#leave(); });
    // The log scrolls by itself, and moves no card.
    addEventListener("scroll", (event) => { if (event.target instanceof Node && event.target.contains(mat.root)) this.hide(); }, { passive: true, capture: true });
  }

  hide() {
    clearTimeout(this.timer);
    this.zone = null;
    this.root.hidden = true;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    const element = closest(event.target, "[data-zone]");
    const zone = element?.dataset.zone;
    if (!element || !zone || !this.mat.lying.has(zone) || !this.isOwn(zone) || event.buttons || this.mat.root.classList.contains("carrying")) {
      if (this.zone && zone !== this.zone) this.#leave();
      return;
    }
    clearTimeout(this.timer);
    if (zone === this.zone) return;
    this.zone = zone;
    this.root.hidden = false;
    const place = element.getBoundingClientRect();
    const size = this.root.getBoundingClientRect();
    this.root.style.left = `${Math.max(4, Math.min(place.left + place.width / 2 - size.width / 2, innerWidth - size.width - 4))}px`;
    this.root.style.top = `${place.top - size.height + 6}px`;
  }

  #leave() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), GOES_MS);
  }

  /** @param {HandMove} move */
  #do(move) {
    const zone = this.zone;
    this.hide();
    if (zone) this.ask(move.request(zone));
  }
}
