// Which zone of the mat has the keyboard's focus: one of them at a time, and the arrows move it.

import { closest } from "./dom.js";
import { nextZone } from "./reach.js";

/** @import {Mat} from "./mat.js" */

export class ZoneFocus {
  /**
   * @param {Mat} mat
   * @param {string} zone the first
   * @param {(element: SVGElement) => void} moved
   */
  constructor(mat, zone, moved = () => {}) {
    this.mat = mat;
    this.zone = zone;
    this.moved = moved;
    this.rove(zone);
    mat.root.addEventListener("focusin", (event) => {
      const zone = closest(event.target, "[data-zone]")?.dataset.zone;
      if (zone) this.rove(zone);
    });
  }

  /** @param {string} zone */
  rove(zone) {
    this.mat.zones.get(this.zone)?.setAttribute("tabindex", "-1");
    this.zone = zone;
    const element = this.mat.zones.get(zone);
    element?.setAttribute("tabindex", "0");
    if (element) this.moved(element);
  }

  /** @param {string} zone */
  focus(zone) {
    this.rove(zone);
    this.mat.zones.get(zone)?.focus();
  }

  /**
   * Goes on from a zone; whether there is one that way.
   * @type {(zone: string, key: string) => boolean}
   */
  go(zone, key) {
    const from = this.mat.zones.get(zone);
    const next = from ? nextZone(this.mat, from, key) : null;
    if (next) this.focus(next);
    return Boolean(next);
  }
}
