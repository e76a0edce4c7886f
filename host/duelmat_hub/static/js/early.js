// Presses that come before the page's scripts listen: they are kept, and done as soon as they do,
// which page.js says. They wait for the words of the page's language, and the page does not.

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
  addEventListener("listening", () => {
    removeEventListener("click", keep, true);
    for (const button of early) button.click();
  }, { once: true });
})();
