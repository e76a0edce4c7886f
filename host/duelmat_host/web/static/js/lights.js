// The mat's lights, as the board's WS2812 shine them: painted over the drawing, all at once.
//
// Elements of the drawing would be styled, laid out and painted with all that lies around them at
// every change, thirty times a second; a canvas costs the browser a third of that.

import { findAllAs, wantsStillness } from "./dom.js";

/** @typedef {{x: number, y: number, isPhase: boolean}} Place in mm */
/** @typedef {{red: number, green: number, blue: number, level: number}} Shine */

const HELD_MS = 1200; // how long a light is held when the viewer wants no blinking
const CORE_MM = 3;
const GLOW_MM = 16;
const GLOW_PHASE_MM = 9.5;
const DOTS = 64; // at most so many kept pictures of a light, one for each hue

export class Lights {
  /** @param {SVGSVGElement} root the mat's drawing, with a mark where each light is */
  constructor(root) {
    this.root = root;
    this.viewBox = root.viewBox.baseVal;
    this.area = { left: 0, top: 0, width: 0, height: 0 }; // of the drawing, in dots of the canvas
    /** @type {Map<number, Place>} */
    this.places = new Map(findAllAs(SVGCircleElement, "[data-light]", root).map((mark) => [
      Number(mark.dataset.light),
      { x: mark.cx.baseVal.value, y: mark.cy.baseVal.value, isPhase: mark.matches(".phase-light") },
    ]));
    /** @type {Map<number, Shine>} */
    this.shining = new Map();
    /** @type {Map<number, Shine & {at: number}>} */
    this.held = new Map();
    /** @type {Map<string, HTMLCanvasElement>} */
    this.dots = new Map();
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
    const now = Date.now();
    this.shining.clear();
    colours.forEach(([red, green, blue], index) => {
      const shine = { red, green, blue, level: Math.max(red, green, blue) };
      const held = this.held.get(index);
      const isHeld = isStill && held && held.level > shine.level && now - held.at < HELD_MS;
      if (isStill && !isHeld) this.held.set(index, { ...shine, at: now });
      const seen = isHeld ? held : shine;
      if (seen.level) this.shining.set(index, seen);
    });
    const text = JSON.stringify([...this.shining]);
    if (text === this.shown) return;
    this.shown = text;
    this.#paint();
  }

  /** One dot of the canvas for each dot of the screen, at any size and zoom; the drawing may be smaller than its place. */
  #fit() {
    const { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.canvas.height = Math.round(clientHeight * devicePixelRatio);
    const [place, drawn] = [this.canvas, this.root].map((each) => each.getBoundingClientRect());
    const dense = place.width ? this.canvas.width / place.width : 0;
    this.area = {
      left: (drawn.left - place.left) * dense, top: (drawn.top - place.top) * dense,
      width: drawn.width * dense, height: drawn.height * dense,
    };
    this.dots.clear();
    this.#paint();
  }

  #paint() {
    const { width, height } = this.area;
    const context = this.canvas.getContext("2d");
    if (!context || !width || !height) return;
    // as the drawing itself fits its place: whole, in the middle
    const scale = Math.min(width / this.viewBox.width, height / this.viewBox.height);
    const left = this.area.left + (width - this.viewBox.width * scale) / 2;
    const top = this.area.top + (height - this.viewBox.height * scale) / 2;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const [index, shine] of this.shining) {
      const place = this.places.get(index);
      if (!place) continue;
      const dot = this.#dot(shine, place.isPhase, scale);
      context.globalAlpha = (shine.level / 255) ** 0.36;
      context.drawImage(dot, Math.round(left + place.x * scale - dot.width / 2), Math.round(top + place.y * scale - dot.height / 2));
    }
  }

  /**
   * A light of this hue at its brightest.
   * @type {(shine: Shine, isPhase: boolean, scale: number) => HTMLCanvasElement}
   */
  #dot({ red, green, blue, level }, isPhase, scale) {
    const hue = [red, green, blue].map((part) => Math.round((part * 255) / level)).join(" ");
    const name = `${hue} ${isPhase}`;
    const known = this.dots.get(name);
    if (known) return known;
    const radius = Math.ceil((isPhase ? GLOW_PHASE_MM : GLOW_MM) * scale);
    const dot = document.createElement("canvas");
    dot.width = dot.height = 2 * radius;
    const context = dot.getContext("2d");
    if (!context) return dot;
    context.translate(radius, radius);
    const glow = context.createRadialGradient(0, 0, 0, 0, 0, radius);
    for (const [at, opacity] of [[0, 0.5], [0.45, 0.4], [0.75, 0.22], [1, 0]]) glow.addColorStop(at, `rgb(${hue} / ${opacity})`);
    context.fillStyle = glow;
    context.fillRect(-radius, -radius, 2 * radius, 2 * radius);
    context.beginPath();
    context.arc(0, 0, (isPhase ? 2.6 : CORE_MM) * scale, 0, 2 * Math.PI);
    context.fillStyle = `rgb(${hue})`;
    context.fill();
    context.lineWidth = 0.7 * scale;
    context.strokeStyle = "rgb(255 255 255 / .75)";
    context.stroke();
    if (this.dots.size >= DOTS) this.dots.clear();
    this.dots.set(name, dot);
    return dot;
  }
}
