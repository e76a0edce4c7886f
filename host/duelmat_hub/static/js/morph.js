// Making a part of the page like the hub's newest HTML, and keeping every element that is still
// there: so focus, scroll, open details and what is being pressed stay as they are.

import { keepFocus } from "./dom.js";

/** Attributes that scripts and readers set; the hub's HTML does not take them away. */
const OURS = new Set(["open", "aria-busy", "data-hit", "data-is", "data-left"]);
/** Elements whose text is counted in this browser. */
const COUNTED = "[data-ends-ms], [data-since-ms], [data-at-ms]";

/** @type {(node: Node) => string} */
const idOf = (node) => (node instanceof Element ? node.id : "");

/** @type {(node: Node | null) => boolean} whether a script of ours has added it */
const isOurs = (node) => node instanceof HTMLElement && "ours" in node.dataset;

/** @type {(region: Element, html: string) => void} */
export function morph(region, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  keepFocus(() => morphChildren(region, template.content));
}

/** @type {(old: Node, fresh: Node) => void} */
function morphChildren(old, fresh) {
  const wantedIds = new Set([...fresh.childNodes].map(idOf).filter(Boolean));
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const child of [...old.childNodes]) {
    const id = idOf(child);
    if (!id) continue;
    if (wantedIds.has(id)) keyed.set(id, child);
    else if (!isOurs(child)) old.removeChild(child);
  }
  let at = past(old.firstChild);
  for (const wanted of [...fresh.childNodes]) {
    const id = idOf(wanted);
    const here = id ? keyed.get(id) : at && !idOf(at) && isAlike(at, wanted) ? at : undefined;
    if (!here) {
      old.insertBefore(wanted, at);
    } else {
      if (here === at) at = past(at.nextSibling);
      else old.insertBefore(here, at);
      morphNode(here, wanted);
    }
  }
  while (at) {
    const gone = at;
    at = past(at.nextSibling);
    old.removeChild(gone);
  }
}

/** @type {(node: Node | null) => Node | null} the first one from here that is the hub's */
function past(node) {
  while (node && isOurs(node)) node = node.nextSibling;
  return node;
}

/** @type {(one: Node, other: Node) => boolean} */
const isAlike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;

/** @type {(node: Node) => boolean} whether sheets wait in it, which isEqualNode does not look into */
const hasTemplate = (node) => node instanceof Element && (node.matches("template") || node.querySelector("template") !== null);

/** @type {(old: Node, fresh: Node) => void} */
function morphNode(old, fresh) {
  if (old.isEqualNode(fresh) && !hasTemplate(old)) return;
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  if (!isAlike(old, fresh)) {
    old.replaceWith(fresh);
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OURS.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && !(name === "open" && old instanceof HTMLDetailsElement)) old.setAttribute(name, value);
  }
  if (old instanceof HTMLTemplateElement && fresh instanceof HTMLTemplateElement) {
    if (old.innerHTML !== fresh.innerHTML) old.innerHTML = fresh.innerHTML;
  } else if (!(old.matches(COUNTED) && fresh.matches(COUNTED))) {
    morphChildren(old, fresh);
  }
}
