// What somebody at a table would touch next. This looks and touches nothing: the tap itself is made from outside, on
// the glass, so that a control which is covered, cut off or dead is found out.
//
// `last` is the moment that has been decided already; `luck`, numbers from 0 to 1, stands for the player's whims.
async ({ last, luck, patience }) => {
  const find = (what, where = document) => where.querySelector(what);
  const moment = () => find("form.act input[name=moment]")?.value ?? "";
  const state = () => find("#live")?.dataset.state;
  const alarm = () => [...document.querySelectorAll("[role=alert]")].map(e => e.textContent.trim()).join(" ");
  const waited = () => !find("form[aria-busy]") && (
    alarm() !== "" || state() === "over" || find(".curtain") || (luck ? state() === "mine" && moment() !== last : moment() !== last));
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

  const touch = (what, control) => {
    let box;
    for (const block of ["nearest", "center"]) {  // the nearest edge may lie beneath something that sticks to it
      control.scrollIntoView({ block, behavior: "instant" });
      box = control.getBoundingClientRect();
      if (control.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)))
        return { what, moment: moment(), x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    throw new Error("cannot be touched: " + control.outerHTML.slice(0, 200) + " beneath " + over?.outerHTML.slice(0, 100));
  };
  const pick = (all, luck) => all[Math.floor(luck * all.length)];
  const curtain = find(".curtain .btn-go");
  if (curtain) return touch("curtain", curtain);

  const form = find("form.act"), offer = pick([...form.querySelectorAll(".offer")], luck[0]);
  if (offer && !find("input", offer).checked) {
    const shut = [...form.querySelectorAll("details:not([open])")].find(group => group.contains(offer));
    return shut ? touch("group", find("summary", shut)) : touch("offer", offer);
  }
  for (const fields of form.querySelectorAll("fieldset.fields:not([hidden])")) {
    for (const select of fields.querySelectorAll("select")) {
      const { value } = pick([...select.options], luck[1]);
      if (select.value !== value) return { what: "select", moment: moment(), id: select.id, value };
    }
    for (const picks of fields.querySelectorAll(".picks")) {
      const one = pick([...picks.children], luck[2]);
      if (document.getElementById(one.dataset.set).value !== one.dataset.value) return touch("pick", one);
    }
    const more = find(".total", fields) && [...fields.querySelectorAll("[data-by='1']")];
    const empty = more && more.find(button => document.getElementById(button.dataset.for).value === "0");
    if (empty) return touch("more", empty);
  }
  return touch("go", find(".btn-go", form));
}
