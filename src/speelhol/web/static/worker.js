// What can be read without a connection: the rulebooks, and a page that says so. Nothing of a table is ever kept: what
// is kept is named here, or is a rulebook. The house fills in the build and the list.
"use strict";
const BUILD = "BUILD",
  WANTED = [],
  NAME = `speelhol-${BUILD}`,
  OPEN = /^\/(?:offline$|rules\/|static\/|scripts\/|tables\/[a-z-]+\/(?:table\.css|art\.svg)$)/;

const answer = async (request, open) => {
  const kept = await caches.open(NAME),
    page = request.mode === "navigate";
  try {
    const fresh = await fetch(request);
    // in the language that is read now
    if (open && page && fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch {
    const found = open && (await kept.match(request));
    return found || (page ? kept.match("/offline") : Response.error());
  }
};

addEventListener("install", event => event.waitUntil(caches.open(NAME).then(kept => kept.addAll(WANTED))));

addEventListener("activate", event =>
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name !== NAME).map(name => caches.delete(name))))
      .then(() => clients.claim())
  )
);

addEventListener("fetch", event => {
  const { request } = event,
    url = new URL(request.url),
    open = OPEN.test(url.pathname);
  if (request.method !== "GET" || url.origin !== location.origin || (!open && request.mode !== "navigate")) return;
  event.respondWith(answer(request, open));
});

addEventListener("message", event => {
  if (event.data === "renew") skipWaiting();
});
