// A question to be answered before something is done that cannot be undone.

import { find, findAs } from "./dom.js";

/**
 * Whether the viewer does it, `act` being what the button is called: the dialog goes back unless told.
 * @type {(question: string, act: string) => Promise<boolean>}
 */
export function confirmed(question, act) {
  const dialog = findAs(HTMLDialogElement, "#confirm");
  find("#confirm-text").textContent = question;
  find("#confirm-yes").textContent = act;
  return new Promise((resolve) => {
    /** @param {boolean} answer */
    const close = (answer) => { dialog.close(); resolve(answer); };
    find("#confirm-yes").onclick = () => close(true);
    find("#confirm-no").onclick = () => close(false);
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}
