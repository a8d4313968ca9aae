// A card from close, with what it does: hold it under the finger, or let the mouse rest on it. Fetched with the first
// touch of a table that has cards (on_demand.js).
"use strict";
(() => {
  const HELD = 400,
    RESTED = 700,
    // a finger that holds still trembles
    TREMOR = 12,
    MARGIN = 8;
  const box = Object.assign(document.createElement("div"), { className: "closer", popover: "manual" });
  let waits = 0,
    start = null,
    swallow = false;
  box.setAttribute("aria-hidden", "true");
  document.body.append(box);

  const card_of = event => event.target.closest?.("svg.card, svg.card-s, .near");
  const drawing = svg => svg.querySelector("use")?.getAttribute("href");

  // what it does stands among the explanations of the table, or in that of the card’s name; else what it is called
  const told = card => {
    const called = e => e?.textContent.trim().toLowerCase(),
      near = card.matches(".near") && called(card.querySelector("b")),
      head = near && [...document.querySelectorAll("[popover] > h3")].find(h3 => called(h3) === near);
    if (head) return [...head.parentElement.querySelectorAll("p")].map(p => p.textContent.trim()).join("\n");
    const row = [...document.querySelectorAll(".abouts li")].find(li => drawing(li) === drawing(card)),
      named = card.closest("[aria-label]")?.getAttribute("aria-label");
    return row?.querySelector("p").cloneNode(true) ?? card.parentElement.querySelector(".vh")?.textContent ?? named ?? "";
  };

  const hide = () => {
    clearTimeout(waits);
    start = null;
    if (box.matches(":popover-open")) box.hidePopover();
  };

  const show = card => {
    const copy = card.cloneNode(true),
      words = document.createElement("p"),
      at = card.getBoundingClientRect();
    if (card.matches("svg")) copy.setAttribute("class", "");
    copy.removeAttribute("data-key");
    words.append(told(card));
    box.replaceChildren(copy, ...(words.textContent.trim() ? [words] : []));
    box.showPopover();
    const { width, height } = box.getBoundingClientRect(),
      within = (n, most) => Math.max(MARGIN, Math.min(n, most - MARGIN)),
      above = at.top - height - MARGIN;
    box.style.left = `${within(at.left + at.width / 2 - width / 2, innerWidth - width)}px`;
    box.style.top = `${above > MARGIN ? above : within(at.bottom + MARGIN, innerHeight - height)}px`;
  };

  const wait = (event, card) => {
    hide();
    const finger = event.pointerType !== "mouse";
    start = [event.clientX, event.clientY];
    waits = setTimeout(() => {
      if (!card.isConnected) return;
      swallow = finger;
      show(card);
    }, finger ? HELD : RESTED);
  };

  document.addEventListener("pointerover", event => {
    if (event.pointerType !== "mouse") return;
    const card = card_of(event);
    if (card) wait(event, card);
    else hide();
  });

  document.addEventListener("pointerdown", event => {
    swallow = false;
    hide();
    const card = event.pointerType !== "mouse" && card_of(event);
    if (card) wait(event, card);
  });

  document.addEventListener("pointermove", event => {
    if (event.pointerType === "mouse" || !start) return;
    if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) > TREMOR) hide();
  });

  ["pointerup", "pointercancel", "scroll", "keydown"].forEach(kind => addEventListener(kind, hide, true));

  // whoever only looked has chosen nothing
  addEventListener(
    "click",
    event => {
      if (!swallow) return;
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true
  );

  addEventListener("contextmenu", event => {
    if (start && card_of(event)) event.preventDefault();
  });
})();
