// What this browser adds to the deal: luck that nobody could foresee. It is kept here too, for the page that checks.
"use strict";
(() => {
  const add = form => {
    const field = form.elements.luck;
    if (!field || field.value) return;
    field.value = [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, "0")).join("");
    const key = "fair:" + field.dataset.of;
    try { localStorage[key] = (localStorage[key] || "") + " " + field.value; } catch { /* a browser that keeps nothing */ }
  };
  document.addEventListener("submit", event => add(event.target), true);
  document.querySelectorAll("form.luck").forEach(form => {       // seated without filling in a form: at a rematch
    add(form);
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "X-Speelhol": "1" } }).catch(() => {});
  });
})();
