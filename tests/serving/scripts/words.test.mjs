// What the pages' scripts say, in the language of the page that they run in.

import assert from "node:assert/strict";
import { test } from "node:test";

const WORDS = new URL("../../../host/duelmat_serving/static/js/words.js", import.meta.url);

globalThis.HTMLElement = class {
  constructor(text) { this.textContent = text; }
};

let loaded = 0;

/** The module as a page of this language has it: its words stand in it, or are fetched. */
async function wordsIn(lang, { inside = null, fetched = () => { throw new Error("asked for words"); } } = {}) {
  const here = inside === null ? null : new HTMLElement(inside);
  globalThis.document = { documentElement: { lang }, querySelector: () => here };
  globalThis.fetch = async (path) => fetched(path);
  loaded += 1;
  return import(`${WORDS}?${loaded}`);
}

const CARDS = ["{count} card beside the mat", "{count} cards beside the mat"];
const answering = (text, ok = true) => () => ({ ok, json: async () => JSON.parse(text) });

test("English needs no words", async () => {
  const { tr, trCount, listed } = await wordsIn("en");
  assert.equal(tr("{zone}: {state}", { zone: "the deck", state: "empty" }), "the deck: empty");
  assert.deepEqual([1, 2].map((count) => trCount(...CARDS, count)), ["1 card beside the mat", "2 cards beside the mat"]);
  assert.equal(listed(["a", "b", "c"]), "a, b, c");
});

test("sentences, messages that count and rows are in the page's language", async () => {
  const paths = [];
  const japanese = JSON.stringify({ "Turn {n}": "ターン{n}", [CARDS[0]]: { other: "マットの横に{count}枚" } });
  const { tr, trCount, listed } = await wordsIn("ja", { fetched: (path) => (paths.push(path), answering(japanese)()) });
  assert.deepEqual(paths, ["/words/ja"]);
  assert.equal(tr("Turn {n}", { n: 3 }), "ターン3");
  assert.equal(trCount(...CARDS, 2), "マットの横に2枚");
  assert.equal(listed(["甲", "乙", "丙"]), "甲、乙、丙");
});

test("words in the page are taken first", async () => {
  const inside = JSON.stringify({ "{zone}: {state}": "{state} @ {zone:capital}", [CARDS[0]]: { other: "{count}!" } });
  const { tr, trCount } = await wordsIn("ja", { inside });
  assert.equal(tr("{zone}: {state}", { zone: "deck", state: "7" }), "7 @ Deck");
  assert.equal(trCount(...CARDS, 1), "1!");
});

for (const [what, fetched] of Object.entries({
  "404": answering("{}", false),
  "no answer": () => { throw new TypeError("aborted"); },
  "half a text": answering("{"),
  "null": answering("null"),
  "a list": answering('["1"]'),
  "a number for a message": answering(JSON.stringify({ [CARDS[0]]: 3 })),
})) {
  test(`without words the scripts speak English: ${what}`, async () => {
    const { trCount } = await wordsIn("ja", { fetched });
    assert.equal(trCount(...CARDS, 2), "2 cards beside the mat");
  });
}
