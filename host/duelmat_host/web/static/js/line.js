// The line to the mat, in counts: asked for every two seconds while its panel is open.

import { el, find, findAs } from "./dom.js";

/** @import {LineView} from "./types.js" */

const EVERY_MS = 2000;
/** @type {Record<keyof LineView, string>} */
const WORDS = {
  state: "State", firmware: "Firmware", round_trip_ms: "Round trip, ms", sweep_ms: "Sweep, ms",
  sent: "Frames sent", resent: "Sent again", received: "Messages received", bad: "Of no use", unknown_parts: "Of parts that the mat has not",
  duplicate: "Came twice", missed: "Events missed", sessions: "Sessions", snapshots_asked: "Snapshots asked for",
  board_bad: "Bad at the board", board_resent: "Sent again by the board", faults: "Zones with a faulty reader",
  told: "Told by the board",
};

/** @param {LineView[keyof LineView]} value */
function shown(value) {
  if (Array.isArray(value)) return value.join("\n") || "nothing";
  return String(value ?? "–");
}

/** @param {string} base the judge's address */
export function showLine(base) {
  const panel = findAs(HTMLDetailsElement, "#line");
  const counts = find("dl", panel);
  let timer = 0;

  async function draw() {
    try {
      const answer = await fetch(`${base}/line`);
      if (!answer.ok) return;
      /** @type {LineView} */
      const told = await answer.json();
      const names = /** @type {(keyof LineView)[]} */ (Object.keys(WORDS));
      counts.replaceChildren(...names.flatMap((name) => [
        el("dt", {}, WORDS[name]), el("dd", { "data-line": name }, shown(told[name])),
      ]));
    } catch {
      // The foot of the page says that the table is away.
    }
  }

  panel.addEventListener("toggle", () => {
    clearInterval(timer);
    if (!panel.open) return;
    draw();
    timer = setInterval(draw, EVERY_MS);
  });
}
