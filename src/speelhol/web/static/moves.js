// What happened on a drawn table is played once, one thing after another; words, and what it changes on the table, wait
// until it was seen.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  const { all, finish, flies, forget, hasten, listed, pause, prepare, still, take, together } = speelhol.flights;
  const form = () => document.getElementById("act");
  const over = () => main.firstElementChild?.dataset.state === "over";
  const REVEALS = ["stage", "spin", "toss", "deal", "turn", "raid", "press"];
  // longest waits where something is at fault: of words; of a question
  const LONGEST = 12_000,
    ASKED = 3_000,
    // within so long whoever is asked has seen everything; a big moment takes so many parts of it
    SOON = 1_400,
    PARTS = 6,
    // of the last sight
    LAST = 1_200,
    // so many events may wait to be told one by one
    BEHIND = 3;
  const queue = [];
  let seen = null,
    batch = [],
    rows = [],
    playing = false,
    round = 0,
    guard = 0,
    lingered = false,
    due = 0,
    let_go = () => {};

  // at the end, all of it comes before the podium
  const reveals = m => REVEALS.includes(m.kind) || over();

  const watch = () => {
    clearTimeout(guard);
    guard = setTimeout(leap, form() ? ASKED : LONGEST);
  };

  // ---- words and whatever tells how something ended wait until it has been seen

  const unfolding = () => main.classList.contains("unfolding");
  // somebody who is asked is not kept from it by what can be read above the question
  const telling = () => unfolding() || (batch.length > 0 && !form() && !over());
  const hold = () => (form() || over() ? 0 : main.dataset.pause * main.firstElementChild.dataset.events || 0);
  const waiting = which => [...batch, ...queue].filter(which).reduce((n, m) => Math.min(n, m.n), Infinity);
  // accounts: what was drawn after event n where something is held back, by name; `places`: where those events happened
  let newestTold = 0,
    question = "",
    looks,
    accounts = [];
  // drawn since it was last heard; what each element shows of it
  let fresh = new Map();
  const shown = new WeakMap();
  const HELD = "[data-held]";
  const ends = m => (m.kind === "fly" ? [m.from, m.to] : [m.to]);

  speelhol.morph.note = ([first]) => first && all(HELD, first.parentNode).forEach(e => fresh.set(e.dataset.held, e));
  speelhol.morph.note(main.childNodes);

  // what plays in its place shows how it ends itself; what flies there has to land first
  const comes = m => !batch.includes(m) || (flies(m) && !m.landed);

  // what has only words is told while it is read
  const shows = m => m.kind !== "tell" || !batch.includes(m);

  // what was drawn last of a thing of which all has been told that concerns it: what happened at its place, if something
  // did. Whoever is asked waits for what is revealed and for nothing else
  const settled = waits => {
    const steps = accounts.map(({ n, places, drawn }) => {
      const left = accounts[0].n < n ? waits.filter(m => m.n <= n) : [];
      return { places, drawn, left, hides: left.some(shows) };
    });
    return name => {
      const words = name.split(" "),
        here = m => comes(m) && ends(m).some(place => words.includes(place));
      let now;
      for (const { places, drawn, left, hides } of steps) {
        if (left.length && (words.some(word => places.has(word)) ? left.some(here) : hides)) break;
        now = drawn.get(name) ?? now;
      }
      return now;
    };
  };

  // what may be told by now is shown
  const credit = () => {
    const asked = form(),
      last = settled([...batch, ...queue].filter(m => !asked || reveals(m)));
    all(HELD).forEach(e => {
      const now = last(e.dataset.held);
      if (!now || shown.get(e) === now) return;
      shown.set(e, now);
      speelhol.morph.children(e, [...e.childNodes], [...now.cloneNode(true).childNodes], null);
      if (now.querySelector("[data-pick]")) main.dispatchEvent(new Event("pickable"));
    });
  };

  // what is seen now and who did it, before it is seen how it ends; of what has only words, the newest that was seen
  const report = () => {
    const news = document.getElementById("news"),
      now = batch[0]?.n ?? Infinity,
      told = rows.find(one => one.n <= now && !one.aside && (!one.later || one.n === now)),
      row = told?.row;
    if (!news) return;
    const begins = told?.later && row.dataset.before,
      words = begins || (row ? row.lastElementChild.textContent : question),
      sign = row?.querySelector(":scope > svg");
    main.classList.toggle("telling", telling());
    news.hidden = !telling();
    if (news.textContent === words) return;
    // the longer, the smaller
    news.style.setProperty("--n", words.length);
    news.replaceChildren(
      ...(sign ? [sign.cloneNode(true)] : []),
      Object.assign(document.createElement("span"), { textContent: words })
    );
  };

  const staged = m => m.kind === "stage";

  // until when the first of these is to be over, so that all of them are seen by the time that whoever is asked may answer
  const until = list => {
    const now = performance.now(),
      moving = list.filter(m => m.kind !== "tell");
    const parts =
      new Set(moving.map(m => m.n)).size + moving.filter(m => m.later).length + (PARTS - 1) * moving.filter(staged).length;
    return form() ? now + ((due - now) * (staged(list[0]) ? PARTS : 1)) / Math.max(1, parts) : Infinity;
  };

  // more than so many events behind, the rest stands above the next question; big moments are seen in any case
  const fold = () => {
    const news = [...new Set(queue.filter(m => !routine(m.n)).map(m => m.n))];
    if (over() || news.length <= BEHIND || !(playing || form())) return;
    const old = queue.filter(m => m.n < news.at(-BEHIND) && !staged(m));
    queue.splice(0, queue.length, ...queue.filter(m => !old.includes(m)));
    forget(old);
  };

  // whoever is asked sees one big moment at most, the newest, and not what they did themselves
  const spare = () => {
    if (!form()) return;
    queue.splice(0, queue.length, ...queue.filter((m, i) => !staged(m) || !(m.own || queue.slice(i + 1).some(staged))));
    if (performance.now() > due) finish(queue);
  };

  const routine = n => rows.some(one => one.n === n && one.routine);

  const tell = () => {
    const from = waiting(reveals),
      first = waiting(() => true);
    rows.forEach((one, i) => {
      const later = one.n >= from && one.n > newestTold && i < rows.length - 1;
      if (later !== one.later) one.row.classList.toggle("later", (one.later = later));
    });
    newestTold = Math.max(0, ...rows.map(one => (one.later ? 0 : one.n)));
    while (accounts.length > 1 && accounts[1].n < first) {
      const [{ drawn }] = accounts.splice(0, 1);
      accounts[0].drawn = new Map([...drawn, ...accounts[0].drawn]);
    }
    credit();
    const rested = unfolding() && from === Infinity;
    if (!unfolding() && from < Infinity) watch();
    if (rested) clearTimeout(guard);
    main.classList.toggle("unfolding", from < Infinity);
    report();
    if (rested) main.dispatchEvent(new Event("rested"));
  };

  // the log as it was drawn, newest first
  const read = () => {
    rows = all(".log > li[data-n]").map(row => ({
      row,
      n: +row.dataset.n,
      later: row.matches(".later"),
      routine: row.matches("[data-routine]"),
      aside: row.matches(".secret, [data-routine]"),
    }));
  };

  const newest = () => Math.max(0, ...rows.map(one => one.n), ...all("#motions > i").map(i => +i.dataset.n));

  // what is new, event by event: how it moves; what does not move is told
  const happened = last => {
    const moves = listed(last);
    const still = rows.filter(({ n, routine }) => n > last && !routine && !moves.some(m => m.n === n));
    return [...moves, ...still.map(({ n }) => ({ n, kind: "tell", to: "" }))].sort((a, b) => a.n - b.n);
  };

  main.addEventListener("morphing", () => {
    if (!unfolding()) question = document.querySelector(".prompt h1")?.textContent ?? "";
  });

  // ---- the queue: the newest events are played once, one after another

  // at the end what is seen last stays to be seen
  const linger = () => {
    const now = ++round;
    lingered = true;
    pause(LAST).then(() => {
      if (now === round) next();
    });
  };

  const landed = m => {
    m.landed = true;
    credit();
  };

  const skip = document.getElementById("skip-moves");

  const next = () => {
    if (skip) skip.hidden = queue.length < 6;
    if (!queue.length && over() && !lingered && playing) {
      linger();
      return;
    }
    batch = [];
    spare();
    if (!queue.length) {
      tell();
      playing = lingered = false;
      return;
    }
    playing = true;
    if (!form() && unfolding()) watch();
    const limit = until(queue);
    batch = take(queue);
    tell();
    // it begins with a big moment
    if (over()) speelhol.follow?.(batch);
    main.dispatchEvent(new CustomEvent("moves", { detail: { batch, left: queue.length } }));
    // who falls behind, or is asked, sees it faster
    const pace = (queue.length > 12 ? 3 : queue.length > 5 ? 1.7 : 1) * (form() ? 1.4 : 1);
    const now = ++round;
    // whoever is far behind reads the rest above their own question
    const far = new Set(queue.map(m => m.n)).size > BEHIND;
    const read = new Promise(go => {
      let_go = go;
      setTimeout(go, far || routine(batch[0].n) ? 0 : hold());
    });
    Promise.all([together(batch, pace, queue, landed, limit), read]).then(() => {
      if (now === round) next();
    });
  };

  const rush = () => {
    lingered = true;
    batch.forEach(landed);
    finish(queue);
    let_go();
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

  // what came, or the very same as before where it says the same
  const drawn = () => {
    const last = settled([]);
    const came = [...fresh].map(([name, now]) => {
      const before = last(name);
      // what stands on the page itself may have to show something older first
      return [name, before?.isEqualNode(now) ? before : now.isConnected ? now.cloneNode(true) : now];
    });
    fresh = new Map();
    return new Map(came);
  };

  // what is new comes into the queue, and words about it wait
  const hear = () => {
    const { eyes, told } = main.firstElementChild.dataset;
    // other eyes: what those before saw is not shown to them, and they count differently
    if (seen !== null && eyes !== looks) {
      [accounts, question, seen] = [[], "", +told || 0];
      queue.length = 0;
    }
    looks = eyes;
    const last = seen;
    read();
    seen = newest();
    const changed = last !== null && seen !== last,
      moves = changed && !still();
    const news = changed ? happened(last) : [];
    accounts.push({ n: seen, drawn: drawn(), places: new Set(news.flatMap(ends)) });
    if (moves) {
      queue.push(...news);
      lingered = false;
      fold();
    }
    // what must wait takes no room, so it goes before anything is measured
    tell();
    return { changed, moves, news };
  };

  const play = ({ changed, moves, news }) => {
    if (changed && !moves) {
      main.dispatchEvent(new CustomEvent("moves", { detail: { batch: news, left: 0 } }));
      return;
    }
    if (!changed && !queue.length) return;
    if (!playing) due = performance.now() + SOON;
    prepare(queue, changed);
    if (changed && !playing) next();
  };

  // somebody is asked: what is still to be seen must not take long
  const hurry = () => {
    if (unfolding()) watch();
    due = performance.now() + SOON;
    if (!playing) return;
    spare();
    hasten(batch.some(m => m.own) ? 0 : until([...batch, ...queue]));
    let_go();
  };

  speelhol.moves = { form, over, hear, play, hurry, busy: () => playing };
})();
