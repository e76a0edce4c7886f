// The own hand: a fan of cards under the mat, one of which has the keyboard's focus.

import { cardPicture } from "./cards.js";
import { el, findAll, redraw } from "./dom.js";
import { slideFrom } from "./motion.js";
import { tr } from "./words.js";

/** @import {CardView} from "./types.js" */
/** @typedef {{cards: CardView[], unseen: number, note: string}} Held */

// More cards than these, as of a deck that is searched, lie in a row that is scrolled.
const MOST_FANNED = 16;

export class Fan {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {CardView[]} */
    this.cards = [];
    this.at = 0;
    /** @type {Element | undefined} the deck, from which cards come */
    this.deck = undefined;
    this.draw = redraw((/** @type {Held} */ held) => this.#draw(held));
    // A wheel that turns one way only scrolls the row as well.
    root.addEventListener("wheel", (event) => {
      if (event.deltaX || root.scrollWidth <= root.clientWidth) return;
      event.preventDefault();
      root.scrollLeft += event.deltaY;
    }, { passive: false });
  }

  /**
   * @param {CardView[]} cards those that may be seen
   * @param {number} unseen how many lie face-down
   * @param {string} note said if nothing is shown
   */
  show(cards, unseen, note) { this.draw({ cards, unseen, note }); }

  /** @param {Held} held */
  #draw({ cards, unseen, note }) {
    // A card that a pointer has taken hands its focus to no other: that one would be read at the next key.
    const focused = this.items.find((item) => item === document.activeElement && item.matches(":focus-visible"))?.dataset.key;
    const before = new Set(this.cards.map((card) => card.key));
    this.cards = cards;
    this.at = Math.max(0, Math.min(this.at, cards.length - 1));
    const shown = cards.length || unseen;
    this.root.style.setProperty("--count", String(shown));
    this.root.classList.toggle("many", shown > MOST_FANNED);
    this.root.replaceChildren(...cards.map((card, i) => {
      const which = { card: card.name ?? "", number: i + 1, count: cards.length };
      const item = el("button", {
        class: `fan-card${card.looked ? " looked" : ""}`, type: "button", role: "option", "data-key": card.key, "data-looked": card.looked ? tr("looked at") : undefined, "aria-selected": "false",
        tabindex: i === this.at ? 0 : -1, 
        "aria-label": card.looked ? tr("{card}, card {number} of {count} that you look at", which) : tr("{card}, card {number} of {count} in your hand", which),
      }, cardPicture({ ...card, face: "up" }));
      item.style.setProperty("--i", String(i - (cards.length - 1) / 2));
      return item;
    }));
    if (!cards.length) this.#drawUnseen(unseen, note);
    for (const item of this.deck && before.size ? this.items : []) if (this.deck && !before.has(item.dataset.key)) slideFrom(item, this.deck);
    if (focused) this.focus(Math.max(0, cards.findIndex((card) => card.key === focused)));
  }

  /** @type {(count: number, note: string) => void} */
  #drawUnseen(count, note) {
    for (let i = 0; i < count; i++) {
      const back = el("div", { class: "fan-card unseen", "aria-hidden": "true" }, cardPicture({ face: "down" }));
      back.style.setProperty("--i", String(i - (count - 1) / 2));
      this.root.append(back);
    }
    this.root.append(el("p", { class: "fan-empty" }, note));
  }

  get items() { return findAll(".fan-card[data-key]", this.root); }

  /** @param {string} key */
  holds(key) { return this.cards.some((card) => card.key === key); }

  /** @param {Element} element */
  card(element) { return this.cards.find((card) => card.key === element.getAttribute("data-key")); }

  focus(index = this.at) {
    const items = this.items;
    if (!items.length) return false;
    this.at = Math.max(0, Math.min(index, items.length - 1));
    items.forEach((item, i) => { item.tabIndex = i === this.at ? 0 : -1; });
    items[this.at].focus();
    return true;
  }

  /** @param {string[]} keys of cards with which a legal act is done */
  markUsable(keys) {
    for (const item of this.items) {
      const isUsable = keys.includes(item.dataset.key ?? "");
      item.classList.toggle("usable", isUsable);
      if (isUsable) item.setAttribute("aria-description", tr("playable"));
      else item.removeAttribute("aria-description");
    }
  }

  /** @param {Set<string> | null} keys of the cards that are chosen; null: none are to be */
  markChosen(keys) {
    this.root.classList.toggle("choosing", keys !== null);
    for (const item of this.items) {
      item.classList.toggle("chosen", Boolean(keys?.has(item.dataset.key ?? "")));
      if (keys) item.setAttribute("aria-checked", String(keys.has(item.dataset.key ?? "")));
      else item.removeAttribute("aria-checked");
    }
  }

  /** @param {string | null} key */
  markHeld(key) {
    for (const item of this.items) {
      item.classList.toggle("held", item.dataset.key === key);
      item.setAttribute("aria-selected", String(item.dataset.key === key));
    }
  }
}
