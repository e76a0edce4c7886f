// A page of a stream, which nobody touches: it follows its feed and counts times.

import { countTimes } from "./timers.js";
import { follow } from "./topics.js";

countTimes();
follow();
