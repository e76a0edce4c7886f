// Going over the mat with the arrow keys: the zone that lies nearest in a direction.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.2; // how much worse a millimetre aside is than one ahead

export const isArrow = (key) => key in DIRECTIONS;

export function nextZone(mat, from, key) {
  const [x, y] = mat.place(from);
  const [dx, dy] = DIRECTIONS[key];
  let best = null;
  let bestCost = Infinity;
  for (const name of mat.zones.keys()) {
    const [zx, zy] = mat.place(name);
    const ahead = (zx - x) * dx + (zy - y) * dy;
    const aside = Math.abs((zx - x) * dy) + Math.abs((zy - y) * dx);
    if (ahead < 20 || aside > ahead * 2.4) continue;
    const cost = ahead + ASIDE * aside;
    if (cost < bestCost) [best, bestCost] = [name, cost];
  }
  return best;
}
