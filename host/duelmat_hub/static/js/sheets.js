// Sheets: forms that open over the page, where nothing that arrives can change what is typed.

import { closest, find, findAs } from "./dom.js";

const LONGEST_FILE = 60_000;

/** @type {(selector: string) => HTMLDialogElement} */
const dialog = (selector) => findAs(HTMLDialogElement, selector);

/** @type {(opener: HTMLElement) => void} */
function open(opener) {
  const template = document.getElementById(`sheet-${opener.dataset.sheet}`);
  if (!(template instanceof HTMLTemplateElement)) return;
  const sheet = dialog("#sheet");
  const isInside = sheet.contains(opener);
  const { fields = "{}", is = "", title, name } = opener.dataset;
  const body = find("#sheet-body");
  body.replaceChildren(template.content.cloneNode(true));
  if (!isInside) {
    sheet.dataset.fields = fields;
    sheet.dataset.is = is;
    const words = document.createElement("bdi");
    words.textContent = title ?? name ?? opener.textContent ?? "";
    find("#sheet-title").replaceChildren(words);
    sheet.showModal();
  }
  const first = body.querySelector("input:not([type=file]), select, textarea");
  if (first instanceof HTMLElement) first.focus();
}

export const closeSheet = () => dialog("#sheet").close();

/** @type {(question: string) => Promise<boolean>} */
export function confirm(question) {
  const asking = dialog("#confirm");
  find("#confirm-text").textContent = question;
  asking.returnValue = "";
  asking.showModal();
  find("#confirm-yes").focus();
  return new Promise((resolve) => {
    asking.addEventListener("close", () => resolve(asking.returnValue === "yes"), { once: true });
  });
}

/** @type {(input: HTMLInputElement) => Promise<void>} */
async function readFile(input) {
  const [file] = input.files ?? [];
  const target = input.form?.elements.namedItem(input.dataset.into ?? "");
  if (!file || !(target instanceof HTMLTextAreaElement)) return;
  target.value = (await file.text()).slice(0, LONGEST_FILE);
}

export function offerSheets() {
  document.addEventListener("click", (event) => {
    const opener = closest(event.target, "button[data-sheet]");
    if (opener instanceof HTMLElement) open(opener);
    const closed = closest(closest(event.target, "[data-close]"), "dialog");
    if (closed instanceof HTMLDialogElement) closed.close();
    const put = closest(event.target, "[data-put]");
    const area = put?.closest("form")?.querySelector("textarea");
    if (put && area) {
      area.value = [area.value.trim(), put.dataset.put].filter(Boolean).join(" ");
      area.focus();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.into) readFile(event.target);
  });
  find("#confirm-yes").addEventListener("click", () => dialog("#confirm").close("yes"));
}
