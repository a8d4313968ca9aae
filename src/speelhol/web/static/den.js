// The page's own script: one stream, what is drawn from it, form posts. No rules here.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const main = document.querySelector("main[data-live]");
  const offline = document.getElementById("offline");
  const say = n => new Intl.NumberFormat(document.documentElement.lang).format(n).replaceAll("\u202f", "\xa0");
  const SILENCE = 40_000;                                        // the house says something every fifteen seconds
  const ANSWER = 20_000, NEWS = 8_000, READ = 4_000, FRAME = 200;   // longest waits: for an answer, what follows from it, a reader, the screen
  const within = time => { const asking = new AbortController(); setTimeout(() => asking.abort(), time); return asking; };
  let source = null, number = 0, whole = null, drawing = false, late = false, busy = false, plainly_drawn = false, ready = false, posts = 0;

  const moment = form => form.elements.moment && form.elements.moment.value;
  const here = () => { const form = main.querySelector("form.act"); return form ? moment(form) : ""; };
  const CONTROLS = "button,a[href],summary,select,input:not([type=hidden])";
  const attend = place => {                                      // a control, or something to read on from
    if (!place) return;
    if (!place.matches(CONTROLS)) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const around = active => {                                     // what stands around and behind what has the focus
    const outer = [];
    for (let one = main.contains(active) ? active : main; one !== main; one = one.parentElement) outer.push(one.parentElement);
    return { outer, after: outer.length ? [...main.querySelectorAll(CONTROLS)].filter(one => active.compareDocumentPosition(one) & 4) : [] };
  };
  const move_on = ({ outer, after }) => {                        // it is gone: to the next control in the same row, or to the heading
    const near = outer.find(one => one.isConnected) ?? main, row = near.closest(".dock") ? null : near.closest("li,.gobar");
    const next = row && (after.find(one => one.isConnected && row.contains(one)) ?? row.querySelector(CONTROLS));
    attend(next || near.closest(".block")?.querySelector("h2") || main.querySelector(".prompt,h1"));
  };
  const change = (how, answer = false) => {                      // around every change of what is shown
    const before = here();
    main.dispatchEvent(new Event("morphing"));
    const active = document.activeElement, typed = active && active.matches("input,select") ? active : null;
    const place = around(active);
    how();
    if (place.outer.length && !active.isConnected) move_on(place);
    if (!answer && before !== here()) document.getElementById("refusal")?.remove();
    dress();
    if (typed && document.contains(typed)) typed.focus({ preventScroll: true });
    main.dispatchEvent(new Event("morphed"));
    mark();
  };
  const morph = (html, keep = true, answer = false) => change(() => speelhol.morph.inside(main, html, keep, answer), answer);
  let shown = "";
  const icon = document.querySelector("link[rel=icon]"), plain = icon.href;
  const crown = () => {                                          // how it ended, its headline below the bar
    const box = document.querySelector(".podium-box");
    if (!box) return;
    box.scrollIntoView({ block: "start", behavior: "instant" });
    const bar = main.querySelector(".prompt").getBoundingClientRect().bottom;
    scrollBy({ top: box.getBoundingClientRect().top - bar - 8, behavior: "instant" });
  };
  const mark = () => {                                           // the tab says whose move it is, once it may be told
    if (main.classList.contains("unfolding")) return;
    const state = main.firstElementChild && main.firstElementChild.dataset.state;
    if (state === "over" && shown && shown !== "over") crown();
    shown = state;
    document.title = (state === "mine" ? "● " : "") + document.title.replace(/^● /, "");
    const now = state === "mine" ? plain.replace("icon.", "icon-turn.") : plain;
    if (icon.href !== now) icon.href = now;
  };
  const draw = () => {
    if (!drawing) return;
    drawing = false;
    if (busy) { late = true; return; }
    if (whole !== null) { const html = whole; whole = null; morph(html); return; }
    if (!speelhol.scene?.drawn) return;
    try { change(() => speelhol.scene.draw(main)); } catch (error) { plain_page("template"); throw error; }
  };
  const show = () => {                                           // the newest state wins
    if (busy) { late = true; return; }
    if (drawing) return;
    drawing = true;
    main.dispatchEvent(new Event("coming"));
    requestAnimationFrame(draw);
    setTimeout(draw, FRAME);                                     // where nothing is painted, there is no frame to wait for
  };

  // ---- what is off: the page fetches itself whole, once, and goes on; the house counts how often
  let told = 0;
  const report = kind => { if (told++ < 5) navigator.sendBeacon("/trouble/" + kind); };
  const plain_page = kind => {                                   // what this script can't draw comes as HTML from now on
    report(kind);
    if (plainly_drawn) return;
    plainly_drawn = true;
    hush();
    listen();
  };
  const renewed = build => {                                     // whether it was fetched anew for this build before: once is enough
    try {
      const before = sessionStorage.getItem("build") === build;
      sessionStorage.setItem("build", build);
      return before;
    } catch { return true; }                                     // a browser that keeps nothing can't tell
  };
  const hear = news => {
    if (news.build && news.build !== main.dataset.build && !plainly_drawn) {   // the house was changed: so must the page and its scripts
      if (renewed(news.build)) plain_page("build");
      else { report("build"); location.reload(); }
      return;
    }
    if (news.n !== number + 1) { report("gap"); again(); return; }
    number = news.n;
    if (news.html !== undefined) whole = news.html; else whole = null;
    speelhol.scene?.hear(news);
    show();
  };
  if (main) {
    addEventListener("error", () => report("script"));
    addEventListener("unhandledrejection", () => report("script"));
    main.addEventListener("stuck", () => report("stuck"));
  }

  const came = performance.getEntriesByType("navigation")[0];      // when the page came, by the clock of this device,
  const skew = main && came ? performance.timeOrigin + came.responseStart - main.dataset.now : 0;  // and by the house's
  const lang = document.documentElement.lang;
  const wide = matchMedia("(min-width: 1280px)");
  const unit = (n, name, unitDisplay) => new Intl.NumberFormat(lang, { style: "unit", unit: name, unitDisplay }).format(n);
  const lasting = (s, brief) => {                                // 2 days, 3 hours; 0:43; on a small plaque 2d
    const m = Math.floor(s / 60), h = Math.floor(m / 60), d = Math.floor(h / 24);
    const two = (n, name, rest, smaller) => brief ? unit(n, name, "narrow") : unit(n, name, "long") + (rest ? ", " + unit(rest, smaller, "long") : "");
    if (d) return two(d, "day", h % 24, "hour");
    if (h) return two(h, "hour", m % 60, "minute");
    return brief && m > 9 ? m + "\u2032" : m + ":" + String(s % 60).padStart(2, "0");
  };
  const tick = () => {
    let mine = false;
    document.querySelectorAll("[data-deadline]").forEach(clock => {
      const left = Math.max(0, Math.ceil((clock.dataset.deadline - Date.now() + skew) / 1000));
      const text = left ? lasting(left, !wide.matches && !clock.closest(".prompt")) : main.dataset.up;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("urgent", left <= 10);
      mine = mine || (left > 0 && left <= 10 && !!clock.closest(".prompt"));
    });
    const warn = document.getElementById("warn"), text = mine ? main.dataset.warn : "";
    if (warn && warn.textContent !== text) warn.textContent = text;
  };

  let last = 0;                                                  // when the stream was last heard: one that died says nothing
  const heard = () => { last = Date.now(); };
  const deaf = () => { if (source && Date.now() - last > SILENCE) { trouble(); again(); } };
  const listen = () => {
    if (!ready || !main.dataset.live || source || document.hidden) return;
    source = new EventSource(main.dataset.live + (plainly_drawn ? "&html=1" : ""));
    number = 0;
    speelhol.scene?.begin();
    heard();
    source.onmessage = event => { heard(); hear(JSON.parse(event.data)); };
    source.addEventListener("beat", heard);
    source.onopen = () => { heard(); offline.hidden = true; };
    source.onerror = () => {
      if (!source || source.readyState !== EventSource.CLOSED) { trouble(); return; }
      source = null;
      why();
      setTimeout(listen, 1500 + 1500 * Math.random());           // not everybody at the same moment
    };
  };
  const plainly = answer => (answer.headers.get("content-type") || "").startsWith("text/plain");
  const unheard = offline && offline.textContent;
  const trouble = words => { offline.textContent = words || unheard; offline.hidden = false; };
  const why = () => {                                            // a stream that was refused can't say why
    const asking = within(ANSWER);
    fetch(main.dataset.live, { headers: { "X-Speelhol": "1" }, signal: asking.signal })
      .then(answer => answer.ok ? asking.abort() : plainly(answer) ? answer.text().then(trouble) : trouble(), () => trouble());
  };
  const again = () => { hush(); setTimeout(listen, 2000); };     // whether it was done is seen on a fresh stream
  const hush = () => { if (source) { source.close(); source = null; } };
  document.addEventListener("visibilitychange", () => document.hidden ? hush() : listen());
  addEventListener("pagehide", hush);
  addEventListener("pageshow", listen);
  if (main) {
    addEventListener("offline", () => { hush(); trouble(); });
    addEventListener("online", listen);
    main.addEventListener("rested", () => mark());
  }

  const label = form => {                                        // the button says what will happen
    const go = form.querySelector(".btn-go"), chosen = form.querySelector("input[name=part]:checked, input[name=part][type=hidden]");
    if (!go) return;
    const fields = form.querySelectorAll("[data-part]");
    let words = chosen && chosen.type === "radio" ? chosen.nextElementSibling.textContent : go.textContent;
    fields.forEach(f => {
      f.hidden = !chosen || f.dataset.part !== chosen.value;
      if (!f.hidden && f.dataset.say) words = f.dataset.say.replace(/\{([\w.-]+)\}/g, (_, id) => {
        const field = document.getElementById(id);
        return field.options ? field.options[field.selectedIndex].text : say(field.value);
      });
      const total = f.querySelector(".total");
      if (total) {
        const sum = [...f.querySelectorAll(".num")].reduce((n, field) => n + Number(field.value), 0);
        total.textContent = say(sum) + " / " + say(total.dataset.most);
        total.classList.toggle("over", sum > total.dataset.most);
      }
    });
    form.querySelectorAll(".stepper").forEach(s => { s.dataset.shown = say(s.querySelector(".num").value); });   // 50,000, not 50000
    const said = chosen ? words : go.dataset.idle;
    if (go.textContent !== said) go.textContent = said;
    go.setAttribute("aria-disabled", !chosen);
  };
  document.addEventListener("chosen", event => label(event.target));
  const dress = () => { document.querySelectorAll("form.act").forEach(label); tick(); };

  const carried = form => {                                      // its own page, filled in as it is; a deal is asked for anew
    const filled = new URLSearchParams(new FormData(form));
    ["ticket", "luck"].forEach(name => filled.delete(name));
    return new URL(form.action).pathname + "?" + filled;
  };
  const corrected = () => document.getElementById("refusal")?.remove();   // who chooses anew has read why not
  const fill = (field, value) => { field.value = value; field.dispatchEvent(new Event("input", { bubbles: true })); };
  document.addEventListener("input", event => {
    const field = event.target;
    if (field.type === "range") document.getElementById(field.dataset.for).value = field.value;
    if (field.type === "number") { const s = document.querySelector(`.slider[data-for="${field.id}"]`); if (s) s.value = field.value; }
    if (field.form && field.form.matches(".act")) { label(field.form); if (event.isTrusted) corrected(); }
    if (field.dataset.go !== undefined) location.href = carried(field.form);
  });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-set],[data-by],[data-copy]");
    if (event.target.closest("[data-set],[data-by],[data-pick]")) corrected();
    if (!button) return;
    if (button.dataset.set) fill(document.getElementById(button.dataset.set), button.dataset.value);
    if (button.dataset.by) {
      const field = document.getElementById(button.dataset.for);
      const value = Number(field.value) + button.dataset.by * field.step;
      fill(field, Math.min(field.max, Math.max(field.min, value)));
    }
    if (button.dataset.copy) {
      const done = () => { (button.querySelector("span") || button).textContent = button.dataset.done; };
      if (navigator.share && matchMedia("(pointer:coarse)").matches) navigator.share({ url: button.dataset.copy }).catch(() => {});
      else if (navigator.clipboard) navigator.clipboard.writeText(button.dataset.copy).then(done, () => {});
    }
  });
  document.addEventListener("submit", async event => {
    const form = event.target, filled = document.querySelector("form[data-carry]");
    if (filled && form.elements.back) form.elements.back.value = carried(filled);
    if (!main || form.method !== "post" || !form.closest("main[data-live]")) return;
    event.preventDefault();
    if (busy || form.hasAttribute("aria-busy")) return;
    busy = true;
    form.setAttribute("aria-busy", "true");
    document.getElementById("refusal")?.remove();
    const data = new URLSearchParams(new FormData(form, event.submitter)), decided = form.matches(".act,.undo");
    const listens = source && source.readyState === EventSource.OPEN;
    const mine = ++posts;                                        // the form of the next question may be the same element
    let wait = false, refused = false;
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, headers: { "X-Speelhol": listens ? "listens" : "1" }, signal: within(ANSWER).signal });
      if (answer.redirected) { location.href = answer.url; return; }
      refused = !answer.ok;
      wait = answer.status === 204 && decided;                   // the stream brings what follows
      const html = await answer.text();
      if (plainly(answer)) { trouble(html); again(); }
      if (answer.status !== 204 && answer.headers.get("content-type").includes("html") && !html.startsWith("<!doctype")) morph(html, refused || !decided, true);
      if (!refused && form.matches(".say")) form.elements.text.value = "";
      if (!refused && decided) document.querySelector(".prompt")?.focus({ preventScroll: true });
      const tip = refused && document.querySelector(".coach");     // who is told to follow it must see it; why not stands in the dock
      if (tip) tip.scrollIntoView({ block: "nearest" });
      else if (refused) document.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
    } catch { trouble(); again(); }
    const done = () => form.removeAttribute("aria-busy");
    const overdue = () => { if (mine === posts && form.isConnected && form.hasAttribute("aria-busy")) { done(); again(); } };
    if (wait) setTimeout(overdue, NEWS);
    else done();
    busy = false;
    if (late) setTimeout(show, refused ? READ : 0);              // a refusal stays to be read, for a moment
    late = false;
  });

  document.addEventListener("toggle", async event => {            // what a bot thinks comes when somebody looks
    const pop = event.target.open && event.target.querySelector("[data-hint]");
    if (!pop || pop.hasAttribute("aria-busy")) return;
    pop.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(pop.dataset.hint, { headers: { "X-Speelhol": "1" }, signal: within(ANSWER).signal }), text = await answer.text();
      if (answer.ok) pop.innerHTML = text; else pop.firstElementChild.textContent = text;
    } catch { /* the link in it still leads there */ }
    if (pop.querySelector(".hint")) pop.setAttribute("aria-busy", "false");
    else pop.removeAttribute("aria-busy");                       // asked for again when it is opened again
  }, true);

  const take = document.getElementById("take");                  // the key stands behind the # and goes into the form
  if (take) { take.elements.key.value = location.hash.slice(1); history.replaceState(null, "", location.pathname); }
  dress();
  if (main) addEventListener("DOMContentLoaded", () => {          // what draws the table has been loaded by then
    ready = true;
    if (new URLSearchParams(location.search).has("face")) attend(main.querySelector(".prompt,h1"));   // somebody took the device over
    mark();
    listen();
    setInterval(() => { tick(); deaf(); }, 500);
  });
})();
