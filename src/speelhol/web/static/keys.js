// By keyboard at a drawn table: arrows go among what can be tapped, letters do the main things, a sheet tells which.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  const { all, middle } = speelhol.flights;
  const sheet = document.getElementById("keys"),
    letters = document.getElementById("letters");
  const DOES = {
    h: ".hints summary",
    l: ".topbar a[href='#log']",
    r: ".topbar a[target]",
    u: ".undo button",
    w: ".why:not(.hints) summary",
  };
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const TYPED = "input:not([type=radio]), select, textarea";

  // ---- from one target to another

  const button = () => main.querySelector("form.act .btn-go");
  const ready = () => button()?.getAttribute("aria-disabled") === "false";
  const seen = one => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[popover]");
  const targets = () => all("[data-pick]", main).filter(seen);

  const FIELDS = "form.act :is(.pick, input:not([type=hidden]), select, .group > summary)";

  // the hand, what can be aimed at, what is to be filled in or else the button
  const stages = () => {
    const found = targets(),
      held = found.filter(one => one.closest(".mine")),
      form = all(FIELDS, main).find(seen) ?? button();
    return [held, found.filter(one => !held.includes(one)), form ? [form] : []].filter(row => row.length);
  };

  const near = row => row.find(one => one.matches(".coached, [aria-pressed=true]")) ?? row[0];

  // in the form itself as ever
  const tab = event => {
    const rows = stages(),
      on = rows.findIndex(row => row.includes(event.target)),
      next = rows[on + (event.shiftKey ? -1 : 1)];
    const start = event.target.matches("body, .prompt"),
      here = on < 0 ? start : !event.target.form?.matches(".act");
    if (!next || !here) return false;
    near(next).focus();
    return true;
  };

  // the nearest that way; what lies aside is further
  const arrow = event => {
    const found = targets(),
      [dx, dy] = WAYS[event.key];
    if (!found.length || event.target.closest("input, select, textarea, [popover], .sheet")) return false;
    if (!found.includes(event.target)) {
      near(stages()[0]).focus();
      return true;
    }
    const [x, y] = middle(event.target);
    let best = Infinity;
    let goal = event.target;
    for (const one of found) {
      const [u, v] = middle(one),
        along = (u - x) * dx + (v - y) * dy,
        far = along + 2 * Math.abs((u - x) * dy + (v - y) * dx);
      if (along > 4 && far < best) [best, goal] = [far, one];
    }
    goal.focus();
    return true;
  };

  // what is picked already, or no control at all, presses the button
  const enter = event => {
    const control = event.target.closest("a, button, input, select, textarea, summary, [role=button]");
    if (event.repeat || !ready() || (control && control.getAttribute("aria-pressed") !== "true")) return false;
    button().click();
    return true;
  };

  // ---- letters, for whoever wants them

  // in a browser that keeps nothing it holds as long as the page
  const keep = how => {
    try {
      how(localStorage);
    } catch {
      return;
    }
  };

  keep(store => (letters.checked = store.letters !== "off"));
  letters.onchange = () => keep(store => (store.letters = letters.checked ? "on" : "off"));

  const letter = event => {
    if (event.target.closest(TYPED)) return false;
    if (event.key === "?") {
      sheet.togglePopover();
      return true;
    }
    const control = letters.checked && DOES[event.key] && main.querySelector(DOES[event.key]);
    if (!control) return false;
    control.focus();
    control.click();
    return true;
  };

  const press = event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const does = event.key === "Tab" ? tab : event.key === "Enter" ? enter : WAYS[event.key] ? arrow : letter;
    if (!does(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  addEventListener("keydown", press, true);

  // the key that brought this script has done what it does by itself
  speelhol.keys = event => event.key !== "Enter" && event.key !== "Tab" && press(event);
})();
