// What pays for a play: cards of the field are ticked, and each play that comes of them is a button.
//
// It opens by itself for a card that lies there and waits for it, and by a press for the Extra Deck.

import { el, icon, redraw, seek } from "./dom.js";
import { learn, ruleMark } from "./tips.js";
import { listed, tr } from "./words.js";

/** @import {HandRequest, MaterialView, PaidPlayView, SeatView} from "./types.js" */
/** @typedef {{plays: PaidPlayView[], materials: MaterialView[], ticked: string[], isBegun: boolean}} Choice */

const MOST_WAYS = 4; // so many are buttons before anything is ticked: more would hide what is ticked

/** @type {(cost: string[], zones: string[]) => boolean} */
const takes = (cost, zones) => zones.every((zone) => cost.includes(zone));

/** @type {(cost: string[], zones: string[]) => boolean} */
const isAll = (cost, zones) => cost.length === zones.length && takes(cost, zones);

export class Payments {
  /**
   * @param {HTMLElement} root
   * @param {(request: HandRequest) => unknown} pay
   */
  constructor(root, pay) {
    this.root = root;
    this.pay = pay;
    this.isOpen = false;
    /** @type {Choice} */
    this.choice = { plays: [], materials: [], ticked: [], isBegun: false };
    /** @type {string[]} the cards that a press offers the plays of */
    this.offered = [];
    this.draw = redraw((/** @type {Choice} */ choice) => this.#draw(choice));
  }

  /** @param {SeatView} view */
  show(view) {
    const { plays = [], materials = [] } = view.payments ?? {};
    const lying = view.zones.map(({ card }) => card.key);
    const begun = plays.filter(({ card }) => lying.includes(card));
    this.offered = plays.flatMap(({ card }) => view.piles[view.seat].extra.some(({ key }) => key === card) ? [card] : []);
    if (!this.offered.length) this.isOpen = false;
    const shown = begun.length ? begun : this.isOpen ? plays.filter(({ card }) => this.offered.includes(card)) : [];
    const isSame = JSON.stringify(shown) === JSON.stringify(this.choice.plays);
    const able = materials.filter(({ zone }) => canPay(shown, [zone]));
    const rest = materials.filter((each) => !able.includes(each));
    this.#choose({ plays: shown, materials: [...able, ...rest], isBegun: begun.length > 0, ticked: isSame ? this.choice.ticked : onlyCost(shown) });
  }

  /** Offers the plays of the Extra Deck; false: cards on the field pay for none of them. @param {SeatView} view */
  open(view) {
    this.isOpen = true;
    this.show(view);
    return this.focus();
  }

  close() {
    this.isOpen = false;
    if (!this.choice.isBegun) this.#choose({ ...this.choice, plays: [], ticked: [] });
  }

  focus() {
    const first = seek("button:not([aria-disabled=true], .close)", this.root);
    first?.focus();
    return Boolean(first);
  }

  /** A number key ticks the card that shows the number. @param {number} at */
  tick(at) {
    const material = this.choice.plays.length ? this.choice.materials[at] : undefined;
    if (material) this.#tick(material.zone);
    return Boolean(material);
  }

  /** @param {Choice} choice */
  #choose(choice) {
    this.choice = choice;
    this.draw(choice);
  }

