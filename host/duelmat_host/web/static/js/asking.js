// When the viewer is asked whether to respond: the switches, passing for a while, the turn's end.
//
// The browser keeps the switches and sets them again when the next duel begins.

import { el, find, findAllAs, redraw } from "./dom.js";
import { tr } from "./words.js";

/** @import {AskingView, Command, SeatView} from "./types.js" */
/** @typedef {{until: AskingView["until"], ending: boolean, isWindow: boolean, isInVain: boolean}} Passing */

const PASSES = {
  play: tr("You respond to nothing until something happens."),
  turn: tr("You respond to nothing until your turn."),
};

export class Asking {
  /**
   * @param {string} seat
   * @param {(command: Command) => Promise<boolean>} command
   * @param {() => void} showSwitches opens the switches
   */
  constructor(seat, command, showSwitches) {
    this.name = `duelmat.asking.${seat}`;
    this.command = command;
    this.showSwitches = showSwitches;
    this.duel = 0;
    /** @type {AskingView["until"]} */
    this.until = "";
    this.boxes = findAllAs(HTMLInputElement, "#asking input");
    for (const box of this.boxes) box.addEventListener("change", () => this.#switched());
    this.draw = redraw((/** @type {Passing} */ passing) => this.#draw(passing));
  }

  /**
   * @param {SeatView} view
   * @param {boolean} isInVain whether it is asked for a response that its cards do not allow
   */
  show(view, isInVain) {
    const { asking } = view;
    this.until = asking.until;
    for (const box of this.boxes) box.checked = asking.at.includes(box.value);
    const isWindow = view.decision?.kind === "window" && view.decision.seat === view.seat;
    this.draw({ until: asking.until, ending: view.ending, isWindow, isInVain });
    if (this.duel === view.number) return;
    this.duel = view.number;
    const kept = this.#kept();
    if (!view.turn && kept && kept.join() !== asking.at.join()) this.command({ do: "ask-me", at: kept });
  }

  /** Lets windows pass for a while, or no longer. @param {"play" | "turn"} until */
  pass(until) { this.command({ do: "pass-on", until: this.until === until ? "" : until }); }

  #switched() {
    const at = /** @type {import("./types.js").AskMe["at"]} */ (this.boxes.filter((box) => box.checked).map((box) => box.value).sort());
    try { localStorage.setItem(this.name, JSON.stringify(at)); } catch { /* a browser that keeps nothing */ }
    this.command({ do: "ask-me", at });
  }

  /** @returns {import("./types.js").AskMe["at"] | null} what was switched last in this browser */
  #kept() {
    try {
      const known = this.boxes.map((box) => box.value);
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "null");
      return Array.isArray(kept) ? kept.filter((each) => known.includes(each)).sort() : null;
    } catch { return null; }
  }

  /** @param {Passing} passing */
  #draw({ until, ending, isWindow, isInVain }) {
    const place = find("#passing");
    place.hidden = !until && !ending && !isWindow && !isInVain;
    const said = ending ? tr("Your turn ends as soon as nothing is left to do.") : until ? PASSES[until] : "";
    place.replaceChildren(...[
      said ? el("p", {}, said) : null,
      isInVain ? el("p", {}, tr("You have no answer. You are asked all the same, so that nobody learns that."), " ",
        el("button", { type: "button", onclick: this.showSwitches }, tr("When am I asked?"))) : null,
      ending ? el("button", { type: "button", onclick: () => this.command({ do: "end-turn" }) }, tr("Do not end it"), " ", el("kbd", {}, "E")) : null,
      until ? el("button", { type: "button", onclick: () => this.pass(until) }, tr("Ask me again"), " ", el("kbd", {}, until === "turn" ? "U" : "S")) : null,
      ...(isWindow && !until ? [
        el("button", { type: "button", onclick: () => this.pass("play") }, tr("Pass until something happens"), " ", el("kbd", {}, "S")),
        el("button", { type: "button", onclick: () => this.pass("turn") }, tr("Pass until my turn"), " ", el("kbd", {}, "U")),
      ] : []),
    ].filter((part) => part !== null));
  }
}
