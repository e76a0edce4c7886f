// What stands beside the mat: life, phase, decision, messages, duties, log, piles, the end.

import { cardPicture, cardWords } from "./cards.js";
import { closest, el, find, findAll, findAllAs, findAs, icon, redraw, seek } from "./dom.js";
import { learn, ruleMark } from "./tips.js";
import { ownerOf, stackOf } from "./zones.js";

/**
 * @import {AsideView, CardView, JudgeCallView, LinkView, LogLineView, MessageView, ObligationView,
 *   OutcomeView, PhaseView, PilesView, PromptView, PublicView} from "./types.js"
 */
/** @typedef {Omit<MessageView, "kind" | "zones"> & {kind: keyof typeof KINDS}} Said */
/** @typedef {{word: string, key?: string, run: () => unknown}} Help a button beside a duty */
/** @typedef {(card: CardView) => void} Pick */
/** @typedef {{phases: PhaseView[], phase: string, turn: number, seat: string}} Moment */

const KINDS = { refusal: "Not allowed", question: "Question", obligation: "First", problem: "The mat cannot tell", info: "Note", judge: "Judge called" };

/** @type {Record<string, string>} */
const STACK_TITLES = { grave: "Graveyard", banished: "banished cards", extra: "Extra Deck" };

export class Panels {
  /** @param {Record<string, string>} names */
  constructor(names) {
    this.names = names;
    /** @type {Record<string, PilesView>} */
    this.piles = {};
    this.logged = 0;
    this.drawPhases = redraw((/** @type {Moment} */ moment) => this.#drawPhases(moment));
    this.drawCall = redraw((/** @type {JudgeCallView | null} */ call) =>
      drawMessage(find("#judge-called"), call && { kind: "judge", text: call.text, rules: [], remedy: [] }));
    this.drawMessage = redraw((/** @type {MessageView | null} */ message) => drawMessage(find("#message"), message));
    this.drawDuties = redraw((/** @type {ObligationView[]} */ duties) => this.#drawDuties(duties));
    this.drawLog = redraw((/** @type {LogLineView[]} */ lines) => this.#drawLog(lines));
    this.drawOutcome = redraw((/** @type {OutcomeView | null} */ outcome) => this.#drawOutcome(outcome));
    /** @type {{zone: string, pick: Pick | null} | null} */
    this.openPile = null;
    /** @type {(() => unknown) | null} */
    this.rematch = null; // begins the next duel, where the viewer may
    /** @type {(duty: ObligationView) => Help | null} */
    this.help = () => null; // what a button beside a duty would do for the viewer
    /** @type {LinkView} */
    this.link = { state: "up", text: "connected" };
    this.pileDialog = findAs(HTMLDialogElement, "#pile");
    addEventListener("resize", fitMiddle);
    const log = find("#log");
    this.isAtEnd = true;
    log.addEventListener("scroll", () => { this.isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40; });
    new ResizeObserver(() => { if (this.isAtEnd) log.scrollTop = log.scrollHeight; }).observe(log);
  }

  /**
   * What lies beside the mat, where nothing senses it: zone by zone, in words.
   * @type {(plate: HTMLElement, zones: AsideView[]) => void}
   */
  #drawAside(plate, zones) {
    const place = find("[data-aside]", plate);
    const text = zones.map(({ title, cards }) => `${title}: ${cards.map((card) => card.name ?? "a face-down card").join(", ")}`).join(" · ");
    if (place.textContent !== text) place.textContent = text;
    place.title = text;
    place.hidden = !text;
  }

  /** @param {PublicView & {prompts?: PromptView[]}} view */
  show(view) {
    for (const [letter, life] of Object.entries(view.life)) {
      const place = find(`[data-life="${letter}"]`);
      if (place.textContent !== String(life)) {
        place.textContent = String(life);
        place.classList.toggle("long", String(life).length > 3);
        place.classList.remove("changed");
        requestAnimationFrame(() => place.classList.add("changed"));
      }
      const plate = find(`[data-plate="${letter}"]`);
      const counts = view.piles[letter];
      find('[data-count="hand"]', plate).textContent = String(counts.hand);
      find('[data-count="pile"]', plate).textContent = String(counts.pile);
      this.#drawAside(plate, view.aside[letter]);
      plate.classList.toggle("in-turn", view.turn_seat === letter);
      plate.classList.toggle("deciding", view.decision?.seat === letter && !view.outcome);
    }
    this.drawPhases({ phases: view.phases, phase: view.phase, turn: view.turn, seat: view.turn_seat });
    const decision = find("#decision");
    const isAsked = (view.prompts ?? []).some((prompt) => prompt.text === view.decision?.text)
      || Boolean(seek(".prompt:not(.ways)"));
    const text = view.outcome || isAsked ? "" : view.decision?.text ?? "";
    if (decision.textContent !== text) decision.textContent = text;
    find(".decision").hidden = !text;
    decision.dataset.seat = view.decision?.seat ?? "";
    this.drawCall(view.judge);
    // A question that the viewer is asked stands there already.
    const asked = [...(view.prompts ?? []).map((prompt) => prompt.text), view.decision?.text ?? ""];
    this.drawMessage(view.prompts && asked.includes(view.message?.text ?? "") ? null : view.message);
    this.drawDuties(view.obligations);
    this.drawLog(view.log);
    this.drawOutcome(view.outcome);
    this.link = view.link;
    this.showLink(true);
    this.piles = view.piles;
    if (this.openPile && this.pileDialog.open) this.browse(this.openPile.zone, this.openPile.pick);
  }

  /** @param {boolean} isHeard whether the table is heard at all */
  showLink(isHeard) {
    const place = find("#link");
    place.dataset.state = isHeard ? this.link.state : "lost";
    find("span", place).textContent = isHeard ? this.link.text : "The table does not answer; trying again.";
  }

  /** @param {Moment} moment */
  #drawPhases({ phases, phase, turn, seat }) {
    const title = phases.find((known) => known.name === phase)?.title ?? (turn ? phase : "Setting up");
    const whose = this.names[seat] ?? "";
    find("#turn-line").replaceChildren(el("b", {}, turn ? `Turn ${turn}` : "Before the duel"), turn ? ` · ${whose}` : "");
    find("#phases").replaceChildren(...phases.map((known) => el("li", {
      "aria-current": known.name === phase ? "step" : false,
    }, known.title.replace(/ ?Phase ?/, " ").trim())));
    findAs(SVGTextElement, "#mat-turn").textContent = turn ? `TURN ${turn} · ${whose}`.toUpperCase() : "";
    findAs(SVGTextElement, "#mat-phase").textContent = title;
    fitMiddle();
  }

  /** @param {ObligationView[]} duties */
  #drawDuties(duties) {
    find("#obligations").replaceChildren(...duties.map((duty) => {
      const help = this.help(duty);
      return el("li", { class: help ? "own" : false }, icon("obligation"), el("span", {}, duty.text),
        help ? el("button", { type: "button", onclick: help.run }, help.word, help.key ? " " : null, help.key ? el("kbd", {}, help.key) : null) : null);
    }));
  }

  /** @param {LogLineView[]} log */
  #drawLog(log) {
    const place = find("#log");
    const wasAtEnd = this.isAtEnd;
    const newest = log.at(-1)?.n ?? 0;
    if (newest < this.logged) place.replaceChildren(); // taken back
    const shown = new Map(findAll("li[data-n]", place).map((line) => [line.dataset.n, line]));
    let turn = NaN;
    /** @type {HTMLElement[]} */
    const lines = [];
    for (const entry of log) {
      if (entry.turn !== turn) {
        turn = entry.turn;
        lines.push(el("li", { class: "log-turn", role: "presentation" }, turn ? `Turn ${turn}` : "Before the first turn"));
      }
      const known = shown.get(String(entry.n));
      lines.push(known?.dataset.text === entry.text ? known : el("li", { "data-n": entry.n, "data-text": entry.text, class: `seat-${entry.seat || "none"}` },
        entry.seat ? icon(`seat-${entry.seat}`, "log-mark") : el("i", { class: "log-mark" }),
        el("span", {}, entry.text, " ", ...entry.rules.map(ruleMark))));
    }
    place.replaceChildren(...lines);
    if (wasAtEnd || newest > this.logged) place.scrollTop = place.scrollHeight;
    this.logged = newest;
  }

