// What is printed on the cards of the game: asked once, the same for everybody.

import { learn } from "./tips.js";

/** @import {CardFaces, CardFaceView} from "./types.js" */

/** @type {Map<string, CardFaceView>} */
const faces = new Map();

/** @type {(code: string | undefined) => CardFaceView | undefined} */
export const faceOf = (code) => faces.get(code ?? "");

/** Cards are drawn by their names alone where the table does not answer. */
export async function readFaces() {
  /** @type {CardFaces | null} */
  const told = await fetch("/cards").then((answer) => (answer.ok ? answer.json() : null), () => null);
  takeFaces(told?.cards ?? []);
}

/** @param {CardFaceView[]} cards */
export function takeFaces(cards) {
  for (const face of cards) {
    faces.set(face.code, face);
    for (const { id, text } of face.texts) learn(id, text);
  }
}
