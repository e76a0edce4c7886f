// The mat: cards where they are sensed, lights as the board shines them, what is still to do.

import { cardWords, drawCard } from "./cards.js";
import { faceOf } from "./faces.js";
import { markLabel, valueLabel } from "./frames.js";
import { findAllAs, findAs, redraw, svg } from "./dom.js";
import { Lights } from "./lights.js";
import { slide } from "./motion.js";
import { showDigits } from "./segments.js";
import { listed, tr } from "./words.js";
import { kindOf, ownerOf, stackOf } from "./zones.js";

/** @import {CardView, LightsView, ObligationView, PilesView, PublicView, ZoneView} from "./types.js" */
/** @typedef {[number, number]} Point in mm, as the viewer sees the mat */

const TURN_SIGN = "M10-8A13 13 0 1 0 13 3";
const LIFT_SIGN = "M0 13V-10";
const LAY_SIGN = "M0-13V10";
const MARK_ABOVE_MM = 44; // on the card's upper edge: its middle stays free for whoever wants the card

export class Mat {
  /** @param {SVGSVGElement} root */
  constructor(root) {
    this.root = root;
    this.near = root.dataset.near;
    this.zones = new Map(findAllAs(SVGElement, "[data-zone]", root).map((zone) => [zone.dataset.zone ?? "", zone]));
    this.stacks = new Map(findAllAs(SVGElement, "[data-stack]", root).map((stack) => [stack.dataset.stack ?? "", stack]));
    this.digits = findAllAs(SVGElement, "[data-display] .digits", root);
    this.lights = new Lights(root);
    /** @type {Map<string, ZoneView>} */
    this.lying = new Map();
    /** @type {Map<string, CardView>} what lies open on top of the stacks */
    this.tops = new Map();
    /** @type {Map<string, Point> | null} where each card was shown last; null: nothing was */
    this.stood = null;
    /** @type {ObligationView[]} what is still to do, as it is marked */
    this.obligations = [];
    /** @type {(obligation: ObligationView) => {isOff?: boolean, run: () => unknown} | null} what a press on its mark does */
    this.help = () => null;
    /** @type {Set<string>} the zones with which a legal act is done */
    this.playable = new Set();
    this.drawCards = redraw((/** @type {ZoneView[]} */ zones) => this.#drawCards(zones));
    this.drawPiles = redraw((/** @type {[Record<string, PilesView>, unknown]} */ [piles]) => this.#drawPiles(piles));
    this.drawObligations = redraw((/** @type {[ObligationView[], unknown]} */ [obligations]) => this.#drawObligations(obligations));
  }

  /**
   * @param {PublicView & {facedown?: CardView[], hand?: CardView[]}} view
   * @param {string[]} usable what is green to its viewer; those lamps are dark that promise more
   * @param {ObligationView[]} obligations those that are shown
   */
  show(view, usable = view.playable, obligations = view.obligations) {
    const own = new Map((view.facedown ?? []).map((card) => [card.zone, card]));
    this.drawCards(view.zones.map((lying) => {
      const seen = own.get(lying.zone);
      return lying.card.face === "down" && seen ? { ...lying, card: { ...seen, face: "down" } } : lying;
    }));
    this.drawPiles([view.piles, [...this.stacks.keys()].map((spot) => this.lying.get(spot)?.card.key)]);
    this.#drawMoved(view);
    this.drawObligations([obligations, null]);
    this.playable = new Set(usable);
    this.lights.mute(view.playable.filter((zone) => !this.playable.has(zone)));
    for (const [zone, element] of this.zones) element.classList.toggle("usable", usable !== view.playable && this.playable.has(zone));
    this.#name();
  }

  /** @param {PublicView & {hand?: CardView[]}} view */
  #drawMoved({ hand = [], piles }) {
    /** @type {Map<string, Point>} */
    const stands = new Map();
    /** @type {(cards: CardView[], at: Point | null) => void} */
    const put = (cards, at) => { for (const { key } of cards) if (key && at) stands.set(key, at); };
    put(hand, this.#end(`${this.near}.hand`));
    for (const [name, element] of this.stacks) put(piles[ownerOf(name)]?.[stackOf(name) ?? "grave"] ?? [], this.middle(element));
    for (const [zone, { card, beneath = [] }] of this.lying) put([card, ...beneath], this.#place(zone));
    for (const [zone, { card }] of this.lying) {
      const [from, to] = [this.stood?.get(card.key ?? ""), this.#place(zone)];
      const drawn = this.zones.get(zone)?.querySelector(".lying");
      if (from && to && drawn && (from[0] !== to[0] || from[1] !== to[1])) slide(drawn, from[0] - to[0], from[1] - to[1]);
    }
    this.stood = stands;
  }

  /** Zones are called what lies there, and whether they are lit, as those see who see the lights. */
  #name() {
    for (const [name, element] of this.zones) {
      const { title, kind, count } = element.dataset;
      const lying = this.lying.get(name);
      const posture = kind === "deck" || !lying ? [] : [lying.upright ? tr("upright") : tr("sideways"), ...(lying.told ? [tr("told, not sensed")] : [])];
      const cards = kind === "deck" ? tr("{count} cards", { count: count ?? 0 }) : cardWords(lying?.card);
      const state = listed([cards, ...posture, ...(this.playable.has(name) ? [tr("playable")] : [])]);
      const label = tr("{zone}: {state}", { zone: title ?? "", state });
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
  }

  /**
   * @param {Element} zone
   * @returns {Point}
   */
  middle(zone) {
    return [Number(zone.getAttribute("data-x")), Number(zone.getAttribute("data-y"))];
  }

  /** @type {(zone: string) => Point | null} */
  #place(zone) {
    const element = this.zones.get(zone);
    return element ? this.middle(element) : null;
  }

  /** @type {(owner: string | undefined, upright: boolean) => number} */
  #turn(owner, upright) {
    return (owner && owner !== this.near ? 180 : 0) + (upright ? 0 : 90);
  }

  /** @param {ZoneView[]} zones */
  #drawCards(zones) {
    this.lying = new Map(zones.map((lying) => [lying.zone, lying]));
    for (const [name, element] of this.zones) {
      const lying = this.lying.get(name);
      const slot = findAs(SVGElement, ".slot", element);
      const text = JSON.stringify(lying ?? null);
      if (slot.dataset.shown === text) continue;
      slot.dataset.shown = text;
      element.classList.toggle("taken", Boolean(lying));
      if (!lying) { slot.replaceChildren(); continue; }
      const owner = lying.card.key?.[0] ?? element.dataset.owner;
      const drawn = svg("g", { class: "lying", transform: `rotate(${this.#turn(owner, lying.upright)})` },
        drawCard(lying.card, true));
      drawn.querySelector(".slip")?.setAttribute("transform", `rotate(${-this.#turn(owner, lying.upright)})`);
      const face = lying.card.face === "up" ? faceOf(lying.card.code) : undefined;
      const edge = (lying.upright ? 35 : 23) * (owner && owner !== this.near ? -1 : 1);
      const label = face ? valueLabel(face, lying.card.changed, edge) : null;
      const marks = markLabel(lying.card.marks, -edge);
      const told = lying.told ? svg("text", { class: "told", y: 53 }, tr("told, not sensed")) : null;
      slot.replaceChildren(drawn, ...[label, marks, told].filter((each) => each !== null));
    }
  }

  /** @param {Record<string, PilesView>} piles */
  #drawPiles(piles) {
    for (const [name, element] of this.stacks) {
      const [letter, stack] = [ownerOf(name), stackOf(name)];
      const cards = stack ? piles[letter]?.[stack] ?? [] : [];
      const onSpot = this.lying.get(name)?.card.key; // not on the stack yet
      const top = cards.find((card) => !card.key || card.key !== onSpot);
      /** @type {CardView} */
      const shown = stack === "extra" ? { face: "down" } : { face: "up", ...top };
      this.#pile(element, letter, cards.length, top ? shown : null);
      if (top && shown.face === "up" && shown.code) this.tops.set(name, shown);
      else this.tops.delete(name);
      const zone = element.dataset.title ??= element.getAttribute("aria-label") ?? "";
      const count = cards.length;
      element.setAttribute("aria-label", top && shown.face === "up"
        ? tr("{zone}: {count} cards, on top {card}", { zone, count, card: cardWords(shown) }) : tr("{zone}: {count} cards", { zone, count }));
    }
    for (const [name, element] of this.zones) {
      if (element.dataset.kind !== "deck") continue;
      const letter = ownerOf(name);
      const count = piles[letter]?.pile ?? 0;
      this.#pile(element, letter, count, count ? { face: "down" } : null);
      element.dataset.count = String(count);
    }
  }

  /** @type {(element: SVGElement, letter: string, count: number, top: CardView | null) => void} */
  #pile(element, letter, count, top) {
    const slot = findAs(SVGElement, ".slot", element);
    const depth = Math.min(5, Math.ceil(count / 9));
    const edges = Array.from({ length: depth }, (_, i) =>
      svg("rect", { class: "pile-edge", x: -31.5 + (depth - i) * 1.1, y: -44 + (depth - i) * 1.1, width: 63, height: 88, rx: 4.5 }));
    slot.replaceChildren(...(top ? [...edges, svg("g", { transform: `rotate(${this.#turn(letter, true)})` }, drawCard(top))] : []));
    let badge = element.querySelector(".count");
    if (!badge) { badge = svg("g", { class: "count" }); element.append(badge); }
    badge.replaceChildren(...(count ? [
      svg("rect", { class: "count-badge", x: -15, y: 26, width: 30, height: 21, rx: 10.5 }),
      svg("text", { class: "count-text", y: 42 }, String(count)),
    ] : []));
  }

