// Setting a pair: whoever is chosen stands in the address, so that the page shows what it costs.

import "./page.js";
import { at } from "./command.js";
import { field, find, findAs } from "./dom.js";

const choose = findAs(HTMLFormElement, "#choose");

choose.addEventListener("submit", () => {
  const chosen = new URLSearchParams({ player: field(choose, "player").value, other: field(choose, "other").value });
  location.assign(at(`/set-pair?${chosen}`));
});
choose.addEventListener("change", () => { // what is shown is of others
  const cost = document.querySelector("#cost");
  if (cost instanceof HTMLElement) cost.hidden = true;
});
if (document.querySelector("#set-pair")) {
  find("#set-pair").addEventListener("done", () => location.assign(at("/desk")));
  find("#cost").scrollIntoView({ block: "nearest" });
}
