// Menu and what players ask of each other: draw, takeback, concede, life correction, rematch.

import { confirmed } from "./confirm.js";
import { el, find, findAll, findAllAs, findAs, icon, redraw } from "./dom.js";
import { tr } from "./words.js";

/** @import {ChangeLevel, Command, HandRequest, RequestView} from "./types.js" */

const SAID = /** @type {const} */ (["takeback", "judge", "offer-draw", "rematch", "concede"]);
/** @type {Record<RequestView["kind"], {text(player: string, request: string): string, waiting: string, yesWord: string}>} */
const REQUESTS = {
  draw: { text: (player) => tr("{player} offers a draw.", { player }), waiting: tr("Waiting for an answer: you offered a draw."), yesWord: tr("Accept the draw") },
  takeback: { text: (player) => tr("{player} asks to take the last play back.", { player }), waiting: tr("Waiting for an answer: you asked for a takeback."), yesWord: tr("Agree") },
  life: { text: (player, request) => tr("{player} asks {request}.", { player, request }), waiting: tr("Waiting for an answer: you asked for a correction of life."), yesWord: tr("Agree") },
};

export class Menu {
  /**
   * @param {string} seat
   * @param {Record<string, string>} names
   * @param {(command: Command) => Promise<boolean>} command
   * @param {(request: HandRequest) => unknown} hands
   * @param {(level: ChangeLevel) => Promise<boolean>} change has the opponent play at another level
   */
  constructor(seat, names, command, hands, change) {
    this.seat = seat;
    this.names = names;
    this.command = command;
    this.change = change;
    this.dialog = findAs(HTMLDialogElement, "#menu");
    for (const button of findAll("[data-command]")) {
      const said = SAID.find((each) => each === button.dataset.command);
      button.addEventListener("click", async () => {
        this.dialog.close();
        if (said && (!button.dataset.confirm || button.hasAttribute("data-unasked") || await confirmed(button.dataset.confirm, button.textContent ?? ""))) command({ do: said });
      });
    }
    for (const choice of findAllAs(HTMLInputElement, '[name="level"]')) choice.addEventListener("change", () => this.#chooseLevel(choice));
    find("#shuffle").addEventListener("click", () => { this.dialog.close(); hands({ do: "shuffle" }); });
    const form = findAs(HTMLFormElement, "#life-form");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const filled = new FormData(form);
      const isDone = await command({
        do: "life", player: String(filled.get("player")), life: Number(filled.get("life")), reason: String(filled.get("reason")).trim(),
      });
      if (isDone) { form.reset(); this.dialog.close(); }
    });
    this.show = redraw((/** @type {RequestView[]} */ requests) => this.#show(requests));
  }

  open() { this.dialog.showModal(); }

  /** @param {HTMLInputElement} choice */
  async #chooseLevel(choice) {
    if (await this.change({ level: /** @type {ChangeLevel["level"]} */ (choice.value) })) choice.defaultChecked = true;
    else for (const each of findAllAs(HTMLInputElement, '[name="level"]')) each.checked = each.defaultChecked;
  }

  /** @param {RequestView[]} requests */
  #show(requests) {
    find("#requests").replaceChildren(...requests.map((request) => {
      const words = REQUESTS[request.kind];
      if (request.from === this.seat) return el("p", { class: "request waiting" }, icon("info"), words.waiting);
      return el("div", { class: "request", role: "alert" }, el("p", {}, icon("question"), words.text(this.names[request.from], request.text)),
        el("div", { class: "confirm-row" },
          el("button", { class: "primary", onclick: () => this.command(request.kind === "draw" ? { do: "accept-draw" } : { do: "agree", text: request.text }) }, words.yesWord),
          el("button", { onclick: () => this.command({ do: "refuse" }) }, tr("Refuse"))));
    }));
  }
}
