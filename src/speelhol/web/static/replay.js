// Looking at a match again: the slider asks for a moment, the address follows; it plays by itself, and what happened
// moves as it did at the table. What is shown comes from the house.
"use strict";
(() => {
  const main = document.querySelector("main[data-replay]");
  const { flights } = speelhol;
  const pause = time => new Promise(go => setTimeout(go, time));
  // how fast things move, by how long a moment is to be read
  const PACES = { 4000: 0.8, 2200: 1, 900: 1.8 };
  const speed = () => main.querySelector("#speed").value;
  let wanted = null,
    busy = null,
    playing = 0,
    queue = [];
  main.classList.add("scripted");

  // sounds, if somebody has switched them on at a table
  const sounds = () => {
    try {
      return localStorage.getItem("sounds") === "on";
    } catch {
      return false;
    }
  };

  if (flights && sounds() && window.AudioContext) {
    const { src } = document.querySelector("script[src*='/replay.js']");
    document.head.append(Object.assign(document.createElement("script"), { src: src.replace("/replay.js", "/sound.js") }));
  }

  // ---- a moment

  const fetched = async address => {
    const answer = await fetch(address, {
      headers: { "X-Speelhol": speelhol.replay ? "scene" : "1" },
      signal: AbortSignal.timeout(20_000),
    });
    if (!answer.ok) throw new Error(answer.status);
    return speelhol.replay
      ? speelhol.replay(await answer.json(), speelhol.game.draw).toString()
      : await answer.text();
  };

  const show = html => {
    main.dispatchEvent(new Event("morphing"));
    speelhol.morph.inside(main, html);
    // what somebody has moved no longer follows what is drawn
    main.querySelector("#reel-at").value = main.querySelector("#reel-now").value = at();
    main.dispatchEvent(new Event("morphed"));
  };

  const staged = one => one.kind === "stage";

  // one thing after another, until something else is wanted; sounds hear of it
  const perform = async () => {
    while (queue.length) {
      const batch = flights.take(queue);
      main.dispatchEvent(new CustomEvent("moves", { detail: { batch, left: queue.length } }));
      await flights.together(batch, PACES[speed()], queue);
    }
  };

  // a big moment is built up and revealed before the board and the headline show how it ended
  const stage = async html => {
    if (!flights || flights.still()) return;
    const come = document.createElement("template");
    come.innerHTML = html;
    queue = flights.listed(-1, come.content).filter(staged);
    await perform();
  };

  const move = async () => {
    if (!flights || flights.still()) return;
    queue = flights.listed().filter(one => !staged(one));
    flights.prepare(queue, true);
    await perform();
  };

  // the newest wish wins; `moves`: it is the next moment, and what happened there is seen to happen
  const follow = async () => {
    while (wanted !== null) {
      const { address, moves } = wanted;
      wanted = null;
      try {
        const html = await fetched(address);
        if (wanted === null && moves) await stage(html);
        if (wanted === null) show(html);
        history.replaceState(null, "", address);
      } catch {
        location.href = address;
        return;
      }
      if (wanted === null && moves) await move();
    }
    busy = null;
  };

  const go = (address, moves = false) => {
    wanted = { address, moves };
    flights?.finish(queue);
    busy ??= follow();
    return busy;
  };

  const way = name => main.querySelector(`[data-go-to=${name}]`).href;
  const at = () => +main.firstElementChild.dataset.at;
  const last = () => +main.querySelector("#reel-at").max;

  // ---- playing by itself

  const label = () => {
    const knob = main.querySelector("#play");
    knob.setAttribute("aria-label", playing ? knob.dataset.stop : knob.dataset.start);
    main.classList.toggle("playing", playing > 0);
  };

  const stop = () => {
    playing = 0;
    label();
  };

  let rounds = 0;

  const play = async () => {
    const round = (playing = ++rounds);
    label();
    if (at() >= last()) await go(way("first"));
    while (round === playing) {
      await Promise.all([go(main.firstElementChild.dataset.play, true), pause(speed())]);
      if (round === playing && at() >= last()) stop();
    }
  };

  const toggle = () => (playing ? stop() : play());

  document.addEventListener("visibilitychange", () => {
    if (document.hidden && playing) stop();
  });

  // ---- what is asked for by hand: whoever steps, does so at their own pace

  const step = name => {
    stop();
    go(way(name), name === "after");
  };

  const mark = by => {
    const marks = [...main.querySelectorAll(".highlights a")].filter(
      a => Math.sign(new URL(a.href).searchParams.get("at") - at()) === by
    );
    stop();
    if (marks.length) go(marks.at(by > 0 ? 0 : -1).href);
  };

  const address = form => form.action + "?" + new URLSearchParams(new FormData(form));

  document.addEventListener("input", event => {
    if (!event.target.name || !event.target.form?.matches(".reel")) return;
    if (event.target.name === "at") stop();
    go(address(event.target.form));
  });

  document.addEventListener("submit", event => {
    event.preventDefault();
    go(address(event.target));
  });

  document.addEventListener("click", event => {
    if (event.target.closest("#play")) toggle();
    const link = event.target.closest(".reel a, .log a, .highlights a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.goTo) step(link.dataset.goTo);
    else {
      stop();
      go(link.href);
    }
  });

  // with Shift from mark to mark
  const keys = {
    ArrowLeft: further => (further ? mark(-1) : step("before")),
    ArrowRight: further => (further ? mark(1) : step("after")),
    Home: () => step("first"),
    End: () => step("end"),
    " ": toggle,
  };
  // where these keys do something of their own
  const OWN = "input, select, [tabindex='0']",
    PRESSED = "button, summary, select";

  document.addEventListener("keydown", event => {
    if (
      !keys[event.key] ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.closest(event.key === " " ? PRESSED : OWN)
    )
      return;
    event.preventDefault();
    keys[event.key](event.shiftKey);
  });
})();
