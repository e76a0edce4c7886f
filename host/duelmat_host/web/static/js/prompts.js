// Questions to this seat, as big buttons; the number keys choose.

import { el, icon, redraw } from "./dom.js";

// The option that the mat's choice pads have come to, which OK would take.
const isLit = (prompt, at) => at === prompt.highlight && (!prompt.menu || at > 0);

export class Prompts {
  constructor(root, answer) {
    this.root = root;
    this.answer = answer;
    this.prompts = [];
    this.show = redraw((prompts) => this.#show(prompts));
  }

  #show(prompts) {
    this.prompts = prompts;
    this.root.replaceChildren(...prompts.map((prompt, i) => el("div", { class: `prompt${prompt.menu ? " ways" : ""}`, role: "group", "aria-label": prompt.text },
      el("header", {}, prompt.menu ? null : icon("question"), el("p", {}, prompt.menu ? "What you may do without a card" : prompt.text)),
      el("div", { class: "options" }, prompt.options.map((option, at) => el("button", {
        class: "option", type: "button", "aria-current": isLit(prompt, at) ? "true" : false, onclick: () => this.answer({ prompt: prompt.id, option: at }),
      }, i === 0 && at < 9 ? el("kbd", {}, String(at + 1)) : null,
      el("span", {}, el("b", {}, option.text), option.detail ? el("small", {}, option.detail) : null)))),
      prompt.cancel ? el("button", { class: "option none", type: "button", onclick: () => this.answer({ prompt: prompt.id, option: null }) }, "None of these") : null)));
    this.root.classList.toggle("asking", prompts.length > 0);
  }

  // A number key chooses from the question asked first.
  choose(at) {
    const prompt = this.prompts[0];
    if (!prompt || at >= prompt.options.length) return false;
    this.answer({ prompt: prompt.id, option: at });
    return true;
  }
}
