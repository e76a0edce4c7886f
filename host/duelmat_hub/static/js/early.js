// Presses that come before the page's scripts listen: they are kept, and done as soon as they do.

(() => {
  /** @type {HTMLButtonElement[]} */
  const early = [];
  /** @param {Event} event */
  const keep = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push(button);
  };
  addEventListener("click", keep, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("click", keep, true);
    for (const button of early) button.click();
  });
})();
