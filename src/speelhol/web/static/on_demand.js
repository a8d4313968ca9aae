// What not everybody needs is fetched when it is wanted: sounds once they are switched on, keys with the first of them,
// what shows talk with the first remark, what shows a card from close with the first touch, what belongs to a control with
// the first touch of it, what makes a dialog of a sheet with the first that is opened, and in words what brings into sight
// what must be seen when the page is there.
"use strict";
(() => {
  const main = document.querySelector("main[data-live]");
  if (!main) return;
  const fetched = new Set();

  const load = (path, then) => {
    if (fetched.has(path)) return;
    fetched.add(path);
    document.head.append(
      Object.assign(document.createElement("script"), {
        src: `${path}?${main.dataset.build}`,
        onload: then,
      })
    );
  };

  // a switch of what a browser can do: whether it is on, here or for good
  const wanted = (name, can) => {
    const knob = main.querySelector(`#${name}`);
    if (!knob || !can) return false;
    knob.closest("label").hidden = false;
    try {
      return knob.checked || localStorage.getItem(name) === "on";
    } catch {
      // a browser that keeps nothing
      return knob.checked;
    }
  };

  const theme = document.documentElement.dataset.theme ?? "system";

  const switches = () => {
    main.querySelectorAll(".themes .btn").forEach(one => one.setAttribute("aria-pressed", one.value === theme));
    if (wanted("sounds", window.AudioContext)) load("/scripts/sound.js");
    if (wanted("vibration", navigator.vibrate)) load("/scripts/stage.js");
    if (main.querySelector("[data-mark]")) load("/scripts/marks.js");
    // a drawn table brings it along
    if (!speelhol.scene) load("/scripts/sight.js");
    if (main.querySelector("[data-said]")) load("/scripts/talk.js");
  };

  const sheets = () => {
    if (main.querySelector(".hostsheet:target, .logbox:is(:target, :has(:target))")) load("/scripts/sheets.js");
  };

  sheets();
  addEventListener("hashchange", sheets);

  // whatever is said from now on was not there to be read when the page came
  speelhol.heard = !!main.querySelector("[data-said]");
  main.addEventListener("click", event => {
    const wanted = event.target.closest("[data-load]");
    // what is fetched sees which key was pressed since
    speelhol.pressed = "";
    if (wanted) load(`/scripts/${wanted.dataset.load}.js`);
  });

  main.addEventListener("morphed", switches);
  main.addEventListener("change", switches);
  // what they build on comes after this
  addEventListener("DOMContentLoaded", switches);
  speelhol.load = load;

  main.addEventListener("pointerover", () => {
    if (main.querySelector(".drawn")) load("/scripts/closer.js");
  });

  addEventListener("keydown", event => {
    speelhol.pressed = event.key;
    if (main.querySelector(".drawn")) load("/scripts/keys.js", () => speelhol.keys(event));
  });
})();
