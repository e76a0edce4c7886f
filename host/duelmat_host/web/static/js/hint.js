// What the strong opponent would consider in the viewer's place: asked for, shown, never done.

import { el, find, findAll } from "./dom.js";
import { drawMessage } from "./panels.js";
import { post } from "./post.js";
import { say } from "./toast.js";
import { tr } from "./words.js";

/** @import {HintView, NotDone, SeatView} from "./types.js" */
/** @import {Mat} from "./mat.js" */

export class Hint {
  /**
   * @param {string} base the address of the seat's page
   * @param {Mat} mat
   */
  constructor(base, mat) {
    this.base = base;
    this.mat = mat;
    this.about = ""; // the decision that the viewer has to make
    this.isAsked = false;
  }

  async ask() {
    if (this.isAsked) return;
    const { about } = this;
    this.isAsked = true;
    drawMessage(find("#hint"), { kind: "hint", text: tr("Thinking of what you know …"), rules: [], remedy: [] }, "");
    /** @type {HintView | NotDone} */
    const answer = /** @type {any} */ (await post(`${this.base}/hint`, {}));
    this.isAsked = false;
    if ("reason" in answer && about === this.about) {
      drawMessage(find("#hint"), { kind: "hint", text: answer.text, rules: [], remedy: [] }, "");
      find("#hint").append(el("p", { class: "message-rule" }, answer.reason));
      this.#mark(answer.zones, answer.cards);
      return;
    }
    this.#clear();
    if ("message" in answer) say(answer.message, "refusal");
  }

  /** A hint goes with the decision that it is about. @param {SeatView} view */
  follow({ decision, number, log, seat, outcome, judge }) {
    find("#ask-hint").hidden = decision?.seat !== seat || Boolean(outcome || judge);
    const about = JSON.stringify([number, decision?.seat, decision?.kind, log.at(-1)?.n]);
    if (about === this.about) return;
    this.about = about;
    this.#clear();
  }

  #clear() {
    drawMessage(find("#hint"), null, "");
    this.#mark([], []);
  }

  /** @type {(zones: string[], cards: string[]) => void} */
  #mark(zones, cards) {
    for (const [name, element] of this.mat.zones) element.classList.toggle("hinted", zones.includes(name));
    for (const card of findAll(".fan-card[data-key]")) card.classList.toggle("hinted", cards.includes(card.dataset.key ?? ""));
  }
}
