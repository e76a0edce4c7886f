// The live feed of one viewer, by the browser's own EventSource, which comes back by itself.

/** @import {LightsView, OverlayView, PublicView} from "./types.js" */

const PATIENCE_BEATS = 2.5;
const TURNED_AWAY = 403;

/**
 * A page whose session has ended shows nothing any more but why.
 * @param {string} address
 */
async function leaveIfTurnedAway(address) {
  const asking = new AbortController();
  try {
    const answer = await fetch(address, { signal: asking.signal });
    if (answer.status === TURNED_AWAY) location.reload();
  } catch {
    // The table is away: the feed comes back with it.
  } finally {
    asking.abort();
  }
}

/**
 * Returns how to stop listening.
 * @template {PublicView | OverlayView} [View=PublicView]
 * @param {string} address
 * @param {number} beatMs
 * @param {{view(view: View): void, lights(lights: LightsView): void, link(isHeard: boolean): void}} hears
 */
export function listen(address, beatMs, hears) {
  let lastHeard = Date.now();
  /** @type {boolean | null} */
  let wasHeard = null;
  /** @param {boolean} isHeard */
  const heard = (isHeard) => {
    if (isHeard) lastHeard = Date.now();
    if (isHeard === wasHeard) return;
    wasHeard = isHeard;
    hears.link(isHeard);
  };
  const open = () => {
    const feed = new EventSource(address);
    feed.addEventListener("open", () => heard(true));
    feed.addEventListener("error", () => heard(false));
    feed.addEventListener("beat", () => heard(true));
    feed.addEventListener("view", (event) => {
      heard(true);
      hears.view(JSON.parse(event.data));
    });
    feed.addEventListener("lights", (event) => {
      heard(true);
      hears.lights(JSON.parse(event.data));
    });
    return feed;
  };
  let source = open();
  const watch = setInterval(() => {
    const isStale = Date.now() - lastHeard > PATIENCE_BEATS * beatMs;
    if (isStale) heard(false);
    // The browser waits for ever on a connection that died without a word, and gives up on an
    // answer that was no feed.
    if ((isStale && source.readyState === EventSource.OPEN) || source.readyState === EventSource.CLOSED) {
      source.close();
      source = open();
      leaveIfTurnedAway(address);
    }
  }, beatMs);
  return () => {
    clearInterval(watch);
    source.close();
  };
}
