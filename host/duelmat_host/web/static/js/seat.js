// A seat's own page: the table, and what only its player knows.

import { behindCurtain, clearAway, handOver } from "./curtain.js";
import { fact, find, findAs, playerNames, redraw, seek } from "./dom.js";
import { Fan } from "./fan.js";
import { Handle } from "./handle.js";
import { Hands } from "./hands.js";
import { readFaces } from "./faces.js";
import { Inspector, useItem } from "./inspector.js";
import { Keyboard } from "./keyboard.js";
import { Mat } from "./mat.js";
import { Menu } from "./menu.js";
import { drawMessage, Panels } from "./panels.js";
import { post } from "./post.js";
import { Prompts } from "./prompts.js";
import { keepClearOf, newsInSight } from "./sight.js";
import { listen } from "./stream.js";
import { say } from "./toast.js";
import { kindOf, ownerOf } from "./zones.js";

/** @import {Answer, CardOptionView, Command, HandRequest, MessageView, SeatView} from "./types.js" */

const seat = fact("seat");
const base = fact("base");
const next = document.body.dataset.next; // the other player's page, on one screen
const names = playerNames();
const isSimulated = fact("simulated") === "yes";

const TAKES = /** @type {const} */ (["hand", "grave", "banished", "extra"]);

/** @type {(where: string, body: Answer | Command | HandRequest) => Promise<boolean>} */
async function ask(where, body) {
  const answer = await post(`${base}/${where}`, body);
  if (!answer.ok) say(answer.message, "refusal");
  return answer.ok;
}

/** @type {(command: Command) => Promise<boolean>} */
const command = (said) => ask("command", said);

/** @param {HandRequest} request */
function moveCards(request) {
  if (isSimulated) ask("hands", request);
  else say("Move the card itself: this table stands on a real mat.");
}

function sit() {
  const mat = new Mat(findAs(SVGSVGElement, "#mat"));
  const panels = new Panels(names);
  const fan = new Fan(find("#fan"));
  /** @param {string} zone */
  const browse = (zone) => panels.browse(zone, isSimulated && ownerOf(zone) === seat ? (card) => {
    hands.holdFromPile(zone, card);
    hands.describeHold();
    keyboard.focusZone(zone);
  } : null);
  // What a simulated hand can do about a duty of its own, at one press.
  panels.help = ({ zone, from, to }) => {
    if (!isSimulated) return null;
    if (zone === `${seat}.deck` && !from) return { word: "Do it", key: "D", run: () => keyActions.d() };
    if (!from || !to || from === to || ownerOf(to) !== seat) return null;
    const place = TAKES.find((each) => each === kindOf(to));
    return place ? { word: "Do it", run: () => moveCards({ do: "take", zone: from, to: place }) } : null;
  };
  panels.rematch = () => command({ do: "rematch" });
  const hands = new Hands(seat, mat, fan, moveCards, browse);
  const prompts = new Prompts(find("#prompts"), find("#ways"), (answer) => ask("answer", answer));
  const menu = new Menu(seat, names, command, moveCards);
  /** @param {string} what */
  const press = (what) => () => moveCards({ do: "button", name: `${seat}.${what}` });
  const showPrivate = redraw((/** @type {MessageView | null} */ message) => drawMessage(find("#private"), message));
  const showMay = redraw((/** @type {CardOptionView[]} */ may) => {
    find("#may").hidden = !may.length;
    find("#may-list").replaceChildren(...may.map(useItem));
  });
  findAs(HTMLDetailsElement, "#may").open = !matchMedia("(max-width: 820px), (max-height: 520px)").matches;
  /** @type {Record<string, () => unknown>} */
  const keyActions = {
    y: () => prompts.say("yes") || say("No question is open that Y answers."),
    p: () => prompts.say("pass") || say("There is nothing to pass."),
    n: press("phase"), j: press("judge"), d: () => moveCards({ do: "draw" }),
    m: () => menu.open(), o: () => prompts.focus(), "?": () => findAs(HTMLDialogElement, "#help").showModal(),
    ...(next ? { h: () => leave(next) } : {}),
  };
  const keyboard = new Keyboard(seat, mat, fan, hands, keyActions, (at) => prompts.choose(at));
  if (isSimulated) new Handle(mat, moveCards, (zone) => (mat.lying.get(zone)?.card.key ?? zone)[0] === seat);

  const inspector = new Inspector(mat, {
    names, seat, base, held: (element) => fan.card(element), isBusy: () => Boolean(hands.hold), onHold: () => hands.rest(),
  });

  for (const [id, key] of [["do-pass", "p"], ["press-phase", "n"], ["press-judge", "j"], ["do-draw", "d"], ["open-menu", "m"], ["open-help", "?"], ["hand-over", "h"]]) {
    seek(`#${id}`)?.addEventListener("click", () => keyActions[key]());
  }
  find("#how-face").addEventListener("click", () => hands.flip());
  find("#how-turn").addEventListener("click", () => hands.turn());

  keepClearOf(find(".holding"));
  const showNews = newsInSight();
  const stop = listen(fact("feed"), Number(fact("beat")), {
    /** @param {SeatView} view */
    view(view) {
      mat.show(view);
      const isMine = view.decision?.seat === seat;
      prompts.show(view.prompts, isMine ? view.decision : null);
      panels.show(view);
      const mustDraw = view.obligations.some((duty) => duty.zone === `${seat}.deck` && !duty.from);
      const isDealt = !view.turn && !mustDraw;
      fan.show(view.hand, isDealt && isSimulated ? view.piles[seat].hand : 0, isDealt ? "Your cards lie face-down until it is decided who goes first."
        : !isSimulated ? "" : view.turn ? "Your hand is empty." : "Your cards are still in the Deck.");
      find("#do-pass").classList.toggle("primary", view.prompts.some((prompt) => !prompt.menu && prompt.options.some((option) => option.passes)));
      find("#do-draw").classList.toggle("primary", mustDraw);
      find("#call-judge").textContent = view.judge?.by === seat ? "Send the judge away" : "Call a judge";
      inspector.follow(view);
      showPrivate(view.private);
      showNews(view);
      showMay(view.may);
      menu.show(view.requests);
      menu.showAsking(view.asks_on_own);
      document.body.classList.toggle("my-decision", isMine);
      seek("#hand-over")?.classList.toggle("primary", !isMine && !view.outcome);
    },
    lights(lights) { mat.shine(lights); },
    link(isHeard) { panels.showLink(isHeard); },
  });
  /** @param {string} address */
  const leave = (address) => { stop(); handOver(address); };
  // A page kept by the browser for its back button would keep the hand with it.
  addEventListener("pagehide", () => { stop(); if (next) clearAway(); });
}

readFaces().then(() => behindCurtain(sit));
