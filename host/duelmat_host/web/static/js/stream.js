// The live feed of one viewer, by the browser's own EventSource, which comes back by itself.

const PATIENCE_BEATS = 2.5;

// hears: {view(view), lights(event), link(isHeard)}
export function listen(address, beatMs, hears) {
  const source = new EventSource(address);
  let lastHeard = Date.now();
  let wasHeard = null;
  const heard = (isHeard) => {
    if (isHeard) lastHeard = Date.now();
    if (isHeard === wasHeard) return;
    wasHeard = isHeard;
    hears.link(isHeard);
  };
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
  const watch = setInterval(() => {
    if (Date.now() - lastHeard > PATIENCE_BEATS * beatMs) heard(false);
  }, beatMs);
  return () => {
    clearInterval(watch);
    source.close();
  };
}
