// Playing cards as SVG groups, 63 by 88 units (millimetres) around their middle.

import { svg } from "./dom.js";
import { faceOf } from "./faces.js";
import { framed } from "./frames.js";
import { named } from "./lettering.js";
import { listed, tr } from "./words.js";

/** @import {CardView} from "./types.js" */
/** @typedef {keyof typeof PIPS} Suit */
/** @typedef {keyof typeof HEADS} Court */

export const CARD_W = 63;
export const CARD_H = 88;

// Each pip fills about -1..1 both ways.
const PIPS = {
  S: "M0-1C.26-.55.96-.16.96.3.96.61.73.76.5.76.32.76.16.67.07.51.1.76.2.91.37 1H-.37C-.2.91-.1.76-.07.51-.16.67-.32.76-.5.76-.73.76-.96.61-.96.3-.96-.16-.26-.55 0-1Z",
  H: "M0 .96C-.34.5-1 .12-1-.38-1-.74-.74-.93-.49-.93-.25-.93-.07-.78 0-.54.07-.78.25-.93.49-.93.74-.93 1-.74 1-.38 1 .12.34.5 0 .96Z",
  D: "M0-1C.2-.62.46-.26.78 0 .46.26.2.62 0 1-.2.62-.46.26-.78 0-.46-.26-.2-.62 0-1Z",
  C: "M0-1A.46.46 0 0 1 .36-.25 .46.46 0 1 1 .46.66C.3.66.16.6.07.48.1.76.2.91.37 1H-.37C-.2.91-.1.76-.07.48-.16.6-.3.66-.46.66A.46.46 0 1 1-.36-.25 .46.46 0 0 1 0-1Z",
};
const INKS = { S: "ink-black", C: "ink-black", H: "ink-red", D: "ink-red" };

const X = 8.6;
const T = 29;
/** @type {Record<string, [number, number][]>} */
const LAYOUTS = {
  2: [[0, -T], [0, T]],
  3: [[0, -T], [0, 0], [0, T]],
  4: [[-X, -T], [X, -T], [-X, T], [X, T]],
  5: [[-X, -T], [X, -T], [0, 0], [-X, T], [X, T]],
  6: [[-X, -T], [X, -T], [-X, 0], [X, 0], [-X, T], [X, T]],
  7: [[-X, -T], [X, -T], [0, -T / 2], [-X, 0], [X, 0], [-X, T], [X, T]],
  8: [[-X, -T], [X, -T], [0, -T / 2], [-X, 0], [X, 0], [0, T / 2], [-X, T], [X, T]],
  9: [[-X, -T], [X, -T], [-X, -T / 3], [X, -T / 3], [0, 0], [-X, T / 3], [X, T / 3], [-X, T], [X, T]],
  10: [[-X, -T], [X, -T], [0, (-T * 2) / 3], [-X, -T / 3], [X, -T / 3], [-X, T / 3], [X, T / 3],
    [0, (T * 2) / 3], [-X, T], [X, T]],
};

// One head each for Jack, Queen and King: a feathered cap, a coronet, a crown.
const HEADS = {
  J: "M-9 4V-1C-9-8-4-10 0-10 4-10 9-8 9-1V4ZM5-9C6-15 11-17 15-16 13-12 11-9 8-7Z",
  Q: "M-11 4-12.5-8-6-2.5-3.2-11 0-4 3.2-11 6-2.5 12.5-8 11 4ZM-14-9.5a1.6 1.6 0 1 1 3.2 0 1.6 1.6 0 1 1-3.2 0ZM10.8-9.5a1.6 1.6 0 1 1 3.2 0 1.6 1.6 0 1 1-3.2 0Z",
  K: "M-12 4-13-9-6.5-4 0-13 6.5-4 13-9 12 4ZM-1-17h2v-2h2v2h2v2H3v2H-3v-2h-2v-2h2v-2h2Z",
};

/** @type {(rank: string) => rank is Court} */
const isCourt = (rank) => rank in HEADS;

/** @type {(code: string) => Suit | null} */
const suitOf = (code) => (/^[SHCD](10|[1-9]|[JQK])$/.test(code) ? /** @type {Suit} */ (code[0]) : null);