  /** @param {OutcomeView | null} outcome */
  #drawOutcome(outcome) {
    const place = find("#outcome");
    place.hidden = !outcome;
    if (!outcome) return;
    const { rematch } = this;
    place.replaceChildren(
      el("button", { class: "close", "aria-label": "Close", onclick: () => { place.hidden = true; } }, "✕"),
      el("h1", {}, outcome.winner ? `${this.names[outcome.winner]} wins` : "A draw"),
      el("p", {}, outcome.reason),
      ...(rematch ? [el("button", { class: "primary", type: "button", onclick: () => rematch() }, "Play again")] : []));
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
    this.openPile = { zone, pick };
    find("#pile-title").textContent = `${this.names[ownerOf(zone)]}’s ${STACK_TITLES[stack]}`;
    find("#pile-note").textContent = !cards.length ? "No cards lie here."
      : pick ? "Newest first. Choose a card to take it out, then a zone to lay it on." : "Newest first.";
    find("#pile-cards").replaceChildren(...cards.map((card) => {
      const words = cardWords(card);
      const data = { "data-key": card.key, "data-code": card.code, "data-name": card.name };
      return pick && card.code
        ? el("button", { class: "pile-card", ...data, "aria-label": `Take out ${words}`, title: words, onclick: () => { this.pileDialog.close(); pick(card); } }, cardPicture(card))
        : el("figure", { class: "pile-card", ...data, tabindex: card.code ? 0 : false, "aria-label": words, role: "img", title: words }, cardPicture(card));
    }));
    if (!this.pileDialog.open) this.pileDialog.showModal();
  }
}

/** Writes turn and phase as small as the room between the zones is; styles go by the window. */
function fitMiddle() {
  for (const text of findAllAs(SVGTextElement, "[data-room]")) {
    text.style.fontSize = "";
    const share = Number(text.dataset.room) / text.getComputedTextLength();
    if (share < 1) text.style.fontSize = `${parseFloat(getComputedStyle(text).fontSize) * share}px`;
  }
}

/** @type {(place: HTMLElement, message: Said | null) => void} */
export function drawMessage(place, message) {
  place.hidden = !message;
  if (!message) { place.replaceChildren(); return; }
  const { kind, rules, remedy } = message;
  place.dataset.kind = kind;
  place.setAttribute("role", kind === "refusal" ? "alert" : "status");
  for (const rule of rules) learn(rule.id, rule.statement);
  place.replaceChildren(
    el("header", {}, icon(kind), el("span", {}, KINDS[kind])),
    el("p", { class: "message-text" }, message.text),
    ...rules.map((rule) => el("p", { class: "message-rule" }, ruleMark(rule.id), " ",
      rule.statement === message.text ? "" : rule.statement)),
    ...(remedy.length ? [el("p", { class: "remedy-head" }, kind === "refusal" ? "What would be allowed" : "What to do"), el("ul", { class: "remedy" }, remedy.map((text) => el("li", {}, text)))] : []),
  );
}
