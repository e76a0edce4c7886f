// All that does not fit on a page, as sentences: the tests expect none.
([seats, own, sideways]) => {
  const faults = [];
  const name = (element) => element?.id || element?.getAttribute("class") || element?.tagName;
  const box = (element) => element.getBoundingClientRect();
  const isForEyes = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".sr, .skip, script, .ghost")
    && getComputedStyle(element).clipPath === "none"; // what is only for ears is clipped
  // What is meant to be scrolled sideways, or to go by; and names that are shortened on purpose.
  const isSideways = (element) => Boolean(sideways) && Boolean(element.closest(sideways));
  const isShortened = (style) => style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis";
  const every = (selector) => [...document.querySelectorAll(selector)].filter(isForEyes);
  const span = ({ left, right }) => `from ${Math.round(left)} to ${Math.round(right)}`;

  // What reaches beyond the left or right edge of the screen.
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push(`The page is ${page.scrollWidth} wide.`);
  for (const element of every("body *:not(svg *)")) {
    const its = box(element);
    const isBeside = its.left < -1 || its.right > innerWidth + 1;
    if (its.width > 1 && its.height > 1 && isBeside && !isSideways(element.parentElement)) {
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
      const style = getComputedStyle(at);
      const { display, overflowX } = style;
      if (isShortened(style) || isSideways(at)) break;
      if (display === "contents") continue;
      if (overflowX === "visible" && !at.matches("button, .plate, .phasebar li")) continue;
      const room = box(at);
      if (its.left < room.left - 1 || its.right > room.right + 1) {
        faults.push(`"${text.data.trim()}" ${span(its)} is cut off by ${name(at)} ${span(room)}.`);
      }
    }
  }
  for (const element of every("body *:not(svg *)")) {
    const style = getComputedStyle(element);
    const isCut = style.overflowX !== "visible" && element.clientWidth && !isShortened(style) && !isSideways(element);
    if (isCut && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`${name(element)} holds ${element.scrollWidth} in ${element.clientWidth}.`);
    }
  }

  // What is cut off above or below, where nothing can be scrolled.
  for (const element of every("body *:not(svg *)")) {
    const style = getComputedStyle(element);
    const { overflowY } = style;
    const isCut = (overflowY === "hidden" || overflowY === "clip") && element.clientHeight;
    if (isCut && !isShortened(style) && element.scrollHeight > element.clientHeight + 2 && !element.matches(".floor")) {
      faults.push(`${name(element)} is ${element.scrollHeight} high in ${element.clientHeight}.`);
    }
  }

  // Words that stand in other words, of what is seen of them where they are scrolled to.
  const layers = "dialog, [popover], .outcome, .toast, .tip, .card-menu, .curtain, .bar, .do";
  const stuck = [...document.querySelectorAll(".plates, .foot")].filter((each) => getComputedStyle(each).position === "sticky");
  const layerOf = (element) => element.closest(layers) ?? stuck.find((each) => each.contains(element)) ?? null;
  const cut = (its, by) => ({ left: Math.max(its.left, by.left), right: Math.min(its.right, by.right), top: Math.max(its.top, by.top), bottom: Math.min(its.bottom, by.bottom) });
  const scrolled = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return overflowX !== "visible" || overflowY !== "visible";
  };
  // A number that is set larger than the words around it in one line.
  const isWithin = (one, other) => one.parentElement.contains(other) || other.parentElement.contains(one);
  const lines = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("svg, .card-picture") || !isForEyes(parent)) continue;
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      let seen = line;
      for (let at = parent; at; at = at.parentElement) if (scrolled(at)) seen = cut(seen, box(at));
      if (seen.right - seen.left > 2 && seen.bottom - seen.top > 2) lines.push({ text, layer: layerOf(parent), seen });
    }
  }
  lines.forEach((one, i) => lines.slice(i + 1).forEach((other) => {
    const both = cut(one.seen, other.seen);
    const isIn = both.right - both.left > 2 && both.bottom - both.top > 5;
    if (isIn && one.layer === other.layer && one.text !== other.text && !isWithin(one.text, other.text)) faults.push(`"${one.text.data.trim()}" stands in "${other.text.data.trim()}".`);
  }));

  // Words and numbers drawn on a card that reach over its edge.
  for (const card of document.querySelectorAll("main .card")) {
    const paper = card.querySelector(".card-paper")?.getBoundingClientRect();
    for (const text of paper ? card.querySelectorAll("text") : []) {
      const its = box(text);
      const isOver = its.left < paper.left - 2 || its.right > paper.right + 2 || its.top < paper.top - 3 || its.bottom > paper.bottom + 3;
      if (its.width && isOver && !card.closest(".fan")) faults.push(`${text.textContent} reaches over its card.`);
    }
  }

  // What is written on a zone of the mat and cannot be read.
  for (const text of every(".mat :is(.zone-label, .zone-note, .stack-label)")) {
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    if (size < 7) faults.push(`${text.textContent} is ${size.toFixed(1)} px high.`);
  }

  // What is written on a zone of the mat that reaches over its edge.
  for (const zone of every(".mat .zone, .mat .stack")) {
    const room = box(zone.querySelector(".area, .stack-area"));
    for (const text of zone.querySelectorAll(".zone-label, .zone-note, .stack-label")) {
      const its = box(text);
      const isOver = its.left < room.left - 1 || its.right > room.right + 1;
      if (isForEyes(text) && isOver) faults.push(`${text.textContent} reaches over its zone.`);
    }
  }

  // The hand never lies over the mat, and lives are seen before anything is scrolled: a seat's own at least.
  const hand = document.querySelector(".holding");
  if (own && hand) {
    const mat = document.querySelector("#mat");
    const both = cut(box(hand), box(mat));
    if (both.bottom - both.top > 1 && both.right - both.left > 1) faults.push(`The hand covers ${Math.round(both.bottom - both.top)} of the mat.`);
  }
  for (const seat of own ? [own] : seats) {
    const life = box(document.querySelector(`[data-life="${seat}"]`));
    if (life.top < 0 || life.bottom > innerHeight) faults.push(`The life of ${seat} is at ${Math.round(life.top)} of ${innerHeight}.`);
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
        if (!mat.contains(seen) && !seen?.closest(".outcome")) faults.push(`${name(seen)} covers ${place.dataset[kind]} (${block}).`);
      }
    }
  }
  return faults;
}
