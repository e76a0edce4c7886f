// The live feed of a page, by the browser's own EventSource, which comes back by itself.

/** @import {BeatMessage, TopicMessage} from "./types.js" */

import { find, findAll, recall } from "./dom.js";
import { morph } from "./morph.js";
import { hearTime, tick } from "./timers.js";
import { tr } from "./words.js";

const TURNED_AWAY = 403;
const WATCH_MS = 1000;
/** How often a hub that is silent is asked anew. */
const AGAIN_MS = 6000;

/** @type {(name: string, html: string) => void} */
function redraw(name, html) {
  for (const region of findAll(`[data-topic="${CSS.escape(name)}"]`)) morph(region, html);
  tick();
  document.dispatchEvent(new CustomEvent("topic", { detail: name }));
}

/** Asks for the whole page again and takes its topics, without losing what is being typed. */
export async function reload() {
  const answer = await fetch(location.href, { headers: { "X-Duelmat-Role": document.body.dataset.role ?? "" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const region of findAll("[data-topic]", page)) redraw(region.dataset.topic ?? "", region.innerHTML);
  document.body.dataset.seen = page.body.dataset.seen ?? "0";
}

/** @type {(address: string) => Promise<void>} a page whose session has ended shows why, and nothing else */
async function leaveIfTurnedAway(address) {
  const asking = new AbortController();
  try {
    const answer = await fetch(address, { signal: asking.signal });
    if (answer.status === TURNED_AWAY) location.reload();
  } catch {
    // The hub is away: the feed comes back with it.
  } finally {
    asking.abort();
  }
}

/** @type {Map<string, string>} the HTML of each topic as it was sent last */
const sent = new Map();

/** @type {(message: TopicMessage) => string | undefined} a topic's whole HTML; undefined: the part before is missing */
function whole(message) {
  const { topic, kept } = message;
  let html = message.html;
  if (kept) {
    const before = sent.get(topic)?.split("\n");
    if (!before) return undefined;
    const middle = kept.is_empty ? [] : [html];
    html = [...before.slice(0, kept.first), ...middle, ...before.slice(before.length - kept.last)].join("\n");
  }
  sent.set(topic, html);
  return html;
}

/** Follows the feed that the page names, if it names one. */
export function follow() {
  const address = document.body.dataset.feed;
  if (!address) return;
  const patienceMs = Number(document.body.dataset.patienceMs);
  const banner = find("#stale");
  let heardMs = Date.now();
  let openedMs = heardMs;

  const heard = () => {
    heardMs = Date.now();
    banner.hidden = true;
  };
  const open = () => {
    openedMs = Date.now();
    const feed = new EventSource(address);
    feed.addEventListener("beat", (event) => {
      heard();
      /** @type {BeatMessage} */
      const beat = JSON.parse(event.data);
      if (beat.now_ms) hearTime(beat.now_ms);
    });
    feed.addEventListener("topic", (event) => {
      heard();
      /** @type {TopicMessage} */
      const message = JSON.parse(event.data);
      const seen = event.lastEventId.split(".")[1];
      if (seen) document.body.dataset.seen = seen;
      const html = whole(message);
      if (html === undefined) reload();
      else redraw(message.topic, html);
    });
    return feed;
  };
  let source = open();
  let isResting = false;
  // A browser keeps six connections to one hub: pages that nobody looks at, or listens to, give
  // theirs to others.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && recall("sound") !== "on") {
      isResting = true;
      source.close();
    } else if (isResting) {
      isResting = false;
      heardMs = Date.now();
      source = open();
    }
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  setInterval(() => {
    if (isResting) return;
    const isStale = Date.now() - heardMs > patienceMs;
    if (isStale && banner.hidden) {
      const since = new Date(heardMs).toLocaleTimeString();
      banner.textContent = tr("Out of date: nothing was heard from the hub since {time}. This page goes on by itself when the hub is back.", { time: since });
      banner.hidden = false;
    }
    // The browser waits for ever on a connection that died without a word, and gives up on an
    // answer that was no feed.
    const isDead = source.readyState === EventSource.CLOSED || (isStale && source.readyState === EventSource.OPEN);
    if (isDead && Date.now() - openedMs > Math.min(AGAIN_MS, patienceMs)) {
      source.close();
      source = open();
      leaveIfTurnedAway(address);
    }
  }, WATCH_MS);
}
