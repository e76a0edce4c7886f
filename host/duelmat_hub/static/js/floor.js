// The floor: to a table by its number.

import "./page.js";
import { at } from "./command.js";
import { field, findAs } from "./dom.js";

const form = findAs(HTMLFormElement, "#go-table");
form.addEventListener("submit", () => {
  location.href = at(`/floor/table/${Number(field(form, "table").value)}`);
});
