// What one must see next comes into sight: on a phone what is to be chosen, once all has been shown, and what the coach
// says about it; why something was refused, where it was asked for; what was unfolded at the foot of a sheet. No rules
// here.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  const { forget_refusal } = speelhol.forms;
  const SHEET = ".hostsheet, .logbox";
  // how long until it is looked at again whether all has been shown
  const AGAIN = 150;
  // beside what comes into sight there is a little air: below it, above the coach
  const AIR = 6,
    LEAST = 2;
  const phone = matchMedia("(max-width: 999px) and (min-height: 501px)");
  const seen = one => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[popover]");
  const find = which => [...main.querySelectorAll(which)].filter(seen);
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const how = () => (still() ? "instant" : "smooth");

  // ---- what is to be chosen

  // what lies at the bottom stays in sight by itself
  const beyond = which => find(which).filter(one => !one.closest(".bottom"));
  const chosen = "[aria-pressed=true]";

  // what the coach means; of a form that is filled in, what it means on the board
  const meant = () => {
    const coached = beyond(".coached");
    return coached.length ? coached : beyond(`.board ${chosen}`);
  };

  const open = () => beyond(`[data-pick]:not(.off, ${chosen})`).slice(0, 1);

  // from the top of the first to the end of the last
  const span = all => {
    const boxes = all.map(one => one.getBoundingClientRect());
    return [Math.min(...boxes.map(box => box.top)), Math.max(...boxes.map(box => box.bottom))];
  };

  // between what sticks to the edges
  const room = () => {
    const above = main.querySelector(".prompt"),
      below = main.querySelector(".bottom");
    const sticks = one => one && getComputedStyle(one).position === "sticky";
    return [
      sticks(above) ? above.offsetHeight : 0,
      innerHeight - (sticks(below) ? below.offsetHeight + parseFloat(getComputedStyle(below).bottom) : 0),
    ];
  };

  // how far to scroll until all of it is in the room, below what is said about it; null if that is higher than the room
  const way = (goal, words) => {
    const [roof, floor] = room(),
      [top, bottom] = span(words ? [words, ...goal] : goal),
      least = bottom + AIR - floor,
      most = top - LEAST - roof;
    return least > most ? null : Math.min(most, Math.max(least, 0));
  };

  // all of it below the coach, or the first; the coach is brief where there is no other way
  const bring = goal => {
    const coach = main.querySelector(".coach"),
      first = goal.slice(0, 1);
    const brief = on => coach?.closest(".lesson")?.classList.toggle("w-brief", on);
    if (!goal.length) return;
    const ways = coach ? [[goal, coach, false], [goal, coach, true], [first, coach, false], [first, coach, true]] : [];
    for (const [which, words, short] of [...ways, [goal, null, !!coach], [first, null, !!coach]]) {
      brief(short);
      const far = way(which, words);
      if (far === null) continue;
      if (far) scrollBy({ top: far, behavior: how() });
      return;
    }
  };

  // ---- when a question comes

  let asked = "",
    due = false,
    timer = 0;

  const look = () => {
    const goal = phone.matches && main.querySelector(".coach") ? meant() : [],
      first = main.querySelector(".coach, .board");
    if (goal.length) bring(goal);
    // what is to be done is in sight, and what the coach says about it
    else if (first?.getBoundingClientRect().bottom < innerHeight / 3) scrollTo({ top: 0, behavior: how() });
  };

  // who has begun meanwhile is left alone
  const settle = () => {
    clearTimeout(timer);
    if (!due) return;
    if (speelhol.moves?.busy() || main.matches(".unfolding, .telling")) timer = setTimeout(settle, AGAIN);
    else {
      due = false;
      look();
    }
  };

  const ready = () => {
    const now = main.querySelector("form.act")?.elements.moment?.value ?? "";
    if (now !== asked) due = now !== "";
    asked = now;
    clearTimeout(timer);
    if (still()) settle();
    else timer = setTimeout(settle, AGAIN);
  };

  ["pointerdown", "wheel"].forEach(kind => main.addEventListener(kind, () => (due = false), { passive: true }));
  main.addEventListener("morphed", ready);
  main.addEventListener("rested", ready);

  // one of two was chosen, and what else the coach means lies out of sight
  main.addEventListener("chosen", () =>
    queueMicrotask(() => {
      if (!phone.matches || due || !main.querySelector(".coach")) return;
      const left = beyond(".coached"),
        [roof, floor] = room();
      const hidden = left.filter(one => {
        const [top, bottom] = span([one]);
        return top < roof || bottom > floor;
      });
      if (left.length && hidden.length === left.length) bring(left);
    })
  );

  // ---- what was refused: said in the sheet where it was asked for, until that is changed

  main.addEventListener("refused", ({ detail: form }) => {
    const why = main.querySelector("#refusal"),
      coach = main.querySelector(".coach");
    if (why && form.closest(SHEET)) {
      form.append(why);
      why.scrollIntoView({ block: "nearest" });
      return;
    }
    const words = coach ?? main.querySelector("[role=alert]"),
      goal = form.matches(".act") && phone.matches ? (coach && meant().length ? meant() : open()) : [];
    if (goal.length) bring(goal);
    // who is told to follow it must see it; why not stands in the dock
    else words?.scrollIntoView({ block: "nearest" });
  });

  const within = form => !!form?.querySelector("#refusal") && !!form.closest(SHEET);

  main.addEventListener("input", event => {
    if (within(event.target.form)) forget_refusal();
  });

  addEventListener("hashchange", () => {
    if (within(main.querySelector("form:has(> #refusal)"))) forget_refusal();
  });

  // ---- a tap on the question opens all of it, as "Why?" does

  main.addEventListener("click", ({ target }) => {
    const why = target.closest(".drawn .prompt :is(h1, .rest)") && main.querySelector(".prompt .why:not(.hints)");
    if (why) why.open = true;
  });

  // ---- what was unfolded

  main.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open && target.closest(SHEET)) target.scrollIntoView({ block: "nearest", behavior: how() });
    },
    true
  );

  // the question that came with the page
  ready();
})();
