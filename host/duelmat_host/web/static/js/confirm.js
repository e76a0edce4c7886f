// A question to be answered before something is done that cannot be undone.

import { find, findAs } from "./dom.js";

/**
 * Whether the viewer says yes: the dialog answers no unless told otherwise.
 * @type {(question: string) => Promise<boolean>}
 */
export function confirmed(question) {
  const dialog = findAs(HTMLDialogElement, "#confirm");
  find("#confirm-text").textContent = question;
  return new Promise((resolve) => {
    /** @param {boolean} answer */
    const close = (answer) => { dialog.close(); resolve(answer); };
    find("#confirm-yes").onclick = () => close(true);
    find("#confirm-no").onclick = () => close(false);
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}
