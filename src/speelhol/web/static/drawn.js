// Drawn tables: what is tapped on the board picks among the offers, and what happened moves. No rules here.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  if (!main) return;
  const all = (what, root = document) => [...root.querySelectorAll(what)];
  const place = name => all(`[data-at="${CSS.escape(name)}"]`).find(e => e.getClientRects().length);
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

  // ---- tapping offers together: each offer says what it is, each target what it stands for
  let picked = [], asked = "";
  const form = () => document.getElementById("act");
  const offers = () => all("input[name=part]", form());
  const targets = () => all("[data-pick]");
  const field = (offer, key) => document.getElementById(`${offer.value}-${key}`);
  const holds = (offer, key, value) => {                         // a form of fields takes any value that a field can take
    const box = field(offer, key);
    return !!box && (box.options ? all("option", box).some(o => o.value === value) : +value >= +box.min && +value <= +box.max);
  };
  const advises = (offer, k, v) => field(offer, k)?.dataset.advised === v;   // only what the coach would fill in
  const meets = (offer, picks, fits = holds) => {
    const is = new URLSearchParams(offer.dataset.is), filled = {};      // one field takes one value
    return picks.every(pick => [...new URLSearchParams(pick)].every(([k, v]) => is.has(k) ? is.getAll(k).includes(v) : fits(offer, k, v) && (filled[k] ??= v) === v));
  };
  const about = pick => { const t = targets().find(t => t.dataset.pick === pick && t.dataset.about); return t ? t.dataset.about : ""; };
  const tapped = new Map();                                      // of equal cards side by side, which one: they stand for the same
  const twins = t => [...t.parentElement.children].filter(one => one.dataset.pick === t.dataset.pick);
  const lit = t => { const row = twins(t); return row[Math.min(tapped.get(t.dataset.pick) ?? 0, row.length - 1)] === t; };
  const put = (element, name, value) => { if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value); };
  const show = () => {
    const list = form() ? offers() : [], wanted = list.find(o => "wanted" in o.dataset);
    all("[data-pick], :is(.board, .mine) [aria-pressed]").forEach(t => {     // also what could be picked before
      const on = picked.includes(t.dataset.pick);
      put(t, "aria-pressed", on && lit(t));
      t.classList.toggle("coached", !!(!on && wanted && t.dataset.pick && meets(wanted, [t.dataset.pick], advises)));
      t.classList.toggle("off", !on && picked.length > 0 && !list.some(o => meets(o, [...picked, t.dataset.pick])));
    });
    const chosen = list.find(o => o.checked || o.type === "hidden"), then = document.querySelector(".act .then");
    const words = chosen ? chosen.dataset.then || told(chosen) : picked.map(about).find(Boolean) || "";
    if (then && then.textContent !== words) then.textContent = words;
  };
  const rest = () => {                                           // what holds for the fields that nobody tapped
    const given = document.querySelector("[data-rest]"), taken = picked.flatMap(p => [...new URLSearchParams(p).keys()]);
    return given ? [...new URLSearchParams(given.dataset.rest)].filter(([k]) => !taken.includes(k)).map(([k, v]) => `${k}=${v}`) : [];
  };
  const told = offer => {                                        // {2*stake}, {90-amount}: reckoned with what is filled in
    const said = targets().filter(t => t.dataset.then && picked.includes(t.dataset.pick)), exact = t => !said.some(o => o.dataset.pick.startsWith(t.dataset.pick + "&"));
    return [...new Set(said.filter(exact).map(t => t.dataset.then.replace(/\{(?:(\d+)([*+-]))?(\w+)\}/g, (_, n, by, key) => {
      const value = +(field(offer, key)?.value ?? new URLSearchParams(offer.dataset.is).get(key));
      return amount(!by ? value : by === "*" ? n * value : by === "+" ? +n + value : n - value);
    })))].join(" ");
  };
  const amount = n => new Intl.NumberFormat(document.documentElement.lang).format(n).replaceAll("\u202f", "\xa0");
  const settle = () => {
    let left = picked.length ? offers().filter(o => meets(o, picked)) : [];
    if (left.length > 1) left = left.filter(o => meets(o, rest()));
    offers().forEach(o => { if (o.type === "radio") o.checked = left.length === 1 && o === left[0]; });
    const chosen = picked;
    if (left.length === 1) chosen.forEach(pick => new URLSearchParams(pick).forEach((value, key) => {
      const box = field(left[0], key);
      if (box) { box.value = value; box.dispatchEvent(new Event("input", { bubbles: true })); }
    }));
    picked = chosen;
    form().dispatchEvent(new Event("chosen", { bubbles: true }));
    show();
  };
  const echo = () => {                                           // what the fields hold shows on the board
    const offer = offers().find(o => o.checked || o.type === "hidden");
    if (!offer || offer.dataset.is === undefined) return;
    const is = new URLSearchParams(offer.dataset.is), has = (k, v) => is.has(k) ? is.getAll(k).includes(v) : field(offer, k)?.value === v;
    picked = [...new Set(targets().map(t => t.dataset.pick))].filter(pick => [...new URLSearchParams(pick)].every(([k, v]) => has(k, v)));
    show();
  };
  document.addEventListener("input", event => { if (form()?.contains(event.target) && event.target.name !== "part") echo(); });
  document.addEventListener("keydown", event => {                // a target that is no button of its own works like one
    const target = event.target.closest("[role=button]");
    if (!target || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  document.addEventListener("click", event => {
    const target = event.target.closest("[data-pick]"), about = event.target.closest("[data-about]");
    if (about && !target) document.getElementById(about.dataset.about)?.showPopover();
    if (!target || !form()) return;
    const now = target.dataset.pick, list = offers(), kept = [], again = picked.includes(now) && lit(target);
    tapped.set(now, twins(target).indexOf(target));
    for (const pick of again ? picked.filter(p => p !== now) : [now, ...picked.filter(p => p !== now)])
      if (list.some(o => meets(o, [...kept, pick]))) kept.push(pick);
    picked = kept;
    for (const usual of all("[data-usual]").map(t => t.dataset.pick)) {   // what goes without saying, if it settles the choice
      const open = list.filter(o => meets(o, picked));
      if (open.length > 1 && open.filter(o => meets(o, [usual])).length === 1) picked.push(usual);
    }
    settle();
  });
  document.addEventListener("change", event => {                 // chosen in the list: show it on the board
    if (event.target.name !== "part") return;
    picked = targets().map(t => t.dataset.pick).filter((p, i, a) => a.indexOf(p) === i && meets(event.target, [p]));
    show();
  });

  // ---- movement: pieces travel from where they were, and the newest events are played once
  let places = new Map(), stood = new Map(), surveyed = false, seen = null, queue = [], batch = [], playing = false, round = 0, guard = 0, lingered = false;
  const held = new Map(), FLIGHTS = ["fly", "toss", "deal"], REVEALS = ["spin", "toss", "deal", "turn", "raid", "press"];
  const moving = new Set();                                      // what plays at a place: news in the middle of it does not cut it off
  const resume = () => moving.forEach(({ at, name, value }) => {
    at.classList.add(name);
    if (value) at.style.setProperty("--v", value);
  });
  const over = () => main.firstElementChild?.dataset.state === "over";
  const reveals = m => REVEALS.includes(m.kind) || over();       // at the end, all of it comes before the podium
  const GRACE = 300, LONGEST = 12_000, ASKED = 6_000, LAST = 1_200;   // longest waits: beyond a movement's length; of words; of a question; of the last sight
  const pause = time => new Promise(go => setTimeout(go, time));
  const ended = run => Promise.race([                            // asked as it starts: one that was cut off before could not say so,
    run.finished.catch(() => {}), pause(run.effect.getComputedTiming().endTime + GRACE)   // and one that is stuck never does
  ]);
  const watch = () => { clearTimeout(guard); guard = setTimeout(leap, form() ? ASKED : LONGEST); };
  // ---- words and amounts that tell how something ended wait until it has been seen
  const unfolding = () => main.classList.contains("unfolding");
  const waiting = which => [...batch, ...queue].filter(which).reduce((n, m) => Math.min(n, m.n), Infinity);
  let newestTold = 0, question = "", accounts = [];              // accounts: what the sums were after event n, the first as shown
  const sums = () => new Map(all("[data-sum]").map(e => [e.dataset.sum, e.textContent]));
  const credit = account => all("[data-sum]").forEach(e => {
    const sum = account.sums.get(e.dataset.sum);
    if (sum !== undefined && sum !== e.textContent) e.textContent = sum;
  });
  const report = rows => {                                       // the newest that was seen, and who did it
    const news = document.getElementById("news"), row = rows.find(one => !one.matches(".later, .secret"));
    if (!news) return;
    const words = row ? row.lastElementChild.textContent : question, face = row?.querySelector(":scope > svg");
    news.hidden = !unfolding();
    if (news.textContent === words) return;
    news.replaceChildren(...(face ? [face.cloneNode(true)] : []), Object.assign(document.createElement("span"), { textContent: words }));
  };
  const tell = () => {
    const from = waiting(reveals), settled = waiting(() => true), rows = all(".log > li[data-n]");
    rows.forEach((row, i) => row.classList.toggle("later", +row.dataset.n >= from && +row.dataset.n > newestTold && i < rows.length - 1));
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
  // ---- where everything is: read at once and before anything is written, so that the page is laid out once
  const corner = e => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width]; };
  const where = piece => {                                       // on a [data-frame] as a whole that shifts, nothing travels
    const frame = piece.closest("[data-frame]");
    return { piece, at: corner(piece), frame, base: frame ? corner(frame) : [0, 0] };
  };
  const survey = () => {                                         // as it is seen now
    const pieces = all("[data-key]");
    places = new Map(pieces.map(piece => [piece.dataset.key, where(piece)]));
    stood = new Map(pieces.map(piece => [piece.dataset.key, piece.dataset.on]));
    surveyed = true;
  };
  const outdated = () => { surveyed = false; };
  main.addEventListener("coming", survey);                       // between two frames the page is laid out already
  addEventListener("scroll", outdated, true);
  main.addEventListener("morphing", () => {
    if (!surveyed) survey();
    outdated();
    if (!unfolding()) question = document.querySelector(".prompt h1")?.textContent ?? "";
    if (accounts.length) credit(accounts[accounts.length - 1]);   // what is drawn is compared with what is true
  });
  const middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const scale = e => e.ownerSVGElement ? e.getScreenCTM().a : 1;   // inside a drawing, lengths are the drawing's own
  const walks = name => queue.some(motion => motion.kind === "walk" && motion.to === name);
  const shift = now => {                                         // how far a piece has come from where it was, if it is to travel
    const { piece } = now;
    const old = places.get(piece.dataset.key);
    if (!old?.at[2] || !now.at[2] || walks(piece.dataset.at)) return null;   // one of no width is not seen
    const same = now.frame && old.frame === now.frame;
    const [dx, dy] = [0, 1].map(i => old.at[i] - now.at[i] - (same ? old.base[i] - now.base[i] : 0));
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return null;
    const k = scale(piece);
    return { piece, translate: `${dx / k}px ${dy / k}px` };
  };
  const shifts = () => all("[data-key]").map(where).map(shift).filter(Boolean);
  const travel = ({ piece, translate }) => {
    piece.animate([{ translate }, { translate: "0 0" }], { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  };
  const flight = motion => {
    const from = place(motion.from), to = place(motion.to), drawing = name => document.querySelector(`#pieces [data-name="${CSS.escape(name)}"]`);
    if (!from || !to || !drawing(motion.piece)) return [];
    const [x, y] = middle(from), [u, v] = middle(to), long = motion.kind !== "fly", time = long ? 1000 : 420, land = long ? .45 : 1;
    const launch = (name, frames) => {
      const piece = drawing(name).cloneNode(true);
      piece.classList.add("flying");
      piece.removeAttribute("data-name");
      document.body.append(piece);
      const run = piece.animate(frames, { duration: time, easing: long ? "linear" : "cubic-bezier(.3,.6,.2,1)", fill: "both" });
      ended(run).then(() => piece.remove());
      return run;
    };
    const at = (p, q, more = "") => `translate(${p}px,${q}px) translate(-50%,-50%) ${more}`;
    if (motion.kind === "fly") return [launch(motion.piece, [{ transform: at(x, y), opacity: 1 }, { transform: at(u, v, "scale(.9)"), opacity: .9 }])];
    if (motion.kind === "toss") return [launch(motion.piece, [{ transform: at(x, y, "rotate(-540deg) scale(.6)"), easing: "ease-out" }, { transform: at(u, v), offset: land }, { transform: at(u, v) }])];
    const near = offset => ({ transform: at(u, v, "scaleX(1)"), offset }), edge = { transform: at(u, v, "scaleX(0)"), offset: .6 };
    return [
      launch(motion.value, [{ transform: at(x, y, "scaleX(1)"), easing: "ease-out" }, near(land), edge, { ...edge, offset: 1 }]),
      launch(motion.piece, [{ ...edge, offset: 0 }, edge, near(.75), near(1)])
    ];
  };
  const steps = (piece, motion) => {
    const path = motion.path.split(" "), from = path.length > 1 ? [] : [stood.get(piece.dataset.key) || path[0]];
    const [x, y] = middle(place(piece.dataset.on) || piece), k = scale(piece);
    return [...from, ...path].map(place).filter(Boolean).map(middle).map(([u, v]) => ({ translate: `${(u - x) / k}px ${(v - y) / k}px` }));
  };
  const release = name => { const run = held.get(name); held.delete(name); if (run) run.cancel(); };
  const stay = (piece, frame) => { release(piece.dataset.at); held.set(piece.dataset.at, piece.animate([frame, frame], { duration: 1, fill: "both" })); };
  const walk = motion => {
    const piece = place(motion.to), frames = piece && piece.dataset.on ? steps(piece, motion) : [];
    release(motion.to);
    if (frames.length < 2) return [];
    if (queue.some(m => m.kind === "walk" && m.to === motion.to)) stay(piece, frames[frames.length - 1]);
    return [piece.animate(frames, { duration: Math.min(1000, 150 + 110 * (frames.length - 1)) })];
  };
  const play = motion => {
    const at = place(motion.to), name = `m-${motion.kind}`;
    if (at) at.classList.remove(`w-${motion.kind}`);
    if (FLIGHTS.includes(motion.kind)) return flight(motion);
    if (motion.kind === "walk") return walk(motion);
    if (!at) return [];
    if (motion.value) at.style.setProperty("--v", motion.value);
    if (at.classList.contains(name)) {                           // it begins anew
      at.classList.remove(name);
      void at.getBoundingClientRect();
    }
    at.classList.add(name);
    const runs = at.getAnimations({ subtree: true }).filter(a => a.effect.getComputedTiming().endTime < 5000), one = { at, name, value: motion.value };
    moving.add(one);
    Promise.all(runs.map(ended)).then(() => { moving.delete(one); at.classList.remove(name); });
    return runs;
  };
  const perform = async (motion, after, pace) => {               // over when it has been seen, or can't be
    await pause(after);
    try { await Promise.all(play(motion).map(run => { run.updatePlaybackRate(pace); return ended(run); })); } catch (error) { reportError(error); }
  };
  const upcoming = () => [...queue].reverse().map(motion => {
    const at = place(motion.to);
    return { motion, at, first: motion.kind === "walk" && at?.dataset.on && steps(at, motion)[0] };
  });
  const wait = ({ motion, at, first }) => {                      // what is still to come is not shown before its time
    at?.classList.add(`w-${motion.kind}`);
    if (first) stay(at, first);
  };
  const follow = batch => {                                      // at the end nothing is asked: what shows it comes into sight
    const spots = over() ? batch.flatMap(m => [m.from, m.to]).map(name => name && place(name)).filter(Boolean) : [];
    if (!spots.length) return;
    const tops = spots.map(e => e.getBoundingClientRect().top), top = Math.min(...tops), bottom = Math.max(...spots.map(e => e.getBoundingClientRect().bottom));
    const roof = document.querySelector(".prompt").getBoundingClientRect().bottom, block = bottom - top > innerHeight / 2 ? "start" : "center";
    if (top < roof || bottom > innerHeight) spots[tops.indexOf(top)].scrollIntoView({ block, behavior: "instant" });
  };
  const linger = () => {                                         // and stays to be seen
    const now = ++round;
    lingered = true;
    pause(LAST).then(() => { if (now === round) next(); });
  };
  const skip = document.getElementById("skip-moves");
  const next = () => {
    if (skip) skip.hidden = queue.length < 6;
    if (!queue.length && over() && !lingered && playing) { linger(); return; }
    batch = [];
    if (!queue.length) { tell(); playing = lingered = false; return; }
    playing = true;
    const end = queue.findIndex((m, i) => i && (m.n !== queue[0].n || m.later));
    batch = queue.splice(0, end < 0 ? queue.length : end);
    tell();
    follow(batch);
    main.dispatchEvent(new CustomEvent("moves", { detail: { batch, left: queue.length } }));
    const pace = (queue.length > 12 ? 3 : queue.length > 5 ? 1.7 : 1) * (form() ? 1.4 : 1);  // who falls behind, or is asked, sees it faster
    const now = ++round;
    Promise.all(batch.map((m, i) => perform(m, Math.min(i, 6) * 40, pace))).then(() => { if (now === round) next(); });
  };
  const rush = () => {
    lingered = true;
    queue.forEach(m => place(m.to)?.classList.remove(`w-${m.kind}`));
    queue = [];
    [...held.keys()].forEach(release);
    document.getAnimations().forEach(a => { if (a.effect.getComputedTiming().endTime < 5000) a.finish(); });
  };
  const leap = () => {                                           // it has taken too long, whatever the reason: to what is now
    main.dispatchEvent(new Event("stuck"));
    round += 1;
    try { rush(); } catch (error) { reportError(error); }
    next();
  };
  if (skip) skip.addEventListener("click", rush);
  document.addEventListener("keydown", event => { if (event.key === "Escape" && playing) rush(); });
  const hear = () => {                                           // what is new comes into the queue, and words about it wait
    const last = seen;
    seen = newest();
    accounts.push({ n: seen, sums: sums() });
    const changed = last !== null && seen !== last;
    const news = changed ? all("#motions > i").map(i => ({ ...i.dataset, n: +i.dataset.n })).filter(m => m.n > last) : [];
    if (changed && !still()) {
      queue.push(...news);
      lingered = false;
      if (queue.length > 40) queue = queue.slice(-12);
    }
    tell();                                                      // what must wait takes no room, so it goes before anything is measured
    return { changed, news };
  };
  const move = ({ changed, news }) => {
    if (changed && still()) {
      main.dispatchEvent(new CustomEvent("moves", { detail: { batch: news, left: 0 } }));
      return;
    }
    if (!changed && !queue.length) return;
    [...held.keys()].forEach(release);
    const coming = upcoming();
    const shifted = changed ? shifts() : [];
    coming.forEach(wait);
    shifted.forEach(travel);
    if (changed && !playing) next();
  };
  // ---- marks that a player makes for themselves: kept in this browser alone
  const store = () => { try { return JSON.parse(localStorage.getItem(`marks ${location.pathname}`) || "{}"); } catch { return {}; } };
  const marks = () => all("[data-mark]").forEach(m => { put(m, "data-is", store()[m.dataset.mark] || 0); put(m, "aria-label", m.dataset.names.split("|")[m.dataset.is]); });
  document.addEventListener("click", event => {
    const mark = event.target.closest("[data-mark]");
    if (!mark) return;
    const now = store();
    now[mark.dataset.mark] = (+mark.dataset.is + 1) % mark.dataset.names.split("|").length;
    try { localStorage.setItem(`marks ${location.pathname}`, JSON.stringify(now)); } catch { return; }
    marks();
  });
  const advise = () => {                                         // what the coach advises is in sight
    const wanted = !all(".coached").length && all("[data-wanted]")[0];
    if (wanted && all(`[data-part="${wanted.value}"]`).length) wanted.click();
    else if (wanted) all("details:has([data-wanted])").forEach(d => d.open = true);
  };
  const look = () => {                                           // what I must do now is in sight
    const board = document.querySelector(".board");
    if (asked && board && board.getBoundingClientRect().bottom < innerHeight / 3) scrollTo({ top: 0, behavior: still() ? "auto" : "smooth" });
    const near = document.querySelector("[data-zoom]");          // begin where the coach points, or where I stand
    const goal = near && (near.querySelector(".coached") || near.querySelector(".turn"));
    if (!goal) return;
    const [x, y] = middle(goal), [u, v] = middle(near);
    near.scrollBy(x - u, y - v);
  };
  const ready = () => {
    const moment = form()?.elements.moment?.value ?? (over() ? "over" : ""), fresh = moment !== asked;
    if (fresh) {
      asked = moment;
      tapped.clear();
      picked = targets().filter(t => "first" in t.dataset).map(t => t.dataset.pick).slice(0, 1);
    }
    if (fresh && form()) picked.length ? settle() : echo();
    show();
    if (fresh) advise();
    marks();
    const heard = hear();
    if (fresh) look();
    move(heard);
    if (fresh && moment && unfolding()) watch();
  };
  main.addEventListener("morphed", resume);
  main.addEventListener("morphed", ready);
  ready();
})();
