// Menu and what players ask of each other: draw, takeback, concede, life correction, rematch.

import { el, find, findAll, icon, redraw } from "./dom.js";

const REQUESTS = {
  draw: { text: "offers a draw.", yes: "accept-draw", yesWord: "Accept the draw" },
  takeback: { text: "asks to take the last play back.", yes: "agree", yesWord: "Agree" },
};

// How long the player has to say yes: the dialog answers no unless told otherwise.
function confirmed(question) {
  const dialog = find("#confirm");
  find("#confirm-text").textContent = question;
  return new Promise((resolve) => {
    const close = (answer) => { dialog.close(); resolve(answer); };
    find("#confirm-yes").onclick = () => close(true);
    find("#confirm-no").onclick = () => close(false);
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}

export class Menu {
  constructor({ seat, names, command, hands }) {
    Object.assign(this, { seat, names, command });
    this.dialog = find("#menu");
    for (const button of findAll("[data-command]", this.dialog)) {
      button.addEventListener("click", async () => {
        this.dialog.close();
        if (!button.dataset.confirm || await confirmed(button.dataset.confirm)) command({ do: button.dataset.command });
      });
    }
    for (const button of findAll("[data-hands]", this.dialog)) {
      button.addEventListener("click", () => { this.dialog.close(); hands({ do: button.dataset.hands }); });
    }
    find("#life-form").addEventListener("submit", async (event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const isDone = await command({ do: "life", player: form.get("player"), life: Number(form.get("life")), reason: form.get("reason").trim() });
      if (isDone) { event.target.reset(); this.dialog.close(); }
    });
    this.show = redraw((requests) => this.#show(requests));
  }

  // Whether the table asks this seat for answers to its own plays as well.
  showAsking(isAsked) {
    const box = find("#ask-me");
    box.closest("label").hidden = isAsked === undefined;
    box.checked = Boolean(isAsked);
    box.onchange = () => this.command({ do: "ask-me", always: box.checked });
  }

  open() { this.dialog.showModal(); }

  #show(requests) {
    find("#requests").replaceChildren(...requests.map((request) => {
      const words = REQUESTS[request.kind] ?? { text: `asks: ${request.kind}.`, yes: "agree", yesWord: "Agree" };
      if (request.from === this.seat) return el("p", { class: "request waiting" }, icon("info"), `Waiting for an answer: you ${request.kind === "draw" ? "offered a draw" : "asked for a takeback"}.`);
      return el("div", { class: "request", role: "alert" }, el("p", {}, icon("question"), `${this.names[request.from]} ${words.text}`),
        el("div", { class: "confirm-row" },
          el("button", { class: "primary", onclick: () => this.command({ do: words.yes }) }, words.yesWord),
          el("button", { onclick: () => this.command({ do: "refuse" }) }, "Refuse")));
    }));
  }
}
