// What the scripts say, in the page's language: English stands in them, all others have catalogs.
//
// A page that needs no server has its words in it (#words); others ask for them once. Where they
// are not to be had, English is said.

import { seek } from "./dom.js";

/** @typedef {Record<string, string | number>} Values what stands in the braces */
/** @typedef {Record<string, string>} Forms by the plural categories of the language: one, few, other */
/** @typedef {Record<string, string | Forms>} Words translations by their English */

const ENGLISH = "en";
const PATIENCE_MS = 5000;
const CONTEXT_END = "\u0004"; // gettext's own, between a context and its message

const code = document.documentElement.lang || ENGLISH;
const words = code === ENGLISH ? {} : await wordsOf(code);
const plurals = new Intl.PluralRules(code);
const rows = new Intl.ListFormat(code, { type: code === ENGLISH ? "unit" : "conjunction" });

/** @type {(code: string) => Promise<Words>} */
async function wordsOf(code) {
  try {
    const here = seek("#words");
    if (here) return known(JSON.parse(here.textContent ?? ""));
    const answer = await fetch(`/words/${code}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? known(await answer.json()) : {};
  } catch {
    return {};
  }
}

/** @type {(read: unknown) => Words} */
function known(read) { return read && typeof read === "object" ? /** @type {Words} */ (read) : {}; }

/** @type {(pattern: string, values: Values) => string} */
const filled = (pattern, values) => pattern.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name, form) => {
  if (!Object.hasOwn(values, name)) return whole;
  const value = String(values[name]);
  return form === "capital" ? value.slice(0, 1).toUpperCase() + value.slice(1) : value;
});

/**
 * Says a message with its values. It is written out where it is said, so that catalogs can list it.
 * @type {(message: string, values?: Values) => string}
 */
export function tr(message, values = {}) {
  const said = words[message];
  return filled(typeof said === "string" ? said : message, values);
}

/**
 * Says a message that means something else elsewhere: the context tells which it is.
 * @type {(context: string, message: string) => string}
 */
export function trAs(context, message) {
  const said = words[context + CONTEXT_END + message];
  return typeof said === "string" ? said : message;
}

/**
 * Says the message for one, or for any other number, which stands at {count}.
 * @type {(one: string, many: string, count: number, values?: Values) => string}
 */
export function trCount(one, many, count, values = {}) {
  const forms = words[one];
  const said = typeof forms === "object" ? forms[plurals.select(count)] ?? forms.other : undefined;
  return filled(said ?? (count === 1 ? one : many), { ...values, count });
}

/** What is so of one thing, in a row: "7 of spades, upright". @type {(items: string[]) => string} */
export const listed = (items) => rows.format(items);
