// The Chain: numbered links on the mat with lines to what they aim at, and in words beside it.

import { el, find, findAs, redraw, svg } from "./dom.js";
import { tr } from "./words.js";

/** @import {ChainLinkView} from "./types.js" */
/** @import {Mat} from "./mat.js" */

export class Chain {
  /** @param {Mat} mat */
  constructor(mat) {
    this.mat = mat;
    this.show = redraw((/** @type {ChainLinkView[]} */ links) => { this.#drawLinks(links); tellLinks(links); });
  }

  /** @param {ChainLinkView[]} links */
  #drawLinks(links) {
    /** @type {Map<string, number>} */
    const taken = new Map(); // links of one card stand beside each other
    findAs(SVGElement, "#chain-links", this.mat.root).replaceChildren(...links.flatMap((link) => {
      const from = this.#middle(link.from);
      if (!from || !link.from) return [];
      const place = taken.get(link.from) ?? 0;
      taken.set(link.from, place + 1);
      const at = [from[0] - 24 + place * 24, from[1] - 36];
      const aims = link.targets.flatMap((zone) => { const to = this.#middle(zone); return to && zone !== link.from ? [aim(at, to)] : []; });
      return [svg("g", { class: link.next ? "link next" : "link" }, ...aims.flat(),
        svg("circle", { class: "link-disc", cx: at[0], cy: at[1], r: 12 }),
        svg("text", { class: "link-number", x: at[0], y: at[1] + 5.5 }, String(link.number)))];
    }));
  }

  /** @type {(zone: string | null) => [number, number] | null} */
  #middle(zone) {
    const element = zone ? this.mat.zones.get(zone) : null;
    return element ? this.mat.middle(element) : null;
  }
}

/** @type {(from: number[], to: number[]) => SVGElement[]} */
function aim([x, y], [tx, ty]) {
  const d = `M${x} ${y}L${tx} ${ty}`;
  return [svg("path", { class: "aim-bed", d }), svg("path", { class: "aim-line", d }), svg("circle", { class: "aim-end", cx: tx, cy: ty, r: 15 })];
}

/** @param {ChainLinkView[]} links */
function tellLinks(links) {
  find("#chain").hidden = !links.length;
  find("#chain-list").replaceChildren(...links.map((link) => el("li", { class: link.next ? "next" : false },
    el("b", { class: "link-badge", "aria-hidden": "true" }, String(link.number)),
    el("span", {}, el("b", {}, link.text), el("small", {}, " ",
      link.next ? tr("Resolves next: {does}.", { does: link.does }) : tr("Will {does}.", { does: link.does }))))));
}
