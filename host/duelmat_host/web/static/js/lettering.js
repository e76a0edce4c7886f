// Names as large as their place on a card allows, in at most two lines.

import { svg } from "./dom.js";

const LINE = 1.08; // of the letters' height
const NARROW = .84; // letters may be so much narrower before they get smaller
const WHOLE = .72; // a word is broken where it would be smaller than this share of the largest

const pen = new OffscreenCanvas(1, 1).getContext("2d");

/**
 * How wide a text of a card is where its letters are one unit high.
 * @type {(text: string) => number}
 */
export function breadth(text) {
  if (!pen) return text.length * .6;
  pen.font = `600 100px ${getComputedStyle(document.documentElement).getPropertyValue("--serif")}`;
  return pen.measureText(text).width / 100;
}

/**
 * A word in two parts, the first with a hyphen: near its middle, after a vowel if there is one.
 * @type {(word: string) => string[]}
 */
function halves(word) {
  const middle = Math.ceil(word.length / 2);
  const after = [0, 1, -1, 2, -2].find((by) => /[aeiouy][^aeiouy]/i.test(word.slice(middle + by - 1, middle + by + 1))) ?? 0;
  return [`${word.slice(0, middle + after)}-`, word.slice(middle + after)];
}

/**
 * Where a text may go on in a second line.
 * @type {(text: string) => string[][]}
 */
function splits(text) {
  const words = text.split(" ");
  return words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
}

/**
 * @type {(text: string, kind: string, width: number, height: number, largest: number, y?: number) => SVGElement[]}
 */
export function named(text, kind, width, height, largest, y = 0) {
  /** @param {string[]} lines */
  const size = (lines) => Math.min(largest, height / (lines.length * LINE), width / (NARROW * Math.max(...lines.map(breadth))));
  /** @type {(found: string[][]) => string[]} */
  const best = (found) => found.reduce((one, other) => (size(other) > size(one) + .01 ? other : one));
  let lines = best([[text], ...splits(text)]);
  if (!text.includes(" ") && size(lines) < largest * WHOLE) lines = best([lines, halves(text)]);
  const letters = Math.floor(size(lines) * 20) / 20;
  return lines.map((line, i) => svg("text", {
    class: kind, x: 0, y: y + (i - (lines.length - 1) / 2) * letters * LINE + letters * .33, "font-size": letters,
    ...(breadth(line) * letters > width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {}),
  }, line));
}
