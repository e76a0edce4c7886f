// The page of links: for the staff, for all players at once, and their end.

import "./page.js";
import { post } from "./command.js";
import { closest, field, find, findAs } from "./dom.js";
import { reload } from "./topics.js";
import { say } from "./forms.js";
import { card, makeLink } from "./link_cards.js";
import { confirm } from "./sheets.js";
import { tr } from "./words.js";

/** @type {(made: HTMLElement) => void} */
function lay(made) {
  find("#cards").append(made);
  find("#print-cards").hidden = false;
}

const staff = findAs(HTMLFormElement, "#staff-link");
staff.addEventListener("submit", async () => {
  const role = findAs(HTMLSelectElement, "[name=role]", staff);
  const name = field(staff, "name").value.trim();
  say(staff, "");
  const link = await makeLink({ role: role.value, name, label: field(staff, "label").value.trim() });
  if (!link.ok) {
    say(staff, link.message, true);
    return;
  }
  const made = card(role.value, name, link, role.selectedOptions[0]?.textContent ?? "");
  lay(made);
  made.scrollIntoView({ block: "nearest" });
  staff.reset();
  reload();
});

const table = findAs(HTMLFormElement, "#table-link");
table.addEventListener("submit", async () => {
  const number = Number(field(table, "table").value);
  say(table, "");
  const link = await makeLink({ role: "table", name: `Table ${number}`, table: number });
  if (!link.ok) {
    say(table, link.message, true);
    return;
  }
  const made = card("table", tr("Table {table}", { table: number }), link, tr("table"));
  lay(made);
  made.scrollIntoView({ block: "nearest" });
  table.reset();
  reload();
});

const checkIn = findAs(HTMLFormElement, "#check-in-link");
checkIn.addEventListener("submit", async () => {
  say(checkIn, "");
  const link = await makeLink({ role: "check-in", name: "Check-in" });
  if (!link.ok) {
    say(checkIn, link.message, true);
    return;
  }
  const made = card("check-in", tr("Check-in"), link);
  lay(made);
  made.scrollIntoView({ block: "nearest" });
  reload();
});

const all = findAs(HTMLFormElement, "#all-links");
all.addEventListener("submit", async () => {
  /** @type {[number, string, string, string][]} each with the seat and team, if it has one */
  const players = JSON.parse(all.dataset.players ?? "[]");
  const button = findAs(HTMLButtonElement, "button", all);
  button.disabled = true;
  say(all, "");
  for (const [index, [player, name, seat, team]] of players.entries()) {
    find("#all-state").textContent = tr("{number} of {players}", { number: index + 1, players: players.length });
    const link = await makeLink({ role: "player", name, player, ...(seat && { seat }) });
    if (!link.ok) {
      say(all, link.message, true);
      break;
    }
    const note = seat ? `${team}, ${tr("Seat {letter}", { letter: seat })}` : `No. ${player}`;
    lay(card("player", name, link, note));
  }
  find("#all-state").textContent = tr("Cards below: {number}.", { number: find("#cards").childElementCount });
  button.disabled = false;
  reload();
});

document.addEventListener("click", async (event) => {
  const button = closest(event.target, "[data-end-link]");
  if (!button || !(await confirm(tr("End this link? Whoever came in by it is out at once.")))) return;
  const answer = await post("/links/end", { digest: button.dataset.endLink });
  if (answer.ok) button.closest("tr")?.remove();
  else say(find("#main"), answer.message, true);
});
