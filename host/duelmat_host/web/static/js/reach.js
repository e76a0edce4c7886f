// Going over the mat with the arrow keys: the zone that lies nearest in a direction.

/** @import {Mat} from "./mat.js" */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.2; // how much worse a millimetre aside is than one ahead

/** @param {string} key */
export const isArrow = (key) => key in DIRECTIONS;

/** @type {(mat: Mat, from: Element, key: string) => string | null} */
export function nextZone(mat, from, key) {
  const [x, y] = mat.middle(from);
  const [dx, dy] = DIRECTIONS[key];
  /** @type {string | null} */
  let best = null;
  let bestCost = Infinity;
  for (const [name, element] of mat.zones) {
    const [zx, zy] = mat.middle(element);
    const ahead = (zx - x) * dx + (zy - y) * dy;
    const aside = Math.abs((zx - x) * dy) + Math.abs((zy - y) * dx);
    if (ahead < 20 || aside > ahead * 2.4) continue;
    const cost = ahead + ASIDE * aside;
    if (cost < bestCost) [best, bestCost] = [name, cost];
  }
  return best;
}
