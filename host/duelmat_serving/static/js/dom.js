// Small words for making and finding elements.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined | ((event: any) => unknown)} Attribute */
/** @typedef {Node | string | null | undefined} Child */
/** @typedef {HTMLElement | SVGElement} Part an element of the page, or of a drawing on it */

/**
 * The element that every such page has; that it is missing is a fault of ours.
 * @template {Element} T
 * @param {new () => T} kind
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T}
 */
export function findAs(kind, selector, root = document) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`expected a ${kind.name} at ${selector}, got ${found ? found.tagName : "nothing"}`);
}

/** @type {(selector: string, root?: ParentNode) => HTMLElement} */
export const find = (selector, root = document) => findAs(HTMLElement, selector, root);

/**
 * The element that a page may have.
 * @type {(selector: string, root?: ParentNode) => HTMLElement | null}
 */
export function seek(selector, root = document) {
  const found = root.querySelector(selector);
  return found instanceof HTMLElement ? found : null;
}

/**
 * @template {Element} T
 * @param {new () => T} kind
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T[]}
 */
export function findAllAs(kind, selector, root = document) {
  return [...root.querySelectorAll(selector)].flatMap((each) => (each instanceof kind ? [each] : []));
}

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
export const findAll = (selector, root = document) => findAllAs(HTMLElement, selector, root);

/**
 * The part that encloses where an event happened.
 * @type {(target: EventTarget | null, selector: string) => Part | null}
 */
export function closest(target, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement || found instanceof SVGElement ? found : null;
}

/** @type {(form: HTMLFormElement, name: string) => HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
export function field(form, name) {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`expected the form to have a field ${name}`);
}

/**
 * What the server wrote into the page's body, as data-name.
 * @type {(name: string) => string}
 */
export function fact(name) {
  const value = document.body.dataset[name];
  if (value === undefined) throw new Error(`expected the page's body to have data-${name}`);
  return value;
}

/**
 * The players' names by their seats.
 * @type {() => Record<string, string>}
 */
export const playerNames = () => JSON.parse(fact("names"));

/**
 * @template {Part} T
 * @param {T} element
 * @param {Record<string, Attribute>} attributes
 * @param {(Child | Child[])[]} children
 * @returns {T}
 */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, Attribute>} attributes a function listens: onclick
 * @param {(Child | Child[])[]} children
 */
export const el = (name, attributes = {}, ...children) =>
  build(document.createElement(name), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, Attribute>} attributes
 * @param {(Child | Child[])[]} children
 */
export const svg = (name, attributes = {}, ...children) =>
  build(document.createElementNS(SVG, name), attributes, children);

/** @type {(name: string, className?: string) => SVGSVGElement} */
export const icon = (name, className = "icon") =>
  svg("svg", { class: className, "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/**
 * Calls draw(value) only when the value differs from the one drawn before, so that what a reader
 * has focused stays in place while the rest of the page changes.
 * @template V
 * @param {(value: V) => void} draw
 * @returns {(value: V) => void}
 */
export function redraw(draw) {
  /** @type {string | undefined} */
  let shown;
  return (value) => {
    const text = JSON.stringify(value);
    if (text === shown) return;
    shown = text;
    draw(value);
  };
}

/** @type {(change: () => void) => void} moves elements, and leaves the focus on the one that has it */
export function keepFocus(change) {
  const focused = document.activeElement;
  change();
  const again = focused?.isConnected || !focused?.id ? focused : document.getElementById(focused.id);
  if (again instanceof HTMLElement && again !== document.activeElement && again !== document.body) again.focus({ preventScroll: true });
}

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
