// What a rule says, beside its id, while the id is pointed at or focused.

import { el, find, findAll } from "./dom.js";
import { tr } from "./words.js";

/** @import {NotDone, RuleView} from "./types.js" */

const OWN_TEXT = "text:"; // begins the id of what a card itself says

/** @type {Map<string, string>} */
const known = new Map();

/** @type {(id: string, statement: string) => void} */
export const learn = (id, statement) => { known.set(id, statement); };

/** @type {(id: string) => Promise<string>} */
export async function statement(id) {
  const learnt = known.get(id);
  if (learnt !== undefined) return learnt;
  /** @type {RuleView | NotDone | null} */
  const answer = await fetch(`/rules/${encodeURIComponent(id)}`).then((told) => told.json(), () => null);
  if (!answer) return tr("The table does not answer.");
  if (!("statement" in answer)) return answer.message;
  learn(id, answer.statement);
  return answer.statement;
}

/** @param {string} id */
export function ruleMark(id) {
  const mark = el("button", { class: "rule", type: "button", "data-rule": id, "aria-describedby": "tip" }, id.startsWith(OWN_TEXT) ? tr("card text") : id);
  return explained(mark, id);
}

/** Has the marks tell their statements that the server wrote into the page. @param {HTMLElement} root */
export function explainMarks(root) {
  for (const mark of findAll("[data-rule]", root)) explained(mark, mark.dataset.rule ?? "");
}

/** @type {(mark: HTMLElement, id: string) => HTMLElement} */
function explained(mark, id) {
  for (const begin of ["pointerenter", "focus"]) mark.addEventListener(begin, () => show(id, mark));
  for (const end of ["pointerleave", "blur"]) mark.addEventListener(end, hide);
  return mark;
}

/** @type {HTMLElement | null} */
let asked = null; // the mark whose statement is wanted now

/** @type {(id: string, mark: HTMLElement) => Promise<void>} */
async function show(id, mark) {
  const tip = find("#tip");
  asked = mark;
  const words = await statement(id);
  if (asked !== mark) return;
  const place = mark.getBoundingClientRect();
  tip.textContent = words;
  tip.showPopover(); // above a dialog too
  const size = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(place.left, innerWidth - size.width - 8));
  const above = place.top - size.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 8 ? above : place.bottom + 8}px`;
}

// The mark may be scrolled away from under a pointer that does not move.
addEventListener("scroll", () => { if (asked) hide(); }, { capture: true, passive: true });

function hide() {
  asked = null;
  find("#tip").hidePopover();
}
