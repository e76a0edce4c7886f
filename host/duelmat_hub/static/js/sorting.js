// Tables that are sorted by a column, and stay so when new rows come.

import { findAll, keepFocus } from "./dom.js";

/** @type {Map<string, {column: number, isDown: boolean}>} */
const orders = new Map();
const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

/** @type {(table: HTMLElement) => void} */
function apply(table) {
  const heads = findAll("thead th", table);
  heads.forEach((head, column) => {
    if ("unsorted" in head.dataset) return;
    if (!head.querySelector("button")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      button.dataset.column = String(column);
      head.append(button);
    }
  });
  const order = orders.get(table.dataset.sortable ?? "");
  heads.forEach((head, column) => {
    if (order?.column === column) head.setAttribute("aria-sort", order.isDown ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
  const body = table.querySelector("tbody");
  if (!order || !body) return;
  const rows = findAll(":scope > tr", body);
  const text = (/** @type {HTMLElement} */ row) => row.children[order.column]?.textContent?.trim() ?? "";
  const sorted = [...rows].sort((a, b) => compare(text(a), text(b)) * (order.isDown ? -1 : 1));
  if (sorted.some((row, index) => row !== rows[index])) keepFocus(() => body.append(...sorted));
}

const applyAll = () => findAll("table[data-sortable]").forEach(apply);

export function offerSorting() {
  applyAll();
  document.addEventListener("topic", applyAll);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button.sort") : null;
    const table = button?.closest("table");
    if (!(button instanceof HTMLElement) || !table) return;
    const column = Number(button.dataset.column);
    const before = orders.get(table.dataset.sortable ?? "");
    orders.set(table.dataset.sortable ?? "", { column, isDown: before?.column === column && !before.isDown });
    apply(table);
  });
}
