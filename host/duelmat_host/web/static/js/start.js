// Choosing what is played: the decks of the chosen game, and the beginning.

import { confirmed } from "./confirm.js";
import { el, fact, field, find, findAs } from "./dom.js";
import "./language.js";
import { post } from "./post.js";
import { tr } from "./words.js";

/** @typedef {{name: string, title: string, decks: string[]}} Game */

/** @type {Game[]} */
const games = JSON.parse(fact("games"));
const form = findAs(HTMLFormElement, "#start");
const chosen = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");

function showDecks() {
  const decks = games.find(({ name }) => name === chosen("game"))?.decks ?? [];
  for (const name of ["deck0", "deck1"]) {
    const select = field(form, name);
    const before = select.value;
    select.replaceChildren(el("option", { value: "" }, tr("The usual one")), ...decks.map((deck) => el("option", {}, deck)));
    select.value = decks.includes(before) ? before : "";
  }
  findAs(HTMLAnchorElement, "#edit-decks").href = `${fact("base")}/decks/${chosen("game")}`;
}

/** @param {SubmitEvent} event */
async function begin(event) {
  event.preventDefault();
  const { leaves } = form.dataset;
  if (leaves && !await confirmed(leaves, tr("Leave it"))) return;
  const button = findAs(HTMLButtonElement, ".begin");
  button.disabled = true;
  const answer = /** @type {{ok: true, go: string} | {ok: false, message: string}} */ (await post(`${fact("base")}/start`, {
    game: chosen("game"), against: chosen("against"), names: [chosen("name0").trim(), chosen("name1").trim()],
    decks: [chosen("deck0"), chosen("deck1")], duels: Number(chosen("duels")), leaves: Boolean(leaves),
  }));
  button.disabled = false;
  if (answer.ok) location.assign(answer.go);
  else find("#told").textContent = answer.message;
}

form.addEventListener("change", showDecks);
form.addEventListener("submit", begin);
showDecks();
