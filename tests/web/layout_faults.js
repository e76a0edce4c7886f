// All that does not fit on a page, as sentences: test_layout.py expects none.
([seats, own]) => {
  const faults = [];
  const name = (element) => element?.id || element?.getAttribute("class") || element?.tagName;
  const box = (element) => element.getBoundingClientRect();
  const isForEyes = (element) => !element.closest(".sr, script, [hidden], dialog:not([open]), .ghost");
  const every = (selector) => [...document.querySelectorAll(selector)].filter(isForEyes);
  const span = ({ left, right }) => `from ${Math.round(left)} to ${Math.round(right)}`;

  // What reaches beyond the left or right edge of the screen.
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push(`The page is ${page.scrollWidth} wide.`);
  for (const element of every("body *:not(svg *)")) {
    const its = box(element);
    const isBeside = its.left < -1 || its.right > innerWidth + 1;
    if (its.width > 1 && its.height > 1 && isBeside) {
      faults.push(`${name(element)} reaches ${span(its)} of ${innerWidth}.`);
    }
  }

  // What is wider than the box, button or plate that it stands in.
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.data.trim() || text.parentElement.closest("svg") || !isForEyes(text.parentElement)) continue;
    range.selectNodeContents(text);
    const its = range.getBoundingClientRect();
    if (!its.width) continue;
    for (let at = text.parentElement; at !== document.body; at = at.parentElement) {
      const { display, overflowX } = getComputedStyle(at);
      if (display === "contents") continue;
      if (overflowX === "visible" && !at.matches("button, .plate, .phasebar li")) continue;
      const room = box(at);
      if (its.left < room.left - 1 || its.right > room.right + 1) {
        faults.push(`"${text.data.trim()}" ${span(its)} is cut off by ${name(at)} ${span(room)}.`);
      }
    }
  }
  for (const element of every("body *:not(svg *)")) {
    const isCut = getComputedStyle(element).overflowX !== "visible" && element.clientWidth;
    if (isCut && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`${name(element)} holds ${element.scrollWidth} in ${element.clientWidth}.`);
    }
  }

  // Where something else is seen than a life total.
  for (const seat of seats) {
    const life = document.querySelector(`[data-life="${seat}"]`);
    const plate = life.closest(".plate");
    life.scrollIntoView({ block: "nearest" });
    const its = box(life);
    for (const across of [.08, .5, .92]) {
      for (const down of [.25, .5, .75]) {
        const seen = document.elementFromPoint(its.left + its.width * across, its.top + its.height * down);
        if (!plate.contains(seen)) faults.push(`${name(seen)} covers the life of ${seat}.`);
      }
    }
    for (const other of plate.querySelectorAll("h2, .plate-counts span:not(.sr)")) {
      const that = box(other);
      const isBeside = that.right <= its.left || that.left >= its.right;
      const isAbove = that.bottom <= its.top + 2 || that.top >= its.bottom - 2;
      if (!isBeside && !isAbove) faults.push(`${other.textContent.trim()} stands in the life of ${seat}.`);
    }
  }

  // Own zones, stacks and buttons of the mat that cannot be touched where they are scrolled to.
  const mat = document.querySelector("#mat");
  const kinds = { zone: ".area", stack: ".stack-area", button: ".key-cap" };
  for (const block of own ? ["nearest", "center", "end"] : []) {
    scrollTo(0, 0);
    for (const [kind, drawn] of Object.entries(kinds)) {
      for (const place of document.querySelectorAll(`[data-${kind}^="${own}."]`)) {
        place.scrollIntoView({ block });
        const its = box(place.querySelector(drawn));
        const seen = document.elementFromPoint(its.left + its.width / 2, its.top + its.height / 2);
        if (!mat.contains(seen)) faults.push(`${name(seen)} covers ${place.dataset[kind]} (${block}).`);
      }
    }
  }
  return faults;
}
