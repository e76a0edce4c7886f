// One short sentence over the page, to this viewer alone.

import { find } from "./dom.js";

const SHOWN_MS = 5000;
let timer = 0;

export function hush() {
  find("#toast").hidden = true;
}

/** @param {string} sentence */
export function say(sentence, kind = "info") {
  const toast = find("#toast");
  toast.textContent = sentence;
  toast.dataset.kind = kind;
  toast.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { toast.hidden = true; }, SHOWN_MS);
}
