// Menu and what players ask of each other: draw, takeback, concede, life correction, rematch.

import { confirmed } from "./confirm.js";
import { el, find, findAll, findAs, icon, redraw } from "./dom.js";

/** @import {Command, HandRequest, RequestView} from "./types.js" */

const SAID = /** @type {const} */ (["takeback", "judge", "offer-draw", "rematch", "concede"]);
/** @type {Record<RequestView["kind"], {text(request: RequestView): string, said: string, yesWord: string}>} */
const REQUESTS = {
  draw: { text: () => "offers a draw.", said: "offered a draw", yesWord: "Accept the draw" },
  takeback: { text: () => "asks to take the last play back.", said: "asked for a takeback", yesWord: "Agree" },
  life: { text: ({ text }) => `asks ${text}.`, said: "asked for a correction of life", yesWord: "Agree" },
};

export class Menu {
  /**
   * @param {string} seat
   * @param {Record<string, string>} names
   * @param {(command: Command) => Promise<boolean>} command
   * @param {(request: HandRequest) => unknown} hands
   */
  constructor(seat, names, command, hands) {
    this.seat = seat;
    this.names = names;
    this.command = command;
    this.dialog = findAs(HTMLDialogElement, "#menu");
    for (const button of findAll("[data-command]", this.dialog)) {
      const said = SAID.find((each) => each === button.dataset.command);
      button.addEventListener("click", async () => {
        this.dialog.close();
        if (said && (!button.dataset.confirm || await confirmed(button.dataset.confirm))) command({ do: said });
      });
    }
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
    const box = findAs(HTMLInputElement, "#ask-me");
    box.addEventListener("change", () => command({ do: "ask-me", always: box.checked }));
  }

  /** @param {boolean} isAsked whether the table asks this seat for responses to its own plays too */
  showAsking(isAsked) {
    findAs(HTMLInputElement, "#ask-me").checked = isAsked;
  }

  open() { this.dialog.showModal(); }

  /** @param {RequestView[]} requests */
  #show(requests) {
    find("#requests").replaceChildren(...requests.map((request) => {
      const words = REQUESTS[request.kind];
      if (request.from === this.seat) return el("p", { class: "request waiting" }, icon("info"), `Waiting for an answer: you ${words.said}.`);
      return el("div", { class: "request", role: "alert" }, el("p", {}, icon("question"), `${this.names[request.from]} ${words.text(request)}`),
        el("div", { class: "confirm-row" },
          el("button", { class: "primary", onclick: () => this.command(request.kind === "draw" ? { do: "accept-draw" } : { do: "agree", text: request.text }) }, words.yesWord),
          el("button", { onclick: () => this.command({ do: "refuse" }) }, "Refuse")));
    }));
  }
}
