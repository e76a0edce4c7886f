// A card that has moved is drawn on its way for a moment; nothing waits for that.

import { wantsStillness } from "./dom.js";

const MOVE_MS = 250; // longer, the next play would be drawn before it is over

/** @type {(element: Element, dx: number, dy: number) => void} dx and dy: from where it stands to where it comes from */
export function slide(element, dx, dy) {
  if (wantsStillness()) return;
  element.animate({ translate: [`${dx}px ${dy}px`, "0px 0px"] }, { duration: MOVE_MS, easing: "ease-out" });
}

/** @type {(element: Element, origin: Element) => void} */
export function slideFrom(element, origin) {
  const [from, to] = [origin.getBoundingClientRect(), element.getBoundingClientRect()];
  slide(element, from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2);
}
