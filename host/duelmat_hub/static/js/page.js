// What every page does: count times, follow the feed, send forms.

import { findAll } from "./dom.js";
import { follow } from "./topics.js";
import "./language.js";
import { offerChoices, offerFinding } from "./finding.js";
import { offerForms } from "./forms.js";
import { offerShownCards } from "./shown_card.js";
import { offerSheets } from "./sheets.js";
import { offerSorting } from "./sorting.js";
import { offerSound } from "./sound.js";
import { countTimes } from "./timers.js";

countTimes();
offerSheets();
offerShownCards();
offerForms();
offerChoices();
offerFinding();
offerSorting();
offerSound();
follow();
for (const button of findAll("[data-print]")) button.addEventListener("click", () => print());
setTimeout(() => dispatchEvent(new Event("listening"))); // after the script of this very page
