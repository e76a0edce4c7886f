// What may be done with a card that was clicked, beside it: its plays, and what hands do with it.

import { el, findAll } from "./dom.js";
import { useItem } from "./inspector.js";
import { post } from "./post.js";
import { say } from "./toast.js";
import { tr, trAs } from "./words.js";
import { ownerOf } from "./zones.js";

/** @import {Answer, CardOptions, CardOptionView, CardView, HandRequest, NotDone, PromptView} from "./types.js" */
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
    this.meant = ""; // the use for which a card has been laid, till its player does something else
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
    this.meant = "";
    this.root.hidden = true;
  }

  /**
   * The answer that was given already: the card was laid for one use, and the table asks which it is.
   * @type {(prompts: PromptView[]) => Answer | null}
   */
  answerTo(prompts) {
    const prompt = prompts.find((each) => !each.menu);
    const fitting = prompt?.options.flatMap(({ use }, at) => (use && use === this.meant ? [at] : [])) ?? [];
    if (!prompt || fitting.length !== 1) return null;
    this.meant = "";
    return { prompt: prompt.id, option: fitting[0] };
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
    const uses = "uses" in answer ? answer.uses : [];
    const legal = uses.filter((use) => use.legal);
    this.uses.replaceChildren(...(legal.length ? legal.map((use) => el("li", {}, el("button", { type: "button", onclick: () => this.#do(() => this.#use(use, zone)) }, use.text)))
      : uses.slice(0, 1).map((use) => useItem(use, this.doing.doUse)))); // why it cannot be used
    this.root.hidden = !moves.length && !uses.length;
    this.#place(element);
  }

  /** @type {(use: CardOptionView, zone: string | null) => void} */
  #use({ answer, card, zone, lies, how, use }, from) {
    if (answer) this.doing.doUse(answer);
    else if (zone && lies) {
      this.meant = use;
      this.doing.move({ do: "place", ...(from ? { from } : { card }), zone, ...lies });
    } else say(how);
  }

  /** @param {() => void} act */
  #do(act) {
    this.hide();
    this.doing.letGo();
    act();
  }

  /** Beside the card, within the window, and below the middle of the mat; beside or above the whole hand. @param {Element} element */
  #place(element) {
    const hand = element.closest(".fan") ? findAll(".fan-card").map((each) => each.getBoundingClientRect()) : [];
    this.root.classList.toggle("of-hand", hand.length > 0);
    const [card, mat, its] = [element, this.mat.root, this.root].map((each) => each.getBoundingClientRect());
    const right = Math.max(card.right, ...hand.map((each) => each.right)) + GAP_PX;
    const isBeside = right + its.width <= innerWidth - EDGE_PX;
    const left = isBeside ? right : hand.length ? Math.min(card.left, innerWidth - its.width - EDGE_PX) : card.left - its.width - GAP_PX;
    const above = Math.min(...hand.map((each) => each.top)) - its.height - GAP_PX;
    const lowest = innerHeight - its.height - EDGE_PX;
    const top = hand.length && !isBeside ? above : Math.min(Math.max(card.top, mat.top + mat.height / 2), lowest);
    this.root.style.left = `${Math.max(EDGE_PX, left)}px`;
    this.root.style.top = `${Math.max(EDGE_PX, top)}px`;
  }
}
