// What stands beside the mat: life, phase, decision, messages, obligations, log, piles, the end.

import { cardPicture, cardWords } from "./cards.js";
import { closest, el, find, findAll, findAllAs, findAs, icon, redraw, seek } from "./dom.js";
import { LogEnd } from "./log_end.js";
import { learn, ruleMark } from "./tips.js";
import { tr, trCount } from "./words.js";
import { ownerOf, stackOf } from "./zones.js";

/**
 * @import {AsideView, CardRowView, CardView, EventView, JudgeCallView, LinkView, LogLineView, MessageView, ObligationView,
 *   OutcomeView, PhaseView, PilesView, PromptView, PublicView, ResultView} from "./types.js"
 */
/** @typedef {Omit<MessageView, "kind" | "zones"> & {kind: keyof typeof KINDS}} Said */
/** @import {Help} from "./obligations.js" */
/** @typedef {{outcome: OutcomeView | null, number: number, result: ResultView | null}} End how which duel ended, and its match */
/** @typedef {(card: CardView) => void} Pick */
/** @typedef {{phases: PhaseView[], phase: string, turn: number, seat: string}} Moment */

const KINDS = {
  refusal: tr("Not allowed"), question: tr("Question"), obligation: tr("First"),
  problem: tr("The mat cannot tell"), info: tr("Note"), judge: tr("Judge called"), hint: tr("Hint"),
};

/** @type {Record<import("./zones.js").Stack, (player: string) => string>} */
const STACK_TITLES = {
  grave: (player) => tr("{player}’s Graveyard", { player }),
  banished: (player) => tr("{player}’s banished cards", { player }),
  extra: (player) => tr("{player}’s Extra Deck", { player }),
};

const PHASE = tr("Phase"); // is left out of the brief titles of phases

