// A card read closely: what is printed on it, its values now and why, what its player may do with it.
//
// Pointing at a card or focusing it shows it as long as that lasts; the key I, a held finger, a click
// on a card beside the mat, and on pages without hands any click, keep it open until it is closed.

import { cardPicture, cardWords } from "./cards.js";
import { closest, el, find, seek } from "./dom.js";
import { faceOf } from "./faces.js";
import { kindMark, worths } from "./frames.js";
import { post } from "./post.js";
import { ruleMark } from "./tips.js";
import { say } from "./toast.js";
import { isWished } from "./wishes.js";
import { tr } from "./words.js";
import { ownerOf } from "./zones.js";

/** @import {CardFaceView, CardOptions, CardOptionView, CardView, ChangedValueView, NotDone, PublicView} from "./types.js" */
/** @import {Mat} from "./mat.js" */
/**
 * Where a card was found.
 * @typedef {{card: CardView, ref: string, owner: string, element: Element}} Found
 */
/** @typedef {(answer: CardOptionView["answer"]) => void} DoUse */
/**
 * What a page has besides its mat.
 * @typedef {object} Place
 * @property {Record<string, string>} names
 * @property {string} [seat] whose own cards are asked about
 * @property {string} [base] the address of the seat's page
 * @property {(element: Element) => CardView | undefined} [held] the card of an element of the hand
 * @property {DoUse} [doUse] gives the answer that uses a card
 * @property {() => boolean} [isBusy] whether a card is being carried
 * @property {() => void} [onHold] what a finger that rests on a card must not do as well
 */

const HOVER_MS = 280;
const LEAVE_MS = 220; // time enough to move from the card to what is said of it
const HOLD_MS = 450;
const HOLD_PX = 10; // further than this, a finger drags
const STARS = 12;
const BESIDE = ".aside-card";
const CARDS = `[data-zone], [data-stack], .fan-card, .pile-card, ${BESIDE}`;

