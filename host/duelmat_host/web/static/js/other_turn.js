// The other player's turn: each card that is played large for a moment, and all of it in one line that opens.

import { cardPicture } from "./cards.js";
import { el, find, findAs, redraw } from "./dom.js";

/** @import {SeatView, TurnPlayView, TurnSummaryView} from "./types.js" */
/** @import {Mat} from "./mat.js" */

const LARGE_MS = 1000; // how long a card that was played lies large

export class OtherTurn {
  /** @param {Mat} mat */
  constructor(mat) {
    this.mat = mat;
    this.place = findAs(HTMLDetailsElement, "#other-turn");
    this.large = find("#played");
    /** @type {{duel: number, play: number} | null} the newest play that was seen; null: the page has just been opened */
    this.seen = null;
    this.draw = redraw((/** @type {TurnSummaryView | null} */ summary) => this.#draw(summary));
    this.place.addEventListener("toggle", () => { if (!this.place.open) this.#mark([]); });
  }

  /** @param {SeatView} view */
  follow({ other_turn: summary, number, turn }) {
    this.draw(summary);
    this.place.classList.toggle("before", Boolean(summary && summary.turn < turn));
    const { seen } = this;
    const newest = summary?.plays.at(-1)?.play ?? 0;
    this.seen = { duel: number, play: newest };
    if (seen?.duel !== number || newest <= seen.play) return;
    for (const play of summary?.plays ?? []) if (play.play > seen.play && play.code) this.#enlarge(play);
  }

  /** @param {TurnPlayView} play */
  #enlarge({ code, name }) {
    const card = el("div", { class: "played-card" }, cardPicture({ code, name, face: "up" }));
    this.large.append(card);
    setTimeout(() => card.remove(), LARGE_MS);
  }

  /** @param {TurnSummaryView | null} summary */
  #draw(summary) {
    this.place.hidden = !summary;
    this.#mark([]);
    find("summary", this.place).textContent = summary?.text ?? "";
    find("ol", this.place).replaceChildren(...(summary?.plays ?? []).map(({ text, zones, code, name }) => el("li", {},
      el("button", { type: "button", class: code ? "aside-card" : false, "data-code": code || undefined, "data-name": name || undefined, onclick: () => this.#mark(zones) }, text))));
  }

  /** @param {string[]} zones */
  #mark(zones) {
    for (const [name, element] of this.mat.zones) element.classList.toggle("told", zones.includes(name));
  }
}
