// The hall's screen: what people look for turns over by itself, page by page.

import "./page.js";
import { find, findAll, findAs, seek } from "./dom.js";
import { fit, gap } from "./leaf_layout.js";
import { tr } from "./words.js";

/** @typedef {{leaf: HTMLElement, words: string, page: number, pages: number}} Leaf */

const book = find("#pages");
const hold = findAs(HTMLButtonElement, "#hold");
const turnMs = Number(book.dataset.turnMs);
let at = 0;
let isHeld = false;
let turnedMs = Date.now();

/** @type {(standings: HTMLElement) => string} what the columns are, which have no heads here */
const standingsWords = (standings) => {
  const [, , ...columns] = findAll("thead th", standings).map((each) => each.textContent?.trim() ?? "");
  return `${tr("Standings")}: ${columns.join(", ")}`;
};

/** Leaves out the tables that have finished: nobody looks for them any more. */
function leaveOutFinished() {
  const finished = new Set(seek("#finished")?.dataset.tables?.split(" "));
  for (const row of findAll(".leaf-holder .pairs tbody tr")) {
    row.hidden = finished.has(row.querySelector(".no a")?.textContent?.trim() ?? "");
  }
}

/** Everything that can be shown now, in its order. */
function leaves() {
  leaveOutFinished();
  const isOver = seek(".clock")?.dataset.step === "closed";
  const standings = find('[data-topic="standings"]');
  standings.classList.toggle("leaf", Boolean(seek(".rows", standings)));
  standings.classList.add("standings-leaf");
  for (const each of findAll(".by-name, .by-table, .bracket, .places")) each.classList.add("leaf");
  const bracket = seek('[data-topic="bracket"] > h2')?.textContent ?? "";
  const parts = [
    { leaf: seek(".places"), words: tr("Places") },
    { leaf: seek(".join-leaf"), words: tr("Registration") },
    ...findAll(".bracket").map((leaf) => ({ leaf, words: leaf.ariaLabel ?? bracket })),
    isOver ? null : { leaf: seek(".by-name"), words: tr("Tables by name") },
    isOver ? null : { leaf: seek(".by-table"), words: tr("Tables by number") },
    isOver ? { leaf: seek('.leaf[data-topic="standings"]'), words: standingsWords(standings) } : null,
  ];
  /** @type {Leaf[]} */
  const found = [];
  for (const part of parts) {
    if (!part?.leaf) continue;
    const { leaf, words } = part;
    const pages = leaf.matches(".bracket, .join-leaf") ? 1 : fit(leaf);
    for (let page = 0; page < pages; page++) found.push({ leaf, words, page, pages });
  }
  return found;
}

function show() {
  const all = leaves();
  const now = all[at % Math.max(1, all.length)];
  for (const each of findAll(".leaf")) each.classList.toggle("shown", each === now?.leaf);
  for (const each of findAll(".leaf-holder > .empty")) each.classList.toggle("leaf", !now);
  for (const each of findAll(".leaf-holder > .empty")) each.classList.toggle("shown", !now && each.parentElement?.dataset.topic === "pairings");
  if (now) now.leaf.scrollLeft = now.page * (now.leaf.clientWidth + gap(now.leaf));
  const words = now ? tr("{words}, {page} of {pages}", { words: now.words, page: now.page + 1, pages: now.pages }) : "";
  if (find("#page-words").textContent !== words) find("#page-words").textContent = words;
}

/** @param {number} steps */
function turn(steps) {
  const count = Math.max(1, leaves().length);
  const { next } = book.dataset; // of several events in turn, each is shown to its end
  if (next && at + steps >= count) {
    location.href = next;
    return;
  }
  at = (at + steps + count) % count;
  turnedMs = Date.now();
  show();
}

hold.addEventListener("click", () => {
  isHeld = !isHeld;
  hold.setAttribute("aria-pressed", String(isHeld));
  turnedMs = Date.now();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
});
document.addEventListener("topic", show);
addEventListener("resize", show);
setInterval(() => { if (!isHeld && Date.now() - turnedMs >= turnMs) turn(1); }, 500);
document.fonts.ready.then(show);
navigator.wakeLock?.request("screen").catch(() => {}); // a screen that sleeps shows nothing
show();
