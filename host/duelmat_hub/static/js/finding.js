// Finding rows by what is typed, and choices that this browser remembers.

import { findAll, seek } from "./dom.js";
import { recall, remember } from "./memory.js";
import { tr } from "./words.js";

/** @type {(text: string) => string} */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** @type {(input: HTMLInputElement) => void} */
function apply(input) {
  const wanted = plain(input.value.trim());
  const rows = findAll(input.dataset.finds ?? "");
  let hits = 0;
  for (const row of rows) {
    const isHit = !wanted || plain(row.textContent ?? "").includes(wanted);
    hits += Number(isHit);
    if (isHit) delete row.dataset.hit;
    else row.dataset.hit = "no";
  }
  const said = seek("#found");
  if (said) said.textContent = wanted ? tr("{hits} of {lines} lines", { hits, lines: rows.length }) : "";
}

export function offerFinding() {
  for (const input of findAll("input[data-finds]")) {
    if (!(input instanceof HTMLInputElement)) continue;
    input.addEventListener("input", () => apply(input));
    document.addEventListener("topic", () => { if (input.value) apply(input); });
  }
}

/** Choices that set an attribute of the part that they belong to: `data-keeps="density"`. */
export function offerChoices() {
  for (const group of findAll("[data-keeps]")) {
    const name = group.dataset.keeps ?? "";
    const part = group.closest(`[data-${name}]`);
    const kept = recall(name);
    for (const input of group.querySelectorAll("input")) {
      if (input.value === kept) input.checked = true;
      if (input.checked) part?.setAttribute(`data-${name}`, input.value);
      input.addEventListener("change", () => {
        part?.setAttribute(`data-${name}`, input.value);
        remember(name, input.value);
      });
    }
  }
}
