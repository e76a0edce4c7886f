// Small sounds for who looks elsewhere: one's turn, a refusal, a change of life.
//
// They are made of plain tones when they are needed. A browser lets nothing sound before its user
// has done something on the page; one that has no sound, or refuses it, is silent.

import { isWished } from "./wishes.js";

/** @import {SeatView} from "./types.js" */
/** @typedef {{hz: number, at: number, lasts: number, shape?: OscillatorType}} Tone times in seconds */
/** @typedef {{turn: number, life: Record<string, number>, refusal: string}} Heard */

const VOLUME = .08;
const RISE_S = .012;

/** @type {Record<"turn" | "refused" | "gained" | "lost", Tone[]>} */
const SOUNDS = {
  turn: [{ hz: 587, at: 0, lasts: .16 }, { hz: 880, at: .13, lasts: .3 }],
  refused: [{ hz: 196, at: 0, lasts: .14, shape: "triangle" }, { hz: 165, at: .16, lasts: .24, shape: "triangle" }],
  gained: [{ hz: 659, at: 0, lasts: .09 }, { hz: 784, at: .08, lasts: .16 }],
  lost: [{ hz: 440, at: 0, lasts: .09 }, { hz: 330, at: .08, lasts: .2 }],
};

/** @type {(view: SeatView) => string} */
const refusalIn = ({ message, private: alone }) => [message, alone].map((each) => (each?.kind === "refusal" ? each.text : "")).join("");

export class Sounds {
  /** @param {string} seat whose turns are heard */
  constructor(seat) {
    this.seat = seat;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {Heard | null} */
    this.heard = null;
    for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, () => this.#wake(), { capture: true });
  }

  #wake() {
    if (this.context || !isWished("sounds") || !("AudioContext" in globalThis)) return;
    try {
      this.context = new AudioContext();
      this.context.resume().catch(() => {});
    } catch {
      this.context = null; // there is no device for it
    }
  }

  /** Sounds for what has changed since the view before. @param {SeatView} view */
  follow(view) {
    const now = { turn: view.turn, life: view.life, refusal: refusalIn(view) };
    const before = this.heard;
    this.heard = now;
    if (!before) return;
    if (now.refusal && now.refusal !== before.refusal) this.#play("refused");
    else if (now.turn !== before.turn && view.turn_seat === this.seat && !view.outcome) this.#play("turn");
    else {
      const change = Object.entries(now.life).map(([letter, life]) => life - (before.life[letter] ?? life)).find(Boolean);
      if (change) this.#play(change > 0 ? "gained" : "lost");
    }
  }

  /** @param {keyof typeof SOUNDS} name */
  #play(name) {
    const { context } = this;
    if (!context || !isWished("sounds")) return;
    for (const { hz, at, lasts, shape = "sine" } of SOUNDS[name]) {
      const tone = new OscillatorNode(context, { type: shape, frequency: hz });
      const loudness = new GainNode(context, { gain: 0 });
      const from = context.currentTime + at;
      loudness.gain.setValueAtTime(0, from);
      loudness.gain.linearRampToValueAtTime(VOLUME, from + RISE_S);
      loudness.gain.exponentialRampToValueAtTime(.0001, from + lasts);
      tone.connect(loudness).connect(context.destination);
      tone.start(from);
      tone.stop(from + lasts);
    }
  }
}
