// On a page beside a table: whoever reads it is still at the table. What the stream says is read when they go back.
"use strict";
(() => {
  const { attend } = document.querySelector("main[data-attend]").dataset;
  let source = new EventSource(attend);
  // kept pages hold no stream
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", event => {
    if (event.persisted) source = new EventSource(attend);
  });
})();
