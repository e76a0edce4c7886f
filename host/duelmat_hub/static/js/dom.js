// Small words for finding elements, and for what this browser remembers.

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

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
export const findAll = (selector, root = document) =>
  [...root.querySelectorAll(selector)].flatMap((each) => (each instanceof HTMLElement ? [each] : []));

/**
 * The part that encloses where an event happened.
 * @type {(target: EventTarget | null, selector: string) => HTMLElement | null}
 */
export function closest(target, selector) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

/** @type {(form: HTMLFormElement, name: string) => HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
export function field(form, name) {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`expected the form to have a field ${name}`);
}

/** @type {(change: () => void) => void} moves elements, and leaves the focus on the one that has it */
export function keepFocus(change) {
  const focused = document.activeElement;
  change();
  const again = focused?.isConnected || !focused?.id ? focused : document.getElementById(focused.id);
  if (again instanceof HTMLElement && again !== document.activeElement && again !== document.body) again.focus({ preventScroll: true });
}

/** @type {(name: string) => string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`duelmat-${name}`);
  } catch {
    return null;
  }
}

/** @type {(name: string, value: string) => void} */
export function remember(name, value) {
  try {
    localStorage.setItem(`duelmat-${name}`, value);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

let toastTimer = 0;

/** @param {string} sentence */
export function toast(sentence) {
  const place = find("#toast");
  place.textContent = sentence;
  place.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { place.hidden = true; }, 4000);
}
