// What a viewer wishes of this page: kept by the browser, or as long as the page where it keeps nothing.

import { findAs } from "./dom.js";
import { recall, remember } from "./memory.js";

/** @typedef {"sounds" | "letters"} Wish what is on until it is switched off */

/** @type {Map<Wish, boolean>} */
const wishes = new Map();

/** @type {(wish: Wish) => boolean} */
export function isWished(wish) {
  const known = wishes.get(wish);
  if (known !== undefined) return known;
  const isOn = recall(wish) !== "off";
  wishes.set(wish, isOn);
  return isOn;
}

/** @type {(wish: Wish, isOn: boolean) => void} */
function setWish(wish, isOn) {
  wishes.set(wish, isOn);
  remember(wish, isOn ? "on" : "off");
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
