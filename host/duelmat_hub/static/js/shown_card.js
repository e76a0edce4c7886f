// A face-down card that a judge has asked for: sealed by the table for a key that this page alone has.

import { findAll } from "./dom.js";
import { tr } from "./words.js";

const KIND = { name: "RSA-OAEP", hash: "SHA-256" };
const SIZE = { ...KIND, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

/** @type {Promise<{pair: CryptoKeyPair, key: string}> | null} made when a card is first asked for, gone with the page */
let made = null;

/** @type {(bytes: ArrayBuffer) => string} */
const encoded = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
const decoded = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

async function newKey() {
  const pair = await crypto.subtle.generateKey(SIZE, false, ["encrypt", "decrypt"]);
  return { pair, key: encoded(await crypto.subtle.exportKey("spki", pair.publicKey)) };
}

/** @type {(field: HTMLInputElement) => Promise<void>} */
async function giveKey(field) {
  const form = field.form;
  const button = form?.querySelector("button.primary");
  const isPossible = isSecureContext && "subtle" in crypto;
  const note = form?.querySelector("[data-no-key]");
  if (note instanceof HTMLElement) note.hidden = isPossible;
  if (button instanceof HTMLButtonElement) button.disabled = true;
  if (!isPossible) return;
  made ??= newKey();
  field.value = (await made).key;
  if (button instanceof HTMLButtonElement) button.disabled = false;
}

/** @type {(place: HTMLElement) => Promise<void>} */
async function open(place) {
  const { sealed = "" } = place.dataset;
  place.dataset.opened = sealed;
  try {
    if (!made) throw new Error("no key");
    const { pair } = await made;
    const bytes = await crypto.subtle.decrypt(KIND, pair.privateKey, decoded(sealed));
    place.textContent = new TextDecoder().decode(bytes).trim();
  } catch {
    place.textContent = tr("The card was sealed for another page: ask for it again.");
  }
}

function look() {
  for (const field of findAll("#sheet [data-card-key]")) {
    if (field instanceof HTMLInputElement && !field.dataset.asked) {
      field.dataset.asked = "yes";
      giveKey(field);
    }
  }
  for (const place of findAll("[data-sealed]")) {
    if (place instanceof HTMLElement && place.dataset.opened !== place.dataset.sealed) open(place);
  }
}

export function offerShownCards() {
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-sealed"] });
  look();
}
