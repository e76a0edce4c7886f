// The line to the mat, in counts: asked for every two seconds while its panel is open.

import { el, find, findAs } from "./dom.js";
import { tr } from "./words.js";

/** @import {LineView} from "./types.js" */

const EVERY_MS = 2000;
/** @type {Record<keyof LineView, string>} */
const WORDS = {
  state: tr("State"), firmware: tr("Firmware"), round_trip_ms: tr("Round trip, ms"), sweep_ms: tr("Sweep, ms"),
  sent: tr("Frames sent"), resent: tr("Sent again"), received: tr("Messages received"), bad: tr("Of no use"), stale: tr("Left from an earlier session"), unknown_parts: tr("Of parts that the mat has not"),
  duplicate: tr("Came twice"), missed: tr("Events missed"), sessions: tr("Sessions"), snapshots_asked: tr("Snapshots asked for"),
  board_bad: tr("Bad at the board"), board_resent: tr("Sent again by the board"), faults: tr("Zones with a faulty reader"),
  told: tr("Told by the board"),
};

/** @param {LineView[keyof LineView]} value */
function shown(value) {
  if (Array.isArray(value)) return value.join("\n") || tr("nothing");
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
