// What may be done with a card that was clicked, beside it: its plays, and what hands do with it.

import { el } from "./dom.js";
import { post } from "./post.js";
import { say } from "./toast.js";
import { tr, trAs } from "./words.js";
import { ownerOf } from "./zones.js";

/** @import {CardOptions, CardOptionView, CardView, HandRequest, NotDone} from "./types.js" */
/** @import {DoUse} from "./inspector.js" */
/** @import {Mat} from "./mat.js" */
/** @typedef {{word: string, key: string, title: string, request: (zone: string) => HandRequest}} HandMove */
/**
 * What a page does with a card.
 * @typedef {object} Doing
 * @property {string} seat whose cards they are
 * @property {string} base the address of the seat's page
 * @property {(request: HandRequest) => unknown} move
 * @property {DoUse} doUse gives the answer that uses a card
 * @property {() => void} letGo puts a card back that is held
 */

const GAP_PX = 6;
const EDGE_PX = 4;
/** @type {HandMove[]} */
const HAND_MOVES = [
  { word: tr("Flip"), key: "F", title: tr("Turn it over"), request: (zone) => ({ do: "flip", zone }) },
  { word: trAs("hand", "Turn"), key: "T", title: tr("Turn it by a quarter"), request: (zone) => ({ do: "turn", zone }) },
  { word: tr("To hand"), key: "L", title: tr("Take it into the hand"), request: (zone) => ({ do: "take", zone, to: "hand" }) },
];

export class CardMenu {
  /**
   * @param {Mat} mat
   * @param {Doing} doing
   */
  constructor(mat, doing) {
    this.mat = mat;
    this.doing = doing;
    this.asked = 0;
    this.uses = el("ul", { class: "menu-uses" });
    this.moves = el("div", { class: "menu-moves" });
    this.root = el("div", { class: "card-menu", role: "group", "aria-label": tr("What you may do with this card"), hidden: true }, this.uses, this.moves);
    document.body.append(this.root);
    addEventListener("pointerdown", (event) => { if (!this.root.contains(/** @type {Node} */ (event.target))) this.hide(); }, { capture: true });
    addEventListener("keydown", () => this.hide(), { capture: true });
    // The log scrolls by itself, and moves no card.
    addEventListener("scroll", (event) => { if (event.target instanceof Node && event.target.contains(mat.root)) this.hide(); }, { passive: true, capture: true });
  }

  hide() {
    this.asked++;
    this.root.hidden = true;
  }

  /** Opens beside a card of the viewer's that lies in a zone. @type {(zone: string) => void} */
  openAtZone(zone) {
    const element = this.mat.zones.get(zone);
    const card = this.mat.lying.get(zone)?.card;
    if (element && card && (card.key?.[0] ?? ownerOf(zone)) === this.doing.seat) this.#open(element, zone, HAND_MOVES, zone);
  }

  /** Opens beside a card of the hand. @type {(element: Element, card: CardView) => void} */
  openInHand(element, card) { if (card.key) this.#open(element, card.key, [], null); }

  /** @type {(element: Element, ref: string, moves: HandMove[], zone: string | null) => Promise<void>} */
  async #open(element, ref, moves, zone) {
    this.hide();
    const number = this.asked;
    this.uses.replaceChildren();
    this.moves.replaceChildren(...moves.map((move) => el("button", { type: "button", title: tr("{move} ({key})", { move: move.title, key: move.key }),
      onclick: () => this.#do(() => { if (zone) this.doing.move(move.request(zone)); }) }, move.word)));
    this.root.hidden = !moves.length;
    this.#place(element);
    /** @type {CardOptions | NotDone} */
    const answer = /** @type {any} */ (await post(`${this.doing.base}/uses`, { card: ref }));
    if (number !== this.asked) return;
    const legal = "uses" in answer ? answer.uses.filter((use) => use.legal) : [];
    this.uses.replaceChildren(...legal.map((use) => el("li", {}, el("button", { type: "button", onclick: () => this.#do(() => this.#use(use, zone)) }, use.text))));
    this.root.hidden = !moves.length && !legal.length;
    this.#place(element);
  }

  /** @type {(use: CardOptionView, zone: string | null) => void} */
  #use({ answer, card, zone, lies, how }, from) {
    if (answer) this.doing.doUse(answer);
    else if (zone && lies) this.doing.move({ do: "place", ...(from ? { from } : { card }), zone, ...lies });
    else say(how);
  }

  /** @param {() => void} act */
  #do(act) {
    this.hide();
    this.doing.letGo();
    act();
  }

  /** Beside the card, within the window, and below the middle of the mat. @param {Element} element */
  #place(element) {
    const [card, mat, its] = [element, this.mat.root, this.root].map((each) => each.getBoundingClientRect());
    const right = card.right + GAP_PX;
    const left = right + its.width <= innerWidth - EDGE_PX ? right : Math.max(EDGE_PX, card.left - its.width - GAP_PX);
    const lowest = innerHeight - its.height - EDGE_PX;
    const top = Math.min(Math.max(card.top, mat.top + mat.height / 2), lowest);
    this.root.style.left = `${left}px`;
    this.root.style.top = `${Math.max(EDGE_PX, top)}px`;
  }
}
