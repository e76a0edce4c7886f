// The live feed of one viewer at a table.

import { listen } from "./feed.js";

/** @import {LightsView, OverlayView, PublicView} from "./types.js" */

const PATIENCE_BEATS = 2.5;
const elsewhere = () => import("./elsewhere.js").then(({ tellElsewhere }) => tellElsewhere());

/**
 * Follows a feed; returns how to stop.
 * @template {PublicView | OverlayView} [View=PublicView]
 * @param {string} address
 * @param {number} beatMs
 * @param {{view(view: View): void, lights(lights: LightsView): void, link(isHeard: boolean): void}} hears
 */
export const follow = (address, beatMs, { view, lights, link }) => listen(address, {
  patienceMs: PATIENCE_BEATS * beatMs, againMs: beatMs, isHasty: true, events: { view, lights, elsewhere }, link,
});
