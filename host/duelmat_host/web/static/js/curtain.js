// One screen, two players: a seat's cards are fetched when its player lifts the curtain, and leave
// the page before the other player comes to it.

import { find } from "./dom.js";

// Calls lifted() when the player is there; at once where every seat has a screen of its own.
export function behindCurtain(lifted) {
  const curtain = find("#curtain");
  if (!curtain) { lifted(); return; }
  const lift = () => {
    curtain.remove();
    find("#floor").hidden = false;
    removeEventListener("keydown", onKey);
    lifted();
  };
  const onKey = (event) => {
    if (event.key === "Enter") { event.preventDefault(); lift(); }
  };
  find("#lift").addEventListener("click", lift);
  addEventListener("keydown", onKey);
  find("#lift").disabled = false;
  find("#lift").focus();
}

// Everything private leaves the page, then the page leaves.
export function handOver(address) {
  clearAway();
  location.replace(address);
}

export function clearAway() {
  document.body.replaceChildren();
}
