// What happened on a drawn table is played once, one thing after another; words and amounts wait until it was seen.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  const { all, place, pause, perform, release_all, shifts, stay, steps, travel } = speelhol.flights;
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const form = () => document.getElementById("act");
  const over = () => main.firstElementChild?.dataset.state === "over";
  const REVEALS = ["spin", "toss", "deal", "turn", "raid", "press"];
  // longest waits: of words; of a question; of the last sight
  const LONGEST = 12_000,
    ASKED = 6_000,
    LAST = 1_200;
  let seen = null,
    queue = [],
    batch = [],
    playing = false,
    round = 0,
    guard = 0,
    lingered = false;

  // at the end, all of it comes before the podium
  const reveals = m => REVEALS.includes(m.kind) || over();

  const watch = () => {
    clearTimeout(guard);
    guard = setTimeout(leap, form() ? ASKED : LONGEST);
  };

  // ---- words and amounts that tell how something ended wait until it has been seen

  const unfolding = () => main.classList.contains("unfolding");
  const waiting = which => [...batch, ...queue].filter(which).reduce((n, m) => Math.min(n, m.n), Infinity);
  // accounts: what the sums were after event n, the first as shown
  let newestTold = 0,
    question = "",
    accounts = [];
  const sums = () => new Map(all("[data-sum]").map(e => [e.dataset.sum, e.textContent]));

  const credit = account =>
    all("[data-sum]").forEach(e => {
      const sum = account.sums.get(e.dataset.sum);
      if (sum !== undefined && sum !== e.textContent) e.textContent = sum;
    });

  // the newest that was seen, and who did it
  const report = rows => {
    const news = document.getElementById("news"),
      row = rows.find(one => !one.matches(".later, .secret"));
    if (!news) return;
    const words = row ? row.lastElementChild.textContent : question,
      face = row?.querySelector(":scope > svg");
    news.hidden = !unfolding();
    if (news.textContent === words) return;
    news.replaceChildren(
      ...(face ? [face.cloneNode(true)] : []),
      Object.assign(document.createElement("span"), { textContent: words })
    );
  };

  const tell = () => {
    const from = waiting(reveals),
      settled = waiting(() => true),
      rows = all(".log > li[data-n]");
    rows.forEach((row, i) =>
      row.classList.toggle("later", +row.dataset.n >= from && +row.dataset.n > newestTold && i < rows.length - 1)
    );
    newestTold = Math.max(0, ...rows.filter(row => !row.matches(".later")).map(row => +row.dataset.n));
    while (accounts.length > 1 && accounts[1].n < settled) accounts.shift();
    if (accounts.length) credit(accounts[0]);
    const rested = unfolding() && from === Infinity;
    if (!unfolding() && from < Infinity) watch();
    if (rested) clearTimeout(guard);
    main.classList.toggle("unfolding", from < Infinity);
    report(rows);
    if (rested) main.dispatchEvent(new Event("rested"));
  };

  const newest = () => all("#motions > i").reduce((n, i) => Math.max(n, +i.dataset.n), 0);

  main.addEventListener("morphing", () => {
    if (!unfolding()) question = document.querySelector(".prompt h1")?.textContent ?? "";
    // what is drawn is compared with what is true
    if (accounts.length) credit(accounts[accounts.length - 1]);
  });

  // ---- the queue: the newest events are played once, one after another

  const walks = name => queue.some(motion => motion.kind === "walk" && motion.to === name);

  const upcoming = () =>
    [...queue].reverse().map(motion => {
      const at = place(motion.to);
      return { motion, at, first: motion.kind === "walk" && at?.dataset.on && steps(at, motion)[0] };
    });

  // what is still to come is not shown before its time
  const wait = ({ motion, at, first }) => {
    at?.classList.add(`w-${motion.kind}`);
    if (first) stay(at, first);
  };

  // at the end nothing is asked: what shows it comes into sight
  const follow = batch => {
    const spots = over()
      ? batch
          .flatMap(m => [m.from, m.to])
          .map(name => name && place(name))
          .filter(Boolean)
      : [];
    if (!spots.length) return;
    const tops = spots.map(e => e.getBoundingClientRect().top),
      top = Math.min(...tops),
      bottom = Math.max(...spots.map(e => e.getBoundingClientRect().bottom));
    const roof = document.querySelector(".prompt").getBoundingClientRect().bottom,
      block = bottom - top > innerHeight / 2 ? "start" : "center";
    if (top < roof || bottom > innerHeight) spots[tops.indexOf(top)].scrollIntoView({ block, behavior: "instant" });
  };

  // and stays to be seen
  const linger = () => {
    const now = ++round;
    lingered = true;
    pause(LAST).then(() => {
      if (now === round) next();
    });
  };

  const skip = document.getElementById("skip-moves");

  const next = () => {
    if (skip) skip.hidden = queue.length < 6;
    if (!queue.length && over() && !lingered && playing) {
      linger();
      return;
    }
    batch = [];
    if (!queue.length) {
      tell();
      playing = lingered = false;
      return;
    }
    playing = true;
    const end = queue.findIndex((m, i) => i && (m.n !== queue[0].n || m.later));
    batch = queue.splice(0, end < 0 ? queue.length : end);
    tell();
    follow(batch);
    main.dispatchEvent(new CustomEvent("moves", { detail: { batch, left: queue.length } }));
    // who falls behind, or is asked, sees it faster
    const pace = (queue.length > 12 ? 3 : queue.length > 5 ? 1.7 : 1) * (form() ? 1.4 : 1);
    const now = ++round;
    Promise.all(batch.map((m, i) => perform(m, Math.min(i, 6) * 40, pace, walks))).then(() => {
      if (now === round) next();
    });
  };

  const rush = () => {
    lingered = true;
    queue.forEach(m => place(m.to)?.classList.remove(`w-${m.kind}`));
    queue = [];
    release_all();
    document.getAnimations().forEach(a => {
      if (a.effect.getComputedTiming().endTime < 5000) a.finish();
    });
  };

  // it has taken too long, whatever the reason: to what is now
  const leap = () => {
    main.dispatchEvent(new Event("stuck"));
    round += 1;
    try {
      rush();
    } catch (error) {
      reportError(error);
    }
    next();
  };

  if (skip) skip.addEventListener("click", rush);

  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && playing) rush();
  });

  // what is new comes into the queue, and words about it wait
  const hear = () => {
    const last = seen;
    seen = newest();
    accounts.push({ n: seen, sums: sums() });
    const changed = last !== null && seen !== last;
    const news = changed
      ? all("#motions > i")
          .map(i => ({ ...i.dataset, n: +i.dataset.n }))
          .filter(m => m.n > last)
      : [];
    if (changed && !still()) {
      queue.push(...news);
      lingered = false;
      if (queue.length > 40) queue = queue.slice(-12);
    }
    // what must wait takes no room, so it goes before anything is measured
    tell();
    return { changed, news };
  };

  const play = ({ changed, news }) => {
    if (changed && still()) {
      main.dispatchEvent(new CustomEvent("moves", { detail: { batch: news, left: 0 } }));
      return;
    }
    if (!changed && !queue.length) return;
    release_all();
    const coming = upcoming();
    const shifted = changed ? shifts(walks) : [];
    coming.forEach(wait);
    shifted.forEach(travel);
    if (changed && !playing) next();
  };

  // somebody is asked: what is still to be seen must not take long
  const hurry = () => {
    if (unfolding()) watch();
  };

  speelhol.moves = { form, over, still, hear, play, hurry };
})();
