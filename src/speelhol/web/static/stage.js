// A big moment on a stage over the board: built up, revealed, and what follows. Fetched with the first of them; made of
// what its event tells and of nothing else. A tap or Escape goes on, on this screen only.
"use strict";
(() => {
  const main = document.querySelector("main");
  const { all, ended, place } = speelhol.flights;
  const { piece } = speelhol.helpers;
  // lengths: of the build-up; of a card, and of all of them; of a reveal without cards; of what follows, and after what
  const FULL = { build: 900, card: 700, cards: 2_100, reveal: 600, rest: 1_600, pause: 500 },
    BRIEF = { build: 260, card: 120, cards: 240, reveal: 120, rest: 700, pause: 160 };
  // a sentence of more letters is set smaller; so much height a stage needs
  const LONG = 60,
    ROOM = 460;
  const PATTERN = [40, 60, 40, 60, 120];

  const make = (cls, words = "", tag = "p") =>
    Object.assign(document.createElement(tag), { className: cls, textContent: words });

  const picture = (name, [width, height], cls) => {
    const made = document.createElement("span");
    made.className = cls;
    made.innerHTML = piece(name, width, height).toString();
    return made;
  };

  // the part of the board that is in sight; all below the headline if that is too little for pictures and sentences
  const spot = () => {
    const at = which => document.querySelector(which)?.getBoundingClientRect(),
      // behind a curtain there is none
      board = at(".board") ?? main.getBoundingClientRect(),
      above = at(".prompt"),
      below = at(".bottom");
    const meets = rect => rect && rect.left < board.right && rect.right > board.left,
      roof = meets(above) ? Math.max(0, above.bottom) : 0,
      floor = meets(below) ? Math.min(innerHeight, below.top) : innerHeight;
    const [top, bottom] = [Math.max(board.top, roof), Math.min(board.bottom, floor)];
    return bottom - top < ROOM ? [roof, innerHeight, board] : [top, bottom, board];
  };

  // ---- vibration, if somebody wants it: kept in this browser

  const knob = () => document.getElementById("vibration");

  const stored = () => {
    try {
      return localStorage.getItem("vibration") === "on";
    } catch {
      return false;
    }
  };

  let on = stored() || !!knob()?.checked;

  const keep = () => {
    try {
      localStorage.setItem("vibration", on ? "on" : "off");
    } catch {
      /* then it holds until the page goes */
    }
  };

  const dress = () => {
    const shown = knob();
    if (shown) shown.checked = on;
  };

  const buzz = () => {
    if (on) navigator.vibrate?.(PATTERN);
  };

  main.addEventListener("morphed", dress);
  main.addEventListener("change", event => {
    if (event.target !== knob()) return;
    on = event.target.checked;
    keep();
    buzz();
  });

  if (on && !stored()) {
    keep();
    buzz();
  }
  dress();

  // ---- the stage

  const made_of = motion => {
    const box = make(`onstage ${motion.mood} ${motion.touch ?? ""}`, "", "div"),
      row = make("oncards", "", "div"),
      names = motion.cards?.split(" ") ?? [];
    box.classList.toggle("long", motion.told.length > LONG);
    box.setAttribute("aria-hidden", "true");
    const turned = names.map(name => {
      const card = make("oncard", "", "span");
      card.append(picture(motion.back, [100, 140], "back"), picture(name, [100, 140], "front"));
      row.append(card);
      return card;
    });
    const parts = {
      motif: picture(motion.piece, motion.size.split(" "), "motif"),
      begins: make("begins", motion.before),
      tells: make("tells", motion.told),
      follows: make("follows", motion.after),
      bars: make("onbars", "", "div"),
    };
    parts.bars.append(...[0, 1, 2].map(() => document.createElement("i")));
    const words = make("onwords", "", "div");
    words.append(parts.begins, parts.tells);
    box.append(parts.motif, ...(names.length ? [row] : []), parts.bars, words, ...(motion.after ? [parts.follows] : []));
    return { box, turned, parts };
  };

  // the last card is the slowest
  const perform = ({ box, turned, parts }, { build, card, cards, reveal, rest, pause }) => {
    const each = Math.min(card, cards / Math.max(1, turned.length)),
      told = build + (turned.length ? each * turned.length : reveal),
      end = told + rest;
    const run = (element, frames, delay, duration, easing = "ease-out") =>
      element.animate(frames, { delay, duration, easing, fill: "both" });
    const appear = [
      { opacity: 0, translate: "0 10px" },
      { opacity: 1, translate: "0 0" },
    ];
    const flips = turned.flatMap((one, n) => {
      const at = build + n * each;
      return [
        run(one.firstChild, [{ scale: "1 1" }, { scale: "0 1" }], at, each * 0.35, "ease-in"),
        run(one.lastChild, [{ scale: "0 1" }, { scale: "1 1" }], at + each * 0.35, each * 0.35),
      ];
    });
    return [
      run(box, [{ opacity: 0 }, { opacity: 1, offset: 0.06 }, { opacity: 1, offset: 0.95 }, { opacity: 0 }], 0, end, "linear"),
      run(parts.motif, [{ scale: 0.6 }, { scale: 1.06 }, { scale: 1 }], 0, build),
      run(parts.begins, [{ opacity: 1 }, { opacity: 0 }], told - 150, 150),
      run(parts.tells, appear, told, 260),
      run(parts.follows, appear, told + pause, 260),
      ...[...parts.bars.children].map((bar, n) => run(bar, [{ opacity: 0.3 }, { opacity: 1 }], [0, build, told][n], 200)),
      ...flips,
    ];
  };

  // at the end nothing is asked: what shows it comes into sight
  speelhol.follow = batch => {
    const spots = batch
      .flatMap(m => [m.from, m.to])
      .map(name => name && place(name))
      .filter(Boolean);
    if (!spots.length) return;
    const tops = spots.map(e => e.getBoundingClientRect().top),
      top = Math.min(...tops),
      bottom = Math.max(...spots.map(e => e.getBoundingClientRect().bottom));
    const roof = document.querySelector(".prompt").getBoundingClientRect().bottom,
      block = bottom - top > innerHeight / 2 ? "start" : "center";
    if (top < roof || bottom > innerHeight) spots[tops.indexOf(top)].scrollIntoView({ block, behavior: "instant" });
  };

  // gives what plays; it leaves when that is over, or can't go on; `brief`: somebody is asked meanwhile
  speelhol.stage = (motion, brief = false) => {
    all(".onstage").forEach(old => old.remove());
    const made = made_of(motion),
      { box } = made,
      [top, bottom, board] = spot();
    const go = event => {
      if (event.type === "click" || event.key === "Escape")
        box.getAnimations({ subtree: true }).forEach(one => one.finish());
    };
    const leave = () => {
      box.remove();
      document.removeEventListener("keydown", go);
    };
    Object.assign(box.style, {
      top: `${top}px`,
      height: `${bottom - top}px`,
      left: `${board.left}px`,
      width: `${board.width}px`,
    });
    box.addEventListener("click", go);
    document.addEventListener("keydown", go);
    document.body.append(box);
    buzz();
    try {
      const runs = perform(made, brief ? BRIEF : FULL);
      Promise.all(runs.map(ended)).then(leave);
      return runs;
    } catch (error) {
      leave();
      throw error;
    }
  };
})();
