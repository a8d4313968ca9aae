// What is wrong with what can be tapped on a page of the gallery: it runs off the side, something else lies over it, or
// what decides something on the board is too small for a finger.
// The page is put in the place of the one that is open, which has the same pictures and styles, and kept for next time.
async path => {
  const kept = window.kept ??= {};
  kept[path] ??= new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html").getElementById("live");
  document.getElementById("live").replaceWith(kept[path].cloneNode(true));
  const wide = document.scrollingElement.scrollWidth, wrong = wide > innerWidth ? [`${wide} px wide`] : [];
  const all = [...document.querySelectorAll("a[href], button, summary, select, [data-pick], input:not([type=hidden]):not(.vh)")].filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".vh") && getComputedStyle(e).pointerEvents !== "none");
  const target = e => e && e.closest("a[href], button, summary, select, [data-pick], input");
  const frames = new Map();
  const frame = e => {                                           // the nearest box that clips or scrolls what is in it
    if (!e || frames.has(e)) return e && frames.get(e);
    const found = getComputedStyle(e).overflow !== "visible" ? e : frame(e.parentElement);
    frames.set(e, found);
    return found;
  };
  const inSight = (e, x, y) => {
    const box = frame(e.parentElement), r = box && box.getBoundingClientRect();
    return !box || (x >= r.left && x <= r.right && y >= r.top && y <= r.bottom && inSight(box, x, y));
  };
  const called = e => (e.getAttribute("aria-label") || e.textContent).trim().slice(0, 30) + " ." + (e.getAttribute("class") || e.tagName);
  for (const one of all) {
    const r = one.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
    if (one.closest(".board") && one.matches("[data-pick], .huddle") && Math.min(r.width, r.height) < 43.5) wrong.push(`${called(one)} is ${r.width} x ${r.height}`);
    if (!inSight(one, x, y)) continue;
    for (const [dx, dy] of [[0, 0], [8, 0], [-8, 0], [0, 8], [0, -8]]) {
      const hit = target(document.elementFromPoint(x + dx, y + dy));
      if (hit && hit !== one && !hit.contains(one) && !one.contains(hit)) { wrong.push(`${called(hit)} lies over ${called(one)}`); break; }
    }
  }
  return wrong;
}