  /** @param {string} zone */
  #tick(zone) {
    const { ticked, plays } = this.choice;
    const wanted = ticked.includes(zone) ? ticked.filter((each) => each !== zone) : [...ticked, zone];
    if (zone && (ticked.includes(zone) || canPay(plays, wanted))) this.#choose({ ...this.choice, ticked: wanted });
  }

  /** @param {Choice} choice */
  #draw({ plays, materials, ticked, isBegun }) {
    const { root } = this;
    root.hidden = !plays.length;
    if (!plays.length) { root.replaceChildren(); return; }
    const focused = root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-pays") : null;
    const ways = plays.flatMap((play) => play.costs.filter((cost) => takes(cost, ticked)).map((cost) => ({ play, cost })));
    const made = ways.length <= MOST_WAYS ? ways : ways.filter(({ cost }) => isAll(cost, ticked));
    const more = new Set(ways.filter((way) => !made.includes(way)).map(({ play }) => play.text));
    root.replaceChildren(el("div", { class: "prompt payments", role: "group", "aria-labelledby": "payments-title" },
      el("header", {}, icon("question"), el("p", { id: "payments-title" }, tr("What pays for it?")),
        isBegun ? null : el("button", { type: "button", class: "close", "aria-label": tr("Close"), onclick: () => this.close() }, "✕")),
      el("div", { class: "options ticks" }, materials.map((material, at) => this.#material(material, at, plays, ticked))),
      el("p", { class: "hint", role: "status" }, sumOf(plays, materials, ticked), more.size ? tr("With more: {plays}.", { plays: listed([...more]) }) : ""),
      el("div", { class: "options" }, made.map(({ play, cost }) => el("button", { class: "option primary", type: "button", onclick: () => this.#pay(play, cost) },
        el("span", {}, el("b", {}, play.text), el("small", {}, nameOf(materials, cost))))))));
    if (focused) seek(`[data-pays="${focused}"]`, root)?.focus();
  }

  /** @type {(material: MaterialView, at: number, plays: PaidPlayView[], ticked: string[]) => HTMLElement} */
  #material({ zone, name, worth, reason, rule }, at, plays, ticked) {
    const isTicked = ticked.includes(zone);
    const isOpen = isTicked || canPay(plays, [...ticked, zone]);
    if (rule) learn(rule, reason);
    const why = isOpen ? "" : canPay(plays, [zone]) ? tr("Not together with what is ticked.") : reason || tr("It pays for none of them.");
    const button = el("button", { class: "option tick", type: "button", "data-pays": zone, "aria-pressed": String(isTicked), "aria-disabled": isOpen ? false : "true", onclick: () => this.#tick(zone) },
      at < 9 ? el("kbd", {}, String(at + 1)) : null,
      el("span", {}, el("b", {}, name, plays.some(({ adds }) => adds) && worth !== null ? ` (${worth})` : ""), why ? el("small", {}, why) : null));
    return el("div", { class: canPay(plays, [zone]) ? "ticking" : "ticking never" }, button, why && rule && why === reason ? ruleMark(rule) : null);
  }

  /** @type {(play: PaidPlayView, cost: string[]) => void} */
  #pay({ card, move }, cost) {
    this.isOpen = false;
    this.pay({ do: "pay", card, move, with: cost });
  }
}

/** @type {(plays: PaidPlayView[], zones: string[]) => boolean} */
const canPay = (plays, zones) => plays.some(({ costs }) => costs.some((cost) => takes(cost, zones)));

/** What is ticked at first: the one way to pay, where there is no other. @param {PaidPlayView[]} plays */
function onlyCost(plays) {
  const costs = new Set(plays.flatMap(({ costs: each }) => each.map((cost) => cost.join())));
  return costs.size === 1 ? [...plays[0].costs[0]] : [];
}

/** @type {(materials: MaterialView[], cost: string[]) => string} */
const nameOf = (materials, cost) => listed(cost.map((zone) => materials.find((each) => each.zone === zone)?.name ?? zone));

/** "7 + 5 = 12. " where what is ticked is added up. @type {(plays: PaidPlayView[], materials: MaterialView[], ticked: string[]) => string} */
function sumOf(plays, materials, ticked) {
  const worths = ticked.map((zone) => materials.find((each) => each.zone === zone)?.worth ?? 0);
  if (worths.length < 2 || !plays.some(({ adds }) => adds)) return "";
  return `${worths.join(" + ")} = ${worths.reduce((sum, worth) => sum + worth, 0)}. `;
}
