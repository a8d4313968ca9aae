// What is wrong with what can be tapped on this page: it runs off the side, or something else lies over it.
() => {
  const wide = document.scrollingElement.scrollWidth, wrong = wide > innerWidth ? [`${wide} px wide`] : [];
  const all = [...document.querySelectorAll("a[href], button, summary, select, [data-pick], input:not([type=hidden]):not(.vh)")].filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".vh"));
  const target = e => e && e.closest("a[href], button, summary, select, [data-pick], input");
  const inSight = (e, x, y) => {                                 // not scrolled out of a box of its own
    for (let box = e.parentElement; box; box = box.parentElement) {
      const r = box.getBoundingClientRect();
      if (getComputedStyle(box).overflow !== "visible" && (x < r.left || x > r.right || y < r.top || y > r.bottom)) return false;
    }
    return true;
  };
  const called = e => (e.getAttribute("aria-label") || e.textContent).trim().slice(0, 30) + " ." + (e.getAttribute("class") || e.tagName);
  for (const one of all) {
    const r = one.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
    if (!inSight(one, x, y)) continue;
    for (const [dx, dy] of [[0, 0], [8, 0], [-8, 0], [0, 8], [0, -8]]) {
      const hit = target(document.elementFromPoint(x + dx, y + dy));
      if (hit && hit !== one && !hit.contains(one) && !one.contains(hit)) { wrong.push(`${called(hit)} lies over ${called(one)}`); break; }
    }
  }
  return wrong;
}
