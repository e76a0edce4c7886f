// Questions to this seat, as big buttons. Number keys answer a question; what may be done without
// being asked (a menu) takes more than one bare key, or a slip would end the turn.

import { el, find, icon, redraw } from "./dom.js";

// What no button says: how the answer is given with cards.
const HINTS = {
  window: "To respond, turn a Set card face-up, or lay down a card of your hand that may answer. Else pass.",
  choose: "Touch the card on the mat; a card of your hand is shown on any landing spot of yours.",
  reveal: "A card on the mat: turn it face-up. The top of your Deck: press D, or click the Deck. A card of your hand: lay it on a landing spot of yours.",
  place: "Lay it on the zone that you want.",
};

// The option that the mat's choice pads have come to, which OK would take.
const isLit = (prompt, at) => at === prompt.highlight && (!prompt.menu || at > 0);

export class Prompts {
  constructor(root, answer) {
    this.root = root;
    this.answer = answer;
    this.prompts = [];
    this.draw = redraw((asked) => this.#draw(asked));
  }

  // decision: the one that the table waits for; isMine: whether this seat is to take it.
  show(prompts, decision, isMine) {
    this.draw({ prompts, hint: isMine ? HINTS[decision?.kind] : null, text: decision?.text });
  }

  #draw({ prompts, hint, text }) {
    const focused = this.root.contains(document.activeElement);
    this.prompts = prompts;
    const first = prompts.findIndex((prompt) => !prompt.menu);
    this.root.replaceChildren(...prompts.map((prompt, i) => el("div", { class: `prompt${prompt.menu ? " ways" : ""}`, role: "group", "aria-label": prompt.text, "data-prompt": prompt.id },
      el("header", {}, prompt.menu ? null : icon("question"), el("p", {}, prompt.menu ? "What you may do without a card" : prompt.text), prompt.menu ? el("kbd", { title: "O goes to these" }, "O") : null),
      hint && i === 0 && !prompt.menu ? el("p", { class: "hint" }, hint) : null,
      el("div", { class: "options" }, prompt.options.map((option, at) => el("button", {
        class: "option", type: "button", "aria-current": isLit(prompt, at) ? "true" : false, onclick: () => this.answer({ prompt: prompt.id, option: at }),
      }, i === first && at < 9 ? el("kbd", {}, String(at + 1)) : null,
      el("span", {}, el("b", {}, option.text), option.detail ? el("small", {}, option.detail) : null)))),
      prompt.cancel ? el("button", { class: "option none", type: "button", onclick: () => this.answer({ prompt: prompt.id, option: null }) }, "None of these") : null)));
    if (hint && !prompts.length) {
      this.root.append(el("div", { class: "prompt", role: "group", "aria-label": text },
        el("header", {}, icon("question"), el("p", {}, text)), el("p", { class: "hint" }, hint)));
    }
    this.root.classList.toggle("asking", Boolean(prompts.length || hint));
    if (focused) this.focus();
  }

  focus() {
    const option = find(".option", this.root);
    option?.focus();
    return Boolean(option);
  }

  // A number key answers the question asked first; it never takes from a menu.
  choose(at) {
    const prompt = this.prompts.find((asked) => !asked.menu);
    if (!prompt || at >= prompt.options.length) return false;
    this.answer({ prompt: prompt.id, option: at });
    return true;
  }
}
