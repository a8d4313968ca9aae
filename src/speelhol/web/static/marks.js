// Marks that a player makes for themselves on a drawn table: kept in this browser alone. Fetched where there is one to
// make (on_demand.js).
"use strict";
(() => {
  const { all } = speelhol.flights;

  const store = () => {
    try {
      return JSON.parse(localStorage.getItem(`marks ${location.pathname}`) || "{}");
    } catch {
      return {};
    }
  };

  const marks = () =>
    all("[data-mark]").forEach(m => {
      m.setAttribute("data-is", store()[m.dataset.mark] || 0);
      m.setAttribute("aria-label", m.dataset.names.split("|")[m.dataset.is]);
    });

  document.addEventListener("click", event => {
    const mark = event.target.closest("[data-mark]");
    if (!mark) return;
    const now = store();
    now[mark.dataset.mark] = (+mark.dataset.is + 1) % mark.dataset.names.split("|").length;
    try {
      localStorage.setItem(`marks ${location.pathname}`, JSON.stringify(now));
    } catch {
      return;
    }
    marks();
  });

  document.querySelector("main").addEventListener("morphed", marks);
  marks();
})();
