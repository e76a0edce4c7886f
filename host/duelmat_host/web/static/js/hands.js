// The player's hands: picking up, carrying, laying down, turning, flipping, touching.
//
// Something is held or nothing is. Pointer and keyboard fill and empty the same hold, so that a
// card picked up with one may be laid down with the other.

import { cardPicture, cardWords } from "./cards.js";
import { closest, find } from "./dom.js";
import { hush, say } from "./toast.js";
import { listed, tr } from "./words.js";
import { ownerOf, stackOf } from "./zones.js";

/** @import {CardView, HandRequest} from "./types.js" */
/** @import {Fan} from "./fan.js" */
/** @import {Mat} from "./mat.js" */
/** @import {Stack} from "./zones.js" */

/**
 * How a card is to be laid; what its player has not said is as the game takes it.
 * @typedef {{face?: "up" | "down", turn?: 0 | 90}} How
 */
/** @typedef {{from: "hand", key: string}} FromHand */
/** @typedef {{from: "zone", zone: string, key?: string}} FromZone */
/** @typedef {{from: "pile", zone: string, pile: Stack, key: string}} FromPile */
/** @typedef {(FromHand | FromZone | FromPile) & How & {card: CardView, changed: boolean}} Hold */

/**
 * What of page and mat a pointer is on.
 * @typedef {{zone?: string, pad?: string, stack?: string, button?: string, hand?: boolean, item?: Element | null, obligation?: number}} Target
 */
/** @typedef {{x: number, y: number, target: Target, id: number, moved: boolean}} Press */

/**
 * How a card that is dragged onto another player's attacks: what it may aim at, and doing it;
 * and which card of a pile is to be laid.
 * @typedef {{attack: (from: string, to: string) => void, aims: (from: string) => string[], owed: (stack: string) => CardView | undefined}} Aiming
 */

/** @type {(turn?: 0 | 90) => 0 | 90} */
const quarter = (turn) => (turn ? 0 : 90);

/** @param {Element} root */
function blurWithin(root) {
  const focused = document.activeElement;
  if (focused instanceof SVGElement && root.contains(focused)) focused.blur();
}

const DRAG_PX = 7; // nearer than this, a press is a click
const DOUBLE_CLICK_MS = 260;

