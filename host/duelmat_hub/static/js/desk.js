// The organiser's desk: the link of a player.

import "./page.js";
import { closest, find } from "./dom.js";
import { say } from "./forms.js";
import { card, makeLink } from "./link_cards.js";

document.addEventListener("click", async (event) => {
  const button = closest(event.target, "[data-link]");
  const sheet = closest(button, "#sheet");
  if (!button || !sheet) return;
  const name = find("#sheet-title").textContent ?? "";
  const { player } = JSON.parse(sheet.dataset.fields ?? "{}");
  const place = find(".link-place", sheet);
  button.setAttribute("aria-busy", "true");
  const link = await makeLink("player", name, player);
  button.removeAttribute("aria-busy");
  if (link.ok) place.replaceChildren(card("player", name, link));
  else say(place, link.message, true);
});
