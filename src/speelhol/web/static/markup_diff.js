// Markup that is known becomes other markup: what differs is found by comparing the two texts, so that only that is
// read, parsed and touched on the page.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const TAG = /<(\/?)([\w-]+)((?:"[^"]*"|[^">/]|\/(?!>))*)(\/?)>/g;
  const EMPTY = /^(?:br|hr|img|input)$/;
  // what is kept while it is half filled in or was opened by hand, or waits for an answer: compared as it is on the page
  const KEPT = /^<form|\sdata-keep/,
    // and what stays as it is where nothing else is written
    STAYS = /\sdata-keep|^<form class="act[ "]/;
  // so far it is looked for what was written there before
  const AHEAD = 9,
    BACK = 4;

  // what was written there, if it is here again
  const again = (html, at, known, near) => {
    for (let n = Math.max(0, near - BACK); n < known.length && n < near + AHEAD; n++)
      if (known[n].tag && html.startsWith(known[n].html, at)) return n;
    return -1;
  };

  // nodes as they are written: each with its markup, an element also with its first tag and its own nodes; null where
  // tags are not plainly nested. What was written before, in `known`, is not read again
  const written = (html, known) => {
    const root = { nodes: [] };
    let last = 0,
      outer = { node: root, known, near: 0 };
    const words = end => {
      if (end > last) outer.node.nodes.push({ name: "#text", html: html.slice(last, end) });
      last = end;
    };
    for (;;) {
      const next = html.indexOf("<", last),
        old = next < 0 ? -1 : again(html, next, outer.known, outer.near);
      if (old >= 0) {
        words(next);
        outer.node.nodes.push(outer.known[old]);
        outer.near = old + 1;
        last += outer.known[old].html.length;
        continue;
      }
      TAG.lastIndex = next < 0 ? html.length : next;
      const found = TAG.exec(html);
      words(found ? found.index : html.length);
      if (!found) return outer.node === root ? root.nodes : null;
      const { 0: tag, 1: shuts, 4: alone } = found,
        name = found[2].toLowerCase();
      last += tag.length;
      if (shuts) {
        if (outer.node.name !== name) return null;
        outer.node.html = html.slice(outer.from, last);
        outer = outer.outer;
        continue;
      }
      const node = { name, tag, html: tag, nodes: [] },
        like = outer.known.findIndex((one, n) => n >= outer.near && one.name === name);
      outer.node.nodes.push(node);
      if (like >= 0) outer.near = like + 1;
      if (!alone && !EMPTY.test(name))
        outer = { node, outer, from: found.index, known: outer.known[like]?.nodes ?? [], near: 0 };
    }
  };

  const told = (node, name) => node.tag?.match(name)?.[1];
  const ID = /\sid="([^"]*)"/,
    KEY = /\sdata-key="([^"]*)"/,
    HELD = /\sdata-held="([^"]*)"/;
  const kin = (old, now) =>
    old.name === now.name && told(old, ID) === told(now, ID) && told(old, KEY) === told(now, KEY);

  // nodes of the page, made of what is written below a parent
  const made = (parent, html) => {
    const { parse } = speelhol.morph;
    return parent instanceof SVGElement ? [...parse(`<svg>${html}</svg>`)[0].childNodes] : parse(html);
  };

  // words and attributes are read without a parser, where they are written as our templates write them
  const SIGNS = { amp: "&", lt: "<", gt: ">", "#39": "'", "#34": '"' },
    OTHER = /&(?!(?:amp|lt|gt|#39|#34);)/,
    PLAIN = /^<[\w-]+(?:\s+[\w-]+(?:="[^"]*")?)*\s*\/?>$/;
  const plain = html => html.replace(/&(amp|lt|gt|#39|#34);/g, (_, sign) => SIGNS[sign]);

  const attributes = (parent, { name, tag }) =>
    PLAIN.test(tag) && !OTHER.test(tag)
      ? Array.from(tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g), ([, name, value = ""]) => ({ name, value: plain(value) }))
      : made(parent, tag.endsWith("/>") ? tag : `${tag}</${name}>`)[0].attributes;

  const become = (parent, node, old, now) => {
    const { dress, note, run } = speelhol.morph,
      held = told(now, HELD),
      words = node.nodeType === 3;
    if (words && !OTHER.test(now.html)) {
      node.nodeValue = plain(now.html);
      return;
    }
    // what was held back may show something older than what was written
    if (words || held !== told(old, HELD)) {
      run(parent, [node], made(parent, now.html), node.nextSibling);
      return;
    }
    if (old.tag !== now.tag) dress(node, attributes(parent, now));
    if (held && note) note(made(parent, now.html));
    else update(node, [...node.childNodes], old.nodes, now.nodes, null);
  };

  const further = (all, from, html) => {
    for (let n = from; n < all.length && n < from + AHEAD; n++) if (all[n].tag && all[n].html === html) return n - from;
    return -1;
  };

  const kept = one => one.tag && KEPT.test(one.tag);

  // siblings on the page, written as `old`, become what is written as `now`
  const update = (parent, nodes, old, now, end) => {
    const { run } = speelhol.morph,
      keeps = old.filter(kept),
      still = now.filter(kept);
    // a script has been there, or the browser reads it otherwise; or what is kept was drawn anew
    if (
      nodes.length !== old.length ||
      nodes.some((node, n) => node.nodeName.toLowerCase() !== old[n].name) ||
      keeps.length !== still.length ||
      keeps.some((one, n) => one.html !== still[n].html)
    ) {
      run(parent, nodes, made(parent, now.map(one => one.html).join("")), end);
      return;
    }
    // what stands between what is kept
    let [from, begin] = [0, 0];
    keeps.forEach((one, n) => {
      const at = old.indexOf(one, from),
        to = now.indexOf(still[n], begin),
        node = nodes[at];
      align(parent, nodes.slice(from, at), old.slice(from, at), now.slice(begin, to), node);
      if (!STAYS.test(one.tag)) run(parent, [node], made(parent, one.html), node.nextSibling);
      [from, begin] = [at + 1, to + 1];
    });
    align(parent, nodes.slice(from), old.slice(from), now.slice(begin), end);
  };

  const align = (parent, nodes, old, now, end) => {
    const { note } = speelhol.morph;
    let at = 0,
      fresh = "";
    // what comes in a row is parsed at once
    const insert = () => {
      if (!fresh) return;
      const came = made(parent, fresh);
      fresh = "";
      note?.(came);
      came.forEach(node => parent.insertBefore(node, nodes[at] ?? end));
    };
    now.forEach((one, place) => {
      if (at < old.length && one.tag && old[at].html !== one.html) {
        const gone = further(old, at + 1, one.html),
          came = old[at].tag ? further(now, place + 1, old[at].html) : -1;
        if (gone >= 0 && (came < 0 || gone <= came)) {
          insert();
          for (let n = 0; n <= gone; n++) nodes[at++].remove();
        } else if (came >= 0) {
          fresh += one.html;
          return;
        }
      }
      const same = old[at]?.html === one.html;
      if (!same && !(at < old.length && kin(old[at], one))) {
        fresh += one.html;
        return;
      }
      insert();
      if (!same) become(parent, nodes[at], old[at], one);
      at++;
    });
    insert();
    for (; at < nodes.length; at++) nodes[at].remove();
  };

  // how each part was written when it was drawn last, by the mark before it
  let parts = new WeakMap();

  // whether a part could be drawn anew by what is known of it
  const redraw = (start, nodes, html, end) => {
    const known = parts.get(start);
    if (known?.html === html) return true;
    const now = { html, nodes: written(html, known?.nodes ?? []) };
    parts.set(start, now);
    if (!known?.nodes || !now.nodes) return false;
    update(start.parentNode, nodes, known.nodes, now.nodes, end);
    return true;
  };

  // something else was drawn there
  const forget = () => {
    parts = new WeakMap();
  };

  speelhol.markup = { redraw, forget };
})();
