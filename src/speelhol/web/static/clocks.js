// Clocks: how long somebody still has, by the clock of the house.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const main = document.querySelector("main[data-live]");
  // when the page came, by the clock of this device, and by the house's
  const came = performance.getEntriesByType("navigation")[0];
  const skew = main && came ? performance.timeOrigin + came.responseStart - main.dataset.now : 0;
  const lang = document.documentElement.lang;
  const wide = matchMedia("(min-width: 1280px)");

  const unit = (n, name, unitDisplay) =>
    new Intl.NumberFormat(lang, { style: "unit", unit: name, unitDisplay }).format(n);

  // 2 days, 3 hours; 0:43; on a small plaque 2d
  const lasting = (s, brief) => {
    const m = Math.floor(s / 60),
      h = Math.floor(m / 60),
      d = Math.floor(h / 24);
    const two = (n, name, rest, smaller) =>
      brief ? unit(n, name, "narrow") : unit(n, name, "long") + (rest ? ", " + unit(rest, smaller, "long") : "");
    if (d) return two(d, "day", h % 24, "hour");
    if (h) return two(h, "hour", m % 60, "minute");
    return brief && m > 9 ? m + "\u2032" : m + ":" + String(s % 60).padStart(2, "0");
  };

  speelhol.tick = () => {
    let mine = false;
    document.querySelectorAll("[data-deadline]").forEach(clock => {
      const left = Math.max(0, Math.ceil((clock.dataset.deadline - Date.now() + skew) / 1000));
      const text = left ? lasting(left, !wide.matches && !clock.closest(".prompt")) : main.dataset.up;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("urgent", left <= 10);
      mine = mine || (left > 0 && left <= 10 && !!clock.closest(".prompt"));
    });
    const warn = document.getElementById("warn"),
      text = mine ? main.dataset.warn : "";
    if (warn && warn.textContent !== text) warn.textContent = text;
  };
})();
