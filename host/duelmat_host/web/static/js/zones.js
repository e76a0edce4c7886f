// Names of zones: `a.m2` is seat a's, `a.grave` is a stack with its landing spot, `x1` is nobody's.

const STACKS = /** @type {const} */ (["grave", "banished", "extra"]);

/** @typedef {typeof STACKS[number]} Stack */

/** @type {(zone: string) => string} */
export const ownerOf = (zone) => (zone.includes(".") ? zone.split(".")[0] : "");

/** @type {(zone: string) => string} */
export const kindOf = (zone) => zone.split(".")[1] ?? "";

/**
 * Which stack lies beside a landing spot.
 * @type {(zone: string) => Stack | undefined}
 */
export const stackOf = (zone) => STACKS.find((stack) => stack === kindOf(zone));
