// What a viewer wishes of this page: kept by the browser, or as long as the page where it keeps nothing.

import { findAs } from "./dom.js";

/** @typedef {"sounds" | "letters"} Wish what is on until it is switched off */

/** @type {Map<Wish, boolean>} */
const wishes = new Map();

/** @type {(wish: Wish) => boolean} */
export function isWished(wish) {
  const known = wishes.get(wish);
  if (known !== undefined) return known;
  let kept = null;
  try {
    kept = localStorage.getItem(`duelmat-${wish}`);
  } catch {
    // This browser keeps nothing.
  }
  wishes.set(wish, kept !== "off");
  return kept !== "off";
}

/** @type {(wish: Wish, isOn: boolean) => void} */
function setWish(wish, isOn) {
  wishes.set(wish, isOn);
  try {
    localStorage.setItem(`duelmat-${wish}`, isOn ? "on" : "off");
  } catch {
    // It holds until the page is left.
  }
}

/**
 * Lets a box switch a wish, and says at once how it stands.
 * @type {(wish: Wish, stands: (isOn: boolean) => void) => void}
 */
export function offer(wish, stands) {
  const box = findAs(HTMLInputElement, `#wish-${wish}`);
  box.checked = isWished(wish);
  stands(box.checked);
  box.addEventListener("change", () => { setWish(wish, box.checked); stands(box.checked); });
}
