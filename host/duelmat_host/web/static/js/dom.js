// Small words for making and finding elements.

const SVG = "http://www.w3.org/2000/svg";

export const find = (selector, root = document) => root.querySelector(selector);
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const el = (name, attributes = {}, ...children) =>
  build(document.createElement(name), attributes, children);
export const svg = (name, attributes = {}, ...children) =>
  build(document.createElementNS(SVG, name), attributes, children);

export const icon = (name, className = "icon") =>
  svg("svg", { class: className, "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

// Calls draw(value) only when the value differs from the one drawn before, so that what a reader
// has focused stays in place while the rest of the page changes.
export function redraw(draw) {
  let shown;
  return (value) => {
    const text = JSON.stringify(value);
    if (text === shown) return;
    shown = text;
    draw(value);
  };
}

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
