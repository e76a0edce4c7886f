// A seat's own page: the table, and what only its player knows.

import { Asking } from "./asking.js";
import { CardMenu } from "./card_menu.js";
import { Chain } from "./chain.js";
import { Obligations, offerFollowing } from "./obligations.js";
import { confirmed } from "./confirm.js";
import { behindCurtain, clearAway, handOver } from "./curtain.js";
import { fact, find, findAll, findAs, playerNames, redraw, seek } from "./dom.js";
import { Fan } from "./fan.js";
import { FirstDuel } from "./first_duel.js";
import { Hands } from "./hands.js";
import { Hint } from "./hint.js";
import { readFaces } from "./faces.js";
import { Inspector, useItem } from "./inspector.js";
import { Keyboard } from "./keyboard.js";
import "./language.js";
import { Latest } from "./latest.js";
import { Mat } from "./mat.js";
import { Menu } from "./menu.js";
import { OtherTurn } from "./other_turn.js";
import { drawMessage, Panels } from "./panels.js";
import { Payments } from "./payments.js";
import { post } from "./post.js";
import { Prompts } from "./prompts.js";
import { newsInSight } from "./sight.js";
import { follow } from "./stream.js";
import { Sounds } from "./sounds.js";
import { explainMarks } from "./tips.js";
import { SideDeck } from "./side_deck.js";
import { say } from "./toast.js";
import { offer } from "./wishes.js";
import { listed, tr } from "./words.js";
import { kindOf, ownerOf, stackOf } from "./zones.js";

/** @import {Answer, CardOptionView, ChangeLevel, Command, HandRequest, MessageView, SeatView} from "./types.js" */

const seat = fact("seat");
const base = fact("base");
const next = document.body.dataset.next; // the other player's page, on one screen
const names = playerNames();
const isSimulated = fact("simulated") === "yes";

/** @type {(where: string, body: Answer | ChangeLevel | Command | HandRequest) => Promise<boolean>} */
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
  else if (request.do === "touch") command({ do: "touch", pad: request.pad });
  else if (request.do === "draw") command({ do: "touch", pad: `${seat}.deck` });
  else if (request.do === "button") pressOwn(request.name);
  else say(tr("Move the card itself. This table stands on a real mat; answers, and a call for a judge, may be given here."));
}

/** @param {string} name */
function pressOwn(name) {
  const button = (/** @type {const} */ (["ok", "phase", "judge"])).find((own) => name === `${seat}.${own}`);
  if (button) command({ do: "press", button });
  else say(tr("That is the other player's button."));
}

