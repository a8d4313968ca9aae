// Markup that is known becomes other markup: what differs is found by comparing the two texts, so that only that is
// parsed and touched on the page.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const TAG = /<(\/?)([\w-]+)((?:"[^"]*"|[^">/]|\/(?!>))*)(\/?)>/g;
  const EMPTY = /^(?:br|hr|img|input)$/;
  // what is kept while it is half filled in or was opened by hand, or waits for an answer: compared as it is on the page
  const KEPT = /^<form|\sdata-keep/;

  // nodes as they are written: each with its markup, an element also with its first tag and its own nodes; null where
  // tags are not plainly nested
  const written = html => {
    const root = { nodes: [] },
      outer = [root];
    let last = 0;
    const words = (node, end) => {
      if (end > last) node.nodes.push({ name: "#text", html: html.slice(last, end) });
    };
    for (const { 0: tag, 1: shuts, 2: name, 4: alone, index } of html.matchAll(TAG)) {
      const within = outer.at(-1);
      words(within, index);
      last = index + tag.length;
      if (shuts) {
        if (within.name !== name.toLowerCase()) return null;
        within.html = html.slice(within.from, last);
        outer.pop();
      } else {
        const node = { name: name.toLowerCase(), tag, html: tag, from: index, nodes: [] };
        within.nodes.push(node);
        if (!alone && !EMPTY.test(name)) outer.push(node);
      }
    }
    words(root, html.length);
    return outer.length === 1 ? root.nodes : null;
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

  const become = (parent, node, old, now) => {
    const { dress, note, run } = speelhol.morph,
      held = told(now, HELD);
    if (node.nodeType === 3 && !now.html.includes("&")) {
      node.nodeValue = now.html;
      return;
    }
    // what was held back may show something older than what was written
    if (node.nodeType === 3 || held !== told(old, HELD)) {
      run(parent, [node], made(parent, now.html), node.nextSibling);
      return;
    }
    if (old.tag !== now.tag) {
      const [shell] = made(parent, now.tag.endsWith("/>") ? now.tag : `${now.tag}</${now.name}>`);
      dress(node, shell);
    }
    if (held && note) note(made(parent, now.html));
    else update(node, [...node.childNodes], old.nodes, now.nodes, null);
  };

  const AHEAD = 9;
  const further = (all, from, html) => all.slice(from, from + AHEAD).findIndex(one => one.tag && one.html === html);

  // siblings on the page, written as `old`, become what is written as `now`
  const update = (parent, nodes, old, now, end) => {
    const { note, run } = speelhol.morph;
    const kept = one => one.tag && KEPT.test(one.tag);
    // or a script has been there, or the browser reads it otherwise
    const strange =
      nodes.length !== old.length || nodes.some((node, n) => node.nodeName.toLowerCase() !== old[n].name);
    if (strange || old.some(kept) || now.some(kept)) {
      run(parent, nodes, made(parent, now.map(one => one.html).join("")), end);
      return;
    }
    let at = 0;
    const insert = one => {
      const fresh = made(parent, one.html);
      note?.(fresh);
      fresh.forEach(node => parent.insertBefore(node, nodes[at] ?? end));
    };
    now.forEach((one, place) => {
      if (at < old.length && one.tag && old[at].html !== one.html) {
        const gone = further(old, at + 1, one.html),
          came = old[at].tag ? further(now, place + 1, old[at].html) : -1;
        if (gone >= 0 && (came < 0 || gone <= came)) for (let n = 0; n <= gone; n++) nodes[at++].remove();
        else if (came >= 0) {
          insert(one);
          return;
        }
      }
      if (old[at]?.html === one.html) at++;
      else if (at < old.length && kin(old[at], one)) {
        become(parent, nodes[at], old[at], one);
        at++;
      } else insert(one);
    });
    for (; at < nodes.length; at++) nodes[at].remove();
  };

  // how each part was written when it was drawn last, by the mark before it
  let parts = new WeakMap();

  // whether a part could be drawn anew by what is known of it
  const redraw = (start, nodes, html, end) => {
    const known = parts.get(start);
    if (known?.html === html) return true;
    const now = { html, nodes: written(html) };
    parts.set(start, now);
    if (!known?.nodes || !now.nodes) return false;
    update(start.parentNode, nodes, known.nodes, now.nodes, end);
    return true;
  };

  // something else was drawn there
  const forget = () => {
    parts = new WeakMap();
  };

  speelhol.source = { redraw, forget };
})();
