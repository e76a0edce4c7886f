// What changed last stays marked until the next play: cards that came or went, and life.

import { el, find, findAllAs, seek, wantsStillness } from "./dom.js";

/** @import {PublicView} from "./types.js" */
/** @typedef {{number: number, line: number, play: number, lying: Map<string, string>, life: Record<string, number>, isOwed: boolean}} Seen what is compared */

const STRIKE_MS = 280;
const STRIKE_SHARE = .6; // of the way: it does not cover its target
const MARKS = ["latest", "came", "went"];

/** @type {(view: PublicView) => Seen} */
const seen = ({ number, log, zones, life, obligations }) => ({
  number, life, isOwed: obligations.length > 0, line: log.at(-1)?.n ?? 0, play: Math.max(0, ...log.map(({ play }) => play)),
  lying: new Map(zones.map(({ zone, card, upright }) => [zone, JSON.stringify([card.key ?? card.code ?? "", card.face, upright])])),
});

export class Latest {
  /** @param {SVGSVGElement} root of the mat */
  constructor(root) {
    this.zones = new Map(findAllAs(SVGElement, "[data-zone]", root).map((zone) => [zone.dataset.zone ?? "", zone]));
    /** @type {Seen | null} */
    this.before = null;
    /** @type {Set<string>} where a card was moved while hands owed nothing: it makes the next play */
    this.ahead = new Set();
  }

  /** @param {PublicView} view */
  follow(view) {
    const { before } = this;
    const now = seen(view);
    this.before = now;
    if (before?.number !== now.number) this.ahead.clear();
    if (before?.number !== now.number || before.play !== now.play) this.#forget();
    if (before?.number !== now.number) return;
    for (const [name, element] of this.zones) {
      const [then, card] = [before.lying.get(name), now.lying.get(name)];
      if (then === card) continue;
      if (before.play === now.play && !before.isOwed) this.ahead.add(name);
      element.classList.add("latest");
      element.classList.toggle("came", Boolean(card));
      element.classList.toggle("went", !card);
    }
    for (const [letter, life] of Object.entries(now.life)) this.#showChange(letter, life - before.life[letter]);
    for (const { n, from, to } of view.log) if (n > before.line && from && to) this.#strike(from, to);
  }

  /** The attacker moves towards its target, and back. @type {(from: string, to: string) => void} */
  #strike(from, to) {
    const [attacker, target] = [from, to].map((name) => this.zones.get(name));
    if (!attacker || !target || wantsStillness()) return;
    const way = ["x", "y"].map((axis) => (Number(target.getAttribute(`data-${axis}`)) - Number(attacker.getAttribute(`data-${axis}`))) * STRIKE_SHARE);
    attacker.querySelector(".slot")?.animate([{}, { translate: `${way[0]}px ${way[1]}px` }, {}], { duration: STRIKE_MS, easing: "ease-in-out" });
  }

  /** @type {(letter: string, change: number) => void} */
  #showChange(letter, change) {
    if (!change) return;
    const place = find(`[data-life="${letter}"]`).parentElement;
    const shown = place && seek(".life-change", place);
    const total = change + Number(shown?.dataset.change ?? 0); // of one play, in one number
    shown?.remove();
    if (total) place?.append(el("span", { class: "life-change", "aria-hidden": "true", "data-change": total }, total > 0 ? `+${total}` : `−${-total}`));
  }

  #forget() {
    for (const [name, element] of this.zones) if (!this.ahead.has(name)) element.classList.remove(...MARKS);
    this.ahead.clear();
    for (const letter of Object.keys(this.before?.life ?? {})) seek(`[data-plate="${letter}"] .life-change`)?.remove();
  }
}
