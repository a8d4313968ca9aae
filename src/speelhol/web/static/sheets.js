// A sheet over the page is a dialog: nothing behind it can be reached, Escape closes it, and what opened it has the focus
// again. The log, which lies over the table on a phone, is closed by Escape, too.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  // what lies over a sheet, and what speaks by itself
  const BESIDE = "[popover], [role]";
  let open = "",
    behind = [];

  const settle = () => {
    const sheet = main.querySelector(".hostsheet:target"),
      before = open;
    behind.forEach(one => (one.inert = false));
    behind = [];
    for (let one = sheet; one && one !== document.body; one = one.parentElement)
      behind.push(...[...one.parentElement.children].filter(other => other !== one && !other.matches(BESIDE)));
    behind.forEach(one => (one.inert = true));
    open = sheet ? `#${sheet.id}` : "";
    if (open !== before) (sheet ?? main.querySelector(`a[href="${before}"]`))?.focus({ preventScroll: true });
  };

  // beside the table on a desk, the log lies over nothing
  const log = () => {
    const one = main.querySelector(".logbox:is(:target, :has(:target))");
    return one && getComputedStyle(one).position === "fixed" ? one : null;
  };

  // whether there was something to close; a popover closes by itself, and before what it lies over
  const close = () => {
    const top = main.querySelector(".hostsheet:target, .sendaway[open]") ?? log();
    if (!top || document.querySelector(":popover-open")) return false;
    if (top.matches("details")) {
      top.open = false;
      top.querySelector("summary").focus();
    } else location.hash = "closed";
    if (top.matches(".logbox")) main.querySelector(".topbar a[href='#log']")?.focus({ preventScroll: true });
    return true;
  };

  document.addEventListener(
    "keydown",
    event => {
      if (event.key !== "Escape" || !close()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true
  );

  addEventListener("hashchange", settle);
  main.addEventListener("morphed", settle);
  settle();
  // an Escape that came before this did
  if (speelhol.pressed === "Escape") close();
})();