export class Hands {
  /**
   * @param {string} seat
   * @param {Mat} mat
   * @param {Fan} fan
   * @param {(request: HandRequest) => unknown} ask
   * @param {(zone: string) => void} browse opens a stack
   * @param {Aiming} aiming
   * @param {(at: {zone: string} | {element: Element, card: CardView}) => void} offer what may be done with a card that was clicked
   */
  constructor(seat, mat, fan, ask, browse, aiming, offer) {
    this.seat = seat;
    this.mat = mat;
    this.fan = fan;
    this.ask = ask;
    this.browse = browse;
    this.aiming = aiming;
    /** @type {(key: string | undefined) => boolean} whether a click chooses a card of the hand instead of taking it up */
    this.choose = () => false;
    /** @type {(key: string, zone: string) => boolean} whether a card that is put on a zone takes other chosen ones along */
    this.putBack = () => false;
    this.offer = offer;
    /** @type {Hold | null} */
    this.hold = null;
    /** @type {How} */
    this.how = {};
    /** @type {Press | null} */
    this.press = null;
    this.clickTimer = 0;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    mat.root.addEventListener("pointerdown", (event) => this.#pressed(event));
    fan.root.addEventListener("pointerdown", (event) => this.#pressed(event));
    // Selected words would be dragged in place of the card, and the pointer be taken away.
    addEventListener("dragstart", (event) => { if (this.press) event.preventDefault(); });
    // A finger on a card drags it instead of the page; the touch-action of a drawing's parts is not heard.
    mat.root.addEventListener("touchstart", (event) => {
      if (mat.lying.has(this.#target(event.target).zone ?? "")) event.preventDefault();
    }, { passive: false });
    // A click without a pointer is one of an assistive technology.
    /** @param {MouseEvent} event */
    const click = (event) => {
      if (event.detail !== 0) return;
      const target = this.#target(event.target);
      if (this.hold && !target.item) this.#lay(target);
      else this.#clicked(target);
    };
    mat.root.addEventListener("click", click);
    fan.root.addEventListener("click", click);
    addEventListener("pointermove", (event) => this.#moved(event));
    addEventListener("pointerup", (event) => this.#released(event));
    addEventListener("pointercancel", (event) => { if (this.press?.id === event.pointerId) this.#forget(); });
    this.#showHow();
  }

  // --- holding

  /** @param {CardView} card */
  holdFromHand(card) {
    if (card.key) this.#take({ from: "hand", key: card.key, card, ...this.how, changed: false });
  }

  /** @param {string} zone */
  holdFromZone(zone) {
    const lying = this.mat.lying.get(zone);
    if (!lying) { say(tr("No card lies there.")); return; }
    this.#take({
      from: "zone", zone, key: lying.card.key, card: lying.card,
      face: lying.card.face === "down" ? "down" : "up", turn: lying.upright ? 0 : 90, changed: false,
    });
  }

  /** @type {(zone: string, card: CardView) => void} */
  holdFromPile(zone, card) {
    const pile = stackOf(zone);
    if (pile && card.key) this.#take({ from: "pile", zone, pile, key: card.key, card, ...this.how, changed: false });
  }

  /** @param {Hold} hold */
  #take(hold) {
    this.hold = hold;
    this.fan.markHeld(hold.from === "hand" ? hold.key : null);
    this.mat.root.classList.add("carrying");
    document.body.classList.add("holding-card");
    const aims = hold.from === "zone" ? this.aiming.aims(hold.zone) : [];
    for (const [zone, element] of this.mat.zones) {
      element.classList.toggle("lifted", hold.from === "zone" && hold.zone === zone);
      element.classList.toggle("aim", aims.includes(zone));
    }
    this.#drawGhost();
    this.#showHow();
  }

  letGo() {
    this.hold = null;
    hush();
    this.how = {};
    this.fan.markHeld(null);
    this.mat.root.classList.remove("carrying");
    document.body.classList.remove("holding-card");
    for (const element of this.mat.zones.values()) element.classList.remove("lifted", "under", "aim");
    this.ghost?.remove();
    this.ghost = null;
    this.#showHow();
  }

  /** Let a click that waits for a second one do nothing: something else was chosen meanwhile. */
  forgetClick() {
    clearTimeout(this.clickTimer);
    this.clickTimer = 0;
  }

  flip() {
    if (this.hold) {
      this.hold.face = this.hold.face === "down" ? "up" : "down";
      this.hold.changed = true;
      this.#drawGhost();
    } else {
      this.how.face = this.how.face === "down" ? "up" : "down";
      say(this.how.face === "up" ? tr("The next card is laid face-up.") : tr("The next card is laid face-down."));
    }
    this.#showHow();
  }

  turn() {
    if (this.hold) {
      this.hold.turn = quarter(this.hold.turn);
      this.hold.changed = true;
      this.#drawGhost();
    } else {
      this.how.turn = quarter(this.how.turn);
      say(this.how.turn ? tr("The next card is laid sideways.") : tr("The next card is laid upright."));
    }
    this.#showHow();
  }

  #showHow() {
    const { face, turn } = this.hold ?? this.how;
    this.#showChoice("#how-face", face === "down", [tr("Face up"), tr("Face-down")]);
    this.#showChoice("#how-turn", turn === 90, [tr("Upright"), tr("Sideways")]);
  }

  /** @type {(button: string, isOn: boolean, words: [string, string]) => void} */
  #showChoice(button, isOn, words) {
    find(button).setAttribute("aria-pressed", String(isOn));
    find(`${button} [data-word]`).textContent = words[Number(isOn)];
  }

  // --- laying down

  /** @param {string} zone */
  layOnZone(zone) {
    const hold = this.hold;
    if (!hold) return;
    this.letGo();
    if (hold.from === "zone" && !hold.changed && this.#isAttack(hold, zone)) { this.aiming.attack(hold.zone, zone); return; }
    const { face, turn } = hold;
    if (hold.from === "hand" && this.putBack(hold.key, zone)) return;
    if (hold.from === "hand") this.ask({ do: "place", card: hold.key, zone, face, turn });
    else if (hold.from === "pile") this.ask({ do: "fetch", card: hold.key, from: hold.pile, zone, face, turn });
    else if (zone === hold.zone && !hold.changed) return;
    else if (this.mat.zones.get(zone)?.dataset.kind === "deck") this.ask({ do: "take", zone: hold.zone, to: "pile" });
    else this.ask({ do: "place", ...(hold.key ? { card: hold.key } : {}), from: hold.zone, zone, face, turn });
  }

  /**
   * A monster of one's own, face up, that is put on the other player's Deck or on a monster there.
   * @type {(hold: FromZone & How, zone: string) => boolean}
   */
  #isAttack(hold, zone) {
    const kind = this.mat.zones.get(zone)?.dataset.kind ?? "";
    const isMonsters = (/** @type {string} */ name) => (this.mat.zones.get(name)?.dataset.kind ?? "").includes("monster");
    if (ownerOf(hold.zone) !== this.seat || !isMonsters(hold.zone) || hold.face === "down") return false;
    return ownerOf(zone) !== this.seat && (kind === "deck" || (isMonsters(zone) && this.mat.lying.has(zone)));
  }

  /** @param {string} zone the landing spot beside the stack */
  layOnStack(zone) {
    const hold = this.hold;
    const to = stackOf(zone);
    if (!hold || !to) return;
    if (hold.from !== "zone") { this.layOnZone(zone); return; } // the landing spot reads it first
    this.letGo();
    this.ask(hold.zone === zone ? { do: "stack", spot: zone } : { do: "take", zone: hold.zone, to });
  }

  layInHand() {
    const hold = this.hold;
    if (!hold) return;
    this.letGo();
    if (hold.from === "zone") this.ask({ do: "take", zone: hold.zone, to: "hand" });
    else if (hold.from === "pile") {
      say(tr("It lies beside the pile, where the table reads it. Take it into your hand from there."));
      this.ask({ do: "fetch", card: hold.key, from: hold.pile, zone: hold.zone, face: "up", turn: 0 });
    }
  }

  // --- pointer

  /** @type {(element: EventTarget | null) => Target} */
  #target(element) {
    const obligation = closest(element, "[data-obligation]")?.dataset.obligation;
    if (obligation) return { zone: this.mat.obligations[Number(obligation)]?.zone, obligation: Number(obligation) }; // dragged, it is the card there
    const zone = closest(element, "[data-zone]");
    if (zone) return { zone: zone.dataset.zone };
    const pad = closest(element, "[data-pad]");
    if (pad) return { pad: pad.dataset.pad };
    const stack = closest(element, "[data-stack]");
    if (stack) return { stack: stack.dataset.stack };
    const plate = closest(element, "[data-plate]")?.dataset.plate;
    if (plate && plate !== this.seat) return { zone: `${plate}.deck` };
    const key = closest(element, "[data-button]");
    if (key) return { button: key.dataset.button };
    if (closest(element, ".holding")) return { hand: true, item: closest(element, ".fan-card") };
    return {};
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (event.button !== 0) return;
    getSelection()?.removeAllRanges();
    const target = this.#target(event.target);
    this.press = { x: event.clientX, y: event.clientY, target, id: event.pointerId, moved: false };
    // Touch pointers are captured by the element under them; free, they find what they are over.
    const under = event.target;
    if (under instanceof Element && under.hasPointerCapture(event.pointerId)) under.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const press = this.press;
    if (press?.id === event.pointerId && event.pointerType === "mouse" && !event.buttons) { this.#forget(); return; } // let go outside the window
    if (this.ghost && (!press || press.id === event.pointerId)) this.#carry(event);
    if (!press || press.moved || press.id !== event.pointerId) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
    press.moved = true;
    this.#pickUp(press.target);
    if (this.hold) this.#carry(event);
  }

  /**
   * Takes the card that a drag begins at; one that was taken before stays where it was.
   * @param {Target} target
   */
  #pickUp({ item, zone, stack }) {
    const card = item && this.fan.card(item);
    const top = stack && ownerOf(stack) === this.seat ? this.aiming.owed(stack) ?? this.mat.tops.get(stack) : undefined;
    if (card) this.holdFromHand(card);
    else if (zone && this.mat.lying.has(zone)) this.holdFromZone(zone);
    else if (stack && top) this.holdFromPile(stack, top);
  }

  /**
   * Says why a drag has moved nothing.
   * @param {Target} target
   */
  #explain({ zone, stack, item }) {
    if (stack && ownerOf(stack) === this.seat) { this.browse(stack); return; }
    if (zone === `${this.seat}.deck`) this.ask({ do: "draw" }); // as a click does
    else if (zone || stack || item) say(tr("No card lies there that you could drag."));
  }

  /** @param {PointerEvent} event */
  #released(event) {
    const press = this.press;
    this.press = null;
    if (!press || press.id !== event.pointerId) return;
    const over = this.#target(document.elementFromPoint(event.clientX, event.clientY));
    if (press.moved || (this.hold && !press.target.item)) {
      if (this.hold) {
        this.#lay(over);
        blurWithin(this.mat.root); // F is for the next card then, not for the one that lies where the pointer was
      } else this.#explain(press.target);
      return;
    }
    this.#clicked(press.target);
  }

