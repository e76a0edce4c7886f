// A seat's own page: the table, and what only its player knows.

import { behindCurtain, clearAway, handOver } from "./curtain.js";
import { el, find, redraw } from "./dom.js";
import { Fan } from "./fan.js";
import { Handle } from "./handle.js";
import { Hands } from "./hands.js";
import { Keyboard } from "./keyboard.js";
import { Mat } from "./mat.js";
import { Menu } from "./menu.js";
import { drawMessage, Panels } from "./panels.js";
import { post } from "./post.js";
import { Prompts } from "./prompts.js";
import { listen } from "./stream.js";
import { say } from "./toast.js";

const facts = { ...document.body.dataset };
const names = JSON.parse(facts.names);
const isSimulated = facts.simulated === "yes";

const TAKES = new Set(["hand", "grave", "banished", "extra"]);

async function ask(where, body) {
  const answer = await post(`${facts.base}/${where}`, body);
  if (!answer.ok) say(answer.message, "refusal");
  return answer.ok;
}

function sit() {
  const mat = new Mat(find("#mat"));
  const panels = new Panels(names);
  const fan = new Fan(find("#fan"));
  const ownStack = (zone) => zone.startsWith(`${facts.seat}.`);
  const moveCards = (request) => {
    if (isSimulated) return ask("hands", request);
    say("Move the card itself: this table stands on a real mat.");
    return false;
  };
  const browse = (zone) => panels.browse(zone, isSimulated && ownStack(zone) ? (card) => {
    hands.holdFromPile(zone, card);
    hands.describeHold();
    keyboard.focusZone(zone);
  } : null);
  // What a simulated hand can do about a duty of its own, at one press.
  panels.help = ({ zone, from, to }) => {
    if (!isSimulated) return null;
    if (zone === `${facts.seat}.deck` && !from) return { word: "Do it", key: "D", run: () => doings.d() };
    const [letter, kind] = (to ?? "").split(".");
    if (!from || from === to || letter !== facts.seat || !TAKES.has(kind)) return null;
    return { word: "Do it", run: () => moveCards({ do: "take", zone: from, to: kind }) };
  };
  panels.rematch = () => ask("command", { do: "rematch" });
  const hands = new Hands({ seat: facts.seat, mat, fan, ask: moveCards, browse });
  const prompts = new Prompts(find("#prompts"), (answer) => ask("answer", answer));
  const menu = new Menu({ seat: facts.seat, names, command: (request) => ask("command", request), hands: moveCards });
  const press = (what) => () => moveCards({ do: "button", name: `${facts.seat}.${what}` });
  const showPrivate = redraw((message) => drawMessage(find("#private"), message));
  const showMay = redraw((may) => {
    find("#may").hidden = !may.length;
    find("#may-list").replaceChildren(...may.map((way) => el("li", { class: way.legal === false ? "not" : false }, way.text,
      way.reason ? el("small", {}, way.reason) : null)));
  });
  find("#may").open = !matchMedia("(max-width: 820px)").matches;
  const doings = {
    p: press("ok"), n: press("phase"), j: press("judge"), d: () => moveCards({ do: "draw" }),
    m: () => menu.open(), o: () => prompts.focus(), "?": () => find("#help").showModal(),
    ...(facts.next ? { h: () => leave() } : {}),
  };
  const keyboard = new Keyboard({ seat: facts.seat, mat, fan, hands, doings, choose: (at) => prompts.choose(at) });
  if (isSimulated) {
    new Handle({ mat, ask: moveCards, isOwn: (zone) => (mat.lying.get(zone)?.card?.key ?? zone)[0] === facts.seat });
  }

  for (const [id, key] of [["press-ok", "p"], ["press-phase", "n"], ["press-judge", "j"], ["do-draw", "d"], ["open-menu", "m"], ["open-help", "?"], ["hand-over", "h"]]) {
    find(`#${id}`)?.addEventListener("click", () => doings[key]());
  }
  find("#how-face").addEventListener("click", () => hands.flip());
  find("#how-turn").addEventListener("click", () => hands.turn());

  const stop = listen(facts.feed, Number(facts.beat), {
    view(view) {
      mat.show(view);
      const isMine = view.decision?.seat === facts.seat;
      prompts.show(view.prompts, view.decision, isMine);
      panels.show(view);
      const mustDraw = view.obligations.some((duty) => duty.zone === `${facts.seat}.deck` && !duty.from);
      const isDealt = !view.turn && !mustDraw;
      fan.show(view.hand, isDealt && isSimulated ? view.piles[facts.seat].hand : 0, isDealt ? "Your cards lie face-down until it is decided who goes first."
        : !isSimulated ? "" : view.turn ? "Your hand is empty." : "Your cards are still in the Deck.");
      find("#press-ok").classList.toggle("primary", view.prompts.some((prompt) => !prompt.menu));
      find("#do-draw").classList.toggle("primary", mustDraw);
      find("#call-judge").textContent = view.judge?.by === facts.seat ? "Send the judge away" : "Call a judge";
      showPrivate(view.private);
      showMay(view.may);
      menu.show(view.requests);
      menu.showAsking(view.asks_on_own);
      document.body.classList.toggle("my-decision", isMine);
      find("#hand-over")?.classList.toggle("primary", !isMine && !view.outcome);
    },
    lights(event) { mat.shine(event); },
    link(isHeard) { panels.showLink(panels.link ?? { state: "up", text: "connected" }, isHeard); },
  });
  const leave = () => { stop(); handOver(facts.next); };
  // A page kept by the browser for its back button would keep the hand with it.
  addEventListener("pagehide", () => { stop(); if (facts.next) clearAway(); });
}

behindCurtain(sit);
