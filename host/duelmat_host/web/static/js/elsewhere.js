// A seat that has been opened on another device: the page that is older says so.

import { say } from "./toast.js";
import { tr } from "./words.js";

const MARK = "⧉ "; // in the list of windows it tells the older one

export function tellElsewhere() {
  say(tr("Your seat has been opened on another device or in another window: play on there. If that was not you, have the seat’s link replaced."));
  if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
}
