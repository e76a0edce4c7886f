// The mat's lights, as the board's WS2812 shine them: painted over the drawing, all at once.
//
// Elements of the drawing would be styled, laid out and painted with all that lies around them at
// every change, thirty times a second; a canvas costs the browser a third of that.

import { findAllAs, wantsStillness } from "./dom.js";

/** @typedef {{x: number, y: number, isPhase: boolean}} Place in mm */
/** @typedef {{red: number, green: number, blue: number, level: number}} Shine */

const HELD_MS = 1200; // how long a light is held when the viewer wants no blinking
const CORE_MM = 3; // radius
const CORE_PHASE_MM = 2.6;
const LEAST_RIMMED = 3; // pixels: a smaller core would be all rim, and show no hue
const GLOW_MM = 16;
const GLOW_PHASE_MM = 9.5;
const MAX_SPRITES = 64; // one for each hue that was shown

export class Lights {
  /** @param {SVGSVGElement} root the mat's drawing, with a mark where each light is */
  constructor(root) {
    this.root = root;
    this.left = 0; // where the drawing begins on the canvas
    this.top = 0;
    this.scale = 0; // pixels per mm
    /** @type {Map<number, Place>} */
    this.places = new Map(findAllAs(SVGCircleElement, "[data-light]", root).map((mark) => [
      Number(mark.dataset.light),
      { x: mark.cx.baseVal.value, y: mark.cy.baseVal.value, isPhase: mark.matches(".phase-light") },
    ]));
    /** @type {Map<number, Shine>} */
    this.shining = new Map();
    /** @type {Map<number, Shine & {at: number}>} */
    this.held = new Map();
    /** @type {Map<string, number[]>} the lights of each lamp */
    this.lamps = new Map();
    for (const mark of findAllAs(SVGCircleElement, "[data-lamp]", root)) {
      const { lamp = "", light } = mark.dataset;
      this.lamps.set(lamp, [...(this.lamps.get(lamp) ?? []), Number(light)]);
    }
    /** @type {ReturnType<typeof setTimeout> | undefined} when a held light goes out */
    this.release = undefined;
    /** @type {Set<number>} those that are not shown */
    this.muted = new Set();
    /** @type {Map<string, HTMLCanvasElement>} */
    this.sprites = new Map();
    this.shown = "";
    this.canvas = document.createElement("canvas");
    this.canvas.className = "lights";
    this.canvas.ariaHidden = "true";
    root.after(this.canvas);
    const sizes = new ResizeObserver(() => this.#fit());
    for (const each of [root, this.canvas]) sizes.observe(each);
  }

  /**
   * Colours at their full hue, their level as opacity, along the eyes' own curve.
   * @param {[number, number, number][]} colours one for each light, in the order of the chain
   */
  shine(colours) {
    const isStill = wantsStillness();
    const now = performance.now();
    let release = Infinity;
    clearTimeout(this.release);
    this.shining.clear();
    colours.forEach(([red, green, blue], index) => {
      const shine = { red, green, blue, level: Math.max(red, green, blue) };
      const held = this.held.get(index);
      const isHeld = isStill && held && held.level > shine.level && now - held.at < HELD_MS;
      if (isHeld) release = Math.min(release, held.at + HELD_MS - now);
      else if (isStill) this.held.set(index, { ...shine, at: now });
      const seen = isHeld ? held : shine;
      if (seen.level) this.shining.set(index, seen);
    });
    if (release < Infinity) this.release = setTimeout(() => this.shine(colours), release);
    const text = JSON.stringify([...this.shining]);
    if (text === this.shown) return;
    this.shown = text;
    this.#paint();
  }

  /** Shows all lights but those of some lamps. @param {string[]} lamps */
  mute(lamps) {
    const muted = new Set(lamps.flatMap((lamp) => this.lamps.get(lamp) ?? []));
    if (muted.size === this.muted.size && [...muted].every((light) => this.muted.has(light))) return;
    this.muted = muted;
    this.#paint();
  }

  /** One pixel of the canvas for each pixel of the screen, at any size and zoom. */
  #fit() {
    const { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.canvas.height = Math.round(clientHeight * devicePixelRatio);
    const place = this.canvas.getBoundingClientRect();
    const drawn = this.root.getScreenCTM(); // from mm to the window, where the drawing is smaller than its place, too
    if (drawn) {
      this.scale = drawn.a * devicePixelRatio;
      this.left = (drawn.e - place.left) * devicePixelRatio;
      this.top = (drawn.f - place.top) * devicePixelRatio;
    }
    this.sprites.clear();
    this.#paint();
  }

  #paint() {
    const { width, height } = this.canvas;
    const context = this.canvas.getContext("2d");
    if (!context || !width || !height || !this.scale) return;
    context.clearRect(0, 0, width, height);
    for (const [index, shine] of this.shining) {
      const place = this.places.get(index);
      if (!place || this.muted.has(index)) continue;
      const sprite = this.#sprite(shine, place.isPhase);
      context.globalAlpha = (shine.level / 255) ** 0.36;
      const x = Math.round(this.left + place.x * this.scale - sprite.width / 2);
      const y = Math.round(this.top + place.y * this.scale - sprite.height / 2);
      context.drawImage(sprite, x, y);
    }
  }

  /**
   * A light of this hue at its brightest.
   * @type {(shine: Shine, isPhase: boolean) => HTMLCanvasElement}
   */
  #sprite({ red, green, blue, level }, isPhase) {
    const hue = [red, green, blue].map((part) => Math.round((part * 255) / level)).join(" ");
    const name = `${hue} ${isPhase}`;
    const known = this.sprites.get(name);
    if (known) return known;
    const radius = Math.ceil((isPhase ? GLOW_PHASE_MM : GLOW_MM) * this.scale);
    const sprite = document.createElement("canvas");
    sprite.width = sprite.height = 2 * radius;
    const context = sprite.getContext("2d");
    if (!context) return sprite;
    context.translate(radius, radius);
    const glow = context.createRadialGradient(0, 0, 0, 0, 0, radius);
    for (const [at, opacity] of [[0, 0.5], [0.45, 0.4], [0.75, 0.22], [1, 0]]) glow.addColorStop(at, `rgb(${hue} / ${opacity})`);
    context.fillStyle = glow;
    context.fillRect(-radius, -radius, 2 * radius, 2 * radius);
    context.beginPath();
    const core = (isPhase ? CORE_PHASE_MM : CORE_MM) * this.scale;
    context.arc(0, 0, core, 0, 2 * Math.PI);
    context.fillStyle = `rgb(${hue})`;
    context.fill();
    if (core >= LEAST_RIMMED) {
      context.lineWidth = 0.7 * this.scale;
      context.strokeStyle = "rgb(255 255 255 / .75)";
      context.stroke();
    }
    if (this.sprites.size >= MAX_SPRITES) this.sprites.clear();
    this.sprites.set(name, sprite);
    return sprite;
  }
}
