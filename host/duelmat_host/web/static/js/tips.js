// What a rule says, beside its id, while the id is pointed at or focused.

import { el, find } from "./dom.js";

const known = new Map();

export const learn = (id, statement) => known.set(id, statement);

async function statement(id) {
  if (!known.has(id)) {
    const answer = await fetch(`/rules/${encodeURIComponent(id)}`).then((told) => told.json(), () => ({}));
    if (!answer.statement) return answer.message ?? "The table does not answer.";
    learn(id, answer.statement);
  }
  return known.get(id);
}

export function ruleMark(id) {
  return el("button", {
    class: "rule", type: "button", "data-rule": id, "aria-describedby": "tip",
    onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide,
  }, id);
}

let asked = null; // the mark whose statement is wanted now

async function show(event) {
  const tip = find("#tip");
  const mark = event.currentTarget;
  asked = mark;
  const words = await statement(mark.dataset.rule);
  if (asked !== mark) return;
  const place = mark.getBoundingClientRect();
  tip.textContent = words;
  tip.hidden = false;
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
  find("#tip").hidden = true;
}
