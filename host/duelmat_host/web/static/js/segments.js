// A life display: eight seven-segment digits, as the HT16K33 on the mat shows them.

import { svg } from "./dom.js";

//  a
// f b
//  g
// e c
//  d
const BARS = {
  a: "M3 1H13L11 4H5Z", b: "M14 2V12L11.5 10V5.5Z", c: "M14 14V24L11.5 20.5V16Z",
  d: "M3 25H13L11 22H5Z", e: "M2 14V24L4.5 20.5V16Z", f: "M2 2V12L4.5 10V5.5Z", g: "M4 13 6 11.4H10L12 13 10 14.6H6Z",
};
/** @type {Record<string, string>} */
const GLYPHS = {
  0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc", 7: "abc",
  8: "abcdefg", 9: "abcdfg", "-": "g", _: "d", A: "abcefg", B: "cdefg", C: "adef", D: "bcdeg",
  E: "adefg", F: "aefg", H: "bcefg", I: "bc", J: "bcde", L: "def", N: "ceg", O: "cdeg", P: "abefg",
  R: "eg", S: "afgcd", T: "defg", U: "bcdef", V: "bcdef", Y: "bcdfg", " ": "",
};
const PITCH = 16;
const HEIGHT = 26;

/** @type {(place: SVGElement, text: string) => void} */
export function showDigits(place, text) {
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  const { w, h } = place.dataset;
  const scale = Math.min((Number(w) - 8) / (PITCH * text.length), (Number(h) - 7) / HEIGHT);
  const left = (-PITCH * text.length * scale) / 2;
  place.replaceChildren(...[...text].map((letter, i) => {
    const lit = GLYPHS[letter.toUpperCase()] ?? "g";
    return svg("g", { transform: `translate(${left + i * PITCH * scale} ${(-HEIGHT * scale) / 2}) scale(${scale}) skewX(-4)` },
      ...Object.entries(BARS).map(([bar, d]) => svg("path", { d, class: lit.includes(bar) ? "lit" : "dark" })));
  }));
}