  /**
   * Where an obligation's end is; hands are just over the edge.
   * @type {(name: string | null) => Point | null}
   */
  #end(name) {
    if (!name) return null;
    if (kindOf(name) === "hand") {
      const { height, width } = this.root.viewBox.baseVal;
      return [width / 2, ownerOf(name) === this.near ? height - 8 : 8];
    }
    return this.#place(kindOf(name) === "pile" ? `${ownerOf(name)}.deck` : name);
  }

  /** @param {ObligationView[]} obligations */
  #drawObligations(obligations) {
    const guides = findAs(SVGElement, "#guides", this.root);
    /** @type {SVGElement[]} */
    const drawn = [];
    this.obligations = obligations;
    for (const element of this.zones.values()) element.classList.remove("due");
    for (const [index, obligation] of obligations.entries()) {
      /** @type {(at: Point, sign: string) => void} */
      const mark = (at, sign) => {
        const help = this.help(obligation);
        const isPressable = Boolean(help && !help.isOff);
        drawn.push(svg("g", { class: `obligation-sign${isPressable ? " pressable" : ""}`, transform: `translate(${at[0]} ${at[1] - MARK_ABOVE_MM})`, ...(isPressable ? { "data-obligation": index } : {}) },
          svg("circle", { class: "obligation-disc", r: 21 }), svg("path", { d: sign, "marker-end": "url(#arrowhead)" })));
      };
      const from = this.#end(obligation.from);
      const to = this.#end(obligation.to);
      if (from && to && obligation.from !== obligation.to) {
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        const bend = Math.min(60, Math.hypot(dx, dy) * 0.18);
        const length = Math.hypot(dx, dy) || 1;
        const middle = [(from[0] + to[0]) / 2 + (dy / length) * bend, (from[1] + to[1]) / 2 - (dx / length) * bend];
        const d = `M${from}Q${middle} ${to}`;
        drawn.push(svg("path", { class: "obligation-bed", d }), svg("path", { class: "obligation", d, "marker-end": "url(#arrowhead)" }));
        if (this.help(obligation)) mark(from, LIFT_SIGN);
      }
      this.zones.get(obligation.zone)?.classList.add("due");
      const at = this.#place(obligation.zone);
      if (at && (!from || !to || obligation.from === obligation.to)) {
        mark(at, from && to ? TURN_SIGN : from ? LIFT_SIGN : LAY_SIGN);
      }
    }
    guides.replaceChildren(...drawn);
  }

  /** @param {LightsView} shining */
  shine({ lights, displays }) {
    this.lights.shine(lights);
    this.digits.forEach((display, i) => showDigits(display, displays[i] ?? "        "));
  }
}
