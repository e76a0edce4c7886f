// A duel that is over, step by step: what everybody saw, or what this viewer may know of it by now.

import { fact, find, findAs, playerNames } from "./dom.js";
import { takeFaces } from "./faces.js";
import { Inspector } from "./inspector.js";
import "./language.js";
import { Mat } from "./mat.js";
import { Panels } from "./panels.js";
import { readByHand } from "./read_by_hand.js";
import { learn } from "./tips.js";
import { tr } from "./words.js";

/** @import {CardView, LightsView, PublicView, Replay} from "./types.js" */
/** @typedef {PublicView & {facedown: CardView[]}} StepView what stood on the mat after a step */

const FIRST_STYLE = "a".charCodeAt(0);
const OFTEN_HELD = "input:not([type=range]), select, textarea, [data-zone], [data-stack], .life-mark";

/** @type {Replay} */
const replay = JSON.parse(find("#replay").textContent ?? "");
/** @type {number[][]} the lights of each lamp, by their places in the chain */
const lampLights = JSON.parse(fact("lamps"));
const names = playerNames();
takeFaces(replay.faces);
for (const { id, statement } of replay.rules) learn(id, statement);

const mat = new Mat(findAs(SVGSVGElement, "#mat"));
const panels = new Panels(names);
const inspector = new Inspector(mat, { names });
readByHand(mat, inspector);
panels.browseFrom(mat.root);

const last = replay.steps.length - 1;
const slider = findAs(HTMLInputElement, "#step");
const turns = findAs(HTMLSelectElement, "#turn");
const pace = findAs(HTMLSelectElement, "#pace");
const words = find("#step-words");
const playKey = find("#play");
let at = 0;
let playing = 0;

/** The view of each step, whole: a step has only the keys that have changed.
 * @type {StepView[]} */
const views = [];
for (const [number, step] of replay.steps.entries()) {
  const log = [...(views[number - 1]?.log ?? []), ...step.lines];
  const same = { log, link: { state: "up", text: "" }, head: "", number: replay.number, phases: replay.phases, score: replay.summary.score };
  views.push(/** @type {StepView} */ ({ ...views[number - 1], ...step.view, ...same }));
}

/** @type {(number: number) => LightsView} */
function lightsAt(number) {
  const { lights: styles, displays } = replay.steps[number];
  /** @type {[number, number, number][]} */
  const lights = [];
  lampLights.forEach((places, lamp) => places.forEach((place, light) => {
    const [red, green, blue] = replay.looks[(styles.charCodeAt(lamp) || FIRST_STYLE) - FIRST_STYLE]?.[light] ?? [0, 0, 0];
    lights[place] = [red, green, blue];
  }));
  return { lights: Array.from(lights, (colour) => colour ?? [0, 0, 0]), displays, source: "scene" };
}

/** The turn that a step belongs to, by the step with which it began; 0: before the first.
 * @type {(number: number) => number} */
const turnStart = (number) => replay.summary.turn_steps.filter((start) => start <= number).at(-1) ?? 0;

/** @param {number} number */
function show(number) {
  at = Math.max(0, Math.min(last, Math.trunc(number) || 0));
  const step = replay.steps[at];
  const view = views[at];
  mat.show(view);
  mat.shine(lightsAt(at));
  panels.show({ ...view, outcome: null });
  inspector.follow(view);
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", tr("Step {number} of {count}, turn {turn}", { number: at, count: last, turn: step.turn }));
  turns.value = String(turnStart(at));
  const said = step.lines.map((line) => line.text).join(" ") || (view.message?.text ?? "");
  words.replaceChildren(`${at}\u00a0/\u00a0${last}`, Object.assign(document.createElement("span"), { textContent: said }));
  if (at === last) pause();
  const address = `#step=${at}`;
  if (location.hash !== address) history.replaceState(null, "", address);
}

function pause() {
  clearInterval(playing);
  playing = 0;
  playKey.setAttribute("aria-pressed", "false");
  find("[data-word]", playKey).textContent = tr("Play");
}

function play() {
  if (at === last) show(0);
  clearInterval(playing);
  playing = window.setInterval(() => show(at + 1), Number(pace.value));
  playKey.setAttribute("aria-pressed", "true");
  find("[data-word]", playKey).textContent = tr("Pause");
}

/** By hand: whoever steps wants to look, not to be carried on.
 * @param {number} number */
function go(number) {
  pause();
  show(number);
}

const turnBack = () => go(at > turnStart(at) ? turnStart(at) : turnStart(at - 1));
const turnOn = () => go(replay.summary.turn_steps.find((start) => start > at) ?? last);
const toggle = () => (playing ? pause() : play());

/** @type {[string, () => void, string][]} a button, what it does, and its key */
const KEYS = [
  ["to-begin", () => go(0), "Home"],
  ["turn-back", turnBack, "PageUp"],
  ["step-back", () => go(at - 1), "ArrowLeft"],
  ["play", toggle, " "],
  ["step-on", () => go(at + 1), "ArrowRight"],
  ["turn-on", turnOn, "PageDown"],
  ["to-end", () => go(last), "End"],
];
for (const [id, run] of KEYS) find(`#${id}`).addEventListener("click", run);
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(OFTEN_HELD) || document.querySelector("dialog[open]")) return;
  if (event.key === " " && target?.closest("button, summary, a")) return; // it presses that
  const found = KEYS.find(([, , key]) => key === event.key);
  if (!found) return;
  event.preventDefault();
  found[1]();
  find("#replay-floor").scrollIntoView({ block: "nearest" }); // the page begins with the summary
});
slider.addEventListener("input", () => go(Number(slider.value)));
turns.addEventListener("change", () => go(Number(turns.value)));
pace.addEventListener("change", () => { if (playing) play(); });

function goToAddress() {
  const wanted = /^#step=(\d+)$/.exec(location.hash);
  if (wanted) go(Number(wanted[1]));
  return Boolean(wanted);
}
addEventListener("hashchange", () => {
  if (goToAddress()) find("#replay-floor").scrollIntoView({ block: "nearest" });
});
if (goToAddress()) find("#replay-floor").scrollIntoView();
else show(0);
