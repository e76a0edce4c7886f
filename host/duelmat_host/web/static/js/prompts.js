// Questions to this seat, as big buttons. Number keys answer a question; what may be done without
// being asked (a menu) takes more than one bare key, or a slip would end the turn. Y is yes where
// yes is the only other answer than no; N is no, and nothing else.

import { el, icon, redraw, seek } from "./dom.js";
import { Grid } from "./grid.js";
import { learn, ruleMark } from "./tips.js";
import { tr } from "./words.js";

/** @import {Answer, DecisionView, PromptView, RuleView} from "./types.js" */
/** @typedef {{prompts: PromptView[], hint: string, text: string, isPicked: boolean}} Asked */

// What no button says: how the answer is given with cards.
/** @type {Record<string, string>} */
const HINTS = {
  window: tr("To respond, turn a Set card face-up, or lay down a card of your hand that may answer."),
  choose: tr("Press an answer, or touch the card on the mat."),
  place: tr("Lay it on the zone that you want."),
};

// The same where hands follow a press.
const PLACED = tr("Press the zone that you want, or drag the card there.");

// The same for a card that is to be shown, by where it lies.
/** @type {Record<string, string>} */
const SHOWING = {
  mat: tr("Turn the card face-up where it lies."),
  deck: tr("It is the top card of your Deck: press D, or click the Deck."),
  hand: tr("Lay the card of your hand on your Graveyard: the table reads it there."),
};

// The same where nobody sees the hand from behind: chance picks.
const PICKED = tr("Nobody can see your hand from behind here, so chance picks the card.");

// Where buttons name some answers, and none may name the cards of a hand.
const CHOOSE_HAND = tr("Press an answer, or lay a card of your hand on your Graveyard.");

// Where no button may name the cards.
const CHOOSE_UNNAMED = tr("A card of your hand, or one that you look through: lay it on your Graveyard. A card on the mat: touch it.");

// The same where the page shows the cards of the deck beside those of the hand.
const CHOOSE_LOOKED = tr("Drag one of the cards marked “looked at” onto your Graveyard: that shows which one you choose.");

// The option that the mat's choice pads have come to, which OK would take.
/** @type {(prompt: PromptView, at: number) => boolean} */
const isLit = (prompt, at) => at === prompt.highlight;

/**
 * Which options the keys for yes and for no take; -1: none.
 * @type {(prompt: PromptView) => {yes: number, no: number}}
 */
function answers({ menu, options }) {
  const no = options.findIndex((option) => option.passes);
  const yes = no < 0 || menu || options.length !== 2 ? -1 : 1 - no;
  return { yes, no };
}

/** @type {(prompt: PromptView, at: number) => string} */
function letterOf(prompt, at) {
  const { yes, no } = answers(prompt);
  return at === yes ? "Y" : at === no ? "N" : "";
}

// Where phases end by passing, the table waits for whoever may pass.
/** @type {(menu: PromptView) => string} */
const titleOf = ({ options }) =>
  (options.some((option) => option.passes) ? tr("You have priority: play a card, or pass") : tr("What you may do without a card"));

/** @param {RuleView} rule */
function explained({ id, statement }) {
  learn(id, statement);
  return ruleMark(id);
}

