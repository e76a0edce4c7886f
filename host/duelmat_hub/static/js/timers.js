// Times: the hub sends moments, this browser counts, by the hub's clock and not its own.

import { find, findAll } from "./dom.js";
import { tr, trCount } from "./words.js";

const TICK_MS = 250;
const OFF_MS = 250;
/** An announcement stands out for so long. */
const OLD_NEWS_MS = 15 * 60_000;
/** Said aloud when so many seconds are left. */
const SAID_S = [600, 300, 60, 0];
/** How long this computer's clock is behind the hub's. */
let behindMs = 0;
/** @type {Map<string, number>} the seconds that were left when an end was last looked at */
const seen = new Map();

export const hubNow = () => Date.now() + behindMs;

/** @param {number} nowMs the hub's clock, a moment ago */
export function hearTime(nowMs) {
  const off = nowMs - Date.now();
  if (Math.abs(off - behindMs) > OFF_MS) behindMs = off;
}

/** @type {(seconds: number) => string} */
function clock(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 100) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** @type {(element: HTMLElement, text: string) => void} */
function show(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @type {(element: HTMLElement, leftS: number) => void} */
function announce(element, leftS) {
  if (!element.checkVisibility()) return;
  const key = `${element.dataset.announce} ${element.dataset.endsMs}`;
  const before = seen.get(key);
  seen.set(key, leftS);
  const passed = before === undefined ? undefined : SAID_S.find((at) => leftS <= at && before > at);
  if (passed === undefined) return;
  const minutes = passed / 60;
  const left = trCount("1 minute left", "{count} minutes left", minutes);
  find("#said").textContent = `${element.dataset.announce}: ${passed ? left : tr("time is up")}.`;
  if (!passed) document.dispatchEvent(new Event("time-up"));
}

/** Brings every time on the page up to now. */
export function tick() {
  const now = hubNow();
  for (const element of findAll("[data-ends-ms]")) {
    const leftS = Math.max(0, Math.ceil((Number(element.dataset.endsMs) - now) / 1000));
    show(element, clock(leftS));
    if (leftS) delete element.dataset.is;
    else element.dataset.is = "over";
    if (element.dataset.announce) announce(element, leftS);
  }
  for (const element of findAll("[data-since-ms]")) {
    show(element, clock(Math.max(0, Math.floor((now - Number(element.dataset.sinceMs)) / 1000))));
  }
  for (const element of findAll("button[data-from-ms]")) {
    const waitS = Math.ceil((Number(element.dataset.fromMs) - now) / 1000);
    if (element instanceof HTMLButtonElement) element.disabled = waitS > 0;
    if (waitS > 0) element.dataset.left = tr("in {time}", { time: clock(waitS) });
    else delete element.dataset.left;
  }
  for (const element of findAll(".news")) {
    const newest = Number(element.querySelector("time")?.dataset.atMs);
    if (now - newest > OLD_NEWS_MS) element.dataset.is = "old";
    else delete element.dataset.is;
  }
  for (const element of findAll("time[data-at-ms]")) {
    const at = new Date(Number(element.dataset.atMs));
    const isDay = "day" in element.dataset;
    show(element, isDay ? at.toLocaleDateString() : at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
  }
}

export function countTimes() {
  const [opened] = performance.getEntriesByType("navigation");
  const answered = opened instanceof PerformanceNavigationTiming ? opened.responseStart : performance.now();
  behindMs = Number(document.body.dataset.nowMs) - (performance.timeOrigin + answered);
  tick();
  setInterval(tick, TICK_MS);
}
