// The page's own script: one stream, what is drawn from it, form posts. No rules here.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  const offline = document.getElementById("offline");
  const { label_all, carried, forget_refusal } = speelhol.forms;
  const { attend, around, move_on } = speelhol.focus;
  // the house says something every fifteen seconds
  const SILENCE = 40_000;
  // longest waits: for an answer, what follows from it, a reader, the screen
  const ANSWER = 20_000,
    NEWS = 8_000,
    READ = 4_000,
    FRAME = 200;

  const within = time => {
    const asking = new AbortController();
    setTimeout(() => asking.abort(), time);
    return asking;
  };

  // ---- what is shown

  let source = null,
    number = 0,
    whole = null,
    drawing = false,
    late = false,
    busy = false,
    plainly_drawn = false,
    ready = false,
    posts = 0;

  const moment = form => form.elements.moment?.value;

  const here = () => {
    const form = main.querySelector("form.act");
    return form ? moment(form) : "";
  };

  // around every change of what is shown
  const change = (how, answer = false) => {
    const before = here();
    main.dispatchEvent(new Event("morphing"));
    const active = document.activeElement,
      typed = active?.matches("input,select") ? active : null;
    const place = around(active);
    how();
    if (place.outer.length && !active.isConnected) move_on(place);
    if (!answer && before !== here()) forget_refusal();
    label_all();
    speelhol.tick();
    if (typed && document.contains(typed)) typed.focus({ preventScroll: true });
    main.dispatchEvent(new Event("morphed"));
    mark();
  };

  const morph = (html, keep = true, answer = false) =>
    change(() => speelhol.morph.inside(main, html, keep, answer), answer);

  let shown = "";

  const icon = document.querySelector("link[rel=icon]"),
    plain = icon.href;

  // how it ended, its headline below the bar
  const crown = () => {
    const box = document.querySelector(".podium-box");
    if (!box) return;
    box.scrollIntoView({ block: "start", behavior: "instant" });
    const bar = main.querySelector(".prompt").getBoundingClientRect().bottom;
    scrollBy({ top: box.getBoundingClientRect().top - bar - 8, behavior: "instant" });
  };

  // the tab says whose move it is, once it may be told
  const mark = () => {
    if (main.classList.contains("unfolding")) return;
    const state = main.firstElementChild?.dataset.state;
    if (state === "over" && shown && shown !== "over") crown();
    shown = state;
    const title = (state === "mine" ? "● " : "") + document.title.replace(/^● /, "");
    if (document.title !== title) document.title = title;
    const now = state === "mine" ? plain.replace("icon.", "icon-turn.") : plain;
    if (icon.href !== now) icon.href = now;
  };

  const draw = () => {
    if (!drawing) return;
    drawing = false;
    if (busy) {
      late = true;
      return;
    }
    if (whole !== null) {
      const html = whole;
      whole = null;
      morph(html);
      return;
    }
    if (!speelhol.scene?.drawn) return;
    try {
      change(() => speelhol.scene.draw(main));
    } catch (error) {
      plain_page("template");
      throw error;
    }
  };

  // the newest state wins
  const show = () => {
    if (busy) {
      late = true;
      return;
    }
    if (drawing) return;
    drawing = true;
    main.dispatchEvent(new Event("coming"));
    requestAnimationFrame(draw);
    // where nothing is painted, there is no frame to wait for
    setTimeout(draw, FRAME);
  };

  // ---- what is off: the page fetches itself whole, once, and goes on; the house counts how often

  let told = 0;

  const report = kind => {
    if (told++ < 5) navigator.sendBeacon("/trouble/" + kind);
  };

  // what this script can't draw comes as HTML from now on
  const plain_page = kind => {
    report(kind);
    if (plainly_drawn) return;
    plainly_drawn = true;
    hangUp();
    listen();
  };

  // whether it was fetched anew for this build before: once is enough
  const renewed = build => {
    try {
      const before = sessionStorage.getItem("build") === build;
      sessionStorage.setItem("build", build);
      return before;
    } catch {
      // a browser that keeps nothing can't tell
      return true;
    }
  };

  const hear = news => {
    // the house was changed: so must the page and its scripts
    if (news.build && news.build !== main.dataset.build && !plainly_drawn) {
      if (renewed(news.build)) plain_page("build");
      else {
        report("build");
        location.reload();
      }
      return;
    }
    if (news.n !== number + 1) {
      report("gap");
      again();
      return;
    }
    number = news.n;
    whole = news.html ?? null;
    speelhol.scene?.hear(news);
    show();
  };

  // on pages without a table, too
  addEventListener("error", () => report("script"));
  addEventListener("unhandledrejection", () => report("script"));
  main?.addEventListener("stuck", () => report("stuck"));

  // ---- the stream

  // when the stream was last heard: one that died says nothing
  let last = 0;

  const heard = () => {
    last = Date.now();
  };

  const deaf = () => {
    if (source && Date.now() - last > SILENCE) {
      trouble();
      again();
    }
  };

  const listen = () => {
    if (!ready || !main.dataset.live || source || document.hidden) return;
    source = new EventSource(main.dataset.live + (plainly_drawn ? "&html=1" : ""));
    number = 0;
    speelhol.scene?.begin();
    heard();
    source.onmessage = event => {
      heard();
      hear(JSON.parse(event.data));
    };
    source.addEventListener("beat", heard);
    source.addEventListener("announced", announce);
    source.onopen = () => {
      heard();
      offline.hidden = true;
    };
    source.onerror = () => {
      if (!source || source.readyState !== EventSource.CLOSED) {
        trouble();
        return;
      }
      source = null;
      why();
      // not everybody at the same moment
      setTimeout(listen, 1500 + 1500 * Math.random());
    };
  };

  // what the owner of the house tells everybody
  const announce = event => {
    const line = document.getElementById("announced");
    line.textContent = JSON.parse(event.data);
    line.hidden = !line.textContent;
  };

  const plainly = answer => (answer.headers.get("content-type") || "").startsWith("text/plain");
  const unheard = offline?.textContent;

  const trouble = words => {
    offline.textContent = words || unheard;
    offline.hidden = false;
  };

  // a stream that was refused can't say why
  const why = () => {
    const asking = within(ANSWER);
    fetch(main.dataset.live, { headers: { "X-Speelhol": "1" }, signal: asking.signal }).then(
      // who may not look any more is told so by the page itself
      answer =>
        answer.ok
          ? asking.abort()
          : answer.status === 403
            ? location.reload()
            : plainly(answer)
              ? answer.text().then(trouble)
              : trouble(),
      () => trouble()
    );
  };

  // whether it was done is seen on a fresh stream
  const again = () => {
    hangUp();
    setTimeout(listen, 2000);
  };

  const hangUp = () => {
    if (source) {
      source.close();
      source = null;
    }
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? hangUp() : listen()));
  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", listen);

  if (main) {
    addEventListener("offline", () => {
      hangUp();
      trouble();
    });
    addEventListener("online", listen);
    main.addEventListener("rested", () => mark());
  }

  // ---- what is sent and asked for

  document.addEventListener("submit", async event => {
    const form = event.target,
      filled = document.querySelector("form[data-carry]");
    if (filled && form.elements.back) form.elements.back.value = carried(filled);
    if (!main || form.method !== "post" || !form.closest("main[data-live]")) return;
    event.preventDefault();
    if (busy || form.hasAttribute("aria-busy")) return;
    busy = true;
    form.setAttribute("aria-busy", "true");
    forget_refusal();
    const data = new URLSearchParams(new FormData(form, event.submitter)),
      decided = form.matches(".act,.undo");
    const listens = source?.readyState === EventSource.OPEN;
    // the form of the next question may be the same element
    const mine = ++posts;
    let wait = false,
      refused = false;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: data,
        headers: { "X-Speelhol": listens ? "listens" : "1" },
        signal: within(ANSWER).signal,
      });
      if (answer.redirected) {
        // what is open here stays open
        if (answer.url === location.href.split("#")[0]) location.reload();
        else location.href = answer.url;
        return;
      }
      refused = !answer.ok;
      // the stream brings what follows
      wait = answer.status === 204 && decided;
      const html = await answer.text();
      if (plainly(answer)) {
        trouble(html);
        again();
      }
      if (answer.status !== 204 && answer.headers.get("content-type").includes("html") && !html.startsWith("<!doctype"))
        morph(html, refused || !decided, true);
      if (!refused && form.matches(".say")) form.elements.text.value = "";
      if (!refused && decided) document.querySelector(".prompt")?.focus({ preventScroll: true });
      if (refused) main.dispatchEvent(new CustomEvent("refused", { detail: form }));
    } catch {
      trouble();
      again();
    }
    const done = () => form.removeAttribute("aria-busy");
    const overdue = () => {
      if (mine === posts && form.isConnected && form.hasAttribute("aria-busy")) {
        done();
        again();
      }
    };
    if (wait) setTimeout(overdue, NEWS);
    else done();
    busy = false;
    // a refusal stays to be read, for a moment
    if (late) setTimeout(show, refused ? READ : 0);
    late = false;
  });

  // what a bot thinks comes when somebody looks
  document.addEventListener(
    "toggle",
    async event => {
      const pop = event.target.open && event.target.querySelector("[data-hint]");
      if (!pop || pop.hasAttribute("aria-busy")) return;
      pop.setAttribute("aria-busy", "true");
      try {
        const answer = await fetch(pop.dataset.hint, { headers: { "X-Speelhol": "1" }, signal: within(ANSWER).signal }),
          text = await answer.text();
        if (answer.ok) pop.innerHTML = text;
        else pop.firstElementChild.textContent = text;
      } catch {
        /* the link in it still leads there */
      }
      // what did not come is asked for again when it is opened again
      if (pop.querySelector(".hint")) pop.setAttribute("aria-busy", "false");
      else pop.removeAttribute("aria-busy");
    },
    true
  );

  // the key stands behind the # and goes into the form
  const take = document.getElementById("take");

  if (take) {
    take.elements.key.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
  }

  label_all();
  speelhol.tick();

  // what draws the table has been loaded by then
  if (main)
    addEventListener("DOMContentLoaded", () => {
      ready = true;
      // somebody took the device over
      if (new URLSearchParams(location.search).has("holder")) attend(main.querySelector(".prompt,h1"));
      mark();
      listen();
      setInterval(() => {
        speelhol.tick();
        deaf();
      }, 500);
    });
})();
