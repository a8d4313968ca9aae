// Put into a page that plays a match: keeps how long it was without a way to answer, or empty, and says what it shows. It looks and touches nothing.
() => {
  if (window.watched) return;
  const find = what => document.querySelector(what);
  const shown = e => !!e && e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0;
  const content = e => e && (e.closest("svg, button, input, a, select, [role=button]") || [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
  const bare = () => {                            // hardly anything to see on the whole screen below the bar
    const roof = find(".prompt")?.getBoundingClientRect().bottom ?? 0;
    let seen = 0;
    for (let v = 1; v < 12; v++) for (let u = 1; u < 8; u++)
      if (content(document.elementFromPoint(innerWidth * u / 8, roof + (innerHeight - roof) * v / 12))) seen += 1;
    return seen < 4;
  };
  const moment = () => find("form.act input[name=moment]")?.value ?? "";
  const state = () => find("#live")?.dataset.state ?? "";
  const answerable = () => shown(find("form.act .btn-go")) && shown(find(".prompt h1")) && !find("form.act[aria-busy]");
  const told = () => {
    const head = find(".podium-box h2");
    if (!shown(head)) return false;
    const { top, bottom, left, width } = head.getBoundingClientRect();
    return [top + 3, bottom - 3].every(y => document.elementFromPoint(left + width / 2, y)?.closest(".podium-box h2"));
  };
  const longest = { mute: 0, bare: 0 }, lasts = { mute: 0, bare: 0 };
  let sent = "", last = performance.now();
  const clock = (name, on, passed) => {
    lasts[name] = on ? lasts[name] + passed : 0;
    longest[name] = Math.max(longest[name], lasts[name]);
  };
  const tick = () => {                            // on a busy machine only the time counts in which the page could run
    const now = performance.now(), passed = Math.min(200, now - last);
    last = now;
    if (document.hidden || !find("#live")) return;
    clock("mute", state() === "mine" && moment() !== sent && !answerable(), passed);
    clock("bare", bare(), passed);
  };
  setInterval(tick, 100);
  window.watched = {
    send: () => { sent = moment(); },
    look: () => ({
      state: state(), moment: moment(), answerable: answerable(), told: told(), longest,
      busy: !!find("form[aria-busy]"), alarm: !!find("[role=alert]")
    }),
    text: () => (find("main")?.innerText ?? "").slice(0, 300)
  };
}