export class Prompts {
  /**
   * @param {HTMLElement} root of what is asked
   * @param {HTMLElement} offers of what may be done without being asked
   * @param {(answer: Answer) => unknown} answer
   * @param {(() => unknown) | null} pick has a card of the hand picked unseen; null: people do that
   */
  constructor(root, offers, answer, pick = null) {
    this.root = root;
    this.offers = offers;
    this.answer = answer;
    this.pick = pick;
    this.grid = new Grid(answer);
    /** @type {PromptView[]} */
    this.prompts = [];
    this.draw = redraw((/** @type {Asked} */ asked) => this.#draw(asked));
  }

  /**
   * @param {PromptView[]} prompts
   * @param {DecisionView | null} own the decision that the table waits for, if it is this seat's
   * @param {boolean} looks whether cards of the deck that are looked at lie beside the hand
   */
  show(prompts, own, looks) {
    const isPlaced = own?.kind === "place" && Boolean(this.pick);
    const usual = isPlaced ? PLACED : SHOWING[own?.shown_from ?? ""] ?? HINTS[own?.kind ?? ""] ?? "";
    const ofHand = prompts.length ? CHOOSE_HAND : SHOWING.hand;
    const unnamed = looks ? CHOOSE_LOOKED : own?.shown_from === "hand" ? ofHand : CHOOSE_UNNAMED;
    const isAsked = own?.kind === "choose" && (!prompts.length || (own.shown_from && own.text === prompts[0].text)); // not which play is meant
    const hint = isAsked ? unnamed : usual;
    this.grid.follow(prompts);
    const isPicked = own?.kind === "reveal" && own.shown_from === "hand" && Boolean(this.pick);
    this.draw({ prompts, hint: isPicked ? PICKED : hint, text: own?.text ?? "", isPicked });
  }

  /** @param {Asked} asked */
  #draw({ prompts, hint, text, isPicked }) {
    const { pick } = this;
    const focused = [this.root, this.offers].some((place) => place.contains(document.activeElement));
    this.prompts = prompts;
    const first = prompts.findIndex((prompt) => !prompt.menu);
    const drawn = prompts.map((prompt, i) => el("div", { class: `prompt${prompt.menu ? " ways" : ""}`, role: "group", "aria-label": prompt.text, "data-prompt": prompt.id },
      el("header", {}, prompt.menu ? null : icon("question"), el("p", {}, prompt.menu ? titleOf(prompt) : prompt.text), prompt.menu ? el("kbd", { title: tr("O goes to these") }, "O") : null),
      prompt.because ? el("p", { class: "because" }, prompt.because, " ", ...prompt.rules.map(explained)) : null,
      hint && i === 0 && !prompt.menu ? el("p", { class: "hint" }, hint) : null,
      prompt.grid ? this.grid.draw(prompt, prompt.grid) : null,
      el("div", { class: "options" }, prompt.options.map((option, at) => prompt.grid && at < prompt.grid.rows.length ? null : el("button", {
        class: "option", type: "button", "aria-current": isLit(prompt, at) ? "true" : false, onclick: () => this.answer({ prompt: prompt.id, option: at }),
      }, i === first && at < 9 && !prompt.grid ? el("kbd", {}, String(at + 1)) : null,
      el("span", {}, el("b", {}, option.text), option.detail ? el("small", {}, option.detail) : null),
      letterOf(prompt, at) ? el("kbd", { class: "letter" }, letterOf(prompt, at)) : null)))));
    this.root.replaceChildren(...drawn.filter((_, i) => !prompts[i].menu));
    this.offers.replaceChildren(...drawn.filter((_, i) => prompts[i].menu));
    if (hint && !prompts.length) {
      this.root.append(el("div", { class: "prompt", role: "group", "aria-label": text },
        el("header", {}, icon("question"), el("p", {}, text)), el("p", { class: "hint" }, hint),
        isPicked && pick ? el("button", { class: "option", type: "button", onclick: () => pick() }, tr("Have one picked by chance")) : null));
    }
    if (focused) this.focus();
  }

  focus() {
    const option = seek(".option", this.root) ?? seek(".option", this.offers);
    option?.focus();
    return Boolean(option);
  }

  // A number key answers the question asked first; it never takes from a menu.
  /** @param {number} at */
  choose(at) {
    const prompt = this.prompts.find((asked) => !asked.menu);
    if (prompt?.grid) return this.grid.press(at);
    if (!prompt || at >= prompt.options.length) return false;
    this.answer({ prompt: prompt.id, option: at });
    return true;
  }

  /** @param {"yes" | "no"} what */
  say(what) {
    const prompt = this.prompts.find((asked) => answers(asked)[what] >= 0);
    if (prompt) this.answer({ prompt: prompt.id, option: answers(prompt)[what] });
    return Boolean(prompt);
  }

  /** Whether anything is asked, not merely offered. */
  get isAsked() { return Boolean(seek(".prompt", this.root)); }

  /** Whether declining is all that a button answers; what else may be done is done with cards. */
  get onlyDeclines() {
    const asked = this.prompts.find((prompt) => prompt.options.some((option) => option.passes));
    return asked?.options.length === 1;
  }

  /** What answering no does, in words; "" where nothing can be declined. */
  get declines() {
    return this.prompts.flatMap((prompt) => prompt.options).find((option) => option.passes)?.text ?? "";
  }

  /** The zones that a card may attack from where it lies. @param {string} from */
  aims(from) {
    return this.prompts.flatMap((prompt) => prompt.options).flatMap((option) => option.from === from && option.to ? [option.to] : []);
  }

  /** Attacks, where that is an answer to what is asked. @type {(from: string, to: string) => boolean} */
  attack(from, to) {
    for (const prompt of this.prompts) {
      const option = prompt.options.findIndex((each) => each.from === from && each.to === to);
      if (option >= 0) { this.answer({ prompt: prompt.id, option }); return true; }
    }
    return false;
  }
}
