// The end of the log stays in sight, in what scrolls it, until its reader scrolls away from there.

const NEAR_PX = 40;

export class LogEnd {
  /** @param {HTMLElement} log */
  constructor(log) {
    this.log = log;
    this.isInSight = true;
    for (const port of [log, this.#column]) if (port) this.#keep(port);
  }

  /** On a phone, what scrolls the log together with what stands below it. @returns {HTMLElement | null} */
  get #column() { return this.log.closest(".record"); }

  get #port() { return getComputedStyle(this.log).overflowY === "visible" ? this.#column ?? this.log : this.log; }

  /** How far the end lies below the sight. @param {HTMLElement} port */
  #below(port) {
    const end = this.log.lastElementChild?.getBoundingClientRect().bottom;
    return end === undefined ? 0 : end - port.getBoundingClientRect().top - port.clientTop - port.clientHeight;
  }

  /** @param {HTMLElement} port */
  #keep(port) {
    let height = port.clientHeight;
    // Its event may come when the log has become smaller already: then nobody has scrolled away from the end.
    port.addEventListener("scroll", () => { if (port === this.#port && port.clientHeight === height) this.isInSight = this.#below(port) < NEAR_PX; });
    new ResizeObserver(() => {
      height = port.clientHeight;
      if (this.isInSight) this.show();
    }).observe(port);
  }

  show() {
    const port = this.#port;
    this.isInSight = true;
    port.scrollTop += this.#below(port);
  }
}
