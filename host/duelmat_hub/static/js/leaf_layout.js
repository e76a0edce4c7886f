// How a part of the hall's screen is laid out: the largest type in which no name is cut. On an
// upright phone, where no type is small enough, names have several lines.

import { findAll, findAllAs } from "./dom.js";

/** @typedef {{type: number, columns: number, pages: number, isCut: boolean, isWrapped?: boolean}} Layout */

/** Sizes of type, in those of the page. */
const TYPES = [1.55, 1.25, 1, 0.84, 0.7];
/** The smallest that is well read from afar: smaller only so that no name is cut. */
const USUAL_TYPE = 1;
const SMALL_TYPE = 0.84;
/** More pages than these take too long to turn. */
const MANY_PAGES = 3;
/** The width that a name may ask for, in em: 24 Japanese characters. A longer one is cut. */
const LONGEST_NAME_EM = 26;
/** The least width of a link that is touched. */
const LEAST_PX = 24;
/** The narrowest windows with two columns and with three, in CSS pixels. */
const TWO_COLUMNS_PX = 901;
const THREE_COLUMNS_PX = 1501;

/** @type {WeakMap<HTMLElement, {key: string, cells: string, layout: Layout}>} */
const known = new WeakMap();

/** @type {(element: Element) => number} */
const fontPx = (element) => Number.parseFloat(getComputedStyle(element).fontSize);

/** @type {(leaf: HTMLElement) => number} between its columns */
export const gap = (leaf) => Number.parseFloat(getComputedStyle(leaf).columnGap) || 0;

/** @type {(leaf: HTMLElement) => number} */
const pagesOf = (leaf) => Math.max(1, Math.ceil((leaf.scrollWidth + gap(leaf)) / (leaf.clientWidth + gap(leaf)) - 0.05));

/** @type {(leaf: HTMLElement) => HTMLTableRowElement[]} its rows with a cell in every column */
const rowsOf = (leaf) => findAllAs(HTMLTableRowElement, ".rows tbody tr:not([hidden], :has([colspan]))", leaf);

/** @type {(cell: Element) => number} the width of its widest line of text, in CSS pixels */
function textWidth(cell) {
  const range = document.createRange();
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  let widest = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement?.closest(".mark, .points")) continue;
    range.selectNodeContents(text);
    widest = Math.max(widest, range.getBoundingClientRect().width);
  }
  return widest;
}

/** @type {(cell: Element) => boolean} */
const isName = (cell) => !cell.classList.contains("no");

/** @type {(leaf: HTMLElement) => number[]} the widths that its columns need, in em */
function widthsOf(leaf) {
  leaf.toggleAttribute("data-measured", true);
  /** @type {number[]} */
  const widths = [];
  for (const row of rowsOf(leaf)) {
    [...row.cells].forEach((cell, at) => {
      const width = textWidth(cell) / fontPx(row) + 0.1;
      widths[at] = Math.max(widths[at] ?? 0, isName(cell) ? Math.min(width, LONGEST_NAME_EM) : width);
    });
  }
  leaf.toggleAttribute("data-measured", false);
  return widths;
}

/** @type {(leaf: HTMLElement, widths: number[]) => boolean} whether a name has less room than it needs */
function isCut(leaf, widths) {
  const [row] = rowsOf(leaf);
  return Boolean(row) && [...row.cells].some((cell, at) => isName(cell) && cell.clientWidth / fontPx(row) < widths[at] - 0.05);
}

/** @type {(leaf: HTMLElement, layout: {type: number, columns: number, isWrapped?: boolean}, cells: string) => void} */
function lay(leaf, { type, columns, isWrapped = false }, cells) {
  leaf.toggleAttribute("data-wrapped", isWrapped);
  leaf.style.setProperty("--type", String(type));
  leaf.style.setProperty("--columns", String(columns));
  leaf.style.setProperty("--cells", cells);
}

/** @type {(tried: Layout[]) => Layout} */
function best(tried) {
  const whole = tried.filter((each) => !each.isCut);
  const few = whole.filter((each) => each.pages <= MANY_PAGES);
  const usual = few.filter((each) => each.type >= USUAL_TYPE);
  const least = Math.min(...tried.filter((each) => each.type >= SMALL_TYPE).map((each) => each.pages));
  const patient = whole.filter((each) => each.pages <= 2 * least);
  const small = tried.filter((each) => each.type === SMALL_TYPE);
  const chosen = [usual, few, patient, small].find((each) => each.length) ?? tried;
  return chosen.reduce((one, other) => (other.pages < one.pages ? other : one));
}

/** @type {(leaf: HTMLElement, cells: string, widths: number[]) => Layout} */
function chosenLayout(leaf, cells, widths) {
  const most = innerWidth < TWO_COLUMNS_PX || leaf.classList.contains("places") ? 1 : innerWidth < THREE_COLUMNS_PX ? 2 : 3;
  const tried = [];
  for (const type of TYPES) {
    for (let columns = type > USUAL_TYPE ? Math.min(most, 2) : most; columns > 0; columns--) {
      lay(leaf, { type, columns }, cells);
      tried.push({ type, columns, pages: pagesOf(leaf), isCut: isCut(leaf, widths) });
    }
  }
  const found = best(tried);
  const isPhone = innerWidth < TWO_COLUMNS_PX && innerWidth < innerHeight; // which is held near, and upright
  if (!found.isCut || !isPhone) return found;
  const wrapped = { type: USUAL_TYPE, columns: 1, isCut: false, isWrapped: true };
  lay(leaf, wrapped, cells);
  return { ...wrapped, pages: pagesOf(leaf) };
}

/** @type {(leaf: HTMLElement) => number} the pages of a part, which is laid out anew where it has changed */
export function fit(leaf) {
  const key = [innerWidth, leaf.clientWidth, leaf.clientHeight, findAll("tr[hidden]", leaf).length, leaf.textContent].join(" ");
  let found = known.get(leaf);
  if (found?.key !== key) {
    const widths = widthsOf(leaf);
    const [row] = rowsOf(leaf);
    const cells = widths.map((each, at) => (isName(row.cells[at]) ? `minmax(0, ${each}fr)` : `max(${LEAST_PX}px, ${each}em)`)).join(" ");
    found = { key, cells, layout: chosenLayout(leaf, cells, widths) };
    known.set(leaf, found);
  }
  lay(leaf, found.layout, found.cells);
  return found.layout.pages;
}
