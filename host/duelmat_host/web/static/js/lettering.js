// Names as large as their place on a card allows, in at most two lines.

import { svg } from "./dom.js";

const LINE = 1.08; // of the letters' height
const NARROW = .84; // letters may be so much narrower before they get smaller
const WHOLE = .72; // a word is broken where it would be smaller than this share of the largest

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/; // letters of words that no blanks part
const CLINGS = /[ー・、。！？）」ッャュョァィゥェォン]/; // what never begins a line

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

/** @type {(letter: string) => string} */
const script = (letter) => (/[\u3040-\u309f]/.test(letter) ? "hiragana" : /[\u30a0-\u30ff]/.test(letter) ? "katakana" : "other");

/**
 * A name without blanks in two parts: behind a dot if there is one, else near its middle, and
 * rather where another script begins that is not an ending of the word before.
 * @type {(text: string) => string[][]}
 */
function parts(text) {
  const letters = [...text];
  const cuts = [...letters.keys()].filter((at) => at > 0 && !CLINGS.test(letters[at]));
  const dots = cuts.filter((at) => letters[at - 1] === "・");
  /** @type {(at: number) => boolean} */
  const isNewWord = (at) => script(letters[at]) !== "hiragana" && script(letters[at]) !== script(letters[at - 1]);
  /** @type {(at: number) => number} */
  const badness = (at) => Math.abs(at - letters.length / 2) + (isNewWord(at) ? 0 : 2);
  cuts.sort((one, other) => badness(one) - badness(other));
  return (dots.length ? dots : cuts.slice(0, 1)).map((at) => [letters.slice(0, at).join(""), letters.slice(at).join("")]);
}

/**
 * Where a text may go on in a second line.
 * @type {(text: string) => string[][]}
 */
function splits(text) {
  const words = text.split(" ");
  const found = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  return found.length || !UNSPACED.test(text) ? found : parts(text);
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
  if (!text.includes(" ") && !UNSPACED.test(text) && size(lines) < largest * WHOLE) lines = best([lines, halves(text)]);
  const letters = Math.floor(size(lines) * 20) / 20;
  return lines.map((line, i) => svg("text", {
    class: kind, x: 0, y: y + (i - (lines.length - 1) / 2) * letters * LINE + letters * .33, "font-size": letters,
    ...(breadth(line) * letters > width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {}),
  }, line));
}
