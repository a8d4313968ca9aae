// Notes of one's own are kept when one leaves the field, and by the button. Fetched when they are unfolded.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");

  const keep = async form => {
    const said = form.querySelector("output");
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { "X-Speelhol": "1" },
        keepalive: true,
      });
      said.textContent = answer.ok ? said.dataset.done : await answer.text();
    } catch {
      said.textContent = said.dataset.off;
    }
  };

  // nothing else on the page has to do with them
  main.addEventListener(
    "submit",
    event => {
      if (!event.target.matches(".noting")) return;
      event.preventDefault();
      event.stopPropagation();
      keep(event.target);
    },
    true
  );

  main.addEventListener("change", event => {
    if (event.target.matches(".noting textarea")) keep(event.target.form);
  });

  main.addEventListener("input", event => {
    if (event.target.matches(".noting textarea")) event.target.form.querySelector("output").textContent = "";
  });
})();
