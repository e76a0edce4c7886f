// Forms that ask for a command: sent, sent again, refused in words.

/** @import {Command} from "./types.js" */

import { ask, newRequest, newSalt } from "./command.js";
import { closest, find } from "./dom.js";
import { hush, say as toast } from "./toast.js";
import { reload } from "./topics.js";
import { fieldsOf } from "./fields.js";
import { closeSheet, confirm } from "./sheets.js";
import { tr } from "./words.js";

/** @type {Record<string, (command: Command) => void>} the commands that need chance, which comes from here */
const CHANCE = {
  "register-deck": (command) => { command.salt = newSalt(); },
  join: (command) => { command.salt = newSalt(); },
  "set-join-code": (command) => { command.code ??= newSalt().slice(0, 12); },
};

/** @type {WeakMap<HTMLFormElement, {body: string, request: string}>} what was sent and not answered for good */
const unanswered = new WeakMap();

/** @type {(form: HTMLElement, text: string, isRefusal?: boolean) => void} */
export function say(form, text, isRefusal = false) {
  form.querySelector(":scope > .form-said")?.remove();
  if (!text) return;
  const place = document.createElement("p");
  place.className = "form-said";
  place.dataset.ours = "";
  place.setAttribute("role", isRefusal ? "alert" : "status");
  form.append(place);
  place.textContent = text;
  place.scrollIntoView({ block: "nearest" }); // below a long form, on a phone
}

/** @type {(form: HTMLFormElement, body: string) => string} the same id for the same thing, until it is answered */
function requestFor(form, body) {
  const known = unanswered.get(form);
  if (known?.body === body) return known.request;
  const request = newRequest();
  unanswered.set(form, { body, request });
  return request;
}

/** @type {(form: HTMLFormElement) => Command} */
function commandOf(form) {
  /** @type {Command} */
  const command = { ...fieldsOf(form), do: form.dataset.do ?? "" };
  form.dispatchEvent(new CustomEvent("asking", { detail: command }));
  return command;
}

/** @type {(form: HTMLFormElement, submitter: HTMLElement | null) => Promise<void>} */
async function submit(form, submitter) {
  if (form.getAttribute("aria-busy") === "true") return;
  const question = form.dataset.confirm;
  if (question && !(await confirm(question))) return;
  const command = commandOf(form);
  const request = requestFor(form, JSON.stringify(command));
  CHANCE[command.do]?.(command);
  say(form, "");
  hush(); // "Done." was said of the request before
  form.setAttribute("aria-busy", "true");
  submitter?.setAttribute("aria-busy", "true");
  try {
    /** @type {(tries: number) => void} */
    const waiting = (tries) => say(form, tr("The hub does not answer. Sending it again ({tries}) …", { tries }));
    let answer = await ask(command, request, waiting);
    if (!answer.ok && answer.asks) {
      if (!(await confirm(answer.message))) return;
      answer = await ask(command, request, waiting, true);
    }
    if (answer.ok) {
      unanswered.delete(form);
      if (answer.seats?.length) form.dispatchEvent(new CustomEvent("joined", { detail: answer.seats }));
      else if (answer.address) location.assign(answer.address);
      else done(form, command);
    } else {
      await refused(form, answer.message, answer.changed ?? false);
    }
  } finally {
    form.removeAttribute("aria-busy");
    submitter?.removeAttribute("aria-busy");
  }
}

/** @type {(form: HTMLFormElement, command: Command) => void} */
function done(form, command) {
  say(form, "");
  if ("reset" in form.dataset) {
    form.reset();
    const first = form.querySelector("input, textarea");
    if (first instanceof HTMLElement && !closest(form, "dialog")) first.focus();
  }
  if (closest(form, "#sheet")) closeSheet();
  toast(tr("Done."));
  form.dispatchEvent(new CustomEvent("done", { detail: command, bubbles: true }));
}

/** @type {(form: HTMLFormElement, message: string, changed: boolean) => Promise<void>} */
async function refused(form, message, changed) {
  say(form, message, true);
  form.dispatchEvent(new CustomEvent("refused", { detail: changed, bubbles: true }));
  if (!changed) return;
  await reload();
  if (!form.isConnected) say(find("#main"), message, true);
}

export function offerForms() {
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (form instanceof HTMLFormElement && form.dataset.do) submit(form, event.submitter);
  });
}
