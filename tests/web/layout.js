// What is wrong with how a page lies on the screen: a control that can't be hit at its middle, text that lies over text or
// under a picture, text that is cut or squeezed, whatever runs off the side, and what one decides with out of sight. Gives [what, an element's name, a box of the page] each.
() => {
  const wrong = [], root = document.scrollingElement, wide = innerWidth, high = innerHeight;
  const CONTROLS = "a[href], button, summary, select, textarea, [data-pick], input:not([type=hidden])";
  const called = e => {
    const words = (e.getAttribute("aria-label") || e.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    const name = n => n.tagName.toLowerCase() + [...n.classList].slice(0, 2).map(c => "." + c).join("");
    return `${e.parentElement ? name(e.parentElement) + " > " : ""}${name(e)} “${words}”`;
  };
  const page = r => [r.x + scrollX, r.y + scrollY, r.width, r.height].map(Math.round);
  const say = (what, e, r = e.getBoundingClientRect()) => wrong.push([what, called(e), page(r)]);
  const styles = new Map(), style = e => styles.get(e) ?? (styles.set(e, getComputedStyle(e)), styles.get(e));
  const memo = make => { const kept = new Map(), get = e => kept.has(e) ? kept.get(e) : (kept.set(e, make(e, get)), kept.get(e)); return get; };
  const OPENED = ".pop, .hostsheet, .sendaway > form, .deedbook .all";
  const unseen = memo((e, up) => !!e && e !== document.documentElement && (style(e).clipPath === "inset(50%)" || style(e).opacity === "0" || e.matches("[popover]:not(:popover-open), .sprite, .skip") || up(e.parentElement)));
  const layer = memo((e, up) => !e ? null : ["sticky", "fixed"].includes(style(e).position) || e.matches(":popover-open, .pop, .sendaway > form, .deedbook[open] .all") ? e : up(e.parentElement));
  const frame = memo((e, up) => {                                // the boxes that clip what is in e, nearest first
    if (!e || e === document.body || e === document.documentElement) return [];
    const { overflowX: x, overflowY: y } = style(e), more = style(e).position === "fixed" ? [] : up(e.parentElement);
    const clips = v => v === "hidden" || v === "clip", rolls = v => v === "auto" || v === "scroll";
    return x === "visible" && y === "visible" ? more : [{ e, clipX: clips(x), clipY: clips(y), rollX: rolls(x), rollY: rolls(y) }, ...more];
  });
  const shown = e => e.checkVisibility({ visibilityProperty: true }) && !unseen(e);
  for (const one of document.getAnimations()) if (one.animationName === "deaf") one.finish();
  const bars = [...document.querySelectorAll(".offline")];       // taps go through it, eyes don't
  bars.forEach(bar => { bar.style.pointerEvents = "auto"; });

  if (root.scrollWidth > wide) {
    say(`the page is ${root.scrollWidth} px wide`, document.body);
    [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > wide + 1 && shown(e) && !frame(e.parentElement).length).slice(0, 3).forEach(e => say("runs off the side", e));
  }

  // ---- text
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || !shown(e) || e.closest("script, style, option, noscript")) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(r => r.width > 1 && r.height > 1);
    if (!lines.length) continue;
    const words = node.data.trim(), rows = new Set(lines.map(r => Math.round(r.y))).size;
    if (words.includes(" ") && !e.closest("td") && ((rows > 3 && words.length / rows < 5) || (rows > 6 && words.length / rows < 12))) say(`${rows} lines for “${words.slice(0, 40)}”`, e);
    const boxes = frame(e).map(one => ({ ...one, r: one.e.getBoundingClientRect() }));
    let lost = "";
    for (const line of lines) {
      let box = { left: line.left, right: line.right, top: line.top + line.height * .2, bottom: line.bottom - line.height * .18 };
      for (const { e: by, r, clipX, clipY, rollX, rollY } of boxes) {
        const outX = box.left < r.left - 1.5 || box.right > r.right + 1.5, outY = box.top < r.top - 1 || box.bottom > r.bottom + 1;
        if ((clipX && outX) || (clipY && outY)) lost ||= called(by);
        box = { left: Math.max(box.left, r.left), right: Math.min(box.right, r.right), top: Math.max(box.top, r.top), bottom: Math.min(box.bottom, r.bottom) };
        if (rollX || rollY) if (box.right <= box.left || box.bottom <= box.top) break;    // it can be scrolled to
      }
      if (box.right - box.left < 2 || box.bottom - box.top < 2) continue;
      if (box.right > wide + 1 || box.left < -1) lost ||= "the screen";
      texts.push({ e, node, box, over: layer(e) });
    }
    if (lost) say(`cut by ${lost}`, e);
    const home = e.closest("button, .btn, .tag, .offer > span, .toast, .plate, .chip, .dtag"), r = home && home.getBoundingClientRect();
    if (home && lines.some(l => l.left < r.left - 1.5 || l.right > r.right + 1.5 || l.bottom - l.height * .2 > r.bottom + 2 || l.top + l.height * .2 < r.top - 2)
      && !e.closest(".agent, .place") && style(e).position !== "absolute") say("spills out of its box", e);
  }
  for (const e of document.querySelectorAll(".botsign")) {      // a badge is to be read too
    const { left, right, top, bottom } = e.getBoundingClientRect();
    if (shown(e) && right > left) texts.push({ e, node: e, box: { left, right, top, bottom }, over: layer(e) });
  }
  texts.sort((a, b) => a.box.top - b.box.top);
  const told = new Set();
  texts.forEach((a, i) => {
    for (let j = i + 1; j < texts.length && texts[j].box.top < a.box.bottom; j++) {
      const b = texts[j];
      if (a.node === b.node || a.over !== b.over) continue;
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left), y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x < 2 || y < 2) continue;
      const key = called(a.e) + called(b.e);
      if (!told.has(key)) { told.add(key); say(`lies over ${called(b.e)}`, a.e); }
    }
  });

  // ---- pictures that lie over text
  const solid = e => e.closest("svg.card, img");
  // a heap is a fan that closes as it grows, but for one to pick from
  const fanned = (e, other) => e.closest(".heap:not(:has([data-pick]))")?.contains(other);
  for (const { e, box, over } of texts) {
    if (style(e).pointerEvents === "none") continue;
    const y = (box.top + box.bottom) / 2, under = [box.left + 2, (box.left + box.right) / 2, box.right - 2].map(x => document.elementFromPoint(x, y)).find(hit => hit && solid(hit) && layer(hit) === over && !e.contains(hit) && !fanned(e, hit));
    if (under) say(`lies under ${called(solid(under))}`, e);
  }

  // ---- what is picked, however it is lifted
  for (const e of document.querySelectorAll(".bottom [aria-pressed=true]")) {
    const bottom = e.closest(".bottom"), above = bottom.getBoundingClientRect().top - bottom.scrollTop;
    if (shown(e) && e.getBoundingClientRect().top < above && style(bottom).overflowY !== "visible") say("is cut by the board", e);
  }

  // ---- what lies over a bar, taps or not
  const solidly = new CSSStyleSheet();
  solidly.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, solidly];
  for (const { e, box, over } of texts) {
    const hit = over && document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (hit && layer(hit) === null && !hit.contains(over)) say(`lies under ${called(hit)}`, e);
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== solidly);

  // ---- amounts, names and choices in boxes
  const pen = document.createElement("canvas").getContext("2d");
  for (const e of document.querySelectorAll("select, input[placeholder]")) {
    if (!shown(e)) continue;
    const s = style(e), words = e.options ? e.options[e.selectedIndex]?.text : e.value ? "" : e.placeholder;
    pen.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    const room = e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) - (e.options ? 18 : 0), need = pen.measureText(words).width;
    if (need > room + 1) say(`“${words}” needs ${Math.round(need)} px and has ${Math.round(room)}`, e);
  }

  // ---- controls
  const hits = (e, x, y) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    if (hit.closest(OPENED) && !e.closest(OPENED)) return true;  // what was opened over the page can be closed again
    const label = hit.closest("label");
    return e === hit || e.contains(hit) || (label && (label.control === e || label.contains(e)));
  };
  const spot = e => {
    const r = [...e.getClientRects()].find(r => r.width && r.height);
    return r && [r.x + r.width / 2, r.y + r.height / 2];
  };
  const stuck = which => [...document.querySelectorAll(which)].find(e => getComputedStyle(e).position === "sticky")?.getBoundingClientRect();
  const ceiling = () => Math.max(0, stuck(".prompt")?.bottom ?? 0), floor = () => { const top = stuck(".bottom, .gobar")?.top ?? high; return top > ceiling() ? Math.min(high, top) : high; };
  const within = ([x, y]) => x >= 0 && x < wide && y >= 0 && y < high;
  const controls = [...document.querySelectorAll(CONTROLS)].map(e => unseen(e) && e.closest("label") ? e.closest("label") : e)
    .filter((e, i, all) => all.indexOf(e) === i && shown(e) && !e.closest("[inert]") && style(e).pointerEvents !== "none" && spot(e));
  for (const e of controls) {
    if (within(spot(e)) && hits(e, ...spot(e))) continue;
    let fine = false, last = null;
    for (const block of ["center", "free"]) {
      e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      if (block === "free") scrollBy({ top: spot(e)[1] - (ceiling() + floor()) / 2, behavior: "instant" });
      const [x, y] = spot(e);
      if ((fine = within([x, y]) && hits(e, x, y))) break;
      last ??= within([x, y]) ? document.elementFromPoint(x, y) : null;
    }
    if (!fine) say(last ? `lies under ${called(last)}` : "can't be reached", e);
  }
  document.querySelectorAll(".board, .mine, .bottom, .seats, .sheet, .logbox, .hands, .pop, .hostsheet, .scroll, [data-zoom]").forEach(e => { e.scrollTop = 0; e.scrollLeft = 0; });
  scrollTo({ left: 0, top: 0, behavior: "instant" });

  // ---- what is mine is in sight while I decide: what I hold, what it adds up to, and the button; on a phone of today what I may answer on the board too
  const decides = document.querySelector("#live[data-state=mine] form.act") !== null;
  const sees = (what, which) => {
    for (const e of decides ? document.querySelectorAll(which) : []) {
      if (!shown(e)) continue;
      const box = e.closest(".hands") && style(e.closest(".hands")).overflowY === "auto" ? e.closest(".hands") : e, r = box.getBoundingClientRect();
      const under = [.1, .5, .9].map(t => document.elementFromPoint(r.x + r.width / 2, r.y + r.height * t)).find(hit => !hit || !(box.contains(hit) || hit.contains(box) || hit.closest(OPENED)));
      if (under !== undefined) say(under ? `${what} lies under ${called(under)}` : `${what} is out of sight`, e, r);
    }
  };
  sees("what I hold", ".hand");
  sees("the sum", ".total");
  sees("the button", ".act .btn-go");
  if ((high > 800 || high < 500) && !bars.some(shown) && !document.querySelector(".aslist[open]")) sees("an answer", `.board .chip${high < 500 ? ":not(.sums *)" : ""}, .board .pill:not(.hud *)`);
  bars.forEach(bar => { bar.style.pointerEvents = ""; });
  return wrong;
}
