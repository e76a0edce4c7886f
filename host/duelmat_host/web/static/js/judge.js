// The judge's page: the table with what lies face-down, what is disputed, and the rulings.

import { el, find, redraw } from "./dom.js";
import { Mat } from "./mat.js";
import { drawMessage, Panels } from "./panels.js";
import { post } from "./post.js";
import { showLine } from "./line.js";
import { listen } from "./stream.js";
import { say } from "./toast.js";

const facts = document.body.dataset;
const names = JSON.parse(facts.names);
const mat = new Mat(find("#mat"));
const panels = new Panels(names);
const reason = find("#reason");

// Every ruling but going on is written down with its reason.
async function rule(body) {
  const said = reason.value.trim();
  if (body.do !== "go-on" && !said) {
    say("Give the reason first: it is written down with the ruling.", "refusal");
    reason.focus();
    return;
  }
  const answer = await post(`${facts.base}/ruling`, body.do === "go-on" ? body : { ...body, reason: said });
  if (!answer.ok) { say(answer.message, "refusal"); return; }
  reason.value = "";
  find("#life").value = "";
}

const drawCase = redraw(({ judge, disputed, plays, last, isOver }) => {
  find("#bench-note").textContent = isOver ? "The duel is over." : disputed
    ? "A refused play stands on the table." : judge
      ? "Nothing on the table is refused: hear the players." : "Nobody has called. You may rule all the same.";
  find("#stands").replaceChildren(...plays.map((play, at) => el("button", {
    type: "button", class: at ? "stand" : "stand primary", disabled: Boolean(play.hindrance),
    onclick: () => rule({ do: "stand", play: at, text: play.text }),
  }, el("b", {}, `Let it stand: ${play.text}`), play.hindrance ? el("small", {}, `Cannot stand. ${play.hindrance}`) : null)));
  const back = find("#take-back");
  back.textContent = disputed ? "Have the refused play taken back" : last ? `Take back the last play: ${last}` : "Nothing to take back";
  back.disabled = isOver || !(disputed || last);
  find("#go-on").hidden = !judge;
  find("#correct").disabled = isOver;
});

const drawWhispers = redraw((whispers) => find("#whispers").replaceChildren(...whispers.map((told) => {
  const place = el("section", { class: "message" });
  drawMessage(place, told);
  place.prepend(el("p", { class: "whisper-to" }, `Told to ${names[told.seat]} alone`));
  return place;
})));

showLine(facts.base);
find("#ruling").addEventListener("submit", (event) => event.preventDefault());
find("#take-back").addEventListener("click", () => rule({ do: "back" }));
find("#go-on").addEventListener("click", () => rule({ do: "go-on" }));
find("#correct").addEventListener("click", () => {
  const life = find("#life");
  if (life.value === "" || !life.checkValidity()) { life.reportValidity(); say("Name the life that is right.", "refusal"); return; }
  rule({ do: "life", player: find("#life-player").value, life: Number(life.value) });
});

listen(facts.feed, Number(facts.beat), {
  view(view) {
    mat.show(view);
    panels.show({ ...view, message: view.disputed ?? view.message });
    drawCase({ judge: view.judge, disputed: Boolean(view.disputed), plays: view.plays, last: view.last_play, isOver: Boolean(view.outcome) });
    drawWhispers(view.whispers);
  },
  lights(event) { mat.shine(event); },
  link(isHeard) { panels.showLink(panels.link ?? { state: "up", text: "connected" }, isHeard); },
});

function browse(event) {
  const stack = event.target.closest("[data-stack]");
  if (!stack || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  panels.browse(stack.dataset.stack);
}
find("#mat").addEventListener("click", browse);
find("#mat").addEventListener("keydown", browse);