/** @type {(suit: Suit, x: number, y: number, scale: number, turned?: boolean) => SVGElement} */
const pip = (suit, x, y, scale, turned = false) =>
  svg("path", { d: PIPS[suit], transform: `translate(${x} ${y}) scale(${scale})${turned ? " rotate(180)" : ""}` });

/** @param {() => SVGElement[]} draw */
function corners(draw) {
  /** @param {boolean} turned */
  const half = (turned) => svg("g", turned ? { transform: "rotate(180)" } : {}, draw());
  return [half(false), half(true)];
}

// A number of two digits is as narrow as others are, in every font.
/** @type {(rank: string, width: number) => {textLength?: number, lengthAdjust?: string}} */
const narrow = (rank, width) => (rank.length > 1 ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {});

/** @type {(rank: string, suit: Suit) => SVGElement[]} */
function index(rank, suit) {
  return corners(() => [
    svg("text", { class: "rank", x: -22.6, y: -24, ...narrow(rank, 15) }, rank),
    pip(suit, -22.6, -13.5, 5.2),
  ]);
}

/** @type {(suit: Suit, rank: string) => SVGElement[]} */
function numberFace(suit, rank) {
  const places = rank in LAYOUTS ? LAYOUTS[rank] : null;
  return places
    ? places.map(([x, y]) => pip(suit, x, y, 5.3, y > 0))
    : [pip(suit, 0, 0, 15)];
}

/** @type {(suit: Suit, rank: Court) => SVGElement[]} */
function courtFace(suit, rank) {
  const half = () => [
    svg("path", { class: "court-head", d: HEADS[rank], transform: "translate(0 -17.5) scale(.84)" }),
    pip(suit, 0, -35, 3.6),
  ];
  return [
    svg("rect", { class: "court-frame", x: -13.5, y: -40, width: 27, height: 80, rx: 2.5 }),
    svg("path", { class: "court-field", d: "M-13.5 13 13.5-13V37.5A2.5 2.5 0 0 1 11 40H-11A2.5 2.5 0 0 1-13.5 37.5Z" }),
    svg("g", {}, half()),
    svg("g", { transform: "rotate(180)" }, half()),
    svg("text", { class: "court-letter", x: 0, y: 9 }, rank),
  ];
}

function jokerFace() {
  const star = "M0-15 3.6-4.9 14.3-4.6 5.8 1.9 8.8 12.1 0 6.1-8.8 12.1-5.8 1.9-14.3-4.6-3.6-4.9Z";
  return [
    ...corners(() => [..."JOKER"].map((letter, i) =>
      svg("text", { class: "joker-letter", x: -24, y: -30.5 + i * 9.4 }, letter))),
    svg("path", { class: "joker-cap", d: "M-16 17C-18 3-14-8-17-17-9-17-6-11-5-5-4-13-2-19 0-24 2-19 4-13 5-5 6-11 9-17 17-17 14-8 18 3 16 17Z" }),
    svg("circle", { class: "joker-bell", cx: -17, cy: -18, r: 2.8 }),
    svg("circle", { class: "joker-bell", cx: 0, cy: -26, r: 2.8 }),
    svg("circle", { class: "joker-bell", cx: 17, cy: -18, r: 2.8 }),
    svg("path", { class: "joker-star", d: star, transform: "translate(0 6) scale(.52)" }),
    svg("path", { class: "joker-band", d: "M-16.5 17H16.5V23H-16.5Z" }),
  ];
}

// The face is as large as the card allows: seen small, a card shows rank and suit alone.
/** @type {(rank: string, suit: Suit) => SVGElement} */
function bigFace(rank, suit) {
  return svg("g", { class: "big" },
    svg("text", { class: `big-rank${rank.length > 1 ? " rank-wide" : ""}`, x: 0, y: 3 }, rank),
    pip(suit, 0, 23, 15));
}

