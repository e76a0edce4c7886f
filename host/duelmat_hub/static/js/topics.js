// The topics of a page, drawn anew as its feed tells them.

/** @import {BeatMessage, TopicMessage} from "./types.js" */

import { find, findAll } from "./dom.js";
import { listen } from "./feed.js";
import { recall } from "./memory.js";
import { morph } from "./morph.js";
import { hearTime, tick } from "./timers.js";
import { tr } from "./words.js";

/** How often a hub that is silent is asked anew. */
const AGAIN_MS = 6000;

/** @type {(name: string, html: string) => void} */
function redraw(name, html) {
  for (const region of findAll(`[data-topic="${CSS.escape(name)}"]`)) morph(region, html);
  tick();
  document.dispatchEvent(new CustomEvent("topic", { detail: name }));
}

/** Whether the page has asked for topics anew that it does not show yet. */
let isBehind = false;

/** Asks for the whole page again and takes its topics, without losing what is being typed. */
export async function reload() {
  isBehind = true;
  const answer = await fetch(location.href, { headers: { "X-Duelmat-Role": document.body.dataset.role ?? "" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const region of findAll("[data-topic]", page)) redraw(region.dataset.topic ?? "", region.innerHTML);
  if (page.body.dataset.seen) document.body.dataset.seen = page.body.dataset.seen;
  isBehind = false;
}

/** @type {Map<string, {version: number, html: string}>} each topic as it was sent last */
const sent = new Map();

/** @type {(message: TopicMessage) => string | undefined} a topic's whole HTML; undefined: not of the version that this page has */
function whole(message) {
  const { topic, version, kept } = message;
  let html = message.html;
  if (kept) {
    const had = sent.get(topic);
    if (had?.version !== kept.version) return undefined;
    const before = had.html.split("\n");
    const middle = kept.is_empty ? [] : [html];
    html = [...before.slice(0, kept.first), ...middle, ...before.slice(before.length - kept.last)].join("\n");
  }
  sent.set(topic, { version, html });
  return html;
}

/** Follows the feed that the page names, if it names one. */
export function follow() {
  const address = document.body.dataset.feed;
  if (!address) return;
  const patienceMs = Number(document.body.dataset.patienceMs);
  const banner = find("#stale");
  listen(address, {
    patienceMs,
    againMs: Math.min(AGAIN_MS, patienceMs),
    // A browser keeps six connections to one hub: pages that nobody looks at, or listens to, give
    // theirs to others.
    // A stream is watched also where no browser shows it.
    mayRest: () => recall("sound") !== "on" && document.body.dataset.rests !== "never",
    link(isHeard, heardMs) {
      banner.hidden = isHeard;
      document.body.classList.toggle("is-stale", !isHeard);
      if (isHeard) return;
      const since = new Date(heardMs).toLocaleTimeString();
      (banner.querySelector("span") ?? banner).textContent = tr("Out of date: nothing was heard from the hub since {time}. This page goes on by itself when the hub is back.", { time: since });
    },
    events: {
      beat(/** @type {BeatMessage} */ beat) {
        if (beat.now_ms) hearTime(beat.now_ms);
        if (beat.seen !== undefined && !isBehind) document.body.dataset.seen = String(beat.seen);
      },
      topic(/** @type {TopicMessage} */ message) {
        const html = whole(message);
        if (html === undefined) reload();
        else redraw(message.topic, html);
      },
    },
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
