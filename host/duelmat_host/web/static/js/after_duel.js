// A duel that has just ended, in figures, beside its result: turns, life, refused plays, times.

import { el, seek } from "./dom.js";

const style = el("link", { rel: "stylesheet", href: "/static/css/summary.css" });
const isStyled = new Promise((done) => { style.onload = style.onerror = done; });
document.head.append(style);

/**
 * Puts the summary where the result stands, as long as it does.
 * @param {HTMLElement} outcome
 * @param {string} page the address of the duel
 */
export async function showAfterDuel(outcome, page) {
  const result = outcome.firstChild;
  const text = await fetch(`${page}/summary`).then((answer) => (answer.ok ? answer.text() : ""), () => "");
  await isStyled; // or its links would move under a finger
  if (!text || !result?.isConnected) return;
  // Our own server's, and every text in it is escaped there.
  const part = new DOMParser().parseFromString(text, "text/html").body;
  const place = el("div", { class: "after-duel", "aria-live": "off" }, ...part.childNodes);
  const again = seek(".again", outcome);
  if (again) again.before(place);
  else outcome.append(place);
}
