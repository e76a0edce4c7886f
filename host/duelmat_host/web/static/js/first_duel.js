// The steps of a first duel: what to do next, until it is done. They stand in tutorial.html.

import { find, findAll, seek } from "./dom.js";
import { recall, remember } from "./memory.js";
import { tr } from "./words.js";
import { kindOf, ownerOf } from "./zones.js";

/** @import {SeatView} from "./types.js" */

const KEPT = "first-duel";
const OVER = "over";

/**
 * Whether what a step waits for is so; `own` is the viewer's seat.
 * @type {Record<string, (view: SeatView, own: string) => boolean>}
 */
const IS_DONE = {
  drawn: (view) => view.turn > 0 || !view.obligations.some((duty) => kindOf(duty.zone) === "deck" && !duty.from),
  begun: (view) => view.turn > 0,
  read: () => Boolean(document.querySelector("#inspector:popover-open")),
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
    /** Whether this browser has never been asked. */
    this.isNew = kept === null;
    /** The step that is shown, from 0; null: none is. @type {number | null} */
    this.at = kept === null || kept > this.steps.length ? null : kept;
    find("#tutorial-leave").addEventListener("click", () => this.#go(null));
    find("#tutorial-next").addEventListener("click", () => this.#go(this.at === null ? 0 : this.at + 1));
    find("#tutorial-begin").addEventListener("click", () => { seek("#menu[open]")?.closest("dialog")?.close(); this.#go(0); });
    find("#inspector").addEventListener("toggle", () => { if (this.view) this.follow(this.view); });
    this.#draw();
  }

  /** Goes on while what the step waits for is so. @param {SeatView} view */
  follow(view) {
    this.view = view;
    if (this.isNew) this.#invite(view.turn === 0);
    if (view.outcome && this.at !== null) { this.#go(null); return; }
    const step = this.at === null ? undefined : this.steps[this.at];
    if (step && this.at !== null && IS_DONE[step.dataset.until ?? ""](view, this.own)) this.#go(this.at + 1);
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
    find("#tutorial-next").textContent = isDone ? tr("Close") : tr("Skip this step");
    for (const shown of document.querySelectorAll(".pointed-out")) shown.classList.remove("pointed-out");
    const where = at === null ? "" : steps[at]?.dataset.at;
    if (where) document.querySelector(where)?.classList.add("pointed-out");
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
