// The live feed of one viewer, by the browser's own EventSource, which comes back by itself.

const PATIENCE_BEATS = 2.5;

// hears: {view(view), lights(event), link(isHeard)}; returns how to stop listening.
export function listen(address, beatMs, hears) {
  let source;
  let lastHeard = Date.now();
  let wasHeard = null;
  const heard = (isHeard) => {
    if (isHeard) lastHeard = Date.now();
    if (isHeard === wasHeard) return;
    wasHeard = isHeard;
    hears.link(isHeard);
  };
  const open = () => {
    source = new EventSource(address);
    source.addEventListener("open", () => heard(true));
    source.addEventListener("error", () => heard(false));
    source.addEventListener("beat", () => heard(true));
    source.addEventListener("view", (event) => {
      heard(true);
      hears.view(JSON.parse(event.data));
    });
    source.addEventListener("lights", (event) => {
      heard(true);
      hears.lights(JSON.parse(event.data));
    });
  };
  open();
  const watch = setInterval(() => {
    const isStale = Date.now() - lastHeard > PATIENCE_BEATS * beatMs;
    if (isStale) heard(false);
    // The browser waits for ever on a connection that died without a word, and gives up on an
    // answer that was no feed.
    if ((isStale && source.readyState === EventSource.OPEN) || source.readyState === EventSource.CLOSED) {
      source.close();
      open();
    }
  }, beatMs);
  return () => {
    clearInterval(watch);
    source.close();
  };
}
