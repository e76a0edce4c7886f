// Asking the table to do something.

import { tr } from "./words.js";

/** @import {Done, LinkRenewed, NotDone, RenewLink} from "./types.js" */

const BODY_LENGTH = 512; // a request's own length would tell which card it names

/** @type {(address: string, body: object) => Promise<Done | NotDone>} */
export async function post(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body).padEnd(BODY_LENGTH),
    });
    return await answer.json();
  } catch {
    return { ok: false, message: tr("The table does not answer. Nothing was done; it comes back by itself when the table does.") };
  }
}

/** @type {(base: string, asked: RenewLink) => Promise<LinkRenewed | NotDone>} */
export const renewLink = async (base, asked) => /** @type {LinkRenewed | NotDone} */ (await post(`${base}/links`, asked));
