// Forms: what the button says, what goes into a field, what is carried to another page or copied. No rules here.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const { format } = new Intl.NumberFormat(document.documentElement.lang);
  const say = n => format(n).replaceAll("\u202f", "\xa0");

  // the button says what will happen
  const label = form => {
    const go = form.querySelector(".btn-go"),
      chosen = form.querySelector("input[name=part]:checked, input[name=part][type=hidden]");
    if (!go) return;
    const fields = form.querySelectorAll("[data-part]");
    let lacks = "";
    let words = chosen && chosen.type === "radio" ? chosen.nextElementSibling.textContent : go.textContent;
    fields.forEach(f => {
      f.hidden = !chosen || f.dataset.part !== chosen.value;
      if (!f.hidden && f.dataset.say)
        words = f.dataset.say.replace(/\{([\w.-]+)\}/g, (_, id) => {
          const field = document.getElementById(id);
          return field.options ? field.options[field.selectedIndex].text : say(field.value);
        });
      const total = f.querySelector(".total");
      if (total) {
        const sums = [...f.querySelectorAll(".num")].map(field => Number(field.value)),
          sum = sums.reduce((n, one) => n + one, 0),
          missing = total.dataset.least - sums.filter(Boolean).length;
        total.textContent = say(sum) + " / " + say(total.dataset.most);
        total.classList.toggle("over", sum > total.dataset.most);
        if (!f.hidden && missing > 0) lacks = total.dataset.more.replace("{n}", missing);
      }
    });
    // 50,000, not 50000
    form.querySelectorAll(".stepper").forEach(s => {
      s.dataset.shown = say(s.querySelector(".num").value);
    });
    // its own words come back
    if (chosen?.type === "hidden" && !lacks) words = go.dataset.does ?? words;
    if (lacks) go.dataset.does ??= words;
    const said = chosen ? lacks || words : go.dataset.idle;
    if (go.textContent !== said) go.textContent = said;
    go.setAttribute("aria-disabled", !chosen || lacks !== "");
  };

  document.addEventListener("chosen", event => label(event.target));
  const label_all = () => document.querySelectorAll("form.act").forEach(label);

  // its own page, filled in as it is; a deal is asked for anew
  const carried = form => {
    const filled = new URLSearchParams(new FormData(form));
    ["ticket", "luck"].forEach(name => filled.delete(name));
    return new URL(form.action).pathname + "?" + filled;
  };

  const forget_refusal = () => document.getElementById("refusal")?.remove();

  const fill = (field, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // what is advised is chosen as if by hand
  const fill_in = filled => {
    const form = document.querySelector("form.act");
    new URLSearchParams(filled).forEach((value, name) => {
      const one = [...form.elements].find(e => e.name === name && (e.type !== "radio" || e.value === value));
      if (one?.type === "radio") one.click();
      else if (one && one.type !== "hidden") fill(one, value);
    });
    form.querySelector(".btn-go").focus();
  };

  // the same sums to others each time
  const spread = button => {
    const sums = button.dataset.spread.split(" ").sort(() => Math.random() - 0.5),
      fields = [...button.closest("fieldset").querySelectorAll(".num")];
    for (let n = fields.length; n; ) fields.push(...fields.splice(Math.floor(Math.random() * n--), 1));
    fields.forEach((field, n) => fill(field, sums[n] || 0));
  };

  // a house without TLS, on a network at home, is given no clipboard
  const copy = async text => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  };

  document.documentElement.classList.toggle("shares", !!navigator.share);

  document.addEventListener("input", event => {
    const field = event.target;
    if (field.type === "range") document.getElementById(field.dataset.for).value = field.value;
    if (field.type === "number") {
      const s = document.querySelector(`.slider[data-for="${field.id}"]`);
      if (s) s.value = field.value;
    }
    if (field.form && field.form.matches(".act")) {
      label(field.form);
      // who chooses anew has read why not
      if (event.isTrusted) forget_refusal();
    }
    // whoever goes through the rooms by their keys goes on where they are
    if (field.dataset.go !== undefined)
      location.href = carried(field.form) + "&keys=" + field.matches(":focus-visible");
  });

  document.addEventListener("click", event => {
    const button = event.target.closest("[data-set],[data-by],[data-fill],[data-spread],[data-copy],[data-share]");
    if (event.target.closest("[data-set],[data-by],[data-fill],[data-spread],[data-pick]")) forget_refusal();
    if (!button) return;
    if (button.dataset.set) fill(document.getElementById(button.dataset.set), button.dataset.value);
    if (button.dataset.by) {
      const field = document.getElementById(button.dataset.for);
      const value = Number(field.value) + button.dataset.by * field.step;
      fill(field, Math.min(field.max, Math.max(field.min, value)));
    }
    if (button.dataset.spread !== undefined) spread(button);
    if (button.dataset.fill) {
      button.closest("details").open = false;
      fill_in(button.dataset.fill);
    }
    if (button.dataset.copy) {
      const done = () => {
        (button.querySelector("span") || button).textContent = button.dataset.done;
      };
      copy(button.dataset.copy).then(done, () => {});
    }
    if (button.dataset.share)
      navigator.share({ url: button.dataset.share, text: button.dataset.text }).catch(() => {});
  });

  speelhol.forms = { say, label_all, carried, forget_refusal };
})();
