// Asking the hub to do something: once, however often it has to be sent.

/** @import {Answer, Command, Done, Submission} from "./types.js" */

const WAITS_MS = [500, 1000, 2000, 4000];
const BAD_GATEWAYS = new Set([500, 502, 504]);

/** @type {() => number | null} the number of entries that this page shows; null: it is not told to players */
function shownEntries() {
  const { seen } = document.body.dataset;
  return seen === undefined ? null : Number(seen);
}

/** @type {() => string} */
export function newRequest() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** @type {() => string} 128 bits of chance, in hex */
export function newSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {(path: string) => string} an address of this event; a hub may serve several */
export const at = (path) => `${document.body.dataset.root ?? ""}${path}`;

/** @type {(ms: number) => Promise<void>} */
const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/**
 * Posts until there is an answer; calls waiting() while there is none.
 * @template Good
 * @param {string} address
 * @param {unknown} body
 * @param {(tries: number) => void} waiting
 * @returns {Promise<Answer<Good>>}
 */
export async function post(address, body, waiting = () => {}) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(at(address), {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Duelmat-Role": document.body.dataset.role ?? "" },
        body: JSON.stringify(body),
      });
      if (!BAD_GATEWAYS.has(answer.status)) return await answer.json();
    } catch {
      // No answer: whether it was done is not known, so the same request is sent again.
    }
    waiting(tries + 1);
    await wait(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]);
  }
}

/**
 * @param {Command} command
 * @param {string} request
 * @param {(tries: number) => void} waiting
 * @param {boolean} isSure whether the hub's question about it was answered with yes
 * @returns {Promise<Answer<Done>>}
 */
export function ask(command, request, waiting, isSure = false) {
  /** @type {Submission} */
  const body = { request, command, seen: shownEntries(), ...(isSure && { sure: true }) };
  return post(`/do/${command.do}`, body, waiting);
}
