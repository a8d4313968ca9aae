// Forms: what the button says, what goes into a field, what is carried to another page or copied. No rules here.
"use strict";
globalThis.speelhol ??= {};
(() => {
  const say = n => new Intl.NumberFormat(document.documentElement.lang).format(n).replaceAll("\u202f", "\xa0");

  // the button says what will happen
  const label = form => {
    const go = form.querySelector(".btn-go"),
      chosen = form.querySelector("input[name=part]:checked, input[name=part][type=hidden]");
    if (!go) return;
    const fields = form.querySelectorAll("[data-part]");
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
        const sum = [...f.querySelectorAll(".num")].reduce((n, field) => n + Number(field.value), 0);
        total.textContent = say(sum) + " / " + say(total.dataset.most);
        total.classList.toggle("over", sum > total.dataset.most);
      }
    });
    // 50,000, not 50000
    form.querySelectorAll(".stepper").forEach(s => {
      s.dataset.shown = say(s.querySelector(".num").value);
    });
    const said = chosen ? words : go.dataset.idle;
    if (go.textContent !== said) go.textContent = said;
    go.setAttribute("aria-disabled", !chosen);
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
    if (field.dataset.go !== undefined) location.href = carried(field.form);
  });

  document.addEventListener("click", event => {
    const button = event.target.closest("[data-set],[data-by],[data-copy]");
    if (event.target.closest("[data-set],[data-by],[data-pick]")) forget_refusal();
    if (!button) return;
    if (button.dataset.set) fill(document.getElementById(button.dataset.set), button.dataset.value);
    if (button.dataset.by) {
      const field = document.getElementById(button.dataset.for);
      const value = Number(field.value) + button.dataset.by * field.step;
      fill(field, Math.min(field.max, Math.max(field.min, value)));
    }
    if (button.dataset.copy) {
      const done = () => {
        (button.querySelector("span") || button).textContent = button.dataset.done;
      };
      if (navigator.share && matchMedia("(pointer:coarse)").matches)
        navigator.share({ url: button.dataset.copy }).catch(() => {});
      else if (navigator.clipboard) navigator.clipboard.writeText(button.dataset.copy).then(done, () => {});
    }
  });

  speelhol.forms = { say, label_all, carried, forget_refusal };
})();
