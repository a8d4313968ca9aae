// What is on a page becomes something else, in place where it can: what has the focus, is half filled in, was opened
// by hand or moves stays as it is.
"use strict";
globalThis.speelhol ??= {};
(() => {
  // what is filled in stays; a refusal may go, since this is the answer
  let keeps = true,
    answers = false;
  // classes that belong to scripts, not to what is drawn
  const OWN = /^(?:[mw]-|off$|coached$|later$|moving$)/;
  const KEPT = ["aria-pressed", "style", "open"];

  // attributes as they are drawn, less what scripts have set
  const dress = (old, now) => {
    const drawn = new Set();
    for (const { name, value } of now) {
      drawn.add(name);
      if (name === "class") {
        const own = [...old.classList].filter(one => OWN.test(one));
        const all = own.length ? `${value} ${own.join(" ")}` : value;
        if (old.getAttribute("class") !== all) old.setAttribute("class", all);
      } else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      if (drawn.has(name) || KEPT.includes(name)) continue;
      if (name === "class" && [...old.classList].some(one => OWN.test(one))) {
        old.setAttribute("class", [...old.classList].filter(one => OWN.test(one)).join(" "));
      } else old.removeAttribute(name);
    }
  };

  const moment = form => form.elements.moment?.value;

  // half filled in, or opened by hand
  const kept = (old, now) =>
    keeps &&
    old.nodeType === 1 &&
    now.nodeType === 1 &&
    ((old.matches("form.act") && now.matches("form.act") && moment(old) === moment(now)) ||
      (old.matches("[data-keep]") && now.matches("[data-keep]") && old.id === now.id));

  const stays = (old, now) => old.isEqualNode(now) || kept(old, now);

  const kin = (old, now) =>
    old.nodeType === now.nodeType &&
    old.nodeName === now.nodeName &&
    (old.nodeType !== 1 ||
      (old.id === now.id &&
        old.dataset.key === now.dataset.key &&
        !(old.matches("form.act") && now.matches("form.act"))));

  const AHEAD = 9;
  const further = (all, from, is) => all.slice(from, from + AHEAD).findIndex(one => one.nodeType === 1 && is(one));

  const become = (old, now) => {
    if (stays(old, now)) return;
    if (old.nodeType !== 1) {
      old.nodeValue = now.nodeValue;
      return;
    }
    const held = speelhol.morph.note && now.dataset.held,
      same = held && held === old.dataset.held;
    dress(old, now.attributes);
    // what is told later stays as it is, and what was noted of it stays whole
    if (!same) children(old, [...old.childNodes], [...(held ? now.cloneNode(true) : now).childNodes], null);
  };

  // a run of siblings becomes another, in place where it can
  const children = (parent, all, now, end) => {
    // it stays to be read
    const old = answers ? all : all.filter(one => one.id !== "refusal");
    let at = 0;
    now.forEach((one, place) => {
      if (at < old.length && one.nodeType === 1 && !stays(old[at], one)) {
        const gone = further(old, at + 1, later => stays(later, one));
        const came = old[at].nodeType === 1 ? further(now, place + 1, later => stays(old[at], later)) : -1;
        if (gone >= 0 && (came < 0 || gone <= came)) for (let n = 0; n <= gone; n++) old[at++].remove();
        else if (came >= 0) {
          parent.insertBefore(one, old[at]);
          return;
        }
      }
      if (at < old.length && (stays(old[at], one) || kin(old[at], one))) become(old[at++], one);
      else parent.insertBefore(one, old[at] ?? end);
    });
    for (; at < old.length; at++) old[at].remove();
  };

  const mould = document.createElement("template");

  const parse = html => {
    mould.innerHTML = html;
    return [...mould.content.childNodes];
  };

  // `note` is told what comes, where what it tells may have to wait (moves.js)
  const run = (parent, old, now, end) => {
    speelhol.morph.note?.(now);
    children(parent, old, now, end);
  };

  speelhol.morph = {
    parse,
    dress,
    children,
    note: null,
    // siblings that stand before `end` become others
    run,
    inside: (element, html, keep = true, answer = false) => {
      [keeps, answers] = [keep, answer];
      // parts are no longer what was drawn of them
      speelhol.markup?.forget();
      try {
        run(element, [...element.childNodes], parse(html), null);
      } finally {
        [keeps, answers] = [true, false];
      }
    },
  };
})();
