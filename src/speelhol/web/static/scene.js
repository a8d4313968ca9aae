// Draws a table from its scene: plain data from the house, functions made of the same templates as the first page.
// Only the parts change whose data changed; what has the focus, is half filled in or moves stays as it is. No rules
// here.
"use strict";
globalThis.speelhol ??= {};
(() => {
  // ---- what the functions made of templates call

  class Markup {
    constructor(html) {
      this.html = html;
    }
    toString() {
      return this.html;
    }
  }

  const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };
  const str = value => (value == null ? "None" : value === true ? "True" : value === false ? "False" : String(value));
  const text = value => (value instanceof Markup ? value.html : str(value).replace(/[&<>'"]/g, sign => SIGNS[sign]));
  const len = value => (typeof value === "string" ? [...value].length : (value.length ?? Object.keys(value).length));

  const truth = value =>
    value instanceof Markup
      ? value.html !== ""
      : value !== null && typeof value === "object"
        ? len(value) > 0
        : Boolean(value);

  const has = (all, one) =>
    typeof all === "string" || Array.isArray(all) ? all.includes(one) : Object.hasOwn(all, one);

  const same = (a, b) =>
    a === b ||
    (a ?? null) === (b ?? null) ||
    (a !== null &&
      b !== null &&
      typeof a === "object" &&
      typeof b === "object" &&
      JSON.stringify(a) === JSON.stringify(b));

  const cap = value => {
    const [first = "", ...rest] = str(value);
    return first.toUpperCase() + rest.join("").toLowerCase();
  };

  const fmt = (sentence, values) => speelhol.fill(sentence, values);
  const newest = lines => Object.values(lines).reverse();
  const and = (a, b) => (truth(a) ? b() : a);
  const or = (a, b) => (truth(a) ? a : b());

  const range = (start, stop) => {
    const from = stop === undefined ? 0 : start,
      to = stop === undefined ? start : stop;
    return Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);
  };

  // a card's word, in two lines if it is long, as art.py sets it
  const foot = word => {
    const places = word.length > 11 ? [...word.matchAll(/ /g)].map(({ index }) => index) : [];
    if (!places.length) return word && `<text class="cardword" x="50" y="120">${text(word)}</text>`;
    const longest = place => Math.max(place, word.length - place);
    const at = places.reduce((best, place) => (longest(place) < longest(best) ? place : best));
    const below = `<tspan x="50" dy="12">${text(word.slice(at + 1))}</tspan>`;
    return `<text class="cardword" x="50" y="115">${text(word.slice(0, at))} ${below}</text>`;
  };

  const corners = (letter, red) => {
    const said = `<text class="cardrank${red ? " red" : ""}" x="13" y="24">${text(letter)}</text>`;
    return `${said}<g transform="rotate(180 50 70)">${said}</g>`;
  };

  const said = (name, word) =>
    word && name.startsWith("card-") ? corners(word, "HD".includes(name.at(-1))) : foot(word);

  const piece = (name, width = 100, height = 140, cls = "", given = "", word = "") =>
    new Markup(
      `<svg${cls ? ` class="${text(cls)}"` : ""} viewBox="0 0 ${width} ${height}" aria-hidden="true"` +
        `${given ? ` data-name="${text(given)}"` : ""}><use href="/static/art.svg#${text(name)}"/>${said(name, word)}</svg>`
    );

  const icon = (name, cls = "i") => piece(`u-${name}`, 24, 24, cls);
  const mark = (seat, cls = "") => piece(`seat-${seat + 1}`, 40, 40, cls);
  const part = (name, html) => new Markup(`<!--${name}-->${text(html)}<!--/-->`);

  speelhol.helpers = {
    Markup,
    text,
    str,
    truth,
    len,
    has,
    same,
    cap,
    fmt,
    newest,
    and,
    or,
    range,
    piece,
    icon,
    mark,
    part,
  };

  // ---- patches

  const patched = (old, patch) => {
    const now = Array.isArray(old) ? [...old] : { ...old };
    for (const key of patch["-"] ?? []) delete now[key];
    for (const [key, value] of Object.entries(patch["="] ?? {})) now[key] = value;
    for (const [key, more] of Object.entries(patch["~"] ?? {})) now[key] = patched(now[key], more);
    return now;
  };

  const touched = patch =>
    new Set([...Object.keys(patch["="] ?? {}), ...(patch["-"] ?? []), ...Object.keys(patch["~"] ?? {})]);

  // the parts that a patch concerns
  const redrawn = patch => {
    const keys = touched(patch),
      inner = patch["~"]?.scene && touched(patch["~"].scene),
      whole = keys.has("scene") && !inner;
    const drawn = macro => whole || (inner && (speelhol.game.reads[macro] ?? []).some(key => inner.has(key)));
    return Object.entries(speelhol.parts)
      .filter(([, one]) => one.reads.some(key => key !== "scene" && keys.has(key)) || one.uses.some(drawn))
      .map(([name]) => name);
  };

  // ---- the page

  // where each part begins; found once, as long as it is there
  let found = {};

  const marks = main => {
    const there = Object.entries(found);
    if (there.length && there.every(([name, at]) => at.isConnected && at.nodeValue === name)) return found;
    found = {};
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_COMMENT);
    while (walker.nextNode())
      if (walker.currentNode.nodeValue !== "/") found[walker.currentNode.nodeValue] = walker.currentNode;
    return found;
  };

  // the nodes of a part, and the mark behind them
  const run = start => {
    const nodes = [];
    let end = start.nextSibling;
    for (; end && !(end.nodeType === 8 && end.nodeValue === "/"); end = end.nextSibling) nodes.push(end);
    return [nodes, end];
  };

  const draw = (main, scene, names) => {
    const places = marks(main),
      { table, parts, game } = speelhol;
    // nobody has played here yet, or it is seen by other eyes now: nothing of before stays
    if (!places.prompt || main.firstElementChild.dataset.eyes !== str(scene.seat)) {
      const now = speelhol.morph.parse(text(table(scene, game.draw)));
      speelhol.morph.note?.(now);
      main.replaceChildren(...now);
      return;
    }
    Object.assign(main.firstElementChild.dataset, { state: scene.state, events: scene.events });
    for (const name of names ?? Object.keys(parts)) {
      const start = places[name];
      if (!start) continue;
      const [old, end] = run(start),
        html = text(parts[name].draw(scene, game.draw));
      if (!speelhol.markup?.redraw(start, old, html, end))
        speelhol.morph.run(start.parentNode, old, speelhol.morph.parse(html), end);
    }
  };

  // ---- news: the scene whole, or how it differs from the one before

  // stale: parts to draw; null for all of them
  let scene = null,
    stale = new Set();

  speelhol.scene = {
    begin: () => {
      speelhol.markup?.forget();
      scene = null;
      stale = new Set();
    },
    hear: news => {
      if (news.html !== undefined) {
        scene = null;
        return;
      }
      if (news.scene) {
        scene = news.scene;
        stale = null;
        return;
      }
      if (stale) for (const name of redrawn(news.patch)) stale.add(name);
      scene = patched(scene, news.patch);
    },
    get drawn() {
      return scene !== null;
    },
    get now() {
      return scene;
    },
    draw: main => {
      const names = stale;
      stale = new Set();
      draw(main, scene, names && [...names]);
    },
    render: whole => text(speelhol.table(whole, speelhol.game.draw)),
  };
})();
