// The scorekeeper's page: a table's number, its result, Enter.

import "./page.js";
import { at } from "./command.js";
import { closest, field, find, findAll, findAs, seek } from "./dom.js";
import { say as toast } from "./toast.js";
import { hubNow } from "./timers.js";
import { tr } from "./words.js";

const form = findAs(HTMLFormElement, "#entry");
const table = findAs(HTMLInputElement, "[name=table]", form);
const scores = find(".score-buttons", form);
const absent = findAs(HTMLFormElement, "#absent");

/** @type {() => HTMLElement | null} the row of the table that was typed, if it is open */
const row = () => seek(`#o${Number(table.value)}`);
const round = () => Number(seek("#scores-round")?.dataset.round);

/** @type {(text: string) => HTMLElement} */
function isolated(text) {
  const words = document.createElement("bdi");
  words.textContent = text;
  return words;
}

/** @type {(isChosen: boolean, fromMs: number) => string} fromMs: when a player is absent; 0: now */
function whyNobodyIsAbsent(isChosen, fromMs) {
  if (fromMs === Infinity) return tr("The round has not been started.");
  const time = new Date(fromMs).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (fromMs) return tr("By the policy a player counts as absent from {time}.", { time });
  return isChosen ? "" : tr("Type the number of an open table first.");
}

/** @type {HTMLElement | null} the form of a match of teams */
const bySeats = seek("#by-seats");

/** @type {(found: HTMLElement | null) => void} the players at the seats of the table that was typed */
function showSeats(found) {
  if (!(bySeats instanceof HTMLFormElement)) return;
  /** @type {[string, string][]} */
  const seats = JSON.parse(found?.dataset.seats ?? "[]");
  bySeats.hidden = !seats.length;
  for (const [place, label] of findAll("label", bySeats).entries()) {
    const [first, second] = seats[place] ?? ["", ""];
    find("[data-names]", label).replaceChildren(isolated(first), " – ", isolated(second));
    find("[value=first]", label).textContent = tr("{player} won", { player: first });
    find("[value=second]", label).textContent = tr("{player} won", { player: second });
  }
}

function show() {
  const found = row();
  showSeats(found);
  const names = find("#entry-names");
  const number = Number(table.value);
  if (found) names.replaceChildren(isolated(found.dataset.first ?? ""), " – ", isolated(found.dataset.second ?? ""));
  else if (!number) names.textContent = tr("Type the number of a table, or choose one from the list.");
  else if (seek(`#d${number}`)) {
    const link = document.createElement("a");
    link.href = at(`/correction/${round()}/${number}`);
    link.textContent = tr("Correct it");
    names.replaceChildren(`${tr("Table {number} has a result.", { number })} `, link);
  } else names.textContent = tr("There is no table {number} in this round.", { number });
  for (const place of [...findAll("[data-side]", form), ...findAll("[data-absent]", absent)]) {
    const isFirst = (place.dataset.side ?? place.dataset.absent) === "first";
    const name = isFirst ? found?.dataset.first : found?.dataset.second;
    place.replaceChildren(isolated(name ?? (isFirst ? tr("First player") : tr("Second player"))));
  }
  for (const button of findAll("[data-score]", form)) if (button instanceof HTMLButtonElement) button.disabled = !found;
  showAbsent();
}

/** Whether a player can be marked as absent: by the table that was typed, and by the time. */
function showAbsent() {
  const found = row();
  const fromMs = Number(seek("#scores-round")?.dataset.noShowMs || Infinity);
  const isTime = hubNow() >= fromMs;
  const why = whyNobodyIsAbsent(Boolean(found), isTime ? 0 : fromMs);
  if (find("#absent-why").textContent !== why) find("#absent-why").textContent = why;
  for (const button of findAll("[data-absent]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.disabled = !found || !isTime;
  }
}

/** @type {(number: string) => void} */
function choose(number) {
  table.value = number;
  show();
  form.scrollIntoView({ block: "nearest" });
  scores.focus({ preventScroll: true }); // not a result: Enter again would enter it
}

table.addEventListener("input", show);
table.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (row()) scores.focus();
});
form.addEventListener("asking", (event) => {
  if (event instanceof CustomEvent) event.detail.round = round();
});
bySeats?.addEventListener("asking", (event) => {
  if (event instanceof CustomEvent) Object.assign(event.detail, { round: round(), table: Number(table.value) });
});
for (const each of [form, bySeats]) each?.addEventListener("done", (event) => {
  if (event instanceof CustomEvent) toast(tr("Table {table} is entered: {first}–{second}.", { table: event.detail.table, first: event.detail.result.first_won, second: event.detail.result.second_won }));
  form.reset();
  table.focus();
  show();
});
absent.addEventListener("asking", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const found = row();
  const player = absent.dataset.side === "first" ? found?.dataset.firstPlayer : found?.dataset.secondPlayer;
  Object.assign(event.detail, { round: round(), table: Number(table.value), player: Number(player) });
});
absent.addEventListener("done", () => {
  form.reset();
  show();
});
document.addEventListener("click", (event) => {
  const enter = closest(event.target, "[data-enter]");
  if (enter) choose(enter.dataset.enter ?? "");
  const score = closest(event.target, "[data-score]");
  if (score) {
    const [first, second] = (score.dataset.score ?? "0-0").split("-");
    field(form, "first_won").value = first;
    field(form, "second_won").value = second;
    field(form, "drawn").value = "0";
    field(form, "ending").value = "played";
    form.requestSubmit();
  }
  const gone = closest(event.target, "[data-absent]");
  if (gone) {
    absent.dataset.side = gone.dataset.absent;
    absent.dataset.confirm = tr("{player} is not there: the match goes to the other player, and {player} leaves the event?", { player: gone.textContent ?? "" });
    absent.requestSubmit();
  }
});
document.addEventListener("topic", show);
setInterval(showAbsent, 1000);
findAs(HTMLFormElement, "#go-correction").addEventListener("submit", (event) => {
  const asked = event.target;
  if (asked instanceof HTMLFormElement) {
    location.href = at(`/correction/${Number(field(asked, "round").value)}/${Number(field(asked, "table").value)}`);
  }
});
addEventListener("hashchange", () => choose(location.hash.slice(1)));
if (/^#\d+$/.test(location.hash)) choose(location.hash.slice(1));
else show();
