// What may be done with the card under the pointer, beside it: for hands without a keyboard.

import { el } from "./dom.js";

const GOES_MS = 350; // time enough to move from the card to its buttons
const DOINGS = [
  { word: "Flip", key: "F", title: "Turn it over", request: (zone) => ({ do: "flip", zone }) },
  { word: "Turn", key: "T", title: "Turn it by a quarter", request: (zone) => ({ do: "turn", zone }) },
  { word: "To hand", key: "L", title: "Take it into the hand", request: (zone) => ({ do: "take", zone, to: "hand" }) },
];

export class Handle {
  // ask(request) posts a hands request; isOwn(zone) tells whether its card is the viewer's.
  constructor({ mat, ask, isOwn }) {
    Object.assign(this, { mat, ask, isOwn });
    this.zone = null;
    this.timer = 0;
    this.root = el("div", { class: "handle", hidden: true },
      DOINGS.map((doing) => el("button", { type: "button", tabindex: -1, title: `${doing.title} (${doing.key})`, onclick: () => this.#do(doing) }, doing.word)));
    document.body.append(this.root);
    mat.root.addEventListener("pointerover", (event) => this.#over(event));
    mat.root.addEventListener("pointerdown", () => this.hide());
    mat.root.addEventListener("pointerup", (event) => { if (event.pointerType !== "mouse") this.#over(event); });
    mat.root.addEventListener("pointerleave", () => this.#leave());
    this.root.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.root.addEventListener("pointerleave", () => this.#leave());
    addEventListener("scroll", () => this.hide(), { passive: true, capture: true });
  }

  hide() {
    clearTimeout(this.timer);
    this.zone = null;
    this.root.hidden = true;
  }

  #over(event) {
    const zone = event.target.closest?.("[data-zone]")?.dataset.zone;
    if (!zone || !this.mat.lying.has(zone) || !this.isOwn(zone) || event.buttons || this.mat.root.classList.contains("carrying")) {
      if (this.zone && zone !== this.zone) this.#leave();
      return;
    }
    clearTimeout(this.timer);
    if (zone === this.zone) return;
    this.zone = zone;
    this.root.hidden = false;
    const place = this.mat.zones.get(zone).getBoundingClientRect();
    const size = this.root.getBoundingClientRect();
    this.root.style.left = `${Math.max(4, Math.min(place.left + place.width / 2 - size.width / 2, innerWidth - size.width - 4))}px`;
    this.root.style.top = `${place.top - size.height + 6}px`;
  }

  #leave() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), GOES_MS);
  }

  #do(doing) {
    const zone = this.zone;
    this.hide();
    if (zone) this.ask(doing.request(zone));
  }
}
