// Frames of cards, drawn by us: a kind is told by its colour, by a shape, and by a letter.

import { svg } from "./dom.js";
import { breadth, named } from "./lettering.js";
import { motif } from "./motifs.js";
import { say } from "./toast.js";
import { tr } from "./words.js";

/** @import {CardFaceView, ChangedValueView, MarkView} from "./types.js" */

// Each shape fills about -1..1 both ways.
/** @type {Record<CardFaceView["frame"], string>} */
const SHAPES = {
  playing: "M-.8-.8H.8V.8H-.8Z",
  normal: "M1 0A1 1 0 1 1-1 0 1 1 0 1 1 1 0Z",
  effect: "M-.6-.95H.6L1-.5V.5L.6.95H-.6L-1 .5V-.5Z",
  extra: "M0-1.05.95-.52V.52L0 1.05-.95.52V-.52Z",
  legend: "M0-1.1 .3-.38 1.08-.34.48.16.68.92 0 .5-.68.92-.48.16-1.08-.34-.3-.38Z",
  spell: "M0-1.1 1.1 0 0 1.1-1.1 0Z",
  trap: "M0-1.05 1.12.9H-1.12Z",
  jumper: "M-.9-.9H.9V.9H-.9Z",
  thing: "M-.95.7V-.7H.95V.7Z",
};

/** @type {(face: CardFaceView, x: number, y: number, size: number, className?: string) => SVGElement} */
export const shape = ({ frame }, x, y, size, className = "frame-shape") =>
  svg("path", { class: className, d: SHAPES[frame], transform: `translate(${x} ${y}) scale(${size})` });

/** @type {(face: CardFaceView, x: number, y: number, size: number) => SVGElement[]} */
const badge = (face, x, y, size) => [
  shape(face, x, y, size),
  svg("text", { class: "frame-letter", x, y: y + size * (face.frame === "trap" ? .68 : .38), "font-size": size * (face.letter.length > 1 ? .9 : 1.05) }, face.letter),
];

/** @type {(face: CardFaceView) => SVGSVGElement} */
export const kindMark = (face) => svg("svg", { class: `kind-mark frame-${face.frame}`, viewBox: "-8 -8 16 16", "aria-hidden": "true" }, badge(face, 0, 0, 6.6));

/** @type {Record<string, string>} */
const GRADE_SIGNS = { level: "★", rank: "◆", link: "▸" };

/** @type {(face: CardFaceView) => string} */
const grade = ({ grade: printed }) => (printed ? `${GRADE_SIGNS[printed.trait] ?? ""}${printed.value}` : "");

/** @typedef {{title: string, text: string, trend: "" | "up" | "down"}} Worth a value as it is now */

/** @type {(face: CardFaceView, changed?: ChangedValueView[]) => Worth[]} */
export const worths = (face, changed = []) => face.values.map(({ trait, title, value }) => {
  const now = changed.find((each) => each.trait === trait);
  if (!now) return { title, text: value, trend: "" };
  return { title, text: String(now.value), trend: now.value > now.printed ? "up" : now.value < now.printed ? "down" : "" };
});

/** @type {(trend: string, x: number, y: number) => SVGElement} */
const arrow = (trend, x, y) =>
  svg("path", { class: `trend ${trend}`, d: trend === "up" ? "M0-2.6 2.8 2H-2.8Z" : "M0 2.6 2.8-2H-2.8Z", transform: `translate(${x} ${y})` });

/** @type {(worth: Worth, x: number, y: number) => SVGElement[]} */
const numbered = ({ text, trend }, x, y) => [
  svg("text", { class: `worth ${trend}`, x, y, "font-size": text.length > 4 ? 7.6 : text.length > 3 ? 9 : 10.6 }, text),
  ...(trend ? [arrow(trend, x + 11, y - 13.2)] : []),
];

const GRADE_ROOM = 42; // beside the badge
const GRADE_LETTERS = 5; // so many have that room as they are

/** @type {(text: string) => SVGElement} */
const graded = (text) => svg("text", {
  class: "grade", x: 28.5, y: -32.4, ...(text.length > GRADE_LETTERS ? { textLength: GRADE_ROOM, lengthAdjust: "spacingAndGlyphs" } : {}),
}, text);

