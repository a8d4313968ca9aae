// The page's own script: one stream, one morph, form posts. No rules here.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  const offline = document.getElementById("offline");
  let source = null, pending = null, late = null, busy = false;

  const morph = html => {
    const active = document.activeElement, typed = active && active.matches("input,select") ? active : null;
    Idiomorph.morph(main, html, {
      morphStyle: "innerHTML", ignoreActiveValue: !!typed,
      callbacks: { beforeNodeMorphed: (old, now) => {           // what is half filled in stays
        if (old.matches && old.matches("form.act") && now.matches("form.act") && !busy) {
          const mark = f => f.elements.moment && f.elements.moment.value;
          if (mark(old) === mark(now)) return false;
        }
        if (old.matches && old.matches("details") && old.open) now.open = true;
        return true;
      } }
    });
    dress();
    if (typed && document.contains(typed)) typed.focus();
    const state = main.firstElementChild && main.firstElementChild.dataset.state;
    document.title = document.title.replace(/^● /, "");
    if (state === "mine") document.title = "● " + document.title;
  };
  const show = html => {                                         // the newest state wins
    const first = pending === null;
    pending = html;
    if (first) requestAnimationFrame(() => { const now = pending; pending = null; morph(now); });
  };

  const listen = () => {
    if (!main || source || document.hidden) return;
    source = new EventSource(main.dataset.live);
    source.onmessage = event => { const html = JSON.parse(event.data); if (busy) late = html; else show(html); };
    source.onopen = () => { offline.hidden = true; };
    source.onerror = () => {
      offline.hidden = false;
      if (source && source.readyState === EventSource.CLOSED) { source = null; setTimeout(listen, 1500); }
    };
  };
  const hush = () => { if (source) { source.close(); source = null; } };
  document.addEventListener("visibilitychange", () => document.hidden ? hush() : listen());

  const label = form => {                                        // the button says what will happen
    const go = form.querySelector(".btn-go"), chosen = form.querySelector("input[name=part]:checked");
    if (!go || !form.querySelector("input[type=radio]")) return;
    go.textContent = chosen ? chosen.nextElementSibling.textContent : go.dataset.idle;
    form.querySelectorAll("[data-part]").forEach(f => { f.hidden = !chosen || f.dataset.part !== chosen.value; });
  };
  const dress = () => document.querySelectorAll("form.act").forEach(label);

  document.addEventListener("input", event => {
    const field = event.target;
    if (field.dataset.for) document.getElementById(field.dataset.for).value = field.value;
    if (field.type === "number") { const s = document.querySelector(`[data-for="${field.id}"]`); if (s) s.value = field.value; }
    if (field.form && field.form.matches(".act")) label(field.form);
    if (field.dataset.go) location.href = field.dataset.go;
  });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-set],[data-copy],[aria-disabled=true]");
    if (!button) return;
    if (button.dataset.set) {
      const field = document.getElementById(button.dataset.set);
      field.value = button.dataset.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (button.dataset.copy) {
      const done = () => { (button.querySelector("span") || button).textContent = "✓"; };
      if (navigator.share && matchMedia("(pointer:coarse)").matches) navigator.share({ url: button.dataset.copy }).catch(() => {});
      else if (navigator.clipboard) navigator.clipboard.writeText(button.dataset.copy).then(done, () => {});
    }
  });
  document.addEventListener("submit", async event => {
    const form = event.target;
    if (!main || form.method !== "post" || !form.closest("main[data-live]")) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    form.setAttribute("aria-busy", "true");
    const data = new URLSearchParams(new FormData(form, event.submitter));
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, headers: { "X-Speelhol": "1" } });
      if (answer.redirected) { location.href = answer.url; return; }
      const html = await answer.text();
      if (answer.headers.get("content-type").includes("html") && !html.startsWith("<!doctype")) morph(html);
      if (answer.ok && form.matches(".say")) form.reset();
      if (answer.ok && form.matches(".act,.undo")) document.querySelector(".prompt")?.focus({ preventScroll: true });
      document.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
    } catch { offline.hidden = false; }
    form.removeAttribute("aria-busy");
    busy = false;
    if (late !== null && !document.querySelector("[role=alert]")) show(late);
    late = null;
  });

  const take = document.getElementById("take");                  // the key stands behind the # and goes into the form
  if (take) { take.elements.key.value = location.hash.slice(1); history.replaceState(null, "", location.pathname); }
  dress();
  listen();
})();
