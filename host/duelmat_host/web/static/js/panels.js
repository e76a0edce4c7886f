// What stands beside the mat: life, phase, decision, messages, duties, log, piles, the end.

import { cardPicture, cardWords } from "./cards.js";
import { el, find, findAll, icon, redraw } from "./dom.js";
import { learn, ruleMark } from "./tips.js";

const KINDS = { refusal: "Not allowed", question: "Question", obligation: "First", problem: "The mat cannot tell", info: "Note", judge: "Judge called" };

export class Panels {
  constructor(names) {
    this.names = names;
    this.piles = {};
    this.logged = 0;
    this.drawPhases = redraw((turn) => this.#drawPhases(turn));
    this.drawCall = redraw((judge) => drawMessage(find("#judge-called"), judge && { kind: "judge", text: judge.text }));
    this.drawMessage = redraw((message) => drawMessage(find("#message"), message));
    this.drawDuties = redraw((duties) => this.#drawDuties(duties));
    this.drawLog = redraw((log) => this.#drawLog(log));
    this.drawOutcome = redraw((outcome) => this.#drawOutcome(outcome));
    this.openPile = null;
    this.rematch = null; // begins the next duel, where the viewer may
    this.help = () => null; // what a button beside a duty would do for the viewer
    const log = find("#log");
    this.isAtEnd = true;
    log.addEventListener("scroll", () => { this.isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40; });
    new ResizeObserver(() => { if (this.isAtEnd) log.scrollTop = log.scrollHeight; }).observe(log);
  }

  // What lies beside the mat, where nothing senses it: zone by zone, in words.
  #drawAside(plate, zones) {
    const place = find("[data-aside]", plate);
    if (!place) return;
    const text = zones.map(({ title, cards }) => `${title}: ${cards.map((card) => card.name ?? "a face-down card").join(", ")}`).join(" · ");
    if (place.textContent !== text) place.textContent = text;
    place.title = text;
    place.hidden = !text;
  }

  show(view) {
    for (const [letter, life] of Object.entries(view.life)) {
      const place = find(`[data-life="${letter}"]`);
      if (place && place.textContent !== String(life)) {
        place.textContent = life;
        place.classList.toggle("long", String(life).length > 3);
        place.classList.remove("changed");
        requestAnimationFrame(() => place.classList.add("changed"));
      }
      const plate = find(`[data-plate="${letter}"]`);
      const counts = view.piles[letter];
      find('[data-count="hand"]', plate).textContent = counts.hand;
      find('[data-count="pile"]', plate).textContent = counts.pile;
      this.#drawAside(plate, view.aside?.[letter] ?? []);
      plate.classList.toggle("in-turn", view.turn_seat === letter);
      plate.classList.toggle("deciding", view.decision?.seat === letter && !view.outcome);
    }
    this.drawPhases({ phases: view.phases, phase: view.phase, turn: view.turn, seat: view.turn_seat });
    const decision = find("#decision");
    const isAsked = (view.prompts ?? []).some((prompt) => prompt.text === view.decision?.text)
      || Boolean(find(".prompt:not(.ways)"));
    const text = view.outcome || isAsked ? "" : view.decision?.text ?? "";
    if (decision.textContent !== text) decision.textContent = text;
    decision.parentElement.hidden = !text;
    decision.dataset.seat = view.decision?.seat ?? "";
    this.drawCall(view.judge);
    // A question that the viewer is asked stands there already.
    const asked = [...(view.prompts ?? []).map((prompt) => prompt.text), view.decision?.text];
    this.drawMessage(view.prompts && asked.includes(view.message?.text) ? null : view.message);
    this.drawDuties(view.obligations);
    this.drawLog(view.log);
    this.drawOutcome(view.outcome);
    this.showLink(view.link);
    this.piles = view.piles;
    if (this.openPile && find("#pile").open) this.browse(this.openPile.zone, this.openPile.pick);
  }

  showLink(link, isHeard = true) {
    const place = find("#link");
    place.dataset.state = isHeard ? link.state : "lost";
    find("span", place).textContent = isHeard ? link.text : "The table does not answer; trying again.";
    this.link = link;
  }

  #drawPhases({ phases, phase, turn, seat }) {
    const title = phases.find((known) => known.name === phase)?.title ?? (turn ? phase : "Setting up");
    const whose = this.names[seat] ?? "";
    find("#turn-line").replaceChildren(el("b", {}, turn ? `Turn ${turn}` : "Before the duel"), turn ? ` · ${whose}` : "");
    find("#phases").replaceChildren(...phases.map((known) => el("li", {
      "aria-current": known.name === phase ? "step" : false,
    }, known.title.replace(/ ?Phase ?/, " ").trim())));
    find("#mat-turn").textContent = turn ? `TURN ${turn} · ${whose}`.toUpperCase() : "";
    find("#mat-phase").textContent = title;
  }

  #drawDuties(duties) {
    find("#obligations").replaceChildren(...duties.map((duty) => {
      const help = this.help(duty);
      return el("li", { class: help ? "own" : false }, icon("obligation"), el("span", {}, duty.text),
        help ? el("button", { type: "button", onclick: help.run }, help.word, help.key ? " " : null, help.key ? el("kbd", {}, help.key) : null) : null);
    }));
  }

  #drawLog(log) {
    const place = find("#log");
    const wasAtEnd = this.isAtEnd;
    const newest = log.at(-1)?.n ?? 0;
    if (newest < this.logged) place.replaceChildren(); // taken back
    const shown = new Map(findAll("li[data-n]", place).map((line) => [line.dataset.n, line]));
    let turn = null;
    const lines = [];
    for (const entry of log) {
      if (entry.turn !== turn) {
        turn = entry.turn;
        lines.push(el("li", { class: "log-turn", role: "presentation" }, turn ? `Turn ${turn}` : "Before the first turn"));
      }
      const known = shown.get(String(entry.n));
      lines.push(known?.dataset.text === entry.text ? known : el("li", { "data-n": entry.n, "data-text": entry.text, class: `seat-${entry.seat ?? "none"}` },
        entry.seat ? icon(`seat-${entry.seat}`, "log-mark") : el("i", { class: "log-mark" }),
        el("span", {}, entry.text, " ", ...entry.rules.map(ruleMark))));
    }
    place.replaceChildren(...lines);
    if (wasAtEnd || newest > this.logged) place.scrollTop = place.scrollHeight;
    this.logged = newest;
  }

