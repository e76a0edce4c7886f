// Everything by keyboard alone: focus goes through hand and mat, keys do what hands do.

import { closest, seek } from "./dom.js";
import { isArrow } from "./reach.js";
import { isWished } from "./wishes.js";
import { ZoneFocus } from "./zone_focus.js";

/** @import {Fan} from "./fan.js" */
/** @import {Hands} from "./hands.js" */
/** @import {Mat} from "./mat.js" */

export class Keyboard {
  /**
   * @param {string} seat
   * @param {Mat} mat
   * @param {Fan} fan
   * @param {Hands} hands
   * @param {Record<string, () => unknown>} keyActions by keys that need no focus
   * @param {(option: number) => boolean} choose answers the question that is asked
   */
  constructor(seat, mat, fan, hands, keyActions, choose) {
    this.seat = seat;
    this.mat = mat;
    this.fan = fan;
    this.hands = hands;
    this.keyActions = keyActions;
    this.choose = choose;
    this.zones = new ZoneFocus(mat, `${seat}.m3`, (element) => { if (hands.hold) hands.carryTo(element); });
    addEventListener("keydown", (event) => this.#pressed(event));
  }

  get zone() { return this.zones.zone; }

  /** @param {string} zone */
  focusZone(zone) { this.zones.focus(zone); }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A closed dialog may keep the focus in it, which then stands for the page's.
    if (seek("dialog[open], .curtain") || (closest(event.target, "input, select, textarea") && !closest(event.target, "dialog"))) return;
    const zone = closest(event.target, "[data-zone]")?.dataset.zone;
    const item = closest(event.target, ".fan-card");
    if (this.#go(event.key, zone, item) || this.#act(event.key, zone, item)) event.preventDefault();
  }

  /** @type {(key: string, zone: string | undefined, item: Element | null) => boolean} */
  #go(key, zone, item) {
    if (!isArrow(key)) return false;
    if (item) {
      if (key === "ArrowLeft") this.fan.focus(this.fan.at - 1);
      else if (key === "ArrowRight") this.fan.focus(this.fan.at + 1);
      else if (key === "ArrowUp") this.focusZone(`${this.seat}.s3`);
      return true;
    }
    if (zone) {
      if (!this.zones.go(zone, key) && key === "ArrowDown") this.fan.focus();
      return true;
    }
    const focused = document.activeElement;
    if (focused && focused !== document.body && !focused.closest("dialog:not([open])")) return false;
    if (!this.fan.focus()) this.focusZone(this.zone);
    return true;
  }

  /** @type {(key: string, zone: string | undefined, item: Element | null) => boolean} */
  #act(key, zone, item) {
    const { hands } = this;
    const isEnter = key === "Enter";
    if (key === "Escape" && hands.hold) { hands.letGo(); return true; }
    if (item && (isEnter || key === " ")) {
      if (hands.hold && hands.hold.from !== "hand") hands.layInHand();
      else {
        const card = this.fan.card(item);
        if (!card) return false;
        if (hands.choose(card.key)) return true;
        hands.holdFromHand(card);
        hands.describeHold();
        this.focusZone(this.mat.lying.has(this.zone) ? this.#freeZone() : this.zone);
      }
      return true;
    }
    if (zone && (isEnter || key === " ")) {
      if (hands.hold) hands.layOnZone(zone);
      else if (isEnter) hands.ask(zone === `${this.seat}.deck` ? { do: "draw" } : { do: "touch", pad: zone });
      else { hands.holdFromZone(zone); if (hands.hold) { hands.describeHold(); this.focusZone(zone); } }
      return true;
    }
    if (key.length === 1 && !isWished("letters")) return false;
    const letter = key.length === 1 ? key.toLowerCase() : "";
    if (letter === "f" || letter === "t") {
      const isTurn = letter === "t";
      if (!hands.hold && zone && this.mat.lying.has(zone)) hands.ask({ do: isTurn ? "turn" : "flip", zone });
      else if (isTurn) hands.turn();
      else hands.flip();
      return true;
    }
    if (zone && letter === "l") { hands.ask({ do: "take", zone, to: "hand" }); return true; }
    if (zone && letter === "g") { hands.ask({ do: "take", zone, to: "grave" }); return true; }
    if (zone && letter === "b") {
      if (this.mat.stacks.has(zone)) hands.browse(zone);
      return true;
    }
    if (/^[1-9]$/.test(key)) return this.choose(Number(key) - 1);
    if (!letter || !Object.hasOwn(this.keyActions, letter)) return false;
    this.keyActions[letter]();
    return true;
  }

  #freeZone() {
    for (const column of [3, 2, 4, 1, 5]) {
      const zone = `${this.seat}.m${column}`;
      if (!this.mat.lying.has(zone)) return zone;
    }
    return this.zone;
  }
}
