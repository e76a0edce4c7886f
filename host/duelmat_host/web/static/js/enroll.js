// Enrolling: both tags of a sleeve are read on one landing spot, then the card is named.

import { find, findAll } from "./dom.js";
import { post } from "./post.js";

const LOOK_MS = 600;
const STATES = { empty: "nothing lies on the spot", several: "several tags answer: leave one sleeve on the spot", unsure: "something lies there that cannot be read: move it to the middle of the spot" };

const cards = JSON.parse(document.body.dataset.cards);
const tags = { up: null, down: null };
let isAsking = false;
let mustLift = false; // the sleeve just enrolled still lies there

const tell = (sentence, kind = "info") => {
  const told = find("#told");
  if (told.textContent !== sentence) told.textContent = sentence;
  told.dataset.kind = kind;
};

function codeOf(words) {
  const wanted = words.trim().toLowerCase();
  return cards.find((card) => card.name.toLowerCase() === wanted || card.code.toLowerCase() === wanted)?.code ?? null;
}

function show() {
  const now = !tags.up ? "up" : !tags.down ? "down" : "name";
  for (const step of ["up", "down", "name"]) {
    const element = find(`#step-${step}`);
    element.dataset.state = step === now ? "now" : tags[step] ? "done" : "later";
    const tag = find(".tag", element);
    if (tag) tag.textContent = tags[step] ? tags[step].match(/../g).join(" ") : "no tag yet";
  }
  find("#save").disabled = now !== "name";
}

function showEnrolled(answer) {
  find("#undo").disabled = !answer.last;
  find("#enrolled").textContent = answer.last ? `${answer.enrolled} enrolled, last: ${answer.last.name}` : "none enrolled yet";
}

async function ask(step) {
  const answer = await post("/enroll/command", step);
  if (!answer.ok) tell(answer.message, "refusal");
  else showEnrolled(answer);
  return answer;
}

async function look() {
  if (isAsking || document.hidden) return;
  isAsking = true;
  const answer = await ask({ step: "look", spot: find("#spot").value });
  isAsking = false;
  if (!answer.ok) return;
  const { state, uid, known } = answer.sighting;
  if (state === "empty") mustLift = false;
  if (mustLift) return;
  if (state !== "one") { if (!tags.down) tell(`On the spot: ${STATES[state] ?? state}.`); return; }
  const tag = uid.toUpperCase();
  if (!tags.up) {
    tags.up = tag;
    tell(known ? `This sleeve is known: ${known.name}. Going on gives it a new name. Turn it face-down.` : "Read. Now turn the sleeve face-down.");
  } else if (!tags.down && tag !== tags.up) {
    tags.down = tag;
    tell("Both tags are read. Which card is it?");
    show();
    find("#card").focus();
  }
  show();
}

function again() {
  tags.up = tags.down = null;
  find("#name-form").reset();
  show();
}

find("#name-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const words = find("#card").value;
  const code = codeOf(words);
  if (!code) { tell(`No card of this game is called “${words}”. Choose one of the list.`, "refusal"); return; }
  const answer = await ask({ step: "name", up: tags.up, down: tags.down, deck: find("#deck").value, code });
  if (!answer.ok) return;
  again();
  mustLift = true;
  tell(`Enrolled: ${answer.last?.name ?? words}. Take the sleeve away and lay the next one.`, "done");
});
find("#undo").addEventListener("click", async () => {
  const answer = await ask({ step: "undo" });
  if (answer.ok) tell("The last sleeve is forgotten.");
});
find("#again").addEventListener("click", again);
findAll("select").forEach((select) => select.addEventListener("change", again));
show();
look();
setInterval(look, LOOK_MS);
