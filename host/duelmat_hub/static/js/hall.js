// The hall's screen: what people look for turns over by itself, page by page.

import "./page.js";
import { find, findAll, findAs, seek } from "./dom.js";
import { tr } from "./words.js";

/** @typedef {{leaf: HTMLElement, words: string, page: number, pages: number}} Leaf */

const book = find("#pages");
const hold = findAs(HTMLButtonElement, "#hold");
const turnMs = Number(book.dataset.turnMs);
let at = 0;
let isHeld = false;
let turnedMs = Date.now();

/** @type {(leaf: HTMLElement) => number} between its columns */
const gap = (leaf) => Number.parseFloat(getComputedStyle(leaf).columnGap) || 0;

const SIZES = ["largest", "large", "wide", "usual"];
/** More pages of the usual size than these, and the type becomes smaller. */
const MANY_PAGES = 3;

/** @type {(leaf: HTMLElement) => number} */
const pagesOf = (leaf) => Math.max(1, Math.ceil((leaf.scrollWidth + gap(leaf)) / (leaf.clientWidth + gap(leaf)) - 0.05));

/** @type {(leaf: HTMLElement) => number} the pages of a part, in the largest type that needs but one */
function fit(leaf) {
  if (leaf.classList.contains("bracket")) return 1;
  for (const size of SIZES) {
    leaf.dataset.size = size;
    if (pagesOf(leaf) === 1) return 1;
  }
  if (pagesOf(leaf) > MANY_PAGES) leaf.dataset.size = "small";
  return pagesOf(leaf);
}

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
  const brackets = findAll(".bracket").length;
  const parts = [
    { leaf: seek(".places"), words: tr("Places") },
    { leaf: seek(".join-leaf"), words: tr("Registration") },
    ...findAll(".bracket").map((leaf) => ({ leaf, words: brackets > 1 ? leaf.ariaLabel ?? "" : tr("The cut") })),
    isOver ? null : { leaf: seek(".by-name"), words: tr("Tables by name") },
    isOver ? null : { leaf: seek(".by-table"), words: tr("Tables by number") },
    isOver ? { leaf: seek('.leaf[data-topic="standings"]'), words: standingsWords(standings) } : null,
  ];
  /** @type {Leaf[]} */
  const found = [];
  for (const part of parts) {
    if (!part?.leaf) continue;
    const { leaf, words } = part;
    const pages = fit(leaf);
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
