// The steps of a first duel: what to do next, until it is done. They stand in tutorial.html.

import { find, findAll, seek } from "./dom.js";
import { recall, remember } from "./memory.js";
import { tr } from "./words.js";
import { kindOf, ownerOf } from "./zones.js";

/** @import {SeatView} from "./types.js" */

const KEPT = "first-duel";
const OVER = "over";
const HIGHEST = "highest";

/**
 * Whether what a step waits for is so; `own` is the viewer's seat.
 * @type {Record<string, (view: SeatView, own: string) => boolean>}
 */
const IS_DONE = {
  drawn: (view) => view.turn > 0 || !view.obligations.some((obligation) => kindOf(obligation.zone) === "deck" && !obligation.from),
  begun: (view) => view.turn > 0,
  read: () => false, // who has read it says so: a pointer that passes over cards has not
  summoned: (view, own) => !isOpen(view) && lies(view, own, "m", "up"),
  set: (view, own) => !isOpen(view) && lies(view, own, "s", "down"),
  refused: (view) => isRefused(view),
  "taken-back": (view) => !isRefused(view),
  "over-to-them": (view, own) => view.turn_seat !== own,
  "back-to-you": (view, own) => view.turn_seat === own,
  fought: (view, own) => view.turn_seat !== own || view.phase === "main2",
};

/** @type {(view: SeatView) => boolean} */
const isRefused = (view) => [view.message, view.private].some((message) => message?.kind === "refusal");

// While it is asked which play a card is, or why it is none, nothing has been played.
/** @type {(view: SeatView) => boolean} */
const isOpen = (view) => isRefused(view) || view.prompts.some((prompt) => !prompt.menu);

/** @type {(view: SeatView, own: string, kind: string, face: string) => boolean} */
const lies = (view, own, kind, face) =>
  view.zones.some(({ zone, card }) => ownerOf(zone) === own && kindOf(zone).replace(/\d+$/, "") === kind && card.face === face);

export class FirstDuel {
  /** @param {string} own the viewer's seat */
  constructor(own) {
    this.own = own;
    this.root = find("#tutorial");
    this.steps = findAll("#tutorial-steps > li", this.root);
    const kept = recalled();
    /** Whether a card was opened since the step began that asks for it. */
    this.hasRead = false;
    /** Whether this browser has never been asked. */
    this.isNew = kept === null;
    /** The step that is shown, from 0; null: none is. @type {number | null} */
    this.at = kept === null || kept > this.steps.length ? null : kept;
    find("#tutorial-leave").addEventListener("click", () => this.#go(null));
    find("#tutorial-next").addEventListener("click", () => this.#go(this.at === null ? 0 : this.at + 1));
    find("#tutorial-begin").addEventListener("click", () => { seek("#menu[open]")?.closest("dialog")?.close(); this.#go(0); });
    find("#inspector").addEventListener("toggle", () => this.#offer());
    for (const done of ["click", "keyup"]) addEventListener(done, () => this.#point());
    this.#draw();
  }

  /** Goes on while what the step waits for is so. @param {SeatView} view */
  follow(view) {
    this.view = view;
    if (this.isNew) this.#invite(view.turn === 0);
    if (view.outcome && this.at !== null) { this.#go(null); return; }
    const step = this.at === null ? undefined : this.steps[this.at];
    if (step && this.at !== null && IS_DONE[step.dataset.until ?? ""](view, this.own)) this.#go(this.at + 1);
    else this.#point();
  }

  /** @param {boolean} isOpen */
  #invite(isOpen) {
    this.root.hidden = !isOpen;
    find("#tutorial-invitation").hidden = !isOpen;
    find("#tutorial-next").textContent = tr("Show me");
  }

  /** @param {number | null} at a step; the number of steps: all are done; null: leave */
  #go(at) {
    this.at = at !== null && at > this.steps.length ? null : at;
    this.isNew = false;
    remember(KEPT, this.at === null ? OVER : String(this.at));
    this.#draw();
    if (this.view && this.at !== null) this.follow(this.view);
  }

  #draw() {
    const { at, steps } = this;
    this.root.hidden = at === null;
    find("#tutorial-invitation").hidden = true;
    steps.forEach((step, number) => { step.hidden = number !== at; });
    const isDone = at === steps.length;
    find("#tutorial-done").hidden = !isDone;
    find("#tutorial-count").textContent = at === null || isDone ? "" : tr("Step {number} of {count}", { number: at + 1, count: steps.length });
    this.hasRead = false;
    this.#offer();
    this.#point();
  }

  /** A step that is left undone is skipped; a card that is open, or was, has been read. */
  #offer() {
    const { at, steps } = this;
    if (at === null) return;
    this.hasRead ||= steps[at]?.dataset.until === "read" && find("#inspector").matches(":popover-open");
    const next = find("#tutorial-next");
    next.textContent = at === steps.length ? tr("Close") : this.hasRead ? tr("I have read it") : tr("Skip this step");
    next.classList.toggle("primary", this.hasRead);
  }

  /** Points at one thing: the first that there is of what the step names. */
  #point() {
    for (const shown of document.querySelectorAll(".pointed-out")) shown.classList.remove("pointed-out");
    const places = this.at === null ? "" : this.steps[this.at]?.dataset.at ?? "";
    places.split(";").map((place) => this.#found(place.trim())).find(Boolean)?.classList.add("pointed-out");
  }

  /** @param {string} place a selector; HIGHEST: the card of the hand with the highest number */
  #found(place) {
    if (place !== HIGHEST) return place ? document.querySelector(place) : null;
    const number = ({ code = "" }) => Number(code.slice(1)) || 0;
    const [highest] = [...(this.view?.hand ?? [])].sort((one, other) => number(other) - number(one));
    return highest?.key ? document.querySelector(`.fan-card[data-key="${CSS.escape(highest.key)}"]`) : null;
  }
}

/**
 * The step that this browser was at, Infinity when it has left; null: it has not been asked.
 * @type {() => number | null}
 */
function recalled() {
  const kept = recall(KEPT);
  if (kept === null) return null;
  return /^\d{1,2}$/.test(kept) ? Number(kept) : Infinity;
}
