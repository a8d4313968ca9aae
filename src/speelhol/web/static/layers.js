// What lies over the page for a moment: a tap beside it closes it and nothing else, and a decision closes it too.
"use strict";
(() => {
  const OPENED =
    "details:is(.why, .sendaway)[open], [popover='']:popover-open, .hostsheet:target, .logbox:is(:target, :has(:target))";
  // beside the table on a desk, the log lies over nothing
  const over = one => !one.matches(".logbox") || getComputedStyle(one).position === "fixed";
  const opened = () => [...document.querySelectorAll(OPENED)].filter(over);

  const shut = one => {
    if (one.matches("details")) one.open = false;
    else if (!one.popover) location.hash = "closed";
  };

  let closing = false;

  document.addEventListener(
    "pointerdown",
    event => {
      // what lies over a sheet belongs to it
      if (event.target.closest("[popover]")) return;
      const beside = opened().filter(one => !one.contains(event.target));
      // what opens something else by this tap may do so
      closing = beside.length > 0 && !event.target.closest("summary, [popovertarget]");
      beside.forEach(shut);
    },
    true
  );

  document.addEventListener(
    "click",
    event => {
      // keys tap nothing by accident
      if (!closing || !event.detail) return;
      closing = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true
  );

  document.addEventListener("submit", event => {
    if (event.target.matches(".act")) opened().forEach(shut);
  });
})();