  /** @param {Target} over */
  #lay(over) {
    const zone = over.zone ?? (over.pad && this.mat.zones.has(over.pad) ? over.pad : null);
    if (zone) this.layOnZone(zone);
    else if (over.stack) this.layOnStack(over.stack);
    else if (over.hand) this.layInHand();
    else {
      this.letGo();
      say(tr("No card is laid there: it stays where it was."));
    }
  }

  /** @param {Target} target */
  #clicked({ zone, stack, pad, button, item, obligation }) {
    if (obligation !== undefined) this.mat.help(this.mat.obligations[obligation])?.run();
    else if (item) {
      const card = this.fan.card(item);
      if (this.choose(card?.key)) return;
      if (this.hold && this.hold.key === card?.key) this.letGo();
      else if (card) {
        this.holdFromHand(card);
        this.offer({ element: item, card });
      }
    } else if (button) this.ask({ do: "button", name: button });
    else if (stack) this.browse(stack);
    else if (pad) this.ask({ do: "touch", pad });
    else if (zone && this.mat.zones.get(zone)?.dataset.kind === "deck" && ownerOf(zone) === this.seat) this.ask({ do: "draw" });
    else if (zone) this.#clickedZone(zone);
  }

  /**
   * One click touches the pad, two turn the card: the first waits for the second.
   * @param {string} zone
   */
  #clickedZone(zone) {
    if (!this.mat.lying.has(zone)) { this.ask({ do: "touch", pad: zone }); return; }
    this.offer({ zone });
    if (this.clickTimer) {
      this.forgetClick();
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
    const wasHeld = this.hold !== null;
    this.letGo();
    if (wasHeld) say(tr("The card was let go before it came anywhere: it stays where it was."));
  }

  /** A finger that rests on a card reads it, and does nothing else. */
  rest() { this.press = null; }

  // --- what is carried, as it will lie

  #drawGhost() {
    if (!this.hold) return;
    const { card, face } = this.hold;
    if (!this.ghost) {
      this.ghost = document.createElement("div");
      this.ghost.className = "ghost";
      document.body.append(this.ghost);
    }
    /** @type {CardView} */
    const seen = face === "down" ? { face: "down", code: card.code, name: card.name } : { ...card, face: "up" };
    this.ghost.replaceChildren(cardPicture(seen));
    this.ghost.classList.toggle("sideways", this.hold.turn === 90);
    const scale = this.mat.root.getBoundingClientRect().width / this.mat.root.viewBox.baseVal.width;
    this.ghost.style.setProperty("--w", `${65 * scale}px`);
  }

  /** @param {PointerEvent} event */
  #carry(event) {
    this.#moveGhost(event.clientX, event.clientY);
    const over = this.#target(document.elementFromPoint(event.clientX, event.clientY));
    for (const [zone, element] of this.mat.zones) element.classList.toggle("under", over.zone === zone);
  }

  /**
   * The keyboard carries the card to the zone that has the focus.
   * @param {Element} element
   */
  carryTo(element) {
    const place = element.getBoundingClientRect();
    this.#moveGhost(place.left + place.width / 2, place.top + place.height / 2 - 10);
  }

  /** @type {(xPx: number, yPx: number) => void} */
  #moveGhost(xPx, yPx) {
    if (!this.ghost) return;
    this.ghost.style.left = `${xPx}px`;
    this.ghost.style.top = `${yPx}px`;
    this.ghost.classList.add("in-air");
  }

  describeHold() {
    if (!this.hold) return;
    const { card, face, turn } = this.hold;
    const how = listed([face === "down" ? tr("face-down") : tr("face up"), turn ? tr("sideways") : tr("upright")]);
    say(tr("Holding {card}, {how}.", { card: cardWords({ ...card, face: "up" }), how }));
  }
}
