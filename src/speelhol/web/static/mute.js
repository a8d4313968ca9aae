// Whom one does not want to hear at this table: what they say stays out of sight in this browser, until one wants to.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]"),
    sheet = document.getElementById("mutes"),
    code = location.pathname.split("/")[2];
  const WATCH = "watch",
    TABLES = 20;

  // by table, the newest last; a browser that keeps nothing mutes for as long as the page is open
  const kept = () => {
    try {
      return Object.entries(JSON.parse(localStorage.getItem("mutes")) ?? {});
    } catch {
      return [];
    }
  };

  const keep = () => {
    const others = kept().filter(([table]) => table !== code),
      all = muted.size ? [...others, [code, [...muted]]] : others;
    try {
      localStorage.setItem("mutes", JSON.stringify(Object.fromEntries(all.slice(-TABLES))));
    } catch {
      /* a browser that keeps nothing */
    }
  };

  const muted = new Set(kept().find(([table]) => table === code)?.[1]);
  const by = row => row.dataset.by ?? WATCH;
  const rows = () => main.querySelectorAll(".log > li[data-said]");

  const hide = () => {
    for (const row of rows()) row.classList.toggle("m-muted", muted.has(by(row)));
    for (const one of document.querySelectorAll(".balloon")) if (muted.has(by(one))) one.remove();
  };

  const choose = (who, on) => {
    if (on) muted.add(who);
    else muted.delete(who);
    keep();
    hide();
  };

  const entry = (who, name) => {
    const row = document.createElement("label"),
      knob = Object.assign(document.createElement("input"), {
        type: "checkbox",
        className: "switch",
        checked: muted.has(who),
        onchange: () => choose(who, knob.checked),
      });
    knob.setAttribute("role", "switch");
    row.append(knob, Object.assign(document.createElement("span"), { textContent: name }));
    return row;
  };

  speelhol.muted = row => muted.has(by(row));

  // those who sit here and can talk, and all who only watch
  const fill = () => {
    const people = [...main.querySelectorAll(".seat:not(.me)")].filter(one => !one.querySelector(".botsign"));
    sheet
      .querySelector(".who")
      .replaceChildren(
        ...people.map(one => entry(one.dataset.at.replace("plaque-", ""), one.querySelector("b").textContent)),
        entry(WATCH, sheet.dataset.watch)
      );
  };

  main.addEventListener("morphed", hide);
  sheet.addEventListener("beforetoggle", fill);
  hide();
  fill();
})();
