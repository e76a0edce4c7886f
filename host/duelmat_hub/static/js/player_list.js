// Players by list: what a list would register is shown, and only that can be registered.

/** @import {Answer, ListedPlayers} from "./types.js" */

import { post } from "./command.js";
import { closest, find, findAll, findAs, seek } from "./dom.js";
import { say } from "./forms.js";
import { tr } from "./words.js";

/** @type {unknown[]} the players of the list that is shown */
let players = [];

/** @type {(bytes: Uint8Array) => string} */
const inBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** @type {() => Promise<Uint8Array>} */
async function content() {
  const [file] = findAs(HTMLInputElement, "#list-file").files ?? [];
  if (file) return new Uint8Array(await file.arrayBuffer());
  return new TextEncoder().encode(findAs(HTMLTextAreaElement, "#list-text").value);
}

/** @type {() => Record<string, number>} the columns that were chosen by hand */
function columns() {
  /** @type {Record<string, number>} */
  const found = {};
  for (const place of findAll("#list-found select")) {
    if (place instanceof HTMLSelectElement && place.value) found[place.dataset.column ?? ""] = Number(place.value);
  }
  return found;
}

function forget() {
  players = [];
  find("#list-found").replaceChildren();
  find("#list-register").hidden = true;
}

/** @type {(chosen?: Record<string, number>) => Promise<void>} */
async function look(chosen = {}) {
  const form = findAs(HTMLFormElement, "#player-list");
  say(form, "");
  const body = { content: inBase64(await content()), columns: chosen };
  /** @type {Answer<ListedPlayers>} */
  const answer = await post("/player-list", body, () => say(form, tr("The hub does not answer. Asking again …")));
  if (!form.isConnected) return;
  if (!answer.ok) {
    players = [];
    find("#list-register").hidden = true;
    say(form, answer.message, true);
    return;
  }
  say(form, "");
  players = answer.players;
  find("#list-found").innerHTML = answer.html;
  find("#list-register").hidden = players.length === 0;
  (seek("#list-found [data-columns]") ?? find("#list-register")).focus();
}

/** @type {(chosen?: Record<string, number>) => Promise<void>} */
async function show(chosen = {}) {
  await look(chosen);
  seek("#list-found .lead")?.scrollIntoView({ block: "center" }); // on a phone it is below the sheet's edge
}

export function offerLists() {
  document.addEventListener("click", (event) => {
    if (closest(event.target, "#list-look")) show();
    const reading = closest(event.target, "#list-found [data-columns]");
    if (reading) show(JSON.parse(reading.dataset.columns ?? "{}"));
  });
  document.addEventListener("input", (event) => {
    if (closest(event.target, "#list-text, #list-file")) forget();
  });
  document.addEventListener("change", (event) => {
    if (closest(event.target, "#list-found select")) look(columns());
  });
  document.addEventListener("asking", (event) => {
    if (closest(event.target, "#player-list") && event instanceof CustomEvent) event.detail.players = players;
  }, true);
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!closest(event.target, "#register [name=name]") || text.trim().split(/[\r\n]+/).length < 2) return;
    event.preventDefault();
    find("#by-list").click();
    findAs(HTMLTextAreaElement, "#list-text").value = text;
    show();
  });
}