export class Inspector {
  /**
   * @param {Mat} mat
   * @param {Place} place
   */
  constructor(mat, place) {
    this.mat = mat;
    this.place = place;
    this.root = find("#inspector");
    /** The place that is kept for what is read; null, or without a size: it lies over the page. */
    this.kept = seek("#reading");
    /** @type {Found | null} */
    this.shown = null;
    this.isPinned = false;
    this.timer = 0;
    this.asked = 0;
    this.version = "";
    /** The cards beside the mat, by their keys. @type {Map<string, CardView>} */
    this.beside = new Map();
    /** @type {Element | null} */
    this.under = null;
    /** Where the mouse let go: what was laid there is not read until the mouse has left it. @type {Element | null} */
    this.droppedOn = null;
    /** @type {{id: number, x: number, y: number, timer: number} | null} */
    this.finger = null;
    addEventListener("pointerover", (event) => this.#over(event));
    addEventListener("focusin", (event) => this.#focused(event));
    addEventListener("focusout", (event) => { if (!this.isPinned && this.shown && closest(event.target, CARDS) === this.shown.element) this.#leave(); });
    addEventListener("pointerdown", (event) => this.#down(event), { capture: true });
    addEventListener("pointermove", (event) => this.#slid(event), { capture: true, passive: true });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => this.#lifted(), { capture: true });
    addEventListener("pointerup", (event) => this.#dropped(event), { capture: true });
    addEventListener("contextmenu", (event) => { if (this.isPinned && closest(event.target, CARDS)) event.preventDefault(); });
    addEventListener("keydown", (event) => this.#pressed(event), { capture: true });
    addEventListener("click", (event) => { this.pinAt(closest(event.target, BESIDE)); });
    find(".close", this.root).addEventListener("click", () => this.hide());
    const fit = new ResizeObserver(() => this.#fit());
    for (const place of [this.kept, mat.root]) if (place) fit.observe(place);
  }

  /** Takes the place that is kept for it, or what is free below the mat. */
  #fit() {
    const room = this.kept?.getBoundingClientRect();
    this.root.classList.toggle("placed", Boolean(room?.width));
    const lengths = { top: room?.top, left: room?.left, width: room?.width, height: room?.height, "below-mat": innerHeight - this.mat.root.getBoundingClientRect().bottom };
    for (const [name, px] of Object.entries(lengths)) this.root.style.setProperty(`--${name}`, `${px ?? 0}px`);
  }

  /** @type {(target: EventTarget | null) => Found | null} */
  #found(target) {
    const element = closest(target, CARDS);
    if (!element) return null;
    const { zone, stack, key = "" } = element.dataset;
    if (zone) {
      const lying = this.mat.lying.get(zone);
      return lying ? { card: lying.card, ref: zone, owner: lying.card.key?.[0] ?? ownerOf(zone), element } : null;
    }
    if (stack) {
      const card = this.mat.tops.get(stack);
      return card ? { card, ref: card.key ?? "", owner: ownerOf(stack), element } : null;
    }
    const beside = this.beside.get(key);
    if (beside && element.matches(BESIDE)) return { card: beside, ref: key, owner: "", element };
    const card = this.place.held?.(element) ?? (element.dataset.code ? { key, code: element.dataset.code, name: element.dataset.name } : undefined);
    return card?.code ? { card: { ...card, face: "up" }, ref: card.key ?? "", owner: card.key?.[0] ?? "", element } : null;
  }

  get isPlaced() { return this.root.classList.contains("placed"); }

  // --- when

  /** In a place of its own, the card that is pressed or carried is read until it lies. @param {PointerEvent} event */
  #staysFor(event) { return this.isPlaced && Boolean(this.shown) && Boolean(event.buttons || this.place.isBusy?.()); }

  /** @param {PointerEvent} event */
  #over(event) {
    if (event.pointerType !== "mouse" || this.#staysFor(event)) return;
    this.under = closest(event.target, CARDS);
    if (this.under !== this.droppedOn) this.droppedOn = null;
    if (closest(event.target, "#inspector")) { clearTimeout(this.timer); return; }
    if (this.isPinned) return;
    const found = event.buttons || this.droppedOn || this.place.isBusy?.() ? null : this.#found(event.target);
    if (!found) { this.#leave(); return; }
    clearTimeout(this.timer);
    if (found.element === this.shown?.element) return;
    this.timer = setTimeout(() => this.#showAt(found.element), this.shown ? 60 : HOVER_MS);
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const target = event.target;
    if (!(target instanceof Element) || !target.matches(CARDS) || !target.matches(":focus-visible") || this.place.isBusy?.()) return;
    const found = this.#found(target);
    if (found) { clearTimeout(this.timer); this.#show(found); }
    else if (!this.isPinned) this.#leave();
  }

  #leave() {
    clearTimeout(this.timer);
    if (!this.isPinned) this.timer = setTimeout(() => this.hide(), LEAVE_MS);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (closest(event.target, "#inspector")) return;
    if (!this.finger && event.pointerType === "mouse") {
      const found = this.isPinned || !this.isPlaced ? null : this.#found(event.target);
      if (found) { clearTimeout(this.timer); this.#show(found); } else if (!this.isPinned) this.hide();
      return;
    }
    const found = this.#found(event.target);
    if (this.isPinned && !found) this.hide();
    this.#lifted();
    const empty = found ? null : closest(event.target, ".mat :is([data-zone], [data-stack])");
    if (!found && !empty) return;
    const rested = () => {
      if (this.finger !== finger) return;
      this.finger = null;
      this.place.onHold?.();
      if (found) this.pinAt(found.element);
      else say(empty?.getAttribute("aria-label") ?? ""); // its label may be too small to stand there
    };
    // A page that was busy hears of a move only with its next picture: the finger may have left long ago.
    const timer = setTimeout(() => requestAnimationFrame(rested), HOLD_MS);
    const finger = { id: event.pointerId, x: event.clientX, y: event.clientY, timer };
    this.finger = finger;
  }

  /** @param {PointerEvent} event */
  #slid(event) {
    const { finger } = this;
    if (finger?.id === event.pointerId && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > HOLD_PX) this.#lifted();
  }

  /** @param {PointerEvent} event */
  #dropped(event) {
    if (event.pointerType === "mouse") this.droppedOn = closest(document.elementFromPoint(event.clientX, event.clientY), CARDS);
  }

  #lifted() {
    if (this.finger) clearTimeout(this.finger.timer);
    this.finger = null;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || closest(event.target, "input, select, textarea")) return;
    if (event.key === "Escape" && this.shown && !this.place.isBusy?.()) {
      this.hide();
      if (!document.querySelector("dialog[open]")) { event.preventDefault(); event.stopPropagation(); }
      return;
    }
    if (event.key.toLowerCase() !== "i" || !isWished("letters")) return;
    const found = this.#found(document.activeElement) ?? this.#found(this.under);
    if (this.isPinned && (!found || found.element === this.shown?.element)) this.hide();
    else if (found) this.pin(found);
    else return;
    event.preventDefault();
  }

  /** Opens it for a card, until it is closed. @param {Found} found */
  pin(found) {
    clearTimeout(this.timer);
    this.isPinned = true;
    this.root.setAttribute("aria-live", "polite");
    this.#show(found);
  }

  /** @param {EventTarget | null} target */
  pinAt(target) {
    const found = this.#found(target);
    if (found) this.pin(found);
    return Boolean(found);
  }

  hide() {
    clearTimeout(this.timer);
    this.shown = null;
    this.isPinned = false;
    this.version = "";
    this.root.removeAttribute("aria-live");
    if (this.root.matches(":popover-open")) this.root.hidePopover();
  }

  /** What is shown is what is so now: a card that has gone is shown no longer. @param {PublicView} view */
  follow(view) {
    this.beside = new Map(Object.values(view.aside).flat().flatMap(({ cards }) => cards.map((card) => [card.key ?? "", card])));
    const { shown } = this;
    if (!shown) return;
    const found = shown.element.isConnected ? this.#found(shown.element)
      : this.#found(document.querySelector(`:is(.fan-card, ${BESIDE})[data-key="${CSS.escape(shown.ref)}"]`));
    if (!found || found.card.code !== shown.card.code) { this.hide(); return; }
    this.#show(found, JSON.stringify([view.turn, view.phase, view.decision, view.zones, view.log.at(-1)?.n]));
  }

  /** As it is by now. @param {Element} element */
  #showAt(element) {
    const found = this.#found(element);
    if (found) this.#show(found);
  }

  // --- what

  /** @type {(found: Found, moment?: string) => void} */
  #show(found, moment = "") {
    const version = JSON.stringify([found.ref, found.card]) + moment;
    const isSame = this.shown?.ref === found.ref;
    this.shown = found;
    const isOpen = this.root.matches(":popover-open");
    if (isOpen && document.querySelector("dialog[open]") && !isSame) this.root.hidePopover(); // above the dialog
    if (!this.root.matches(":popover-open")) { this.root.showPopover(); this.#fit(); }
    this.root.classList.toggle("pinned", this.isPinned);
    if (version === this.version) return;
    this.version = version;
    const face = faceOf(found.card.code);
    const body = find(".inspected", this.root);
    const uses = isSame ? body.querySelector(".card-uses") : null;
    body.replaceChildren(...(face ? this.#read(found, face) : this.#unread(found)), ...(uses ? [uses] : []));
    fitName(body.querySelector("h2"));
    if (!isSame) {
      body.scrollTop = 0;
      this.root.classList.remove("away");
      this.root.classList.toggle("away", !this.isPlaced && covers(this.root, found.element));
    }
    if (face && this.place.base && found.owner === this.place.seat && found.ref) this.#ask(found);
  }

  /** @param {Found} found */
  #unread({ card, owner }) {
    const whose = this.place.names[owner];
    return [el("h2", {}, whose && card.face === "down" ? tr("A face-down card of {player}", { player: whose }) : cardWords(card)),
      el("p", { class: "note" }, card.face === "down" ? tr("Only its player knows which card it is.") : tr("The mat cannot tell which card it is."))];
  }

  /** @type {(found: Found, face: CardFaceView) => HTMLElement[]} */
  #read({ card }, face) {
    const { grade } = face;
    const stars = grade?.trait === "level" && /^\d+$/.test(grade.value) && Number(grade.value) <= STARS ? "★".repeat(Number(grade.value)) : "";
    const facts = [
      ...(grade ? [[grade.title, grade.value, stars]] : []),
      ...face.facts.map(({ title, value }) => [title, value, ""]),
    ];
    return [
      el("header", { class: "card-head" }, cardPicture({ ...card, face: "up" }),
        el("div", {}, el("h2", {}, face.name),
          el("p", { class: "card-kind" }, face.letter ? kindMark(face) : null, face.kind),
          el("dl", { class: "card-facts" }, facts.map(([title, value, sign]) => el("div", {}, el("dt", {}, title), el("dd", {}, value,
            sign ? el("span", { class: "stars", "aria-hidden": "true" }, ` ${sign}`) : null)))))),
      card.face === "down" ? el("p", { class: "note" }, tr("It lies face-down. Only players who may look at it can read this.")) : null,
      face.values.length ? el("ul", { class: "card-values", "aria-label": tr("Values now") },
        worths(face, card.changed).map(({ title, text, trend }, i) => this.#value(face.values[i].value, card.changed?.find((each) => each.trait === face.values[i].trait), title, text, trend))) : null,
      card.marks?.length ? el("ul", { class: "card-marks", "aria-label": tr("What is noted on it") },
        card.marks.map(({ text, rules }) => el("li", {}, text, " ", ...rules.map(({ id }) => ruleMark(id))))) : null,
      ...face.texts.map(({ use, text, rules }) => el("section", { class: "card-text" },
        el("h3", {}, use), el("p", {}, text, " ", ...rules.map(ruleMark)))),
      face.texts.length ? null : el("p", { class: "note" }, tr("It has no effect.")),
    ].filter((part) => part !== null);
  }

  /** @type {(printed: string, changed: ChangedValueView | undefined, title: string, text: string, trend: string) => HTMLElement} */
  #value(printed, changed, title, text, trend) {
    return el("li", { class: trend || false }, el("b", {}, title, " ", el("span", { class: "card-worth" }, text)),
      changed ? el("small", {}, " ", tr("printed {value}", { value: printed })) : null,
      changed ? el("ol", { class: "card-changes" }, changed.changes.map((change) => el("li", {},
        el("b", {}, change.how), ` ${change.cause} `, ...change.rules.map(({ id }) => ruleMark(id)), el("small", {}, " ", tr("makes {value}", { value: change.value }))))) : null);
  }

  /** @param {Found} found */
  async #ask(found) {
    const number = ++this.asked;
    /** @type {CardOptions | NotDone} */
    const answer = /** @type {any} */ (await post(`${this.place.base}/uses`, { card: found.ref }));
    if (number !== this.asked || this.shown?.ref !== found.ref) return;
    const body = find(".inspected", this.root);
    body.querySelector(".card-uses")?.remove();
    if ("uses" in answer && answer.uses.length) body.append(usesList(answer.uses, this.place.doUse ?? (() => {})));
  }
}

/** @type {(one: Element, other: Element) => boolean} */
function covers(one, other) {
  const [its, that] = [one, other].map((each) => each.getBoundingClientRect());
  return its.left < that.right && that.left < its.right && its.top < that.bottom && that.top < its.bottom;
}

const LEAST_NAME_PX = 12;

/** Writes a name as small as two lines need. @param {HTMLElement | null} name */
function fitName(name) {
  if (!name) return;
  let size = parseFloat(getComputedStyle(name).fontSize);
  while (size > LEAST_NAME_PX && name.getBoundingClientRect().height > 2.5 * size) name.style.fontSize = `${size -= 1}px`;
}

/** @type {(uses: CardOptionView[], doUse: DoUse) => HTMLElement} */
const usesList = (uses, doUse) => el("section", { class: "card-uses" }, el("h3", {}, tr("What you may do with it now")),
  el("ul", {}, uses.map((use) => useItem(use, doUse))));

/**
 * A use of a card: a button where a press does it, else the movement of the hand.
 * @type {(use: CardOptionView, doUse: DoUse) => HTMLElement}
 */
export const useItem = ({ text, legal, rules, remedy, how, answer }, doUse) => el("li", { class: legal ? false : "not" },
  !legal ? el("b", {}, tr("Not now: {use}.", { use: text })) : answer ? el("button", { type: "button", class: "use-button", onclick: () => doUse(answer) }, text) : text,
  how ? el("span", { class: "use-how" }, how) : null,
  ...rules.map(({ id, statement }) => el("span", { class: "why-not" }, " ", statement, " ", ruleMark(id))),
  ...remedy.map((sentence) => el("span", { class: "remedy-line" }, " ", sentence)));
