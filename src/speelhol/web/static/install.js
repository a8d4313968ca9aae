// The house as an app: rulebooks without a connection, a word when there is a new version, a hint how to install it.
"use strict";
(() => {
  const worker = navigator.serviceWorker,
    at = id => document.getElementById(id);

  const show = (id, deed) => {
    const place = at(id);
    if (!place) return;
    place.hidden = false;
    const button = place.querySelector("button");
    if (button) button.onclick = deed;
  };

  addEventListener("beforeinstallprompt", event => {
    event.preventDefault();
    show("install", () => event.prompt());
  });

  // a phone on which only its owner can
  if (navigator.standalone === false) show("install-by-hand");
  if (!worker) return;

  const offer = next => show("renew", () => next.postMessage("renew"));
  let renews = !!worker.controller;

  worker.addEventListener("controllerchange", () => {
    if (renews) location.reload();
    renews = true;
  });

  addEventListener("load", async () => {
    try {
      const found = await worker.register("/worker.js");
      if (found.waiting && worker.controller) offer(found.waiting);
      found.addEventListener("updatefound", () => {
        const next = found.installing;
        next.addEventListener("statechange", () => {
          if (next.state === "installed" && worker.controller) offer(next);
        });
      });
    } catch {
      /* a browser that wants none */
    }
  });
})();