export class Panels {
  /**
   * @param {Record<string, string>} names
   * @param {string | null} base the address below which duels that are over are summed up; null: nowhere
   * @param {string} own the viewer's seat; "": a viewer who plays at none
   */
  constructor(names, base = null, own = "") {
    this.names = names;
    this.own = own;
    this.base = base;
    /** @type {Record<string, PilesView>} */
    this.piles = {};
    this.logged = 0;
    this.drawPhases = redraw((/** @type {Moment} */ moment) => this.#drawPhases(moment));
    this.drawCall = redraw((/** @type {JudgeCallView | null} */ call) =>
      drawMessage(find("#judge-called"), call && { kind: "judge", text: call.text, rules: [], remedy: [] }, ""));
    this.drawEvent = redraw((/** @type {EventView | null} */ event) => drawEvent(event));
    this.drawMessage = redraw((/** @type {MessageView | null} */ message) => drawMessage(find("#message"), message, this.#otherBehind(message)));
    this.drawObligations = redraw((/** @type {[ObligationView[], unknown]} */ [obligations]) => this.#drawObligations(obligations));
    this.drawRow = redraw((/** @type {CardRowView | null} */ row) => this.#drawRow(row));
    this.drawLog = redraw((/** @type {LogLineView[]} */ lines) => this.#drawLog(lines));
    this.drawOutcome = redraw((/** @type {End} */ end) => this.#drawOutcome(end));
    /** @type {{zone: string, pick: Pick | null} | null} */
    this.openPile = null;
    /** Whose the cards are that lie in zones, wherever that is. @type {Map<string, string>} */
    this.owners = new Map();
    /** @type {string[]} the own cards of the Extra Deck that may be summoned now */
    this.ready = [];
    /** @type {LogLineView[]} */
    this.lines = [];
    /** @type {((lines: LogLineView[]) => unknown) | null} */
    this.happened = null; // shows the events of a play with their rules, where the viewer judges
    /** @type {(() => unknown) | null} */
    this.rematch = null; // begins the next duel, where the viewer may
    /** @type {(() => void) | null} */
    this.sideDeck = null; // leads to the side deck, while the next duel waits for that
    /** @type {(() => unknown) | null} */
    this.confirmResult = null; // confirms the result of the match, where the viewer plays
    /** @type {(obligation: ObligationView) => Help | null} */
    this.help = () => null; // what a button beside an obligation would do for the viewer
    /** @type {LinkView} */
    this.link = { state: "up", text: "connected" };
    this.pileDialog = findAs(HTMLDialogElement, "#pile");
    this.phases = find("#phases");
    const fit = () => fitMoment(this.phases);
    addEventListener("resize", fit);
    new ResizeObserver(fit).observe(this.phases); // its column may have got a scroll bar
    this.logEnd = new LogEnd(find("#log"));
  }

  /**
   * The player whose cards a message is about, unless that is the viewer; "": it is about no one's alone.
   * @param {MessageView | null} message
   */
  #otherBehind(message) {
    const owners = new Set(message?.zones.map((zone) => this.owners.get(zone) ?? ownerOf(zone)));
    const [letter = ""] = owners;
    return owners.size === 1 && letter !== this.own ? this.names[letter] ?? "" : "";
  }

  /**
   * What lies beside the mat, where nothing senses it: how much, and when opened zone by zone.
   * @type {(plate: HTMLElement, zones: AsideView[]) => void}
   */
  #drawAside(plate, zones) {
    const place = find("[data-aside]", plate);
    const shown = JSON.stringify(zones.map(({ zone, cards }) => [zone, cards.map(({ key }) => key)]));
    place.hidden = !zones.length;
    if (place.dataset.shown === shown) return;
    place.dataset.shown = shown;
    const count = zones.reduce((sum, { cards }) => sum + cards.length, 0);
    find("summary", place).textContent = trCount("{count} card beside the mat", "{count} cards beside the mat", count);
    find("ul", place).replaceChildren(...zones.map(({ title, cards }) => el("li", {}, el("span", {}, title), ...cards.map((card) => card.code
      ? el("button", { type: "button", class: "aside-card", "data-key": card.key, "data-code": card.code, "data-name": card.name }, card.name)
      : tr("a face-down card")).flatMap((part) => [" ", part]))));
  }

  /**
   * @param {PublicView & {prompts?: PromptView[]}} view
   * @param {ObligationView[]} obligations those that are listed
   */
  show(view, obligations = view.obligations) {
    for (const [letter, life] of Object.entries(view.life)) {
      const place = find(`[data-life="${letter}"]`);
      if (place.textContent !== String(life)) {
        place.textContent = String(life);
        place.classList.toggle("long", String(life).length > 3);
        place.classList.toggle("huge", String(life).length > 5);
        place.classList.remove("changed");
        requestAnimationFrame(() => place.classList.add("changed"));
      }
      const plate = find(`[data-plate="${letter}"]`);
      const counts = view.piles[letter];
      find('[data-count="hand"]', plate).textContent = String(counts.hand);
      find('[data-count="pile"]', plate).textContent = String(counts.pile);
      this.#drawAside(plate, view.aside[letter]);
      plate.classList.toggle("in-turn", view.turn_seat === letter);
      plate.classList.toggle("deciding", view.decision?.seat === letter && !view.outcome && !view.judge);
    }
    this.drawPhases({ phases: view.phases, phase: view.phase, turn: view.turn, seat: view.turn_seat });
    const decision = find("#decision");
    const isAsked = (view.prompts ?? []).some((prompt) => prompt.text === view.decision?.text)
      || Boolean(seek(".prompt:not(.ways)"));
    const text = view.outcome || view.judge || isAsked || view.decision?.waits ? "" : view.decision?.text ?? "";
    if (decision.textContent !== text) decision.textContent = text;
    find(".decision").hidden = !text;
    decision.dataset.seat = view.decision?.seat ?? "";
    this.drawCall(view.judge);
    this.drawEvent(view.event);
    // A question that the viewer is asked stands there already.
    const asked = [...(view.prompts ?? []).map((prompt) => prompt.text), view.decision?.text ?? ""];
    this.owners = new Map(view.zones.flatMap(({ zone, card }) => (card.key ? [[zone, card.key[0]]] : [])));
    this.drawMessage(view.prompts && asked.includes(view.message?.text ?? "") ? null : view.message);
    this.piles = view.piles;
    this.drawObligations([obligations, null]);
    this.drawRow(view.row ?? null);
    this.drawLog(view.log);
    this.drawOutcome({ outcome: view.outcome, number: view.number, result: view.result ?? null });
    this.link = view.link;
    this.showLink(true);
    if (this.openPile && this.pileDialog.open) this.browse(this.openPile.zone, this.openPile.pick);
  }

  /** @param {boolean} isHeard whether the table is heard at all */
  showLink(isHeard) {
    const place = find("#link");
    place.dataset.state = isHeard ? this.link.state : "lost";
    find("span", place).textContent = isHeard ? this.link.text : tr("The table does not answer; trying again.");
  }

  /** @param {Moment} moment */
  #drawPhases({ phases, phase, turn, seat }) {
    const title = phases.find((known) => known.name === phase)?.title ?? (turn ? phase : tr("Setting up"));
    const whose = this.names[seat] ?? "";
    find("#turn-line").replaceChildren(el("b", {}, turn ? tr("Turn {turn}", { turn }) : tr("Before the duel")), turn ? ` · ${whose}` : "");
    const at = phases.findIndex((known) => known.name === phase);
    this.phases.replaceChildren(...phases.map((known, i) => el("li", {
      "aria-current": i === at ? "step" : false, class: i === at - 1 ? "before" : i === at + 1 ? "next" : false,
    }, brief(known.title))));
    Object.assign(findAs(SVGTextElement, "#mat-turn").dataset,
      { whole: turn ? tr("Turn {turn} · {player}", { turn, player: whose }).toUpperCase() : "", brief: turn ? tr("Turn {turn}", { turn }).toUpperCase() : "" });
    Object.assign(findAs(SVGTextElement, "#mat-phase").dataset, { whole: title, brief: brief(title) });
    fitMoment(this.phases);
  }

  /** @param {ObligationView[]} obligations */
  #drawObligations(obligations) {
    find("#obligations").replaceChildren(...obligations.map((obligation) => {
      const help = this.help(obligation);
      const kind = obligation.instructs ? "instructs" : help ? "own" : false;
      return el("li", { class: kind }, icon("obligation"), el("span", {}, obligation.text),
        help ? el("button", { type: "button", disabled: help.isOff, onclick: help.run }, help.word, help.key ? " " : null, help.key ? el("kbd", {}, help.key) : null) : null);
    }));
  }

  /**
   * The opponent's hand at a real mat: backs with the numbers of their places.
   * @param {CardRowView | null} row
   */
  #drawRow(row) {
    const place = seek("#row");
    if (!place) return;
    place.hidden = !row;
    if (!row) return;
    const last = Math.max(row.asked, ...row.places, 0);
    find("h2", place).textContent = tr("{player}'s row beside the mat", { player: this.names[row.seat] ?? "" });
    find("ol", place).replaceChildren(...Array.from({ length: last }, (_, i) => i + 1).map((n) => {
      const isFree = !row.places.includes(n);
      const said = isFree ? tr("place {number}, free", { number: n }) : tr("card {number}", { number: n });
      return el("li", { class: isFree ? "free" : false, "aria-current": n === row.asked ? "step" : false, "aria-label": said }, String(n));
    }));
  }

  /** @param {LogLineView[]} log */
  #drawLog(log) {
    const place = find("#log");
    const wasInSight = this.logEnd.isInSight;
    this.lines = log;
    const newest = log.at(-1)?.n ?? 0;
    if (newest < this.logged) place.replaceChildren(); // taken back
    const shown = new Map(findAll("li[data-n]", place).map((line) => [line.dataset.n, line]));
    let turn = NaN;
    let play = 0;
    /** @type {HTMLElement[]} */
    const lines = [];
    for (const entry of log) {
      const begins = entry.turn !== turn;
      if (begins) {
        turn = entry.turn;
        lines.push(el("li", { class: "log-turn" }, turn ? tr("Turn {turn}", { turn }) : tr("Before the first turn")));
      }
      const known = shown.get(String(entry.n));
      const isFirst = begins || !entry.play || entry.play !== play;
      play = entry.play;
      lines.push(known?.dataset.text === entry.text ? known : this.#line(entry, isFirst));
    }
    place.replaceChildren(...lines);
    if (wasInSight || newest > this.logged) this.logEnd.show();
    this.logged = newest;
  }

  /** @type {(entry: LogLineView, isFirst: boolean) => HTMLElement} */
  #line(entry, isFirst) {
    const { happened } = this;
    /** @type {HTMLElement} */
    const line = el("li", { "data-n": entry.n, "data-text": entry.text, class: isFirst ? "log-first" : "log-more" },
      el("i", { class: "log-mark" }),
      el("span", { class: "log-text" }, entry.text, " ", entry.told ? el("small", { class: "log-told" }, tr("told, not sensed"), " ") : null, el("span", { class: "log-rules" }, ...entry.rules.map(ruleMark))),
      happened ? isFirst ? el("button", { type: "button", class: "log-ask", onclick: () => happened(this.#playOf(entry)) }, tr("What happened here")) : null
        : entry.rules.length ? el("button", { type: "button", class: "log-ask", "aria-label": tr("Rules"), "aria-expanded": "false", title: tr("By which rules"),
          onclick: () => line.querySelector(".log-ask")?.setAttribute("aria-expanded", String(line.classList.toggle("open"))) }, "§") : null);
    return line;
  }

  /** @param {LogLineView} entry */
  #playOf(entry) { return entry.play ? this.lines.filter(({ play }) => play === entry.play) : [entry]; }

  /** @param {End} end */
  #drawOutcome({ outcome, number, result }) {
    const place = find("#outcome");
    place.hidden = !outcome;
    if (!outcome) return;
    const { confirmResult, rematch, sideDeck } = this;
    const [word, next] = sideDeck ? [tr("Side deck"), () => { place.hidden = true; sideDeck(); }] : result ? [tr("Confirm the result"), result.confirmed.includes(this.own) ? null : confirmResult] : [tr("Play again"), rematch];
    place.replaceChildren(
      el("button", { class: "close", "aria-label": tr("Close"), onclick: () => { place.hidden = true; } }, "✕"),
      el("h1", {}, outcome.winner ? tr("{player} wins", { player: this.names[outcome.winner] }) : tr("A draw")),
      el("p", {}, outcome.reason),
      ...(result ? [el("p", { class: "match-result" }, result.text)] : []),
      ...(next ? [el("div", { class: "again" }, el("button", { class: "primary", type: "button", onclick: () => next() }, word),
        document.body.dataset.chooses === "yes" ? el("a", { class: "as-button", href: `${this.base}/start` }, tr("Another game or opponent")) : null)] : []));
    const { base } = this;
    if (base !== null) import("./after_duel.js").then(({ showAfterDuel }) => showAfterDuel(place, `${base}/duel/${number}`));
  }

  /**
   * Shows the cards of a stack whenever it is clicked, or chosen with Enter or Space.
   * @param {SVGElement} mat
   */
  browseFrom(mat) {
    /** @param {Event} event */
    const browse = (event) => {
      const zone = closest(event.target, "[data-stack]")?.dataset.stack;
      if (!zone || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.browse(zone);
    };
    mat.addEventListener("click", browse);
    mat.addEventListener("keydown", browse);
  }

  /**
   * Shows a stack's cards; pick(card) if the viewer may take one out.
   * @param {string} zone
   * @param {Pick | null} pick
   */
  browse(zone, pick = null) {
    const stack = stackOf(zone);
    if (!stack) return;
    const cards = this.piles[ownerOf(zone)]?.[stack] ?? [];
    const isOwnExtra = stack === "extra" && ownerOf(zone) === this.own;
    this.openPile = { zone, pick };
    find("#pile-title").textContent = STACK_TITLES[stack](this.names[ownerOf(zone)]);
    find("#pile-note").textContent = !cards.length ? tr("No cards lie here.")
      : pick && isOwnExtra ? tr("To summon one: take what it needs from the field into your hand, choose it here, then lay it on a zone.")
      : pick ? tr("Newest first. Choose a card to take it out, then a zone to lay it on.") : tr("Newest first.");
    find("#pile-cards").replaceChildren(...cards.map((card) => {
      const words = cardWords(card);
      const isReady = isOwnExtra && this.ready.includes(card.key ?? "");
      const data = { "data-key": card.key, "data-code": card.code, "data-name": card.name, "data-ready": isReady ? tr("can be summoned now") : undefined };
      return pick && card.code
        ? el("button", { class: "pile-card", ...data, "aria-label": tr("Take out {card}", { card: words }), title: words, onclick: () => { this.pileDialog.close(); pick(card); } }, cardPicture(card))
        : el("figure", { class: "pile-card", ...data, tabindex: card.code ? 0 : false, "aria-label": words, role: "img", title: words }, cardPicture(card));
    }));
    if (!this.pileDialog.open) this.pileDialog.showModal();
  }
}

/** @type {(title: string) => string} */
const brief = (title) => title.split(PHASE).map((part) => part.trim()).join(" ").trim();

const LEAST_SHARE = .8; // of the size of letters, before the brief words stand instead

/**
 * Shows as many phases as there is room for, and turn and phase on the mat as large; styles go by the window.
 * @param {HTMLElement} phases
 */
function fitMoment(phases) {
  phases.classList.remove("brief");
  phases.classList.toggle("brief", findAll("li", phases).some((phase) => phase.scrollWidth > phase.clientWidth));
  for (const text of findAllAs(SVGTextElement, "[data-room]")) {
    const { whole = "", brief = whole } = text.dataset;
    text.style.fontSize = "";
    text.textContent = whole;
    const room = Number(text.dataset.room);
    if (text.getComputedTextLength() * LEAST_SHARE > room) text.textContent = brief;
    const share = room / text.getComputedTextLength();
    if (share < 1) text.style.fontSize = `${parseFloat(getComputedStyle(text).fontSize) * share}px`;
  }
}

/**
 * Where the table is at in its event: the end of the round is a moment, never a counter.
 * @param {EventView | null} event
 */
function drawEvent(event) {
  const place = seek("#event");
  if (!place) return; // a replay has no place for it
  place.hidden = !event;
  if (!event) return;
  find("p", place).replaceChildren(event.title,
    ...moment(event.ends_ms, (time) => tr("until {time}", { time })),
    ...moment(event.side_ends_ms, (time) => tr("side decking until {time}", { time })));
  find("ul", place).replaceChildren(...event.lines.map(({ kind, text }) => el("li", { "data-kind": kind }, text)));
}

/** @type {(ms: number | null, words: (time: string) => string) => (Node | string)[]} */
function moment(ms, words) {
  if (ms === null) return [];
  const at = new Date(ms);
  const time = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  return [" · ", el("time", { datetime: at.toISOString() }, words(time))];
}

/**
 * Shows a message, or hides its place.
 * @type {(place: HTMLElement, message: Said | null, about: string) => void} about: the player that it is about; "": the viewer, or all
 */
export function drawMessage(place, message, about) {
  place.hidden = !message;
  if (!message) { place.replaceChildren(); return; }
  const { kind, rules, remedy } = message;
  place.dataset.kind = kind;
  place.setAttribute("role", kind === "refusal" ? "alert" : "status");
  for (const rule of rules) learn(rule.id, rule.statement);
  place.replaceChildren(
    el("header", { "data-private": place.matches(".private") ? tr("for you alone") : undefined }, icon(kind), el("span", {}, about ? tr("{player}: {what}", { player: about, what: KINDS[kind] }) : KINDS[kind])),
    el("p", { class: "message-text" }, message.text),
    ...rules.map((rule) => el("p", { class: "message-rule" }, ruleMark(rule.id), " ",
      rule.statement === message.text ? "" : rule.statement)),
    ...(remedy.length ? [kind === "refusal" ? "" : el("p", { class: "remedy-head" }, tr("What to do")), el("ul", { class: "remedy" }, remedy.map((text) => el("li", {}, text)))] : []),
  );
}
