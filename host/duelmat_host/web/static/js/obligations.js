// What hands have still to do: whose it is, what they do by themselves, and what a press does about it.

import { findAs } from "./dom.js";
import { recall, remember } from "./memory.js";
import { say } from "./toast.js";
import { tr, trCount } from "./words.js";
import { kindOf } from "./zones.js";

/** @import {HandRequest, ObligationView, SeatView} from "./types.js" */
/** @import {Fan} from "./fan.js" */
/** @typedef {{word: string, key?: string, isOff?: boolean, run: () => unknown}} Help what a button does about an obligation */

export class Obligations {
  /**
   * @param {string} seat
   * @param {boolean} isShared whether the players share this screen: then the other's obligations are shown as well
   * @param {Fan} fan
   * @param {(request: HandRequest) => unknown} ask
   */
  constructor(seat, isShared, fan, ask) {
    this.seat = seat;
    this.isShared = isShared;
    this.fan = fan;
    this.ask = ask;
    /** @type {ObligationView[]} those that this page shows on the mat */
    this.shown = [];
    /** @type {ObligationView[]} those of them that hands do not do by themselves */
    this.listed = [];
    /** How many cards of the hand are chosen for one of them; 0: none are. */
    this.wanted = 0;
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** @type {() => void} called when another card is chosen */
    this.changed = () => {};
  }

  /** @param {SeatView} view */
  follow(view) {
    this.shown = view.obligations.filter((obligation) => this.isShared || !obligation.seat || obligation.seat === this.seat);
    this.wanted = Math.max(0, ...this.shown.map((obligation) => obligation.choose));
    const held = view.hand.filter((card) => !card.looked).map((card) => card.key);
    for (const key of this.chosen) if (!this.wanted || !held.includes(key)) this.chosen.delete(key);
    this.fan.markChosen(this.wanted ? this.chosen : null);
    this.listed = this.shown.filter((obligation) => !view.follows || !obligation.owed || obligation.choose);
  }

  /** @type {(key: string | undefined) => boolean} whether a click on a card of the hand chooses it, or no longer */
  choose(key) {
    if (!this.wanted || !key) return false;
    if (!this.chosen.delete(key)) {
      const [first] = this.chosen;
      if (this.chosen.size >= this.wanted) this.chosen.delete(first);
      this.chosen.add(key);
    }
    this.fan.markChosen(this.chosen);
    this.changed();
    return true;
  }

  /** @type {(key: string, zone: string) => boolean} whether a card that is put on a zone takes the other chosen ones along */
  putBack(key, zone) {
    if (zone !== `${this.seat}.deck` || !this.chosen.has(key) || this.chosen.size !== this.wanted) return false;
    this.#return();
    return true;
  }

  #return() { this.ask({ do: "return", cards: [...this.chosen] }); }

  /** Does what is to be done with the deck; what is chosen for it is chosen first. */
  useDeck() {
    const obligation = this.shown.find((each) => each.seat === this.seat && each.choose > 0);
    const help = obligation ? this.help(obligation) : null;
    if (help?.isOff) say(help.word);
    else if (help) help.run();
    else this.ask({ do: "draw" });
  }

  /** @type {(obligation: ObligationView) => Help | null} what a simulated hand does about an obligation of its own */
  help(obligation) {
    if (obligation.seat !== this.seat || (!obligation.to && !isOfDeck(obligation))) return null;
    if (obligation.choose) {
      const left = obligation.choose - this.chosen.size;
      return left > 0 ? { word: trCount("Choose {count} card", "Choose {count} cards", left), isOff: true, run: () => {} }
        : { word: tr("Put them back"), run: () => this.#return() };
    }
    const { zone, card, from } = obligation;
    return { word: tr("Do it"), ...(isOfDeck(obligation) ? { key: "D" } : {}), run: () => this.ask({ do: "meet", zone, ...(card ? { card } : {}), ...(from ? { from } : {}) }) };
  }

  /** @type {(obligation: ObligationView) => Help | null} what confirms that an obligation was done at a real mat, where nothing senses it */
  confirm({ seat, instructs, touch }) {
    return touch && (seat === this.seat || instructs) ? { word: tr("Done"), run: () => this.ask({ do: "touch", pad: touch }) } : null;
  }
}

/** @type {(obligation: ObligationView) => boolean} whether it is done with a deck */
const isOfDeck = ({ zone, from }) => kindOf(zone) === "deck" && !from;

/**
 * Lets a box say whether hands do by themselves what nobody decides: this browser remembers it.
 * @type {(ask: (request: HandRequest) => unknown) => (follows: boolean | null) => void} returns what shows how it stands
 */
export function offerFollowing(ask) {
  const box = findAs(HTMLInputElement, "#wish-hands");
  const wish = recall("hands");
  let isTold = wish === null;
  box.addEventListener("change", () => { remember("hands", box.checked ? "on" : "off"); ask({ do: "follow", on: box.checked }); });
  return (follows) => {
    if (follows === null) return;
    box.checked = follows;
    if (!isTold && follows !== (wish === "on")) ask({ do: "follow", on: wish === "on" });
    isTold = true;
  };
}
