// What is new is said to a screen reader, and with a tone where somebody has turned it on.

import { find, findAll } from "./dom.js";
import { recall, remember } from "./memory.js";
import { tr } from "./words.js";

/** @type {Record<string, number[]>} tones in hertz, one after the other */
const TONES = { call: [660, 880], appeal: [880, 660, 880], report: [660], announcement: [523, 659, 784], end: [784, 659, 523, 523, 523] };
const TONE_S = 0.16;
/** @type {AudioContext | null} */
let audio = null;
let isOn = false;
/** @type {Set<string>} */
let known = new Set();

/** @type {() => HTMLElement[]} */
const rings = () => findAll("[data-ring]");
/** @type {(element: HTMLElement) => string} */
const nameOf = (element) => element.dataset.ring ?? "";

/** @type {(tones: number[]) => void} */
function play(tones) {
  if (!audio || audio.state !== "running") return;
  tones.forEach((tone, index) => {
    if (!audio) return;
    const from = audio.currentTime + index * TONE_S;
    const loudness = audio.createGain();
    loudness.gain.setValueAtTime(0.0001, from);
    loudness.gain.exponentialRampToValueAtTime(0.25, from + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + TONE_S);
    const voice = audio.createOscillator();
    voice.frequency.value = tone;
    voice.connect(loudness).connect(audio.destination);
    voice.start(from);
    voice.stop(from + TONE_S);
  });
}

function show() {
  for (const button of findAll("[data-sound]")) {
    button.setAttribute("aria-pressed", String(isOn));
    const word = button.querySelector("[data-word]");
    if (word) word.textContent = isOn ? tr("Sound on") : tr("Sound off");
  }
}

function wake() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

export function offerSound() {
  isOn = recall("sound") === "on";
  known = new Set(rings().map(nameOf));
  show();
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-sound]") : null;
    if (button) {
      isOn = !isOn;
      remember("sound", isOn ? "on" : "off");
      show();
    }
    if (isOn) wake(); // browsers allow sound once somebody has pressed something
    if (button && isOn) play(TONES.report);
  });
  document.addEventListener("time-up", () => {
    if (isOn) play(TONES.end);
  });
  document.addEventListener("topic", () => {
    const now = rings();
    const fresh = now.find((each) => !known.has(nameOf(each)));
    known = new Set(now.map(nameOf));
    if (!fresh) return;
    if (fresh.dataset.says) find("#said").textContent = `${fresh.dataset.says}.`;
    if (isOn) play(TONES[nameOf(fresh).split("-")[0]] ?? TONES.call);
  });
}
