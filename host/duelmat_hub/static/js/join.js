// The page on which players register: a team then gets a link for the player of each seat.

/** @import {SeatLink} from "./types.js" */

import "./page.js";
import { find, findAs } from "./dom.js";
import { card } from "./link_cards.js";
import { tr } from "./words.js";

/** @type {(link: SeatLink) => HTMLElement} a card for its player's phone; this phone opens it as well */
function seatCard(link) {
  const made = card("player", link.name, link, tr("Seat {letter}", { letter: link.seat }));
  const open = document.createElement("a");
  open.className = "button";
  open.href = new URL(link.address).pathname;
  open.textContent = tr("Open on this phone");
  made.append(open);
  return made;
}

const form = findAs(HTMLFormElement, "form[data-do=join]");
form.addEventListener("joined", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const place = find("#seat-links");
  find(".link-cards", place).replaceChildren(...event.detail.map(seatCard));
  form.closest("section")?.remove();
  place.hidden = false;
  place.focus();
});
