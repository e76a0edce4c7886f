// The overlay of a stream: names, life, phase, the last card, the Chain; STALE when nothing is heard.

import { cardPicture } from "./cards.js";
import { el, fact, find, redraw, seek, wantsStillness } from "./dom.js";
import { readFaces } from "./faces.js";
import { follow } from "./stream.js";
import { tr } from "./words.js";

/** @import {CardView, OverlayLinkView, OverlayView} from "./types.js" */

const COUNT_MS = 900; // the time in which a life runs to its new value
const CHANGE_MS = 2600; // how long the change is shown
const SAID_FROM_S = 5; // a shorter silence is not counted aloud

/** @type {Map<string, number>} */
const lives = new Map();
let lostAt = performance.now();
let isHeard = false;
let link = "up";

/** @param {OverlayView} view */
function show(view) {
  for (const [letter, name] of Object.entries(view.names)) {
    const who = seek(`[data-who="${letter}"]`);
    if (!who) continue;
    const said = find(".name", who);
    if (said.textContent !== name) said.textContent = name;
    who.classList.toggle("in-turn", view.turn > 0 && view.turn_seat === letter && !view.outcome);
    who.classList.toggle("winner", view.outcome?.winner === letter);
    const wins = find(".wins", who);
    const isMatch = view.score.duels > 1 || view.number > 1;
    wins.hidden = !isMatch;
    wins.textContent = isMatch ? String(view.score.wins[letter] ?? 0) : "";
    const place = seek(".life", who);
    if (place) showLife(letter, view.life[letter], place);
  }
  const phase = seek("#phase");
  if (phase) phase.textContent = view.turn ? tr("Turn {turn} · {phase}", { turn: view.turn, phase: view.phase }) : view.ruleset;
  const called = find("#called");
  called.hidden = !view.judge;
  called.textContent = view.judge?.text ?? "";
  const result = find("#result");
  result.hidden = !view.outcome;
  result.textContent = view.outcome?.text ?? "";
  drawCard([view.card, view.card_deed, view.card_seat]);
  drawChain([view.chain, view.names]);
  link = view.link;
  showStale();
}

/** @type {(letter: string, life: number, place: HTMLElement) => void} */
function showLife(letter, life, place) {
  const before = lives.get(letter);
  if (before === life) return;
  lives.set(letter, life);
  const number = find("b", place);
  if (before === undefined || wantsStillness()) {
    number.textContent = String(life);
  } else {
    const began = performance.now();
    /** @param {number} now */
    const count = (now) => {
      if (lives.get(letter) !== life) return; // it has changed again
      const part = Math.min(1, Math.max(0, now - began) / COUNT_MS);
      number.textContent = String(Math.round(before + (life - before) * (1 - (1 - part) ** 3)));
      if (part < 1) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    setTimeout(() => { if (lives.get(letter) === life) number.textContent = String(life); }, COUNT_MS + 200);
  }
  if (before === undefined) return;
  const change = find(".change", place);
  change.textContent = life < before ? `▼ ${before - life}` : `▲ ${life - before}`;
  change.dataset.trend = life < before ? "down" : "up";
  change.classList.remove("shown");
  void change.offsetWidth; // the animation begins anew
  change.classList.add("shown");
  setTimeout(() => { if (lives.get(letter) === life) change.classList.remove("shown"); }, CHANGE_MS);
}

const drawCard = redraw((/** @type {[CardView | null, string, string]} */ [card, deed, seat]) => {
  const place = seek("#card");
  if (!place) return;
  place.hidden = !card;
  if (!card) return;
  place.className = `last-card seat-${seat}`;
  find(".picture", place).replaceChildren(cardPicture(card));
  find("figcaption", place).textContent = deed;
});

const drawChain = redraw((/** @type {[OverlayLinkView[], Record<string, string>]} */ [links, names]) => {
  const place = seek("#chain");
  if (!place) return;
  place.hidden = !links.length;
  find("ol", place).replaceChildren(...links.map(({ seat, card }, i) => el("li", {
    class: `seat-${seat}${i === links.length - 1 ? " next" : ""}`, value: i + 1,
  }, el("i", { "aria-hidden": "true" }, String(i + 1)), el("b", {}, card?.name ?? tr("a card nobody has seen")), el("span", {}, names[seat] ?? ""))).reverse());
});

/** What is shown may be old: nobody at the streaming program can look at the table instead. */
function showStale() {
  const place = find("#stale");
  const seconds = Math.round((performance.now() - lostAt) / 1000);
  const why = !isHeard ? seconds >= SAID_FROM_S ? tr("the table does not answer for {seconds} s", { seconds }) : tr("the table does not answer")
    : link === "down" || link === "wrong" ? tr("the mat does not answer") : "";
  place.hidden = !why;
  document.body.classList.toggle("is-stale", Boolean(why));
  const words = find("span", place);
  if (words.textContent !== why) words.textContent = why;
}

await readFaces();
follow(fact("feed"), Number(fact("beat")), {
  view: show,
  lights() {},
  link(isUp) {
    isHeard = isUp;
    if (!isUp) lostAt = performance.now();
    showStale();
  },
});
setInterval(showStale, 1000);
