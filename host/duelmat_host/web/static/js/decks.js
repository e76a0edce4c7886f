// The deck editor: cards are searched, put into a deck and taken out; the table judges and keeps it.

import { confirmed } from "./confirm.js";
import { el, fact, find, findAll, findAllAs, findAs, keepFocus } from "./dom.js";
import { kindMark } from "./frames.js";
import "./language.js";
import { post } from "./post.js";
import { tr, trCount } from "./words.js";

/** @import {CardFaceView} from "./types.js" */
/** @typedef {"main" | "extra" | "side"} Part */
/** @typedef {Record<Part, string[]>} Deck */
/** @typedef {{ok: false, message: string}} NotDone */

const CHECK_MS = 250; // after the last change: the table is asked once, not for every copy
const SHOWN = 300; // more are found by a word sooner than by reading on

/** @type {Record<Part, string>} */
const TITLES = { main: tr("Main deck"), extra: tr("Extra Deck"), side: tr("Side deck") };
const base = fact("base");
/** @type {Part[]} */
const parts = fact("extra") === "yes" ? ["main", "extra", "side"] : ["main", "side"];
/** @type {Deck} */
let deck = { main: [], extra: [], side: [] };
/** @type {CardFaceView[]} */
let faces = [];
/** @type {Map<string, CardFaceView>} */
const byCode = new Map();
/** @type {string[]} */
let saved = JSON.parse(fact("names"));
let asked = 0;
let timer = 0;

/** @type {(text: string, kind?: string) => void} */
function tell(text, kind = "refusal") {
  const told = find("#told");
  told.dataset.kind = kind;
  told.textContent = text;
}

/**
 * @template T
 * @param {string} act
 * @param {object} body
 * @returns {Promise<T | null>} null: it was refused, and told
 */
async function ask(act, body) {
  const answer = /** @type {T & {ok: true} | NotDone} */ (/** @type {unknown} */ (await post(`${base}/${act}`, body)));
  if (answer.ok) return /** @type {T} */ (answer);
  tell(/** @type {NotDone} */ (answer).message);
  return null;
}

/** @type {(face: CardFaceView) => string} */
const summary = (face) => [face.kind, ...(face.grade ? [`${face.grade.title} ${face.grade.value}`] : []),
  ...face.values.map(({ title, value }) => `${title} ${value}`), ...face.facts.map(({ value }) => value)].filter(Boolean).join(" · ");

/** @type {(face: CardFaceView) => string} */
const searched = (face) => [face.name, face.code, summary(face), ...face.texts.map(({ text }) => text)].join(" ").toLowerCase();

/** @type {(codes: string[]) => Map<string, number>} */
const counted = (codes) => codes.reduce((counts, code) => counts.set(code, (counts.get(code) ?? 0) + 1), new Map());

const into = () => /** @type {Part} */ (findAllAs(HTMLInputElement, '[name="into"]').find(({ checked }) => checked)?.value ?? "main");

/** @type {(part: Part, code: string) => void} */
function add(part, code) {
  deck[part].push(code);
  showDeck();
}

/** @type {(part: Part, code: string) => void} */
function takeOut(part, code) {
  const place = deck[part].lastIndexOf(code);
  if (place >= 0) deck[part].splice(place, 1);
  showDeck();
}

/** @type {(id: string, face: CardFaceView | undefined, copies: string, title: string, onclick: () => void) => HTMLElement} */
const line = (id, face, copies, title, onclick) => el("li", {}, el("button", { type: "button", id, title, onclick },
  face?.letter ? kindMark(face) : el("span", {}), el("span", {}, face?.name ?? id), el("span", { class: "copies" }, copies),
  face ? el("small", {}, summary(face)) : null));

