// Enrolling: both tags of a sleeve, or its only one, are read on a landing spot, then the card is
// named.

import { fact, find, findAll, findAs } from "./dom.js";
import "./language.js";
import { post } from "./post.js";
import { tr } from "./words.js";

/** @import {Enrolled, EnrollRequest, NotDone, TagSighting} from "./types.js" */

const LOOK_MS = 600;
/** @type {Record<TagSighting["state"], string>} */
const STATES = {
  empty: tr("On the spot: nothing lies on the spot."),
  one: tr("On the spot: one tag answers."),
  several: tr("On the spot: several tags answer: leave one sleeve on the spot."),
  unsure: tr("On the spot: something lies there that cannot be read: move it to the middle of the spot."),
};

/** @type {{code: string, name: string}[]} */
const cards = JSON.parse(fact("cards"));
/** @type {{up: string | null, down: string | null}} */
const tags = { up: null, down: null };
const hasOneTag = fact("sleeveTags") === "1";
const card = findAs(HTMLInputElement, "#card");
let isAsking = false;
let mustLift = false; // the sleeve just enrolled still lies there

/** @type {(sentence: string, kind?: string) => void} */
const tell = (sentence, kind = "info") => {
  const told = find("#told");
  if (told.textContent !== sentence) told.textContent = sentence;
  told.dataset.kind = kind;
};

/** @type {(words: string) => string | null} */
function codeOf(words) {
  const wanted = words.trim().toLowerCase();
  return cards.find(({ code, name }) => name.toLowerCase() === wanted || code.toLowerCase() === wanted)?.code ?? null;
}

/**
 * The name of a card; of a second copy (H7/2) that of the card.
 * @type {(code: string) => string}
 */
const nameOf = (code) => cards.find((each) => each.code === code.split("/")[0])?.name ?? code;

function show() {
  const now = !tags.up ? "up" : !tags.down ? "down" : "name";
  for (const step of /** @type {const} */ (["up", "down"])) {
    const tag = tags[step];
    find(`#step-${step}`).dataset.state = step === now ? "now" : tag ? "done" : "later";
    find(`#step-${step} .tag`).textContent = tag ? tag.replace(/..(?=.)/g, "$& ") : tr("no tag yet");
  }
  find("#step-name").dataset.state = now === "name" ? "now" : "later";
  findAs(HTMLButtonElement, "#save").disabled = now !== "name";
}

/** @param {Enrolled} answer */
function showEnrolled(answer) {
  findAs(HTMLButtonElement, "#undo").disabled = answer.last === null;
  find("#enrolled").textContent = !answer.enrolled ? tr("none enrolled yet")
    : answer.last === null ? tr("{count} enrolled", { count: answer.enrolled })
      : tr("{count} enrolled, last: {card}", { count: answer.enrolled, card: nameOf(answer.last) });
}

/** @type {(step: EnrollRequest) => Promise<Enrolled | NotDone>} */
async function ask(step) {
  const answer = /** @type {Enrolled | NotDone} */ (await post("/enroll/command", step));
  if (!answer.ok) tell(answer.message, "refusal");
  else showEnrolled(answer);
  return answer;
}

async function look() {
  if (isAsking || document.hidden) return;
  isAsking = true;
  const answer = await ask({ step: "look", spot: findAs(HTMLSelectElement, "#spot").value });
  isAsking = false;
  if (!answer.ok) return;
  const { state, uid, code } = answer.sighting;
  if (state === "empty") mustLift = false;
  if (mustLift) return;
  if (!uid) { if (!tags.down) tell(STATES[state]); return; }
  if (code !== null) { tell(tr("This sleeve is enrolled already: {card}. Lay another one.", { card: nameOf(code) }), "refusal"); return; }
  const tag = uid.toUpperCase();
  if (!tags.up && hasOneTag) {
    tags.up = tags.down = tag;
    tell(tr("The tag is read. Which card is it?"));
    show();
    card.focus();
  } else if (!tags.up) {
    tags.up = tag;
    tell(tr("Read. Now turn the sleeve face-down."));
  } else if (!tags.down && tag !== tags.up) {
    tags.down = tag;
    tell(tr("Both tags are read. Which card is it?"));
    show();
    card.focus();
  }
  show();
}

function again() {
  tags.up = tags.down = null;
  findAs(HTMLFormElement, "#name-form").reset();
  show();
}

find("#name-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = card.value;
  const code = codeOf(said);
  if (!code) { tell(tr("No card of this game is called “{name}”. Choose one of the list.", { name: said }), "refusal"); return; }
  if (!tags.up || !tags.down) return;
  const deck = findAs(HTMLSelectElement, "#deck").value;
  const answer = await ask({ step: "name", up: tags.up, down: tags.down, deck, code });
  if (!answer.ok) return;
  again();
  mustLift = true;
  tell(tr("Enrolled: {card}. Take the sleeve away and lay the next one.", { card: nameOf(code) }), "done");
});
find("#undo").addEventListener("click", async () => {
  const answer = await ask({ step: "undo" });
  if (answer.ok) tell(tr("The last sleeve is forgotten."));
});
find("#again").addEventListener("click", again);
findAll("select").forEach((select) => select.addEventListener("change", again));
show();
look();
setInterval(look, LOOK_MS);
