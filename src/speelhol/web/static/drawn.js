// Drawn tables: what is tapped on the board picks among the offers, and what happened moves. No rules here.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  if (!main) return;
  const all = (what, root = document) => [...root.querySelectorAll(what)];
  const place = name => document.querySelector(`[data-at="${CSS.escape(name)}"]`);
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
  const meets = (offer, picks) => {
    const is = new URLSearchParams(offer.dataset.is);
    return picks.every(pick => [...new URLSearchParams(pick)].every(([k, v]) => is.has(k) ? is.getAll(k).includes(v) : holds(offer, k, v)));
  };
  const show = () => {
    const list = offers(), wanted = list.find(o => "wanted" in o.dataset);
    targets().forEach(t => {
      const on = picked.includes(t.dataset.pick);
      t.setAttribute("aria-pressed", on);
      t.classList.toggle("coached", !on && !!wanted && meets(wanted, [t.dataset.pick]));
      t.classList.toggle("off", !on && picked.length > 0 && !list.some(o => meets(o, [...picked, t.dataset.pick])));
    });
    const chosen = list.find(o => o.checked || o.type === "hidden"), then = document.querySelector(".act .then");
    if (then) then.textContent = chosen && chosen.dataset.then || "";
  };
  const settle = () => {
    const left = picked.length ? offers().filter(o => meets(o, picked)) : [];
    offers().forEach(o => { if (o.type === "radio") o.checked = left.length === 1 && o === left[0]; });
    if (left.length === 1) picked.forEach(pick => new URLSearchParams(pick).forEach((value, key) => {
      const box = field(left[0], key);
      if (box) { box.value = value; box.dispatchEvent(new Event("input", { bubbles: true })); }
    }));
    form().dispatchEvent(new Event("chosen", { bubbles: true }));
    show();
  };
  document.addEventListener("click", event => {
    const target = event.target.closest("[data-pick]");
    if (!target || !form()) return;
    const now = target.dataset.pick, list = offers(), kept = [];
    for (const pick of picked.includes(now) ? picked.filter(p => p !== now) : [now, ...picked])
      if (list.some(o => meets(o, [...kept, pick]))) kept.push(pick);
    picked = kept;
    settle();
  });
  document.addEventListener("change", event => {                 // chosen in the list: show it on the board
    if (event.target.name !== "part") return;
    picked = targets().map(t => t.dataset.pick).filter((p, i, a) => a.indexOf(p) === i && meets(event.target, [p]));
    show();
  });

  // ---- movement: pieces travel from where they were, and the newest events are played once
  let places = new Map(), seen = null, queue = [], playing = false;
  const newest = () => all("#motions > i").reduce((n, i) => Math.max(n, +i.dataset.n), 0);
  main.addEventListener("morphing", () => {
    places = new Map(all("[data-key]").map(piece => [piece.dataset.key, piece.getBoundingClientRect()]));
  });
  const travel = () => all("[data-key]").forEach(piece => {
    const old = places.get(piece.dataset.key), now = piece.getBoundingClientRect();
    if (!old || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) return;
    piece.animate([{ translate: `${old.x - now.x}px ${old.y - now.y}px` }, { translate: "0 0" }], { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  });
  const middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const fly = motion => {
    const from = place(motion.from), to = place(motion.to), drawing = document.querySelector(`#pieces [data-name="${CSS.escape(motion.piece)}"]`);
    if (!from || !to || !drawing) return null;
    const piece = drawing.cloneNode(true), [x, y] = middle(from), [u, v] = middle(to);
    piece.classList.add("flying");
    piece.removeAttribute("data-name");
    document.body.append(piece);
    const run = piece.animate([{ transform: `translate(${x}px,${y}px) translate(-50%,-50%)`, opacity: 1 }, { transform: `translate(${u}px,${v}px) translate(-50%,-50%) scale(.9)`, opacity: .9 }], { duration: 420, easing: "cubic-bezier(.3,.6,.2,1)", fill: "both" });
    const gone = () => piece.remove();
    run.finished.then(gone, gone);
    return run;
  };
  const play = motion => {
    if (motion.kind === "fly") return fly(motion);
    const at = place(motion.to), name = `m-${motion.kind}`;
    if (!at) return null;
    at.classList.remove(name);
    void at.getBoundingClientRect();
    at.classList.add(name);
    const runs = at.getAnimations({ subtree: true }).filter(a => a.effect.getComputedTiming().endTime < 5000);
    const over = () => at.classList.remove(name);
    Promise.allSettled(runs.map(a => a.finished)).then(over);
    return runs[0] || null;
  };
  const skip = document.getElementById("skip-moves");
  const next = () => {
    const batch = queue.length && queue.filter(m => m.n === queue[0].n);
    if (skip) skip.hidden = queue.length < 6;
    if (!batch) { playing = false; return; }
    playing = true;
    queue = queue.filter(m => m.n !== batch[0].n);
    const runs = batch.map((m, i) => i < 6 ? new Promise(go => setTimeout(() => go(play(m)), i * 40)) : null).filter(Boolean);
    Promise.all(runs).then(started => Promise.allSettled(started.filter(Boolean).map(r => r.finished))).then(next);
  };
  if (skip) skip.addEventListener("click", () => { queue = []; document.getAnimations().forEach(a => { if (a.effect.getComputedTiming().endTime < 5000) a.finish(); }); });
  const move = () => {
    const last = seen;
    seen = newest();
    if (last === null || still()) return;
    travel();
    const news = all("#motions > i").map(i => ({ ...i.dataset, n: +i.dataset.n })).filter(m => m.n > last);
    queue.push(...news);
    if (queue.length > 40) queue = queue.slice(-12);
    if (!playing) next();
  };
  // ---- marks that a player makes for themselves: kept in this browser alone
  const store = () => { try { return JSON.parse(localStorage.getItem(`marks ${location.pathname}`) || "{}"); } catch { return {}; } };
  const marks = () => all("[data-mark]").forEach(m => { m.dataset.is = store()[m.dataset.mark] || 0; m.setAttribute("aria-label", m.dataset.names.split("|")[m.dataset.is]); });
  document.addEventListener("click", event => {
    const mark = event.target.closest("[data-mark]");
    if (!mark) return;
    const now = store();
    now[mark.dataset.mark] = (+mark.dataset.is + 1) % mark.dataset.names.split("|").length;
    try { localStorage.setItem(`marks ${location.pathname}`, JSON.stringify(now)); } catch { return; }
    marks();
  });
  const ready = () => {
    const moment = form() && form().elements.moment ? form().elements.moment.value : "";
    if (moment !== asked) {
      asked = moment;
      picked = [];
      const board = document.querySelector(".board");            // what I must do now is in sight
      if (moment && board && board.getBoundingClientRect().bottom < innerHeight / 3) scrollTo({ top: 0, behavior: still() ? "auto" : "smooth" });
    }
    if (form()) show();
    marks();
    move();
  };
  main.addEventListener("morphed", ready);
  ready();
})();