/** What is drawn of a card that has no picture. @type {(face: CardFaceView, isWhole: boolean) => SVGElement} */
const drawnMotif = (face, isWhole) => motif(face, isWhole ? 13 : 9.5, isWhole ? 1.15 : .95) ?? shape(face, 0, 9, 12, "frame-emblem");

/** The user's own picture of a card; where it is none, what others have. @type {(face: CardFaceView, isWhole: boolean) => SVGElement} */
function pictured(face, isWhole) {
  const failed = () => {
    const isFirst = Boolean(face.picture);
    face.picture = "";
    image.replaceWith(drawnMotif(face, isWhole));
    if (isFirst) say(tr("The picture of {card} cannot be shown: its file holds none.", { card: face.name }));
  };
  const image = svg("image", { href: face.picture, x: -28, y: 0, width: 56, height: isWhole ? 32 : 25, preserveAspectRatio: "xMidYMid slice", onerror: failed });
  return image;
}

/**
 * The front of a card of this kind.
 * @type {(face: CardFaceView, paper: SVGElement, changed: ChangedValueView[] | null) => SVGElement} changed: null where its values stand beside it
 */
export function framed(face, paper, changed) {
  const values = changed ? worths(face, changed) : [];
  return svg("g", { class: `card-face framed frame-${face.frame}` }, paper,
    svg("rect", { class: "frame-field", x: -29.5, y: -29, width: 59, height: 70.5, rx: 3 }),
    badge(face, -22.5, -36.4, 6),
    graded(grade(face)),
    face.picture ? pictured(face, !values.length && Boolean(changed)) : drawnMotif(face, !values.length && Boolean(changed)),
    named(face.name, "plain-name", 56, 25, 12, -15.5),
    values.flatMap((worth, i) => [
      svg("text", { class: "worth-title", x: values.length > 1 ? i * 30 - 15 : 0, y: 28.4 }, worth.title),
      ...numbered(worth, values.length > 1 ? i * 30 - 15 : 0, 39.6)]),
    values.length ? [] : named(face.kind, "frame-kind", 56, 9, 8, 35.5));
}

/**
 * The values of a card on the mat, beside it and upright whichever way it lies.
 * @type {(face: CardFaceView, changed: ChangedValueView[] | undefined, y: number) => SVGElement | null}
 */
export function valueLabel(face, changed, y) {
  const values = face.frame === "playing" ? [] : worths(face, changed);
  if (!values.length) return null;
  return svg("g", { class: "value-label", transform: `translate(0 ${y})` }, svg("g", {},
    svg("rect", { class: "label-bed", x: -31.5, y: -9, width: 63, height: 18, rx: 4 }),
    svg("path", { class: "label-cut", d: "M0-7V7" }),
    values.flatMap((worth, i) => {
      const x = values.length > 1 ? i * 31 - 15.5 : 0;
      return [
        svg("text", { class: `label-worth ${worth.trend}`, x: worth.trend ? x + 2.4 : x, y: 3.8, "font-size": worth.text.length > 4 || worth.trend ? 8.4 : 10.4 }, worth.text),
        ...(worth.trend ? [arrow(worth.trend, x - 11.6, .6)] : []),
      ];
    })));
}

const SIGN_PX = 10.4;
const SIGN_ROOM = 59;

/**
 * What is noted on a card of the mat, over its other edge: declared values, statuses.
 * @type {(marks: MarkView[] | undefined, y: number) => SVGElement | null}
 */
export function markLabel(marks = [], y) {
  if (!marks.length) return null;
  const text = marks.map(({ sign }) => sign).join(" · ");
  const width = Math.min(SIGN_ROOM, breadth(text) * SIGN_PX);
  return svg("g", { class: "mark-label", transform: `translate(0 ${y})` }, svg("g", {},
    svg("rect", { class: "mark-bed", x: -width / 2 - 3, y: -8, width: width + 6, height: 16, rx: 8 }),
    svg("text", { class: "mark-sign", y: 3.7, "font-size": SIGN_PX, textLength: width, lengthAdjust: "spacingAndGlyphs" }, text)));
}