/** @type {(card: CardView, isLabelled: boolean) => SVGElement} */
function front({ code = "", name, changed = [] }, isLabelled) {
  const suit = suitOf(code);
  const paper = svg("rect", { class: "card-paper", x: -31.5, y: -44, width: CARD_W, height: CARD_H, rx: 4.5 });
  if (suit) {
    const rank = code.slice(1);
    return svg("g", { class: `card-face ${INKS[suit]}${isCourt(rank) ? " court" : ""}` }, paper,
      svg("g", { class: "fine" }, index(rank, suit),
        isCourt(rank) ? courtFace(suit, rank) : numberFace(suit, rank)),
      bigFace(rank, suit));
  }
  if (/^X[12]$/.test(code)) {
    return svg("g", { class: `card-face joker ${code.endsWith("1") ? "ink-red" : "ink-black"}` }, paper, jokerFace());
  }
  const face = faceOf(code);
  if (face) return framed(face, paper, isLabelled ? null : changed);
  return svg("g", { class: "card-face ink-black" }, paper, named(name || code, "plain-name", 54, 80, 11));
}

// Our back: two coils, as lie under every zone of the mat.
function back() {
  const coils = [];
  for (let turn = 0; turn < 5; turn++) {
    const inset = turn * 2.6;
    for (const y of [-18.5, 18.5]) {
      coils.push(svg("rect", { class: "coil", x: -22 + inset, y: y - 14.5 + inset, width: 44 - 2 * inset, height: 29 - 2 * inset, rx: Math.max(1.5, 7 - turn) }));
    }
  }
  return svg("g", { class: "card-back" },
    svg("rect", { class: "card-paper", x: -31.5, y: -44, width: CARD_W, height: CARD_H, rx: 4.5 }),
    svg("rect", { class: "back-cloth", x: -28.5, y: -41, width: 57, height: 82, rx: 3, fill: "url(#cloth)" }),
    svg("rect", { class: "back-line", x: -26, y: -38.5, width: 52, height: 77, rx: 2.4 }),
    ...coils,
    svg("circle", { class: "back-heart", r: 3.2 }));
}

// Its owner alone is shown what lies face-down: a slip over the back.
/** @type {(code: string, name?: string) => SVGElement} */
function slip(code, name) {
  const suit = suitOf(code);
  const rank = suit ? code.slice(1) : "";
  return svg("g", { class: `slip ${suit ? INKS[suit] : "ink-black"}` },
    svg("rect", suit ? { class: "slip-paper", x: -21, y: -12, width: 42, height: 24, rx: 4 }
      : { class: "slip-paper", x: -28, y: -20, width: 56, height: 40, rx: 4 }),
    ...(suit
      ? [svg("text", { class: "slip-rank", x: -8, y: 7.4, ...narrow(rank, 19) }, rank), pip(suit, 10.5, 0, 7.5)]
      : named(name || code, "slip-name", 50, 36, 10)));
}

/**
 * A card that lies face-down has a code where the viewer may know it.
 * @type {(card: CardView, isLabelled?: boolean) => SVGElement} isLabelled: its values stand beside it
 */
export function drawCard(card, isLabelled = false) {
  if (card.face !== "down" && card.code) return svg("g", { class: "card" }, front(card, isLabelled));
  if (card.face !== "down") {
    return svg("g", { class: "card" },
      svg("rect", { class: "card-paper unread", x: -31.5, y: -44, width: CARD_W, height: CARD_H, rx: 4.5 }),
      svg("text", { class: "unread-mark", y: 12 }, "?"));
  }
  return svg("g", { class: "card" }, back(), ...(card.code ? [slip(card.code, card.name)] : []));
}

/** @type {(card: CardView) => SVGElement} */
export function cardPicture(card) {
  return svg("svg", { class: "card-picture", viewBox: "-32.5 -45 65 90", "aria-hidden": "true" }, drawCard(card));
}

/** @type {(card?: CardView) => string} */
export function cardWords(card) {
  if (!card) return tr("empty");
  if (card.face === "down") return card.name ? tr("{card}, face-down", { card: card.name }) : tr("a face-down card");
  return listed([card.name ?? tr("a card that cannot be read"), ...(card.marks ?? []).map(({ sign }) => sign.toLowerCase())]);
}
