// Drawn tables: what is tapped on the board picks among the offers. No rules here.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  const { all, laid_out, middle } = speelhol.flights;
  const { form, over } = speelhol.moves;
  const { say } = speelhol.forms;

  // ---- tapping offers together: each offer says what it is, each target what it stands for

  let picked = [],
    asked = "";
  const offers = () => all("input[name=part]", form());
  const targets = () => all("[data-pick]");
  // what offers and targets say is read once a question
  const known = new Map();
  const said = words => known.get(words) ?? known.set(words, new URLSearchParams(words)).get(words);
  const field = (offer, key) => document.getElementById(`${offer.value}-${key}`);

  // a form of fields takes any value that a field can take
  const holds = (offer, key, value) => {
    const box = field(offer, key);
    return (
      !!box &&
      (box.options ? all("option", box).some(o => o.value === value) : +value >= +box.min && +value <= +box.max)
    );
  };

  // only what the coach would fill in
  const advises = (offer, k, v) => field(offer, k)?.dataset.advised === v;

  const meets = (offer, picks, fits = holds) => {
    const is = said(offer.dataset.is);
    // one field takes one value
    const filled = {};
    return picks.every(pick =>
      [...said(pick)].every(([k, v]) =>
        is.has(k) ? is.getAll(k).includes(v) : fits(offer, k, v) && (filled[k] ??= v) === v
      )
    );
  };

  const about = pick => targets().find(t => t.dataset.pick === pick && t.dataset.about)?.dataset.about;

  // of equal cards side by side, which one: they stand for the same
  const tapped = new Map();
  const twins = t => [...t.parentElement.children].filter(one => one.dataset.pick === t.dataset.pick);

  const lit = t => {
    const row = twins(t);
    return row[Math.min(tapped.get(t.dataset.pick) ?? 0, row.length - 1)] === t;
  };

  const put = (element, name, value) => {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  };

  // what stays picked with something else in its place
  const keys = pick => [...said(pick).keys()];
  const instead = pick => [...picked.filter(p => !keys(p).some(key => keys(pick).includes(key))), pick];

  // the button says what is missing: what all of the offers that are left have, and differ in, or else most of them
  const lack = list => {
    const go = form()?.querySelector("[data-lacks]");
    if (!go) return;
    go.dataset.first ??= go.dataset.idle;
    const left = list.filter(o => meets(o, picked)).map(o => said(o.dataset.is)),
      named = [...said(go.dataset.lacks)].filter(([key]) => new Set(left.map(is => is.getAll(key).join())).size > 1),
      lacks = [left.length - 1, left.length / 2]
        .map(most => new Set(named.filter(([key]) => left.filter(is => is.has(key)).length > most).map(([, words]) => words)))
        .find(words => words.size),
      idle = lacks
        ? go.dataset.choose.replace("{what}", new Intl.ListFormat(document.documentElement.lang).format(lacks))
        : go.dataset.first;
    if (go.dataset.idle === idle) return;
    go.dataset.idle = idle;
    form().dispatchEvent(new Event("chosen", { bubbles: true }));
  };

  const show = () => {
    const list = form() ? offers() : [],
      wanted = list.find(o => "wanted" in o.dataset);
    // also what could be picked before
    all("[data-pick], :is(.board, .mine) [aria-pressed]").forEach(t => {
      const on = picked.includes(t.dataset.pick);
      put(t, "aria-pressed", on && lit(t));
      t.classList.toggle("coached", !!(!on && wanted && t.dataset.pick && meets(wanted, [t.dataset.pick], advises)));
      t.classList.toggle("off", !on && picked.length > 0 && !list.some(o => meets(o, instead(t.dataset.pick))));
    });
    lack(list);
    const chosen = list.find(o => o.checked || o.type === "hidden"),
      then = document.querySelector(".act .then");
    const words = chosen ? chosen.dataset.then || told(chosen) : picked.map(about).find(Boolean) || "";
    if (then && then.textContent !== words) then.textContent = words;
  };

  // what holds for the fields that nobody tapped
  const rest = () => {
    const given = document.querySelector("[data-rest]"),
      taken = picked.flatMap(keys);
    return given
      ? [...said(given.dataset.rest)].filter(([k]) => !taken.includes(k)).map(([k, v]) => `${k}=${v}`)
      : [];
  };

  // {2*stake}, {90-amount}: reckoned with what is filled in
  const told = offer => {
    const taken = targets().filter(t => t.dataset.then && picked.includes(t.dataset.pick)),
      exact = t => !taken.some(o => o.dataset.pick.startsWith(t.dataset.pick + "&"));
    return [
      ...new Set(
        taken.filter(exact).map(t =>
          t.dataset.then.replace(/\{(?:(\d+)([*+-]))?(\w+)\}/g, (_, n, by, key) => {
            const value = +(field(offer, key)?.value ?? said(offer.dataset.is).get(key));
            return say(!by ? value : by === "*" ? n * value : by === "+" ? +n + value : n - value);
          })
        )
      ),
    ].join(" ");
  };

  const settle = () => {
    let left = picked.length ? offers().filter(o => meets(o, picked)) : [];
    if (left.length > 1) left = left.filter(o => meets(o, rest()));
    offers().forEach(o => {
      if (o.type === "radio") o.checked = left.length === 1 && o === left[0];
    });
    const chosen = picked;
    if (left.length === 1)
      chosen.forEach(pick =>
        said(pick).forEach((value, key) => {
          const box = field(left[0], key);
          if (box) {
            box.value = value;
            box.dispatchEvent(new Event("input", { bubbles: true }));
          }
        })
      );
    picked = chosen;
    form().dispatchEvent(new Event("chosen", { bubbles: true }));
    if (left.length === 1) echo();
    show();
  };

  // what the fields hold shows on the board
  const echo = () => {
    const offer = offers().find(o => o.checked || o.type === "hidden");
    if (!offer || offer.dataset.is === undefined) return;
    const is = said(offer.dataset.is),
      has = (k, v) => (is.has(k) ? is.getAll(k).includes(v) : field(offer, k)?.value === v);
    picked = [...new Set(targets().map(t => t.dataset.pick))].filter(pick =>
      [...said(pick)].every(([k, v]) => has(k, v))
    );
    show();
  };

  document.addEventListener("input", event => {
    if (form()?.contains(event.target) && event.target.name !== "part") echo();
  });

  // a target that is no button of its own works like one
  document.addEventListener("keydown", event => {
    const target = event.target.closest("[role=button]");
    if (!target || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

  document.addEventListener("click", event => {
    const target = event.target.closest("[data-pick]"),
      about = event.target.closest("[data-about]");
    if (about && !target) document.getElementById(about.dataset.about)?.showPopover();
    if (!target || !form()) return;
    const now = target.dataset.pick,
      list = offers(),
      kept = [],
      // what was chosen beforehand is not let go by whoever taps it to choose it
      again = picked.includes(now) && lit(target) && !("first" in target.dataset);
    tapped.set(now, twins(target).indexOf(target));
    for (const pick of again ? picked.filter(p => p !== now) : [now, ...picked.filter(p => p !== now)])
      if (list.some(o => meets(o, [...kept, pick]))) kept.push(pick);
    picked = kept;
    // what goes without saying, if it settles the choice
    for (const usual of all("[data-usual]").map(t => t.dataset.pick)) {
      const open = list.filter(o => meets(o, picked));
      if (open.length > 1 && open.filter(o => meets(o, [usual])).length === 1) picked.push(usual);
    }
    settle();
  });

  // chosen in the list: show it on the board
  document.addEventListener("change", event => {
    if (event.target.name !== "part") return;
    picked = [...new Set(targets().map(t => t.dataset.pick))].filter(pick => meets(event.target, [pick]));
    show();
  });

  // what the coach advises is in sight: in the list only where the board, once all is shown, does not offer it
  const advise = () => {
    const [wanted] = all("main:not(.unfolding, :has(.coached)) [data-wanted]:not(:checked)");
    if (wanted && all(`[data-part="${wanted.value}"]`).length) wanted.click();
    else if (wanted) all("details:has([data-wanted])").forEach(d => (d.open = true));
  };

  // begin where the coach points, or where I stand
  const look = () => {
    const near = document.querySelector("[data-zoom]"),
      goal = near?.querySelector(".coached") || near?.querySelector(".turn");
    if (!goal) return;
    const [x, y] = middle(goal),
      [u, v] = middle(near);
    near.scrollBy(x - u, y - v);
  };

  // what goes without asking is chosen as soon as it is there, if nothing is
  const begin = () => {
    const first = targets().find(t => "first" in t.dataset);
    if (form() && !picked.length) {
      if (first) picked.push(first.dataset.pick);
      first ? settle() : echo();
    }
    show();
  };

  const ready = () => {
    const heard = speelhol.moves.hear();
    const moment = form()?.elements.moment?.value ?? (over() ? "over" : ""),
      fresh = moment !== asked;
    if (fresh) {
      asked = moment;
      tapped.clear();
      known.clear();
      picked = [];
    }
    fresh ? begin() : show();
    if (fresh) advise();
    laid_out(() => {
      if (fresh) look();
      if (fresh && moment) speelhol.moves.hurry();
      speelhol.moves.play(heard);
    });
  };

  main.addEventListener("morphed", ready);
  main.addEventListener("pickable", begin);
  main.addEventListener("rested", advise);
  ready();
})();
