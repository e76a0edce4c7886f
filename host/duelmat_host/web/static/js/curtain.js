// One screen, two players: a seat's cards are fetched when its player lifts the curtain, and leave
// the page before the other player comes to it.

import { find, findAs, seek } from "./dom.js";

/**
 * Calls lifted() when the player is there; at once where every seat has a screen of its own.
 * @param {() => void} lifted
 */
export function behindCurtain(lifted) {
  const curtain = seek("#curtain");
  if (!curtain) { lifted(); return; }
  const button = findAs(HTMLButtonElement, "#lift");
  const lift = () => {
    curtain.remove();
    find("#floor").hidden = false;
    removeEventListener("keydown", onKey);
    lifted();
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === "Enter") { event.preventDefault(); lift(); }
  };
  button.addEventListener("click", lift);
  addEventListener("keydown", onKey);
  button.disabled = false;
  button.focus();
}

/**
 * Everything private leaves the page, then the page leaves.
 * @param {string} address
 */
export function handOver(address) {
  clearAway();
  location.replace(address);
}

export function clearAway() {
  document.body.replaceChildren();
}
