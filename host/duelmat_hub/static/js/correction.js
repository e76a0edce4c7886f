// Correcting a result: what would follow is shown, and only that can be confirmed.

/** @import {Answer, Consequences, Result} from "./types.js" */

import "./page.js";
import { at, post } from "./command.js";
import { closest, field, find, findAll, findAs, seek } from "./dom.js";
import { resultOf } from "./fields.js";
import { say } from "./forms.js";
import { tr } from "./words.js";

const form = findAs(HTMLFormElement, "#correction");
const confirming = findAs(HTMLFormElement, "#correct");
const follows = find("#follows");
const where = JSON.parse(form.dataset.fields ?? "{}");
/** @type {{result: Result, digest: string} | null} */
let shown = null;

function forget() {
  shown = null;
  follows.hidden = true;
}

/** @type {(form: HTMLFormElement) => Promise<void>} */
async function look(form) {
  forget();
  say(form, "");
  const result = resultOf(form);
  /** @type {Answer<Consequences>} */
  const answer = await post("/consequences", { ...where, result }, () => say(form, tr("The hub does not answer. Asking again …")));
  if (!answer.ok) {
    say(form, answer.message, true);
    return;
  }
  say(form, "");
  shown = { result, digest: answer.digest };
  find("#follows-text").innerHTML = answer.html;
  follows.hidden = false;
  follows.scrollIntoView({ block: "nearest" });
  field(confirming, "why").focus();
}

for (const place of findAll("[data-side]", form)) {
  const words = document.createElement("bdi");
  words.textContent = (place.dataset.side === "first" ? form.dataset.first : form.dataset.second) ?? "";
  place.replaceChildren(words);
}
for (const each of [form, seek("#correction-seats")]) {
  if (!(each instanceof HTMLFormElement)) continue;
  each.addEventListener("submit", () => look(each));
  each.addEventListener("input", forget);
}
document.addEventListener("click", (event) => {
  const fill = closest(event.target, "[data-fill]");
  if (!fill) return;
  const [first, second] = (fill.dataset.fill ?? "0-0").split("-");
  field(form, "first_won").value = first;
  field(form, "second_won").value = second;
  field(form, "drawn").value = "0";
  field(form, "ending").value = "played";
  forget();
});
confirming.addEventListener("asking", (event) => {
  if (event instanceof CustomEvent) Object.assign(event.detail, where, { result: shown?.result, consequences: shown?.digest });
});
confirming.addEventListener("done", () => { location.href = at("/scores"); });
