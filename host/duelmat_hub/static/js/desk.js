// The organiser's desk: the link of a player, and the addresses of a stream.

import "./page.js";
import { closest, find, findAs } from "./dom.js";
import { say } from "./forms.js";
import { offerLists } from "./player_list.js";
import { card, makeLink } from "./link_cards.js";
import { say as toast } from "./toast.js";
import { tr } from "./words.js";

offerLists();

document.addEventListener("click", async (event) => {
  const button = closest(event.target, "[data-link]");
  const sheet = closest(button, "#sheet");
  if (!button || !sheet) return;
  const name = find("#sheet-title").textContent ?? "";
  const { player } = JSON.parse(sheet.dataset.fields ?? "{}");
  const place = find(".link-place", sheet);
  button.setAttribute("aria-busy", "true");
  const label = findAs(HTMLInputElement, "[name=label]", sheet).value.trim();
  const { seat } = button.dataset;
  const link = await makeLink({ role: "player", name, player, label, ...(seat && { seat }) });
  button.removeAttribute("aria-busy");
  if (link.ok) place.replaceChildren(card("player", link.name, link, seat ? `${name}, ${tr("Seat {letter}", { letter: seat })}` : ""));
  else say(place, link.message, true);
});

document.addEventListener("click", async (event) => {
  const button = closest(event.target, "[data-copy]");
  if (!button) return;
  const address = new URL(button.dataset.copy ?? "", location.href).href;
  try {
    await navigator.clipboard.writeText(address); // a page without TLS has no clipboard
    toast(tr("Copied: {address}", { address }));
  } catch {
    toast(address);
  }
});
