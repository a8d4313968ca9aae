// What people say floats by at their seats, and is counted where it can be read until somebody has looked. Fetched with
// the first remark.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  if (!speelhol.flights) return;
  const { all, place, pause } = speelhol.flights;
  const FLOATS = 4_000;
  const rows = () => all(".log > li[data-said]");
  const newest = () => Math.max(0, ...rows().map(row => +row.dataset.said));
  let seen = speelhol.heard ? newest() : 0,
    unread = 0;

  const layer = Object.assign(document.createElement("div"), { className: "balloons" });
  layer.setAttribute("role", "status");
  document.body.append(layer);

  // one for each seat; it hangs from the plaque, inside the page
  const float = row => {
    const plaque = place(`plaque-${row.dataset.by}`);
    if (!plaque) return;
    layer.querySelector(`[data-by="${row.dataset.by}"]`)?.remove();
    const balloon = Object.assign(document.createElement("p"), { className: "balloon" }),
      reaction = row.querySelector(".reaction"),
      words = row.lastElementChild.textContent.trim();
    balloon.dataset.by = row.dataset.by;
    balloon.append(...(reaction ? [reaction.cloneNode(true)] : []), words);
    layer.append(balloon);
    const at = plaque.getBoundingClientRect(),
      wide = balloon.offsetWidth,
      left = Math.max(6, Math.min(at.x + (at.width - wide) / 2, innerWidth - wide - 6));
    balloon.style.left = `${left + scrollX}px`;
    balloon.style.top = `${at.bottom + scrollY + 7}px`;
    balloon.style.setProperty("--tail", `${at.x + at.width / 2 - left}px`);
    pause(FLOATS).then(() => balloon.remove());
  };

  const count = () => {
    const badge = document.querySelector(".topbar .unread");
    if (!badge) return;
    badge.hidden = !unread;
    if (badge.textContent !== String(unread)) badge.textContent = unread;
  };

  const mine = row => !!document.querySelector(`.seat.me[data-at="plaque-${row.dataset.by}"]`);

  const hear = () => {
    const news = rows().filter(row => +row.dataset.said > seen && !mine(row) && !speelhol.muted(row));
    seen = Math.max(seen, newest());
    const read = looks(document.querySelector(".log"));
    if (!read) news.forEach(float);
    unread = read ? 0 : unread + news.length;
    count();
  };

  const looks = log => {
    const at = log?.getBoundingClientRect();
    return !!at && at.top < innerHeight - 40 && at.bottom > 0 && at.right <= innerWidth && at.height > 0;
  };

  const look = () => {
    if (unread && looks(document.querySelector(".log"))) {
      unread = 0;
      count();
    }
  };

  // scrolled to, or opened over the table
  addEventListener("scroll", look, true);
  addEventListener("hashchange", look);

  main.addEventListener("morphed", hear);
  hear();
})();