function showCards() {
  const words = findAs(HTMLInputElement, "#words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = findAllAs(HTMLSelectElement, ".filters select").filter(({ value }) => value);
  const found = faces.filter((face) => words.every((word) => searched(face).includes(word))
    && wanted.every(({ id, value }) => (id === "kind" ? face.kind === value : face.facts.some((each) => `fact-${each.trait}` === id && each.value === value))));
  find("#found").textContent = trCount("1 card", "{count} cards", found.length);
  const all = counted([...deck.main, ...deck.extra, ...deck.side]);
  const lines = found.slice(0, SHOWN).map((face) =>
    line(`card-${face.code}`, face, all.has(face.code) ? `×${all.get(face.code)}` : "", face.texts.map(({ text }) => text).join(" "), () => { add(into(), face.code); showCards(); }));
  keepFocus(() => find("#cards").replaceChildren(...lines));
}

function showDeck() {
  const shown = parts.filter((part) => deck[part].length || part === "main").flatMap((part) => [
    el("h3", { class: "part-title" }, `${TITLES[part]} · ${trCount("1 card", "{count} cards", deck[part].length)}`),
    el("ul", { class: "part", "aria-label": TITLES[part] }, ...[...counted(deck[part])].map(([code, count]) =>
      line(`${part}-${code}`, byCode.get(code), `${count}`, tr("Take one out"), () => { takeOut(part, code); showCards(); }))),
  ]);
  keepFocus(() => find("#parts").replaceChildren(...shown));
  const kinds = counted(deck.main.map((code) => byCode.get(code)?.kind || tr("other")));
  find("#kinds").textContent = [...kinds].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`).join(" · ");
  clearTimeout(timer);
  timer = setTimeout(check, CHECK_MS);
}

async function check() {
  const now = ++asked;
  const answer = /** @type {{faults: string[]} | null} */ (await ask("check", deck));
  if (now !== asked || !answer) return; // the deck is another by now
  find("#faults").replaceChildren(...answer.faults.map((fault) => el("li", {}, fault)));
}

/** @param {{main: string[], extra: string[], side: string[]}} found */
function take({ main, extra, side }) {
  deck = { main: [...main], extra: [...extra], side: [...side] };
  showDeck();
  showCards();
}

/** @param {string} name */
function showSaved(name) {
  const select = findAs(HTMLSelectElement, "#saved");
  select.replaceChildren(el("option", { value: "" }, tr("a new one")), ...saved.map((each) => el("option", {}, each)));
  select.value = saved.includes(name) ? name : "";
  findAs(HTMLButtonElement, "#remove").disabled = !select.value;
}

const nameField = findAs(HTMLInputElement, "#name");

async function save() {
  const name = nameField.value.trim();
  if (!name) { tell(tr("Give the deck a name first.")); nameField.focus(); return; }
  const answer = /** @type {{names: string[]} | null} */ (await ask("save", { name, ...deck }));
  if (!answer) return;
  saved = answer.names;
  showSaved(name);
  tell(tr("Saved: {name}.", { name }), "done");
}

async function remove() {
  const name = findAs(HTMLSelectElement, "#saved").value;
  if (!name || !await confirmed(tr("Delete the deck “{name}”?", { name }), tr("Delete"))) return;
  const answer = /** @type {{names: string[]} | null} */ (await ask("remove", { name }));
  if (!answer) return;
  saved = answer.names;
  showSaved("");
  tell(tr("Deleted: {name}. Its cards are still here.", { name }), "done");
}

async function load() {
  const name = findAs(HTMLSelectElement, "#saved").value;
  findAs(HTMLButtonElement, "#remove").disabled = !name;
  nameField.value = name;
  tell("");
  if (!name) { take({ main: [], extra: [], side: [] }); return; }
  const found = /** @type {Deck | null} */ (await ask("load", { name }));
  if (found) take(found);
}

async function importText() {
  const text = findAs(HTMLTextAreaElement, "#text").value;
  if (!text.trim()) { tell(tr("Paste a deck into the field first.")); return; }
  const found = /** @type {Deck | null} */ (await ask("import", { text }));
  if (!found) return;
  take(found);
  tell(tr("Imported. Save it under a name."), "done");
}

async function importFile() {
  const field = findAs(HTMLInputElement, "#file");
  const file = field.files?.[0];
  if (!file) return;
  findAs(HTMLTextAreaElement, "#text").value = await file.text();
  if (!nameField.value) nameField.value = file.name.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N} _-]/gu, " ").trim().slice(0, 40);
  field.value = "";
  await importText();
}

/** @param {string} form */
async function exportText(form) {
  const answer = /** @type {{text: string} | null} */ (await ask("export", { form, ...deck }));
  if (!answer) return;
  findAs(HTMLTextAreaElement, "#text").value = answer.text;
  const link = findAs(HTMLAnchorElement, "#download");
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([answer.text], { type: "text/plain" }));
  link.download = `${nameField.value.trim() || "deck"}.${form === "ydk" || form === "toml" ? form : "txt"}`;
  link.hidden = false;
}

/** Fills the filters with what the cards print: kinds, and facts of few values. */
function showFilters() {
  const kinds = [...new Set(faces.map(({ kind }) => kind))].filter(Boolean).sort();
  find("#kind").append(...kinds.map((kind) => el("option", {}, kind)));
  /** @type {Map<string, {title: string, values: Set<string>}>} */
  const facts = new Map();
  for (const face of faces) for (const { trait, title, value } of face.facts) {
    if (!facts.has(trait)) facts.set(trait, { title, values: new Set() });
    facts.get(trait)?.values.add(value);
  }
  find("#more-filters").append(...[...facts].filter(([, { values }]) => values.size > 1 && values.size < 40).map(([trait, { title, values }]) =>
    el("label", {}, title, el("select", { id: `fact-${trait}` }, el("option", { value: "" }, tr("any")), ...[...values].sort().map((value) => el("option", {}, value))))));
}

async function begin() {
  const answer = await fetch(`${base}/cards`).catch(() => null);
  if (!answer?.ok) { tell(tr("The table does not answer. Load the page again when it does.")); return; }
  faces = await answer.json();
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true }); // 2 before 10
  faces.sort((one, other) => compare(one.name, other.name));
  for (const face of faces) byCode.set(face.code, face);
  showFilters();
  showSaved("");
  take(deck);
}

find("#words").addEventListener("input", showCards);
find(".filters").addEventListener("change", ({ target }) => { // a field that is left changes nothing: a press would lose its button
  if (target instanceof HTMLSelectElement) showCards();
});
find("#saved").addEventListener("change", load);
find("#save").addEventListener("click", save);
find("#remove").addEventListener("click", remove);
find("#import").addEventListener("click", importText);
find("#file").addEventListener("change", importFile);
for (const button of findAll("[data-form]")) button.addEventListener("click", () => exportText(button.dataset.form ?? ""));
begin();
