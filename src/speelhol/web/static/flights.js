// How a single thing moves on a drawn table: a piece that travels from where it was, flies, walks, or plays in its place.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const main = document.querySelector("main");
  const all = (what, root = document) => [...root.querySelectorAll(what)];
  const place = name => all(`[data-at="${CSS.escape(name)}"]`).find(e => e.checkVisibility());
  const pause = time => new Promise(go => setTimeout(go, time));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const still = () => calm.matches || document.hidden;
  const FLIGHTS = ["fly", "toss", "deal"];
  const flies = motion => FLIGHTS.includes(motion.kind);
  // the longest waits: beyond a movement's length, for what stages, and for the screen
  const GRACE = 300,
    FETCHED = 1_500,
    FRAME = 200;

  // asked as it starts: one that was cut off before could not say so, and one that is stuck never does
  const ended = run =>
    Promise.race([run.finished.catch(() => {}), pause(run.effect.getComputedTiming().endTime + GRACE)]);

  // ---- where everything is: read at once and before anything is written, so that the page is laid out once

  const corner = e => {
    const r = e.getBoundingClientRect();
    return [r.x, r.y, r.width];
  };

  // each of them; on a [data-frame] as a whole that shifts, nothing travels
  const pieces = () => {
    const bases = new Map([[null, [0, 0]]]);
    return all("[data-key]").map(piece => {
      const frame = piece.closest("[data-frame]");
      if (!bases.has(frame)) bases.set(frame, corner(frame));
      return { piece, at: corner(piece), frame, base: bases.get(frame), on: piece.dataset.on };
    });
  };

  let places = new Map(),
    surveyed = false;

  // as it is seen now
  const survey = () => {
    if (still()) return;
    places = new Map(pieces().map(one => [one.piece.dataset.key, one]));
    surveyed = true;
  };

  const outdated = () => {
    surveyed = false;
  };

  // between two frames the page is laid out already
  main.addEventListener("coming", survey);
  addEventListener("scroll", outdated, true);

  main.addEventListener("morphing", () => {
    if (!surveyed) survey();
    outdated();
  });

  // when the page is laid out for its next frame: what is measured then costs nothing more; or soon, where nothing is
  // painted, and at once where nothing moves
  const laid_out = then => {
    if (still()) {
      then();
      return;
    }
    const go = () => {
      watcher.disconnect();
      clearTimeout(soon);
      then();
    };
    const watcher = new ResizeObserver(go),
      soon = setTimeout(go, FRAME);
    watcher.observe(main);
  };

  // ---- lengths

  const middle = e => {
    const r = e.getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2];
  };

  // inside a drawing, lengths are the drawing's own
  const scale = e => (e.ownerSVGElement ? e.getScreenCTM().a : 1);

  // ---- travelling: `walks` says whether a piece is about to walk

  // how far a piece has come from where it was, if it is to travel
  const shift = (now, walks) => {
    const { piece } = now;
    const old = places.get(piece.dataset.key);
    // one of no width is not seen
    if (!old?.at[2] || !now.at[2] || walks(piece.dataset.at)) return null;
    const same = now.frame && old.frame === now.frame;
    const [dx, dy] = [0, 1].map(i => old.at[i] - now.at[i] - (same ? old.base[i] - now.base[i] : 0));
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return null;
    const k = scale(piece);
    return { piece, translate: `${dx / k}px ${dy / k}px` };
  };

  const shifts = walks =>
    pieces()
      .map(now => shift(now, walks))
      .filter(Boolean);

  const travel = ({ piece, translate }) => {
    piece.animate([{ translate }, { translate: "0 0" }], { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  };

  // ---- flying

  const flight = motion => {
    const from = place(motion.from),
      to = place(motion.to),
      drawing = name => document.querySelector(`#pieces [data-name="${CSS.escape(name)}"]`);
    if (!from || !to || !drawing(motion.piece)) return [];
    const [x, y] = middle(from),
      [u, v] = middle(to),
      long = motion.kind !== "fly",
      time = long ? 1000 : 420,
      land = long ? 0.45 : 1;
    const launch = (name, frames) => {
      const piece = drawing(name).cloneNode(true);
      piece.classList.add("flying");
      piece.removeAttribute("data-name");
      document.body.append(piece);
      const run = piece.animate(frames, {
        duration: time,
        easing: long ? "linear" : "cubic-bezier(.3,.6,.2,1)",
        fill: "both",
      });
      ended(run).then(() => piece.remove());
      return run;
    };
    const at = (p, q, more = "") => `translate(${p}px,${q}px) translate(-50%,-50%) ${more}`;
    if (motion.kind === "fly")
      return [
        launch(motion.piece, [
          { transform: at(x, y), opacity: 1 },
          { transform: at(u, v, "scale(.9)"), opacity: 0.9 },
        ]),
      ];
    if (motion.kind === "toss")
      return [
        launch(motion.piece, [
          { transform: at(x, y, "rotate(-540deg) scale(.6)"), easing: "ease-out" },
          { transform: at(u, v), offset: land },
          { transform: at(u, v) },
        ]),
      ];
    const near = offset => ({ transform: at(u, v, "scaleX(1)"), offset }),
      edge = { transform: at(u, v, "scaleX(0)"), offset: 0.6 };
    return [
      launch(motion.value, [
        { transform: at(x, y, "scaleX(1)"), easing: "ease-out" },
        near(land),
        edge,
        { ...edge, offset: 1 },
      ]),
      launch(motion.piece, [{ ...edge, offset: 0 }, edge, near(0.75), near(1)]),
    ];
  };

  // ---- walking; until its turn comes a piece is held where it stood

  const held = new Map();

  const steps = (piece, motion) => {
    const path = motion.path.split(" "),
      from = path.length > 1 ? [] : [places.get(piece.dataset.key)?.on || path[0]];
    const [x, y] = middle(place(piece.dataset.on) || piece),
      k = scale(piece);
    return [...from, ...path]
      .map(place)
      .filter(Boolean)
      .map(middle)
      .map(([u, v]) => ({ translate: `${(u - x) / k}px ${(v - y) / k}px` }));
  };

  const release = name => {
    const run = held.get(name);
    held.delete(name);
    if (run) run.cancel();
  };

  const release_all = () => [...held.keys()].forEach(release);

  const stay = (piece, frame) => {
    release(piece.dataset.at);
    held.set(piece.dataset.at, piece.animate([frame, frame], { duration: 1, fill: "both" }));
  };

  const walk = (motion, walks) => {
    const piece = place(motion.to),
      frames = piece && piece.dataset.on ? steps(piece, motion) : [];
    release(motion.to);
    if (frames.length < 2) return [];
    // it goes on later
    if (walks(motion.to)) stay(piece, frames[frames.length - 1]);
    return [piece.animate(frames, { duration: Math.min(1000, 150 + 110 * (frames.length - 1)) })];
  };

  // ---- playing

  // what plays at a place: news in the middle of it does not cut it off
  const moving = new Set();

  main.addEventListener("morphed", () =>
    moving.forEach(({ at, name, value }) => {
      at.classList.add(name);
      if (value) at.style.setProperty("--v", value);
    })
  );

  const play = (motion, walks, brief) => {
    const at = place(motion.to),
      name = `m-${motion.kind}`;
    if (at) at.classList.remove(`w-${motion.kind}`);
    if (flies(motion)) return flight(motion);
    if (motion.kind === "stage") return speelhol.stage?.(motion, brief) ?? [];
    if (motion.kind === "walk") return walk(motion, walks);
    if (!at) return [];
    if (motion.value) at.style.setProperty("--v", motion.value);
    // it begins anew
    if (at.classList.contains(name)) {
      at.classList.remove(name);
      void at.getBoundingClientRect();
    }
    at.classList.add(name);
    const runs = at.getAnimations({ subtree: true }).filter(a => a.effect.getComputedTiming().endTime < 5000),
      one = { at, name, value: motion.value };
    moving.add(one);
    Promise.all(runs.map(ended)).then(() => {
      moving.delete(one);
      at.classList.remove(name);
    });
    return runs;
  };

  // what is played now, and until when it is to be over
  const running = new Set();
  let limit = Infinity;

  const left = () => Math.max(1, limit - performance.now());

  const rate = (run, pace) =>
    run.updatePlaybackRate(Math.max(pace, (run.effect.getComputedTiming().endTime - (run.currentTime ?? 0)) / left()));

  const hasten = until => {
    limit = until;
    running.forEach(run => rate(run, run.playbackRate));
  };

  // over when it has been seen, or can't be
  const perform = async (motion, after, pace, walks) => {
    await pause(Math.min(after, left() / 4));
    try {
      // fetched with the first of them
      if (motion.kind === "stage" && !speelhol.stage)
        await Promise.race([new Promise(go => speelhol.load("/scripts/stage.js", go)), pause(Math.min(FETCHED, left()))]);
      // skipped meanwhile
      if (motion.landed) return;
      const brief = limit < Infinity;
      await Promise.all(
        play(motion, walks, brief).map(async run => {
          running.add(run);
          // one that is brief already is not hurried
          rate(run, motion.kind === "stage" && brief ? 1 : pace);
          await ended(run);
          running.delete(run);
        })
      );
    } catch (error) {
      reportError(error);
    }
  };

  // ---- a queue of movements

  const walking = queue => name => queue.some(motion => motion.kind === "walk" && motion.to === name);

  // before it is played: what is still to come is not shown before its time, and what has shifted travels
  const prepare = (queue, travels) => {
    release_all();
    const walks = walking(queue);
    const coming = [...queue].reverse().map(motion => {
      const at = place(motion.to);
      return { motion, at, first: motion.kind === "walk" && at?.dataset.on && steps(at, motion)[0] };
    });
    const shifted = travels ? shifts(walks) : [];
    coming.forEach(({ motion, at, first }) => {
      at?.classList.add(`w-${motion.kind}`);
      if (first) stay(at, first);
    });
    shifted.forEach(travel);
  };

  // what the page brought after event `last`, by event: a big moment before how it moves
  const listed = (last = -1, root = document) =>
    all("#motions > i", root)
      .filter(i => i.dataset.n > last)
      .map(i => ({ ...i.dataset, n: +i.dataset.n }))
      .sort((a, b) => a.n - b.n);

  // what is seen together
  const take = queue => {
    const end = queue.findIndex((m, i) => i && (m.n !== queue[0].n || m.later || queue[0].kind === "stage"));
    return queue.splice(0, end < 0 ? queue.length : end);
  };

  // each of a batch, over when it has been seen, and by then
  const together = (batch, pace, queue, seen, until = Infinity) => {
    limit = until;
    return Promise.all(batch.map((m, i) => perform(m, Math.min(i, 6) * 40, pace, walking(queue)).then(() => seen?.(m))));
  };

  // these are not played
  const forget = list => list.forEach(m => place(m.to)?.classList.remove(`w-${m.kind}`));

  // to the end of it all, at once
  const finish = queue => {
    forget(queue.splice(0));
    release_all();
    document.getAnimations().forEach(a => {
      if (a.effect.getComputedTiming().endTime < 5000) a.finish();
    });
  };

  speelhol.flights = { all, ended, finish, flies, forget, hasten, laid_out, listed, middle, pause, place, prepare, still, take, together };
})();
