// What has just been asked or refused comes into sight.

import { redraw, seek } from "./dom.js";

/** @import {MessageView, SeatView} from "./types.js" */

/** @type {(place: string) => (news: unknown) => void} */
const watched = (place) => redraw((news) => {
  const shown = news ? seek(place) : null;
  const port = shown && [shown.closest(".now"), shown.closest(".side")].find((each) => each && getComputedStyle(each).overflowY === "auto");
  const isWhole = shown && shown.offsetHeight <= (port?.clientHeight ?? innerHeight);
  shown?.scrollIntoView({ block: isWhole ? "nearest" : "start" });
});

/** @type {(message: MessageView | null) => string} */
const refusal = (message) => (message?.kind === "refusal" ? message.text : "");

/** Follows the views of a seat, once they are drawn: what is new is scrolled to. */
export function newsInSight() {
  const question = watched("#prompts .prompt");
  const [refused, refusedAlone, otherTurn] = ["#message", "#private", "#other-turn"].map(watched);
  return (/** @type {SeatView} */ { prompts, message, private: alone, seat, turn_seat: whose, other_turn: other }) => {
    if (document.body.classList.contains("holding-card")) return; // no zone moves away under a card
    if (whose === seat) otherTurn(other?.turn); // as the own turn begins
    question(prompts.find((prompt) => !prompt.menu)?.id);
    refused(refusal(message));
    refusedAlone(refusal(alone));
  };
}
