// The language that is chosen at a page's foot: kept in a cookie that the server reads.

import { seek } from "./dom.js";

const KEPT_S = 365 * 24 * 60 * 60;

const choice = seek("#language");
choice?.addEventListener("change", () => {
  if (!(choice instanceof HTMLSelectElement)) return;
  document.cookie = `language=${choice.value}; path=/; max-age=${KEPT_S}; samesite=strict`;
  location.reload();
});