  #drawOutcome(outcome) {
    const place = find("#outcome");
    place.hidden = !outcome;
    if (!outcome) return;
    const close = el("button", { class: "close", "aria-label": "Close", onclick: () => { place.hidden = true; } }, "✕");
    place.replaceChildren(...[close,
      el("h1", {}, outcome.winner ? `${this.names[outcome.winner]} wins` : "A draw"),
      el("p", {}, outcome.reason),
      this.rematch ? el("button", { class: "primary", type: "button", onclick: () => this.rematch() }, "Play again") : null].filter(Boolean));
  }

  // Shows a stack's cards; pick(card, key) if the viewer may take one out.
  browse(zone, pick = null) {
    const [letter, kind] = zone.split(".");
    const cards = this.piles[letter]?.[kind] ?? [];
    this.openPile = { zone, pick };
    const titles = { grave: "Graveyard", banished: "banished cards", extra: "Extra Deck" };
    find("#pile-title").textContent = `${this.names[letter]}’s ${titles[kind] ?? kind}`;
    find("#pile-note").textContent = !cards.length ? "No cards lie here."
      : pick ? "Newest first. Choose a card to take it out, then a zone to lay it on." : "Newest first.";
    find("#pile-cards").replaceChildren(...cards.map((card) => {
      const words = cardWords(card);
      return pick && card.code
        ? el("button", { class: "pile-card", "aria-label": `Take out ${words}`, title: words, onclick: () => { find("#pile").close(); pick(card); } }, cardPicture(card))
        : el("figure", { class: "pile-card", "aria-label": words, role: "img", title: words }, cardPicture(card));
    }));
    if (!find("#pile").open) find("#pile").showModal();
  }
}

export function drawMessage(place, message) {
  place.hidden = !message;
  if (!message) { place.replaceChildren(); return; }
  const kind = message.kind in KINDS ? message.kind : "info";
  place.dataset.kind = kind;
  place.setAttribute("role", kind === "refusal" ? "alert" : "status");
  for (const rule of message.rules ?? []) learn(rule.id, rule.statement);
  const remedies = (message.remedy ?? []).map((remedy) => remedy.text ?? remedy);
  place.replaceChildren(
    el("header", {}, icon(kind), el("span", {}, KINDS[kind])),
    el("p", { class: "message-text" }, message.text),
    ...(message.rules ?? []).map((rule) => el("p", { class: "message-rule" }, ruleMark(rule.id), " ",
      rule.statement === message.text ? "" : rule.statement)),
    ...(remedies.length ? [el("p", { class: "remedy-head" }, kind === "refusal" ? "What would be allowed" : "What to do"), el("ul", { class: "remedy" }, remedies.map((text) => el("li", {}, text)))] : []),
  );
}
