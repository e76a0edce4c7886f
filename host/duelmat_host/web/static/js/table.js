// The public table: everything that lies open, and nothing else.

import { find } from "./dom.js";
import { Mat } from "./mat.js";
import { Panels } from "./panels.js";
import { listen } from "./stream.js";

const facts = document.body.dataset;
const mat = new Mat(find("#mat"));
const panels = new Panels(JSON.parse(facts.names));

listen(facts.feed, Number(facts.beat), {
  view(view) { mat.show(view); panels.show(view); showHead(view.head ?? ""); },
  lights(event) { mat.shine(event); },
  link(isHeard) { panels.showLink(panels.link ?? { state: "up", text: "connected" }, isHeard); },
});

// In fours, as it is copied by hand.
function showHead(head) {
  find("#head").hidden = !head;
  find("#head code").textContent = head.replace(/(.{4})(?=.)/g, "$1 ");
}

function browse(event) {
  const stack = event.target.closest("[data-stack]");
  if (!stack || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  panels.browse(stack.dataset.stack);
}
find("#mat").addEventListener("click", browse);
find("#mat").addEventListener("keydown", browse);
