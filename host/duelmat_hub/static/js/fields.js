// The fields of a command, from the form that asks for it.

/** @import {Result} from "./types.js" */

import { closest } from "./dom.js";

/** @type {(line: string) => {first: number, last: number, name: string}} tables 1-20 of a room; 0: it names none */
function roomOf(line) {
  const [, first = "0", last = first, name = ""] = /^\s*(\d+)(?:\s*[-–]\s*(\d+))?\s*(.*?)\s*$/.exec(line) ?? [];
  return { first: Number(first), last: Number(last), name };
}

/** @type {Record<string, (value: string) => unknown>} how a text becomes a field */
const KINDS = {
  number: Number,
  moment: (value) => new Date(value).getTime(),
  boolean: (value) => value === "true",
  names: (value) => value.split(/[,;\u3001]/u).map((name) => name.trim()).filter(Boolean),
  ids: (value) => value.split(/[,;\u3001]/u).map((id) => id.trim()),
  numbers: (value) => (value.match(/\d+/g) ?? []).map(Number),
  rooms: (value) => value.split("\n").filter((line) => line.trim()).map(roomOf),
};

/** @type {(data: FormData, name: string) => number} */
const count = (data, name) => Number(data.get(name) ?? 0);

/** @type {(seats: string[]) => Result} the result of a match of teams, from the sides that won at its seats */
function resultOfSeats(seats) {
  const [first, second, drawn] = ["first", "second", "none"].map((side) => seats.filter((each) => each === side).length);
  const winner = first === second ? "none" : first > second ? "first" : "second";
  return { first_won: first, second_won: second, drawn, ending: "played", winner, seats };
}

/**
 * A result from the fields of a form. A player's form counts from their own side.
 * @param {HTMLFormElement} form
 * @returns {Result}
 */
export function resultOf(form) {
  const data = new FormData(form);
  const side = form.dataset.result;
  if (side === "seats") return resultOfSeats(data.getAll("seat").map(String));
  const isOwn = side === "first" || side === "second";
  let first = count(data, isOwn ? "own_won" : "first_won");
  let second = count(data, isOwn ? "other_won" : "second_won");
  if (side === "second") [first, second] = [second, first];
  const chosen = data.get("agreed") ? "agreed-draw" : String(data.get("ending") ?? "played");
  const [, kind, loser] = /^(forfeit|no-show)-(first|second)$/.exec(chosen) ?? [undefined, chosen, ""];
  /** @type {Result["winner"]} */
  let winner = "none";
  if (loser) winner = loser === "first" ? "second" : "first";
  else if (kind === "played" && first !== second) winner = first > second ? "first" : "second";
  const counts = kind === "no-show" ? { first_won: 0, second_won: 0, drawn: 0 } : { first_won: first, second_won: second, drawn: count(data, "drawn") };
  return { ...counts, ending: kind, winner };
}

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, unknown>}
 */
export function fieldsOf(form) {
  const sheet = closest(form, "#sheet");
  /** @type {Record<string, unknown>} */
  const found = { ...JSON.parse(sheet?.dataset.fields ?? "{}"), ...JSON.parse(form.dataset.fields ?? "{}") };
  const isResult = "result" in form.dataset;
  if (isResult) found.result = resultOf(form);
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)) continue;
    const { name, value } = element;
    const isOfResult = isResult && !element.dataset.kind;
    if (!name || isOfResult || element.type === "file") continue;
    const isTick = element.type === "checkbox" || element.type === "radio";
    if (element.dataset.kind === "list") {
      const list = /** @type {string[]} */ (found[name] ??= []);
      if (element instanceof HTMLInputElement && element.checked) list.push(value);
      continue;
    }
    if (element.dataset.kind === "each") {
      const all = /** @type {string[]} */ (found[name] ??= []);
      all.push(value.trim());
      continue;
    }
    if (isTick && element instanceof HTMLInputElement && !element.checked) continue;
    if ("optional" in element.dataset && !value.trim()) continue;
    const kind = KINDS[element.dataset.kind ?? ""];
    const read = kind ? kind(value) : element instanceof HTMLTextAreaElement ? value : value.trim();
    const [whole, part] = name.split(".");
    if (part) found[whole] = { .../** @type {object} */ (found[whole] ?? {}), [part]: read };
    else found[name] = read;
  }
  return found;
}
