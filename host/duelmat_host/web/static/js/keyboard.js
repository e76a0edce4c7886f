// Everything by keyboard alone: focus goes through hand and mat, keys do what hands do.

import { find } from "./dom.js";
import { isArrow, nextZone } from "./reach.js";

export class Keyboard {
  // doings: {letter: function} for keys that need no focus; choose(number) for prompts.
  constructor({ seat, mat, fan, hands, doings, choose }) {
    Object.assign(this, { seat, mat, fan, hands, doings, choose });
    this.zone = `${seat}.m3`;
    this.mat.zones.get(this.zone).tabIndex = 0;
    addEventListener("keydown", (event) => this.#pressed(event));
    mat.root.addEventListener("focusin", (event) => {
      const zone = event.target.closest("[data-zone]")?.dataset.zone;
      if (zone) this.#rove(zone);
    });
  }

  #rove(zone) {
    this.mat.zones.get(this.zone).tabIndex = -1;
    this.zone = zone;
    const element = this.mat.zones.get(zone);
    element.tabIndex = 0;
    if (this.hands.hold) this.hands.carryTo(element);
  }

  focusZone(zone) {
    this.#rove(zone);
    this.mat.zones.get(zone).focus();
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target;
    // A closed dialog may keep the focus in it, which then stands for the page's.
    if (find("dialog[open], .curtain") || (on.matches("input, select, textarea") && !on.closest("dialog"))) return;
    const zone = on.closest("[data-zone]")?.dataset.zone;
    const item = on.closest(".fan-card");
    if (this.#go(event.key, zone, item) || this.#act(event.key, zone, item)) event.preventDefault();
  }

  #go(key, zone, item) {
    if (!isArrow(key)) return false;
    if (item) {
      if (key === "ArrowLeft") this.fan.focus(this.fan.at - 1);
      else if (key === "ArrowRight") this.fan.focus(this.fan.at + 1);
      else if (key === "ArrowUp") this.focusZone(`${this.seat}.s3`);
      return true;
    }
    if (zone) {
      const next = nextZone(this.mat, zone, key);
      if (next) this.focusZone(next);
      else if (key === "ArrowDown") this.fan.focus();
      return true;
    }
    const focused = document.activeElement;
    if (focused !== document.body && !focused.closest("dialog:not([open])")) return false;
    return this.fan.focus() || (this.focusZone(this.zone), true);
  }

  #act(key, zone, item) {
    const { hands } = this;
    const isEnter = key === "Enter";
    if (key === "Escape" && hands.hold) { hands.letGo(); return true; }
    if (item && (isEnter || key === " ")) {
      if (hands.hold && hands.hold.from !== "hand") hands.layInHand();
      else {
        hands.holdFromHand(this.fan.card(item));
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
    if (letter && this.doings[letter]) { this.doings[letter](); return true; }
    return false;
  }

  #freeZone() {
    for (const column of [3, 2, 4, 1, 5]) {
      const zone = `${this.seat}.m${column}`;
      if (!this.mat.lying.has(zone)) return zone;
    }
    return this.zone;
  }
}
