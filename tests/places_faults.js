// What of a seat's page leaves its place, as sentences: the tests expect nothing.
(places) => {
  const faults = [];
  const box = (each) => each.getBoundingClientRect();
  const seen = [...document.querySelectorAll(places.join())].filter((each) => each.checkVisibility());
  const name = (each) => each.id || each.className;
  seen.forEach((one, i) => {
    const { left, top, right, bottom } = box(one);
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`${name(one)} leaves the screen`);
    for (const other of seen.slice(i + 1)) {
      const that = box(other);
      const isOver = left < that.right - 1 && that.left < right - 1 && top < that.bottom - 1 && that.top < bottom - 1;
      if (isOver) faults.push(`${name(one)} lies over ${name(other)}`);
    }
  });
  const isScroller = (each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowY) && each.checkVisibility();
  for (const inner of [...document.querySelectorAll("main *, #inspector *")].filter(isScroller)) {
    for (let at = inner.parentElement; at; at = at.parentElement) if (isScroller(at)) faults.push(`${name(inner)} scrolls in ${name(at)}`);
  }
  const now = document.querySelector(".now");
  if (now.scrollHeight > now.clientHeight + 1) faults.push(`${now.scrollHeight} of what is asked stand in ${now.clientHeight}`);
  for (const button of document.querySelectorAll(".now button, .keys button")) {
    const its = box(button);
    const hit = document.elementFromPoint(its.left + its.width / 2, its.top + its.height / 2);
    if (its.width && !button.contains(hit)) faults.push(`${button.textContent} is covered`);
  }
  return faults;
}
