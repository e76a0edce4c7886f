// The player's hands: picking up, carrying, laying down, turning, flipping, touching.
//
// Something is held or nothing is. Pointer and keyboard fill and empty the same hold, so that a
// card picked up with one may be laid down with the other.

import { cardPicture, cardWords } from "./cards.js";
import { find } from "./dom.js";
import { hush, say } from "./toast.js";

const DRAG_PX = 7; // nearer than this, a press is a click
const DOUBLE_CLICK_MS = 260;

export class Hands {
  // ask(request) posts a hands request; browse(zone) opens a stack.
  constructor({ seat, mat, fan, ask, browse }) {
    Object.assign(this, { seat, mat, fan, ask, browse });
    this.hold = null;
    this.how = { face: "up", turn: 0 };
    this.press = null;
    this.clickTimer = 0;
    this.ghost = null;
    mat.root.addEventListener("pointerdown", (event) => this.#pressed(event));
    fan.root.addEventListener("pointerdown", (event) => this.#pressed(event));
    // A finger on a card drags it instead of the page; the touch-action of a drawing's parts is not heard.
    mat.root.addEventListener("touchstart", (event) => {
      if (mat.lying.has(this.#target(event.target).zone)) event.preventDefault();
    }, { passive: false });
    // A click without a pointer is one of an assistive technology.
    for (const root of [mat.root, fan.root]) {
      root.addEventListener("click", (event) => { if (event.detail === 0) this.#clicked(this.#target(event.target)); });
    }
    addEventListener("pointermove", (event) => this.#moved(event));
    addEventListener("pointerup", (event) => this.#released(event));
    addEventListener("pointercancel", () => this.#forget());
    this.#showHow();
  }

  // --- holding

  holdFromHand(card) {
    this.#hold({ from: "hand", key: card.key, card, face: this.how.face, turn: this.how.turn });
  }

  holdFromZone(zone) {
    const lying = this.mat.lying.get(zone);
    if (!lying) { say("No card lies there."); return; }
    this.#hold({
      from: "zone", zone, key: lying.card?.key ?? null,
      card: lying.card ?? {}, face: lying.card?.face ?? "up", turn: lying.upright === false ? 90 : 0, changed: false,
    });
  }

  holdFromPile(zone, card) {
    const [letter, pile] = zone.split(".");
    this.#hold({ from: "pile", zone, pile, key: card.key ?? `${letter}:${card.code}`, card, face: this.how.face, turn: this.how.turn });
  }

  #hold(hold) {
    this.hold = hold;
    this.fan.markHeld(hold.from === "hand" ? hold.key : null);
    this.mat.root.classList.add("carrying");
    document.body.classList.add("holding-card");
    for (const [zone, element] of this.mat.zones) element.classList.toggle("lifted", hold.from === "zone" && hold.zone === zone);
    this.#drawGhost();
    this.#showHow();
  }

  letGo() {
    this.hold = null;
    hush();
    this.how = { face: "up", turn: 0 };
    this.fan.markHeld(null);
    this.mat.root.classList.remove("carrying");
    document.body.classList.remove("holding-card");
    for (const element of this.mat.zones.values()) element.classList.remove("lifted", "under");
    this.ghost?.remove();
    this.ghost = null;
    this.#showHow();
  }

  flip() {
    if (this.hold) {
      this.hold.face = this.hold.face === "up" ? "down" : "up";
      this.hold.changed = true;
      this.#drawGhost();
    } else this.how.face = this.how.face === "up" ? "down" : "up";
    this.#showHow();
  }

  turn() {
    if (this.hold) {
      this.hold.turn = 90 - this.hold.turn;
      this.hold.changed = true;
      this.#drawGhost();
    } else this.how.turn = 90 - this.how.turn;
    this.#showHow();
  }

  #showHow() {
    const { face, turn } = this.hold ?? this.how;
    for (const [name, isOn, words] of [["face", face === "down", ["Face up", "Face-down"]], ["turn", turn === 90, ["Upright", "Sideways"]]]) {
      const button = find(`#how-${name}`);
      button.setAttribute("aria-pressed", String(isOn));
      find("[data-word]", button).textContent = words[Number(isOn)];
    }
  }

  // --- laying down

  layOnZone(zone) {
    const hold = this.hold;
    if (!hold) return;
    this.letGo();
    const kind = this.mat.zones.get(zone)?.dataset.kind;
    if (hold.from === "hand") return this.ask({ do: "place", card: hold.key, zone, face: hold.face, turn: hold.turn });
    if (hold.from === "pile") return this.ask({ do: "fetch", card: hold.key, from: hold.pile, zone, face: hold.face, turn: hold.turn });
    if (zone === hold.zone && !hold.changed) return;
    if (kind === "deck") return this.ask({ do: "take", zone: hold.zone, to: "pile" });
    return this.ask({
      do: "place", ...(hold.key ? { card: hold.key } : {}), from: hold.zone, zone, face: hold.face, turn: hold.turn,
    });
  }

  layOnStack(zone) {
    const hold = this.hold;
    if (!hold) return;
    if (hold.from !== "zone") return this.layOnZone(zone); // the landing spot reads it first
    this.letGo();
    if (hold.zone === zone) return this.ask({ do: "stack", spot: zone });
    return this.ask({ do: "take", zone: hold.zone, to: zone.split(".")[1] });
  }

  layInHand() {
    const hold = this.hold;
    if (!hold) return;
    this.letGo();
    if (hold.from === "zone") return this.ask({ do: "take", zone: hold.zone, to: "hand" });
    if (hold.from === "pile") {
      say("It lies on the landing spot, so that the table can read it. Take it into your hand from there.");
      return this.ask({ do: "fetch", card: hold.key, from: hold.pile, zone: hold.zone, face: "up", turn: 0 });
    }
  }

  // --- pointer

  #target(element) {
    const zone = element?.closest?.("[data-zone]");
    if (zone) return { zone: zone.dataset.zone };
    const pad = element?.closest?.("[data-pad]");
    if (pad) return { pad: pad.dataset.pad };
    const stack = element?.closest?.("[data-stack]");
    if (stack) return { stack: stack.dataset.stack };
    const key = element?.closest?.("[data-button]");
    if (key) return { button: key.dataset.button };
    if (element?.closest?.(".holding")) return { hand: true, item: element.closest(".fan-card") };
    return {};
  }

  #pressed(event) {
    if (event.button !== 0) return;
    const target = this.#target(event.target);
    this.press = { x: event.clientX, y: event.clientY, target, id: event.pointerId, moved: false };
    // Touch pointers are captured by the element under them; free, they find what they are over.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  #moved(event) {
    const press = this.press;
    if (this.ghost && (!press || press.id === event.pointerId)) this.#carry(event);
    if (!press || press.moved || press.id !== event.pointerId) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
    press.moved = true;
    if (this.hold) return;
    if (press.target.item) this.holdFromHand(this.fan.card(press.target.item));
    else if (press.target.zone && this.mat.lying.has(press.target.zone)) this.holdFromZone(press.target.zone);
    if (this.hold) this.#carry(event);
  }

  #released(event) {
    const press = this.press;
    this.press = null;
    if (!press || press.id !== event.pointerId) return;
    const over = this.#target(document.elementFromPoint(event.clientX, event.clientY));
    if (press.moved || (this.hold && !press.target.item)) {
      if (this.hold) this.#lay(over);
      return;
    }
    this.#clicked(press.target);
  }

  #lay(over) {
    const zone = over.zone ?? (over.pad && this.mat.zones.has(over.pad) ? over.pad : null);
    if (zone) this.layOnZone(zone);
    else if (over.stack) this.layOnStack(over.stack);
    else if (over.hand) this.layInHand();
    else this.letGo();
  }

  #clicked({ zone, stack, pad, button, item }) {
    if (item) {
      const card = this.fan.card(item);
      if (this.hold?.key === card?.key) this.letGo();
      else if (card) this.holdFromHand(card);
    } else if (button) this.ask({ do: "button", name: button });
    else if (stack) this.browse(stack);
    else if (pad) this.ask({ do: "touch", pad });
    else if (zone && this.mat.zones.get(zone).dataset.kind === "deck" && zone.startsWith(`${this.seat}.`)) this.ask({ do: "draw" });
    else if (zone) this.#clickedZone(zone);
  }