function sit() {
  const mat = new Mat(findAs(SVGSVGElement, "#mat"));
  const panels = new Panels(names, base, seat);
  const chain = new Chain(mat);
  const latest = new Latest(mat.root);
  const otherTurn = new OtherTurn(mat);
  const hint = seek("#ask-hint") ? new Hint(base, mat) : null;
  const fan = new Fan(find("#fan"));
  /** @param {string} zone */
  const browse = (zone) => panels.browse(zone, isSimulated && ownerOf(zone) === seat ? (card) => {
    hands.holdFromPile(zone, card);
    hands.describeHold();
    keyboard.focusZone(zone);
  } : null);
  const obligations = new Obligations(seat, Boolean(next), fan, moveCards);
  panels.help = mat.help = (obligation) => isSimulated ? obligations.help(obligation) : obligations.confirm(obligation);
  obligations.changed = () => {
    panels.drawObligations([obligations.listed, [...obligations.chosen]]);
    mat.drawObligations([obligations.shown, [...obligations.chosen]]);
  };
  const showFollowing = isSimulated ? offerFollowing(moveCards) : () => {};
  fan.deck = mat.zones.get(`${seat}.deck`);
  panels.rematch = () => command({ do: "rematch" });
  panels.confirmResult = () => command({ do: "confirm-result" });
  const sideDeck = new SideDeck(find("#side-deck"), command);
  const prompts = new Prompts(find("#prompts"), find("#ways"), (answer) => ask("answer", answer),
    isSimulated ? () => moveCards({ do: "pick" }) : null);
  /** @type {(from: string, to: string) => Promise<void>} */
  const attack = async (from, to) => {
    if (prompts.attack(from, to)) return;
    // Not an answer now: the table says why, as it does for touches.
    if (isSimulated) { await ask("hands", { do: "touch", pad: from }); await ask("hands", { do: "touch", pad: to }); }
    else say(tr("That attack is not possible now."));
  };
  /** @param {CardOptionView["answer"]} answer */
  const doUse = (answer) => { if (answer) ask("answer", answer); };
  const cardMenu = isSimulated ? new CardMenu(mat, { seat, base, move: moveCards, doUse, letGo: () => { hands.letGo(); hands.forgetClick(); } }) : null;
  /** @param {string} stack */
  const owed = (stack) => panels.piles[seat]?.[stackOf(stack) ?? "grave"].find(({ key }) => obligations.shown.some(({ card, from }) => card && !from && card === key));
  const hands = new Hands(seat, mat, fan, moveCards, browse, { attack, owed, aims: (from) => prompts.aims(from) }, (at) => {
    if (prompts.isAsked) return; // a click is an answer
    if ("zone" in at) cardMenu?.openAtZone(at.zone);
    else cardMenu?.openInHand(at.element, at.card);
  });
  hands.choose = (key) => obligations.choose(key);
  hands.putBack = (key, zone) => obligations.putBack(key, zone);
  const asking = new Asking(seat, command, () => { menu.open(); find("#asking").scrollIntoView(); });
  const menu = new Menu(seat, names, command, moveCards, (level) => ask("level", level));
  /** @param {string} what */
  const press = (what) => () => moveCards({ do: "button", name: `${seat}.${what}` });
  let takeback = { play: "", cost: "" };
  // What goes further back than an own play of this turn is confirmed by what it costs.
  const takeBackOrCall = async () => {
    const { play, cost } = takeback;
    if (!cost || await confirmed(tr("Take back: {play}? {cost}", { play, cost }), tr("Take back"))) press("judge")();
  };
  const showPrivate = redraw((/** @type {MessageView | null} */ message) => drawMessage(find("#private"), message, ""));
  const showMay = redraw((/** @type {CardOptionView[]} */ may) => {
    find("#may").hidden = !may.length;
    find("#may-list").replaceChildren(...may.map((use) => useItem(use, doUse)));
  });
  const showReady = redraw((/** @type {string[]} */ cards) => {
    const button = find("#from-extra");
    button.hidden = !cards.length;
    button.textContent = tr("From your Extra Deck: {cards}", { cards: listed(cards) });
  });
  const payments = new Payments(find("#payments"), moveCards);
  /** @type {SeatView | null} */
  let shown = null;
  find("#from-extra").addEventListener("click", () => { if (!isSimulated || !shown || !payments.open(shown)) browse(`${seat}.extra`); });
  findAs(HTMLDetailsElement, "#may").open = matchMedia("(min-width: 1180px) and (min-height: 600px)").matches; // in a place of its own
  /** @type {Record<string, () => unknown>} */
  const keyActions = {
    y: () => prompts.say("yes") || say(tr("No question is open that Y answers.")),
    n: () => prompts.say("no") || say(tr("There is nothing to say no to.")),
    p: press("phase"), e: () => command({ do: "end-turn" }), j: takeBackOrCall, r: () => command({ do: "redo" }),
    s: () => asking.pass("play"), u: () => asking.pass("turn"), d: () => obligations.useDeck(),
    m: () => menu.open(), o: () => payments.focus() || prompts.focus(), "?": () => findAs(HTMLDialogElement, "#help").showModal(),
    ...(next ? { h: () => leave(next) } : hint ? { h: () => hint.ask() } : {}),
  };
  const keyboard = new Keyboard(seat, mat, fan, hands, keyActions, (at) => prompts.choose(at) || payments.tick(at));

  const inspector = new Inspector(mat, {
    names, seat, base, doUse, held: (element) => fan.card(element), isBusy: () => Boolean(hands.hold), onHold: () => hands.rest(),
  });

  for (const [id, key] of [["do-decline", "n"], ["press-phase", "p"], ["end-turn", "e"], ["press-judge", "j"], ["redo", "r"], ["do-draw", "d"], ["open-menu", "m"], ["open-help", "?"], ["hand-over", "h"], ["ask-hint", "h"]]) {
    seek(`#${id}`)?.addEventListener("click", () => keyActions[key]());
  }
  find("#how-face").addEventListener("click", () => hands.flip());
  find("#how-turn").addEventListener("click", () => hands.turn());

  const firstDuel = seek("#tutorial") ? new FirstDuel(seat) : null;
  explainMarks(find("#help"));

  const showNews = newsInSight();
  const sounds = new Sounds(seat);
  offer("sounds", () => {});
  offer("letters", (isOn) => document.body.classList.toggle("no-letters", !isOn));
  const stop = follow(fact("feed"), Number(fact("beat")), {
    /** @param {SeatView} view */
    view(view) {
      const isMine = view.decision?.seat === seat;
      shown = view;
      const usable = view.usable ?? [];
      obligations.follow(view);
      showFollowing(view.follows);
      mat.show(view, isMine ? usable : view.playable, obligations.shown);
      chain.show(view.chain);
      latest.follow(view);
      otherTurn.follow(view);
      hint?.follow(view);
      const asked = view.judge ? view.prompts.filter(({ menu }) => !menu) : view.prompts; // till the ruling nothing is played
      const answered = cardMenu?.answerTo(asked);
      if (answered) doUse(answered);
      prompts.show(answered ? asked.filter(({ id }) => id !== answered.prompt) : asked, isMine && !view.decision?.waits ? view.decision : null, view.hand.some((card) => card.looked));
      const drawing = view.obligations.filter(({ zone, from }) => kindOf(zone) === "deck" && !from).map(({ zone }) => ownerOf(zone));
      const mustDraw = drawing.includes(seat);
      const isDealt = !view.turn && !mustDraw && (drawing.length > 0 || view.piles[seat].hand > 0); // hands count once all are drawn
      fan.show(view.hand, isDealt && isSimulated ? view.piles[seat].hand : 0, isDealt ? tr("Your cards lie face-down until it is decided who goes first.")
        : !isSimulated ? "" : view.turn ? tr("Your hand is empty.") : tr("Your cards are still in the Deck."));
      fan.markUsable(usable);
      panels.ready = usable;
      panels.sideDeck = view.side ? () => sideDeck.open() : null;
      panels.show(view, obligations.listed);
      sideDeck.show(view.side);
      if (isSimulated) payments.show(view);
      showReady(view.piles[seat].extra.filter(({ key }) => usable.includes(key ?? "")).map(({ name = "" }) => name));
      asking.show(view, isMine && view.usable?.length === 0 && prompts.onlyDeclines && !view.outcome);
      const decline = find("#do-decline");
      decline.hidden = !prompts.declines;
      decline.classList.toggle("primary", prompts.onlyDeclines);
      find("[data-word]", decline).textContent = prompts.declines;
      findAs(HTMLButtonElement, "#end-turn").disabled = view.turn_seat !== seat || !view.turn || Boolean(view.outcome || view.judge);
      findAs(HTMLButtonElement, "#press-phase").disabled = !view.turn || Boolean(view.outcome || view.judge);
      find("#do-draw").hidden = view.follows === true; // then nobody has to press it
      find("#do-draw").classList.toggle("primary", mustDraw);
      const isCaller = view.judge?.by === seat;
      takeback = { play: view.takeback, cost: view.takeback_cost };
      find("#press-judge [data-word]").textContent = isCaller ? tr("Send away") : view.takeback ? tr("Take back") : tr("Judge");
      find("#press-judge").title = isCaller ? tr("Send the judge away") : view.takeback ? tr("Take back: {play}", { play: view.takeback }) : "";
      find("#redo").hidden = !view.redo;
      find("#redo").title = view.redo && tr("Do again: {play}", { play: view.redo });
      for (const button of findAll(".call-judge")) {
        button.textContent = isCaller ? tr("Send the judge away") : tr("Call a judge");
        button.toggleAttribute("data-unasked", isCaller);
      }
      find('[data-command="rematch"]').hidden = !view.outcome || Boolean(view.result);
      inspector.follow(view);
      firstDuel?.follow(view);
      showPrivate(view.private);
      showNews(view);
      sounds.follow(view);
      showMay(view.may);
      menu.show(view.requests);
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
