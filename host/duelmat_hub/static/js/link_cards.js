// Links that let people in: made, shown once, drawn as cards with a QR code.

/** @import {Answer, NewLink} from "./types.js" */

import { post } from "./command.js";
import { tr } from "./words.js";

/**
 * @param {{ role: string, name: string, player?: number, seat?: string, table?: number, label?: string }} wanted
 * @returns {Promise<Answer<NewLink>>}
 */
export const makeLink = (wanted) => post("/links", wanted);

/** @type {(role: string, title: string, link: NewLink, note?: string) => HTMLElement} */
export function card(role, title, link, note = "") {
  const made = document.createElement("article");
  made.className = "link-card";
  made.dataset.role = role;
  const name = document.createElement("p");
  name.className = "link-name";
  const words = document.createElement("bdi");
  words.textContent = title;
  name.append(words);
  const code = document.createElement("div");
  code.innerHTML = link.svg;
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", tr("QR code of the link"));
  const address = document.createElement("code");
  address.textContent = link.address;
  const line = document.createElement("p");
  line.className = "note";
  line.textContent = [note, link.label, tr("link {code}", { code: link.code })].filter(Boolean).join(", ");
  made.append(name, code, address, line);
  return made;
}