  // One click touches the pad, two turn the card: the first waits for the second.
  #clickedZone(zone) {
    if (!this.mat.lying.has(zone)) { this.ask({ do: "touch", pad: zone }); return; }
    if (this.clickTimer) {
      clearTimeout(this.clickTimer);
      this.clickTimer = 0;
      this.ask({ do: "turn", zone });
      return;
    }
    this.clickTimer = setTimeout(() => {
      this.clickTimer = 0;
      this.ask({ do: "touch", pad: zone });
    }, DOUBLE_CLICK_MS);
  }

  #forget() {
    this.press = null;
    this.letGo();
  }

  // --- what is carried, as it will lie

  #drawGhost() {
    const { card, face } = this.hold;
    if (!this.ghost) {
      this.ghost = document.createElement("div");
      this.ghost.className = "ghost";
      document.body.append(this.ghost);
    }
    const seen = face === "down" ? { face: "down", code: card.code, name: card.name } : { ...card, face: "up" };
    this.ghost.replaceChildren(cardPicture(seen));
    this.ghost.classList.toggle("sideways", this.hold.turn === 90);
    const scale = this.mat.root.getBoundingClientRect().width / this.mat.root.viewBox.baseVal.width;
    this.ghost.style.setProperty("--w", `${65 * scale}px`);
  }

  #carry(event) {
    this.ghost.style.left = `${event.clientX}px`;
    this.ghost.style.top = `${event.clientY}px`;
    this.ghost.classList.add("in-air");
    const over = this.#target(document.elementFromPoint(event.clientX, event.clientY));
    for (const [zone, element] of this.mat.zones) element.classList.toggle("under", over.zone === zone);
  }

  // The keyboard carries the card to the zone that has the focus.
  carryTo(element) {
    if (!this.ghost) return;
    const place = element.getBoundingClientRect();
    this.ghost.style.left = `${place.left + place.width / 2}px`;
    this.ghost.style.top = `${place.top + place.height / 2 - 10}px`;
    this.ghost.classList.add("in-air");
  }

  describeHold() {
    const { card, face, turn } = this.hold;
    say(`Holding ${cardWords({ ...card, face: "up" })}, ${face === "down" ? "face-down" : "face up"}, ${turn ? "sideways" : "upright"}.`);
  }
}
