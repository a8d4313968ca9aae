// What somebody at a table would touch next. This looks and touches nothing: the tap itself is made from outside, on
// the glass, so that a control which is covered, cut off or dead is found out.
//
// `last` is the moment that has been decided already; `luck`, numbers from 0 to 1, stands for the player's whims, and
// `fond` names what they like best; a `wish` says exactly what to choose and to fill in. On a drawn table what leads to the wish is tapped together on the board; now and
// then the list in the dock is used.
async ({ last, luck, fond, wish, patience }) => {
  const find = (what, where = document) => where.querySelector(what);
  const moment = () => find("form.act input[name=moment]")?.value ?? "";
  const state = () => find("#live")?.dataset.state;
  const alarm = () => [...document.querySelectorAll("[role=alert]")].map(e => e.textContent.trim()).join(" ");
  const waited = () => !find("form[aria-busy]") && (
    alarm() !== "" || state() === "over" || find(".curtain") || (luck ? state() === "mine" && moment() !== last && !find(".unfolding, .onstage") : moment() !== last));
  if (!waited()) {
    await new Promise((done, fail) => {
      const eye = new MutationObserver(() => { if (waited()) { clearTimeout(late); eye.disconnect(); done(); } });
      const late = setTimeout(() => fail(new Error("waited in vain at: " + find("main").innerText.slice(0, 400))), patience);
      eye.observe(document, { subtree: true, childList: true, attributes: true });
    });
  }
  if (alarm()) return { what: "alarm", words: alarm() };
  if (state() === "over") return { what: "over" };
  if (!luck) return { what: "moved" };

  const spots = [.5, .25, .75, .12, .88];         // of what others half cover, the part that shows is touched
  const hit = (control, x, y) => control.contains(document.elementFromPoint(x, y));
  const point = control => {                      // a finger is no needle: what is hit must go on a little around it
    const box = control.getBoundingClientRect();
    for (const v of spots) for (const u of spots) {
      const [x, y] = [box.x + box.width * u, box.y + box.height * v];
      if (hit(control, x, y) && hit(control, x, y - 4) && hit(control, x, y + 4)) return { x, y };
    }
    return null;
  };
  const touch = (what, control, elsewhere = false) => {
    for (const block of ["nearest", "center"]) {  // the nearest edge may lie beneath something that sticks to it
      control.scrollIntoView({ block, behavior: "instant" });
      const { width, height } = control.getBoundingClientRect(), spot = point(control);
      if (Math.min(width, height) < 43.5 && !elsewhere) throw new Error(`too small, ${width} x ${height}: ` + control.outerHTML.slice(0, 200));
      if (spot) return { what, moment: moment(), ...spot };
    }
    const { x, y, width, height } = control.getBoundingClientRect(), over = document.elementFromPoint(x + width / 2, y + height / 2);
    throw new Error("cannot be touched: " + control.outerHTML.slice(0, 200) + " beneath " + over?.outerHTML.slice(0, 100));
  };
  const { scrollWidth } = document.scrollingElement, aside = [...document.querySelectorAll(".board button, .board [data-pick]")].find(
    control => control.getBoundingClientRect().right > innerWidth + 1 && !control.closest("[data-zoom]"));   // a board that is moved about under the finger
  if (scrollWidth > innerWidth || aside) throw new Error(`runs off the side: ${scrollWidth} > ${innerWidth}, ${aside?.outerHTML.slice(0, 200)}`);
  const pick = (all, luck) => all[Math.floor(luck * all.length)];
  const reach = (what, control, elsewhere = false) => {   // what is folded away is unfolded first
    const shut = [...document.querySelectorAll("form.act details:not([open])")].find(group => group.contains(control));
    return shut ? touch("group", find("summary", shut)) : touch(what, control, elsewhere);
  };
  const curtain = find(".curtain .btn-go");
  if (curtain) return touch("curtain", curtain);

  const form = find("form.act"), list = find(".aslist", form), go = find(".btn-go", form);
  const seen = e => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length && !e.closest("[popover]") && getComputedStyle(e).pointerEvents !== "none";
  const board = luck[3] < .1 && list ? [] : [...document.querySelectorAll(".drawn [data-pick]")].filter(seen);
  const offers = [...form.querySelectorAll("input[name=part]")], liked = offers.filter(one => fond.some(what => one.dataset.is.split("&").includes(what)));
  const offer = wish ? offers.find(one => one.value === wish.part) : pick(liked.length && luck[3] < .8 ? liked : offers, luck[0]), is = new URLSearchParams(offer.dataset.is);
  const leads = target => [...new URLSearchParams(target.dataset.pick)].every(([key, value]) => is.getAll(key).includes(value));
  if (offer.type === "radio" && !offer.checked) {                // tap together what stands for it on the board, or in the list
    const pressed = target => target.getAttribute("aria-pressed") === "true", way = board.filter(leads);
    const next = way.find(target => !way.some(one => one.dataset.pick === target.dataset.pick && pressed(one)));
    if (next) return touch("target", next, !!list);
    if (way.length && list) throw new Error("tapping does not lead to: " + offer.value);
    return reach("offer", offer.closest(".offer"));
  }
  for (const fields of form.querySelectorAll("fieldset.fields:not([hidden])")) {
    for (const box of fields.querySelectorAll("select, .num")) {
      const key = box.id.slice(offer.value.length + 1), pairs = target => [...new URLSearchParams(target.dataset.pick)];
      const value = target => pairs(target).find(([name]) => name === key)?.[1];
      const fits = board.filter(target => value(target) && pairs(target).every(([name, value]) => name === key || is.getAll(name).includes(value)));
      const sums = [...fields.querySelectorAll(`.pick[data-set="${box.id}"]`)], wanted = wish?.fields[box.name];
      if (wish) {
        if (box.value === wanted) continue;
        const way = fits.find(target => value(target) === wanted), sum = sums.find(one => one.dataset.value === wanted);
        if (way || sum) return touch("wish", way ?? sum, !!list);
        return { what: box.options ? "select" : "type", moment: moment(), id: box.id, value: wanted };
      }
      const target = pick(fits, luck[1]), sum = pick(sums, luck[2]);
      if (target) {                                              // it is filled in on the board
        if (box.value !== value(target)) return touch("target", target, !!list);
      } else if (box.options) {
        const { value } = pick([...box.options], luck[1]);
        if (box.value !== value) return { what: "select", moment: moment(), id: box.id, value };
      } else if (sum && box.value !== sum.dataset.value) return touch("sum", sum);
    }
    const more = !wish && find(".total", fields) && [...fields.querySelectorAll("[data-by='1']")];
    const empty = more && more.find(button => document.getElementById(button.dataset.for).value === "0");
    if (empty) return touch("more", empty);
  }
  return touch("go", go);
}
