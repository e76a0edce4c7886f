// The judge's page: the table with what lies face-down, what is disputed, and the rulings.

import { confirmed } from "./confirm.js";
import { el, fact, find, findAllAs, findAs, playerNames, redraw } from "./dom.js";
import { readFaces } from "./faces.js";
import { Inspector } from "./inspector.js";
import { Mat } from "./mat.js";
import { drawMessage, Panels } from "./panels.js";
import { post, renewLink } from "./post.js";
import { Chain } from "./chain.js";
import { showHappened } from "./happened.js";
import "./language.js";
import { showLine } from "./line.js";
import { readByHand } from "./read_by_hand.js";
import { follow } from "./stream.js";
import { say } from "./toast.js";
import { tr } from "./words.js";

/** @import {DisputedPlayView, JudgeCallView, JudgeView, Ruling, WhisperView} from "./types.js" */

/**
 * What there is to rule, beside the plays that may stand.
 * @typedef {object} Case
 * @property {JudgeCallView | null} judge
 * @property {boolean} disputed
 * @property {string | null} last the play that would be taken back
 * @property {number | null} number its number
 * @property {boolean} isOver
 */

const base = fact("base");
const names = playerNames();
const mat = new Mat(findAs(SVGSVGElement, "#mat"));
const panels = new Panels(names, base);
panels.happened = showHappened;
const chain = new Chain(mat);
const inspector = new Inspector(mat, { names });
readByHand(mat, inspector);
const reason = findAs(HTMLInputElement, "#reason");
const life = findAs(HTMLInputElement, "#life");
/** @type {number | null} */
let taken = null;  // the play that the button takes back; null: the refused one

/** @param {Ruling} ruling */
async function rule(ruling) {
  const answer = await post(`${base}/ruling`, ruling);
  if (!answer.ok) { say(answer.message, "refusal"); return; }
  reason.value = "";
  life.value = "";
}

/**
 * Every ruling but going on is written down with its reason.
 * @param {(reason: string) => Ruling} ruling
 */
function ruleFor(ruling) {
  const said = reason.value.trim();
  if (said) { rule(ruling(said)); return; }
  say(tr("Give the reason first: it is written down with the ruling."), "refusal");
  reason.focus();
}

const drawCase = redraw((/** @type {Case} */ { judge, disputed, last, number, isOver }) => {
  taken = disputed ? null : number;
  find("#bench-note").textContent = isOver ? tr("The duel is over.") : disputed
    ? tr("A refused play stands on the table.") : judge
      ? tr("Nothing on the table is refused: hear the players.") : tr("Nobody has called. You may rule all the same.");
  const back = findAs(HTMLButtonElement, "#take-back");
  back.textContent = disputed ? tr("Have the refused play taken back")
    : last ? tr("Take back the last play: {play}", { play: last }) : tr("Nothing to take back");
  back.disabled = isOver || !(disputed || last);
  find("#go-on").hidden = !judge;
  findAs(HTMLButtonElement, "#correct").disabled = isOver;
});

// By themselves, so that no button goes from under a finger while it says the same.
const drawPlays = redraw((/** @type {DisputedPlayView[]} */ plays) => find("#stands").replaceChildren(...plays.map((play, at) => el("button", {
  type: "button", class: at ? "stand" : "stand primary", disabled: Boolean(play.hindrance),
  onclick: () => ruleFor((said) => ({ do: "stand", play: at, text: play.text, reason: said })),
}, el("b", {}, tr("Let it stand: {play}", { play: play.text })), play.hindrance ? el("small", {}, tr("Cannot stand. {reason}", { reason: play.hindrance })) : null))));

const drawWhispers = redraw((/** @type {WhisperView[]} */ whispers) => find("#whispers").replaceChildren(...whispers.map((told) => {
  const place = el("section", { class: "message" });
  drawMessage(place, told, "");
  place.prepend(el("p", { class: "whisper-to" }, tr("Told to {player} alone", { player: names[told.seat] })));
  return place;
})));

showLine(base);
const newLink = find("#new-link");
for (const button of findAllAs(HTMLButtonElement, "[data-renew]")) {
  const seat = String(button.dataset.renew);
  button.addEventListener("click", async () => {
    if (!await confirmed(tr("{player}’s page ends at once.", { player: names[seat] }), tr("Make a new link"))) return;
    const answer = await renewLink(base, { seat });
    if (!answer.ok) { say(answer.message, "refusal"); return; }
    newLink.replaceChildren(tr("The new link for {player}:", { player: names[seat] }), " ", el("code", {}, answer.link));
  });
}
find("#ruling").addEventListener("submit", (event) => event.preventDefault());
find("#take-back").addEventListener("click", () => ruleFor((said) => ({ do: "back", reason: said, play: taken })));
find("#go-on").addEventListener("click", () => rule({ do: "go-on" }));
find("#correct").addEventListener("click", () => {
  if (life.value === "" || !life.checkValidity()) { life.reportValidity(); say(tr("Name the life that is right."), "refusal"); return; }
  const player = findAs(HTMLSelectElement, "#life-player").value;
  ruleFor((said) => ({ do: "life", player, life: Number(life.value), reason: said }));
});

await readFaces();
follow(fact("feed"), Number(fact("beat")), {
  /** @param {JudgeView} view */
  view(view) {
    mat.show(view);
    chain.show(view.chain);
    const isProblem = view.message?.kind === "problem";  // before a refusal: nothing can be written
    panels.show({ ...view, message: isProblem ? view.message : view.disputed ?? view.message });
    drawCase({ judge: view.judge, disputed: Boolean(view.disputed), last: view.last_play, number: view.last_number, isOver: Boolean(view.outcome) });
    drawPlays(view.plays);
    drawWhispers(view.whispers);
    inspector.follow(view);
  },
  lights(lights) { mat.shine(lights); },
  link(isHeard) { panels.showLink(isHeard); },
});
panels.browseFrom(mat.root);
