// Where the focus goes when what had it is gone.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const main = document.querySelector("main[data-live]");
  const CONTROLS = "button,a[href],summary,select,input:not([type=hidden])";

  // a control, or something to read on from
  const attend = place => {
    if (!place) return;
    if (!place.matches(CONTROLS)) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };

  // what stands around and behind what has the focus
  const around = active => {
    const outer = [];
    for (let one = main.contains(active) ? active : main; one !== main; one = one.parentElement)
      outer.push(one.parentElement);
    return {
      outer,
      after: outer.length
        ? [...main.querySelectorAll(CONTROLS)].filter(one => active.compareDocumentPosition(one) & 4)
        : [],
    };
  };

  // it is gone: to the next control in the same row, or to the heading
  const move_on = ({ outer, after }) => {
    const near = outer.find(one => one.isConnected) ?? main,
      row = near.closest(".dock") ? null : near.closest("li,.gobar");
    const next = row && (after.find(one => one.isConnected && row.contains(one)) ?? row.querySelector(CONTROLS));
    attend(next || near.closest(".block")?.querySelector("h2") || main.querySelector(".prompt,h1"));
  };

  speelhol.focus = { attend, around, move_on };
})();
