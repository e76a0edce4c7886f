// Side decking on the seat's own page: which cards go out, which come in.

/** @import {Command, SideCardView, SideView} from "./types.js" */

import { el, redraw } from "./dom.js";
import { tr } from "./words.js";

export class SideDeck {
  /**
   * @param {HTMLElement} place
   * @param {(command: Command) => Promise<boolean>} command
   */
  constructor(place, command) {
    this.place = place;
    this.command = command;
    this.show = redraw((/** @type {SideView | null} */ side) => this.#draw(side));
  }

  /** Brings the cards into view. */
  open() {
    this.place.scrollIntoView({ block: "start" });
    this.place.querySelector("button")?.focus();
  }

  /** @param {SideView | null} side */
  #draw(side) {
    this.place.hidden = !side;
    if (!side) {
      this.place.replaceChildren();
      return;
    }
    const focused = document.activeElement?.getAttribute("data-place");
    const out = side.cards.filter((card) => card.is_exchanged && !card.is_side).length;
    const into = side.cards.filter((card) => card.is_exchanged && card.is_side).length;
    this.place.replaceChildren(
      el("h2", { id: "side-deck-title" }, tr("Side deck")),
      el("p", { role: "status" }, side.is_done ? tr("You have finished. The next duel begins when both players have.")
        : tr("{out} out, {into} in. Nobody else is told.", { out, into })),
      this.#list(tr("Goes out"), side, false),
      this.#list(tr("Comes in"), side, true),
      el("button", { type: "button", class: side.is_done ? "" : "primary", disabled: !side.is_done && out !== into,
        onclick: () => this.#send(side.cards, !side.is_done) }, side.is_done ? tr("Change it again") : tr("Finished")));
    if (focused) /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-place="${focused}"]`))?.focus();
  }

  /** @type {(title: string, side: SideView, isSide: boolean) => HTMLElement} */
  #list(title, side, isSide) {
    return el("div", { role: "group", "aria-label": title }, el("h3", {}, title),
      ...side.cards.filter((card) => card.is_side === isSide).map((card) => el("button", {
        type: "button", class: "side-card", "data-place": String(card.place), "aria-pressed": String(card.is_exchanged), disabled: side.is_done,
        onclick: () => this.#send(side.cards.map((each) => each === card ? { ...each, is_exchanged: !each.is_exchanged } : each), false),
      }, card.name)));
  }

  /** @type {(cards: SideCardView[], done: boolean) => void} */
  #send(cards, done) {
    /** @type {(isSide: boolean) => number[]} */
    const places = (isSide) => cards.filter((card) => card.is_exchanged && card.is_side === isSide).map((card) => card.place);
    this.command({ do: "side", out: places(false), into: places(true), done });
  }
}
