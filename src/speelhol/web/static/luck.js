// What this browser adds to the deal, luck that nobody could foresee; and what it saw of the house's promise. Both are
// kept here by the name of the table, for the page that checks: what a file says of itself proves nothing.
"use strict";
(() => {
  const BOOK = "fair/2",
    MOST = 200,
    MOST_MADE = 24;
  // ---- the book: one line for each table, the newest last
  //   table  its name; null in what the first version kept, which knew seals only
  //   seal   the first that was shown here, whatever came later
  //   early  it was shown before the deal
  //   made   luck that this browser made for it
  //   seats  which chairs the newest page called this browser's own
  //   own    by chair: made luck that was shown there
  //   lucks  everybody's, as shown first after the deal
  //   asked  known from the form for a new table only: the house may still give it another name
  //   taken  a seat was opened here by a link from another device

  const texts = value => (Array.isArray(value) ? value.filter(one => typeof one === "string") : []);

  const lineOf = one => ({
    table: typeof one.table === "string" ? one.table : null,
    seal: String(one.seal || ""),
    early: one.early === true,
    made: texts(one.made),
    seats: texts(one.seats),
    own: Object.entries(one.own || {}).filter(([, luck]) => typeof luck === "string"),
    lucks: Array.isArray(one.lucks) ? texts(one.lucks) : null,
    asked: one.asked === true,
    taken: one.taken === true,
  });

  const read = () => {
    try {
      const book = JSON.parse(localStorage.getItem(BOOK) || "[]");
      return book.filter(one => one && typeof one === "object").map(lineOf);
    } catch {
      // a browser that keeps nothing, or kept something else
      return [];
    }
  };

  const write = book => {
    for (let kept = book.slice(-MOST); kept.length; kept = kept.slice(Math.ceil(kept.length / 2))) {
      try {
        localStorage.setItem(BOOK, JSON.stringify(kept.map(one => ({ ...one, own: Object.fromEntries(one.own) }))));
        return;
      } catch {
        /* full: the older half goes */
      }
    }
  };

  const change = (table, how) => {
    const book = read(),
      old = book.find(one => one.table === table),
      line = old || lineOf({ table });
    const before = JSON.stringify(line);
    how(line);
    if (JSON.stringify(line) !== before) write([...book.filter(one => one !== old), line]);
  };

  // fair:SEAL = " luck luck", as the first version kept it
  const adopt = () => {
    try {
      const old = Object.keys(localStorage)
        .filter(key => key.startsWith("fair:"))
        .slice(0, MOST);
      if (!old.length) return;
      const found = old.map(key =>
        lineOf({ seal: key.slice(5), early: true, made: localStorage[key].trim().split(" ").slice(-MOST_MADE) })
      );
      write([...found, ...read()]);
      old.forEach(key => localStorage.removeItem(key));
    } catch {
      /* a browser that keeps nothing */
    }
  };

  // ---- luck

  const add = form => {
    const field = form.elements.luck;
    if (!field || field.value || !field.dataset.of) return;
    field.value = [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, "0")).join("");
    change(field.dataset.table, line => {
      line.asked = line.asked || (!line.seal && field.hasAttribute("data-asked"));
      line.early = line.early || !line.seal;
      line.seal = line.seal || field.dataset.of;
      line.made = [...line.made, field.value].slice(-MOST_MADE);
    });
  };

  const refused = field =>
    change(field.dataset.table, line => {
      line.made = line.made.filter(luck => luck !== field.value);
    });

  const sent = new Set(),
    gifts = [];

  // seated without filling in a form: at a rematch
  const give = form => {
    const field = form.elements.luck,
      chair = form.action + form.elements.seat.value;
    if (sent.has(chair)) return;
    sent.add(chair);
    add(form);
    gifts.push(
      fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { "X-Speelhol": "1" },
      }).then(
        answer => answer.ok || refused(field),
        () => {}
      )
    );
  };

  // ---- what is shown

  let last = "";

  const look = () => {
    const shown = document.getElementById("seal"),
      now = shown ? JSON.stringify(shown.dataset) : "";
    let promised = null;
    if (now && now !== last)
      change(shown.dataset.table, line => {
        const { seal, dealt, mine } = shown.dataset,
          lucks = shown.dataset.lucks.split(",");
        const seats = mine ? mine.split(",") : [];
        // somebody else's table: what was promised had another name
        if (line.asked && line.seal !== seal && !seats.length) {
          promised = { ...line, table: null };
          Object.assign(line, lineOf({ table: line.table }));
        }
        line.asked = false;
        line.early = line.early || (!line.seal && dealt === undefined);
        line.seal = line.seal || seal;
        // a big screen shows nobody's own chair
        if (mine !== undefined) {
          const own = new Map(line.own);
          // a chair that was freed before the deal, also where this browser saw it after
          if (!line.lucks)
            [...own.keys()].filter(seat => !seats.includes(seat)).forEach(seat => own.delete(seat));
          seats.filter(seat => line.made.includes(lucks[seat])).forEach(seat => own.set(seat, lucks[seat]));
          Object.assign(line, { seats, own: [...own] });
        }
        if (dealt !== undefined) line.lucks = line.lucks || lucks;
      });
    if (promised) write([promised, ...read()]);
    last = now || last;
    document.querySelectorAll("form.luck").forEach(give);
  };

  globalThis.luck = { read };

  adopt();

  document.addEventListener(
    "submit",
    event => {
      const form = event.target;
      if (form.id === "take")
        change(new URL(form.action).pathname.split("/")[2], line => {
          line.taken = true;
        });
      else add(form);
    },
    true
  );

  document.addEventListener("morphed", look, true);
  look();

  // a rematch among bots is dealt at once: whoever asked for it here waits for nobody, nor for luck that gets lost
  if (location.search === "?deal") {
    history.replaceState(null, "", location.pathname);
    Promise.race([Promise.all(gifts), new Promise(then => setTimeout(then, 6000))]).then(() =>
      document.querySelector("form[data-alone]")?.requestSubmit()
    );
  }
})();
