// The live feed of a page, by the browser's own EventSource, which comes back by itself.

const WATCH_MS = 1000;
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
    // The server is away: the feed comes back with it.
  } finally {
    asking.abort();
  }
}

/**
 * @typedef {object} Hearing
 * @property {number} patienceMs a feed that is silent for so long is out of date
 * @property {number} againMs how often a server that is silent is asked anew
 * @property {boolean} [isHasty] whether a connection that ends counts at once, and not when patience does
 * @property {() => boolean} [mayRest] whether a page that nobody looks at gives its connection to others
 * @property {Record<string, (data: any) => void>} events what is done with each
 * @property {(isHeard: boolean, heardMs: number) => void} link called when the feed is lost, and found again
 */

/**
 * Follows a feed; returns how to stop.
 * @param {string} address
 * @param {Hearing} hearing
 */
export function listen(address, { patienceMs, againMs, isHasty = false, mayRest = () => false, events, link }) {
  let heardMs = Date.now();
  let openedMs = heardMs;
  let isResting = false;
  /** @type {boolean | null} */
  let wasHeard = null;
  /** @param {boolean} isHeard */
  const heard = (isHeard) => {
    if (isHeard) heardMs = Date.now();
    if (isHeard === wasHeard) return;
    wasHeard = isHeard;
    link(isHeard, heardMs);
  };
  const open = () => {
    openedMs = Date.now();
    const feed = new EventSource(address);
    if (isHasty) {
      feed.addEventListener("open", () => heard(true));
      feed.addEventListener("error", () => heard(false));
    }
    feed.addEventListener("beat", () => heard(true));
    for (const [name, hear] of Object.entries(events)) {
      feed.addEventListener(name, (event) => {
        heard(true);
        hear(JSON.parse(event.data));
      });
    }
    return feed;
  };
  let source = open();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && mayRest()) {
      isResting = true;
      source.close();
    } else if (isResting) {
      isResting = false;
      heardMs = Date.now();
      source = open();
    }
  });
  const watch = setInterval(() => {
    if (isResting) return;
    const isStale = Date.now() - heardMs > patienceMs;
    if (isStale) heard(false);
    // The browser waits for ever on a connection that died without a word, and gives up on an
    // answer that was no feed.
    const isDead = source.readyState === EventSource.CLOSED || (isStale && source.readyState === EventSource.OPEN);
    if (isDead && Date.now() - openedMs >= againMs) {
      source.close();
      source = open();
      leaveIfTurnedAway(address);
    }
  }, Math.min(WATCH_MS, againMs));
  return () => {
    clearInterval(watch);
    source.close();
  };
}
