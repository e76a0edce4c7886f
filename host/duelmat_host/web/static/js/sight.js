// What has just been asked or refused comes into sight, above the hand.

import { redraw, seek } from "./dom.js";

/** @import {MessageView, SeatView} from "./types.js" */

/**
 * The page's end is scrolled to above the hand, which lies over it on a phone.
 * @param {HTMLElement} hand
 */
export function keepClearOf(hand) {
  new ResizeObserver(() =>
    document.documentElement.style.setProperty("--dock", `${hand.offsetHeight}px`)).observe(hand);
}

/** @type {(place: string) => (news: unknown) => void} */
const watched = (place) => redraw((news) => { if (news) seek(place)?.scrollIntoView({ block: "nearest" }); });

/** @type {(message: MessageView | null) => string} */
const refusal = (message) => (message?.kind === "refusal" ? message.text : "");

/** Follows the views of a seat, once they are drawn: what is new is scrolled to. */
export function newsInSight() {
  const question = watched("#prompts .prompt");
  const [refused, refusedAlone] = ["#message", "#private"].map(watched);
  return (/** @type {SeatView} */ { prompts, message, private: alone }) => {
    if (document.body.classList.contains("holding-card")) return; // no zone moves away under a card
    question(prompts.find((prompt) => !prompt.menu)?.id);
    refused(refusal(message));
    refusedAlone(refusal(alone));
  };
}
