// Looking at a match again: the slider asks for a moment, the address follows. What is shown comes from the house.
"use strict";
(() => {
  const main = document.querySelector("main[data-replay]");
  let wanted = null,
    busy = false;
  main.classList.add("scripted");

  // the newest wish wins
  const go = async address => {
    wanted = address;
    if (busy) return;
    busy = true;
    while (wanted !== null) {
      const now = wanted;
      wanted = null;
      try {
        const answer = await fetch(now, {
          headers: { "X-Speelhol": speelhol.replay ? "scene" : "1" },
          signal: AbortSignal.timeout(20_000),
        });
        if (!answer.ok) throw new Error(answer.status);
        const html = speelhol.replay
          ? speelhol.replay(await answer.json(), speelhol.game.draw).toString()
          : await answer.text();
        if (wanted === null) speelhol.morph.inside(main, html);
        history.replaceState(null, "", now);
      } catch {
        location.href = now;
        return;
      }
    }
    busy = false;
  };

  const address = form => form.action + "?" + new URLSearchParams(new FormData(form));

  document.addEventListener("input", event => {
    if (event.target.closest(".reel")) go(address(event.target.form));
  });

  document.addEventListener("submit", event => {
    event.preventDefault();
    go(address(event.target));
  });

  document.addEventListener("click", event => {
    const link = event.target.closest(".reel a, .log a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href);
  });

  const keys = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "end" };

  document.addEventListener("keydown", event => {
    if (
      !keys[event.key] ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.closest("input, select, [tabindex='0']")
    )
      return;
    event.preventDefault();
    go(main.querySelector(`[data-go-to=${keys[event.key]}]`).href);
  });
})();
