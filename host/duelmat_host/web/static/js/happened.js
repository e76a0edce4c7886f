// What happened in a play, event by event, each with the rules by which it happened, in words.

import { el, find, findAs } from "./dom.js";
import { ruleMark, statement } from "./tips.js";
import { tr } from "./words.js";

/** @import {LogLineView} from "./types.js" */

/** @param {LogLineView[]} lines of one play */
export async function showHappened(lines) {
  const dialog = findAs(HTMLDialogElement, "#happened");
  find("#happened-list").replaceChildren(...lines.map((line) => el("li", {}, el("b", {}, line.text),
    ...line.rules.map((id) => {
      const words = el("span", {}, "…");
      statement(id).then((told) => { words.textContent = told; });
      return el("p", {}, ruleMark(id), words);
    }),
    line.rules.length ? null : el("p", {}, tr("No rule is needed for this.")))));
  dialog.showModal();
}
