// A suit and a number, asked for in one: when both are pressed, both questions are answered.

import { el } from "./dom.js";

/** @import {Answer, GridView, PromptView} from "./types.js" */
/** @typedef {"rows" | "columns"} Line */

export class Grid {
  /** @param {(answer: Answer) => unknown} answer */
  constructor(answer) {
    this.answer = answer;
    /** @type {Record<Line, HTMLElement[]>} the buttons of the question that is drawn */
    this.buttons = { rows: [], columns: [] };
    /** @type {Record<Line, number>} what is pressed of them; -1: nothing */
    this.pressed = { rows: -1, columns: -1 };
    /** @type {{after: string, text: string} | null} the answer to the question after this one */
    this.then = null;
  }

  /**
   * Answers the question that follows, if its answer was pressed already.
   * @param {PromptView[]} prompts
   */
  follow(prompts) {
    const { then } = this;
    if (!then || !prompts.length || prompts.some(({ id }) => id === then.after)) return;
    this.then = null;
    for (const prompt of prompts) {
      const option = prompt.options.findIndex(({ text }) => text === then.text);
      if (option >= 0) { this.answer({ prompt: prompt.id, option }); return; }
    }
  }

  /** @type {(prompt: PromptView, grid: GridView) => HTMLElement} */
  draw(prompt, grid) {
    this.pressed = { rows: -1, columns: -1 };
    const columns = grid.columns.map(({ title }) => title);
    return el("div", { class: "grid" }, this.#line("rows", grid.rows, prompt, grid), this.#line("columns", columns, prompt, grid));
  }

  /** A number key presses a suit first, then a number. @param {number} at */
  press(at) {
    const line = this.pressed.rows < 0 ? "rows" : "columns";
    this.buttons[line][at]?.click();
    return at < this.buttons[line].length;
  }

  /** @type {(line: Line, titles: string[], prompt: PromptView, grid: GridView) => HTMLElement} */
  #line(line, titles, prompt, grid) {
    this.buttons[line] = titles.map((title, at) => el("button", {
      class: "option", type: "button", "aria-pressed": "false", onclick: () => this.#press(line, at, prompt, grid),
    }, title));
    return el("div", { class: `grid-${line}`, role: "group" }, this.buttons[line]);
  }

  /** @type {(line: Line, at: number, prompt: PromptView, grid: GridView) => void} */
  #press(line, at, prompt, grid) {
    this.pressed[line] = at;
    this.buttons[line].forEach((button, i) => button.setAttribute("aria-pressed", String(i === at)));
    const { rows, columns } = this.pressed;
    if (rows < 0 || columns < 0) return;
    this.then = { after: prompt.id, text: grid.columns[columns].text };
    this.answer({ prompt: prompt.id, option: rows });
  }
}
