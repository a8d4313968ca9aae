// Sounds, made on the spot: off until somebody switches them on, and then for this browser. Fetched by then (den.js).
"use strict";
(() => {
  const main = document.querySelector("main:is([data-live], [data-replay])");
  if (!main || !window.AudioContext) return;

  // each voice a few notes: when, how high (0: a rustle), how long, how loud; in seconds and hertz
  const VOICES = {
    card: [[0, 0, 0.07, 0.25]],
    chip: [
      [0, 2300, 0.06, 0.12],
      [0.05, 3100, 0.09, 0.1],
    ],
    dice: [
      [0, 0, 0.04, 0.3],
      [0.09, 0, 0.04, 0.22],
      [0.2, 0, 0.04, 0.28],
      [0.27, 0, 0.05, 0.18],
    ],
    turn: [
      [0, 523, 0.22, 0.12],
      [0.14, 784, 0.36, 0.12],
    ],
    drum: [
      [0, 98, 0.3, 0.16],
      [0.3, 98, 0.25, 0.16],
      [0.52, 98, 0.2, 0.17],
      [0.68, 98, 0.16, 0.18],
      [0.8, 98, 0.12, 0.19],
      [0.9, 196, 0.7, 0.2],
    ],
    alarm: [
      [0, 640, 0.2, 0.14],
      [0.22, 480, 0.2, 0.14],
      [0.44, 640, 0.2, 0.14],
      [0.66, 480, 0.24, 0.14],
    ],
    win: [
      [0, 523, 0.18, 0.13],
      [0.13, 659, 0.18, 0.13],
      [0.26, 784, 0.18, 0.13],
      [0.39, 1047, 0.5, 0.13],
    ],
  };

  const ALARMS = ["raid", "knock", "caught", "lights", "godfather", "shake"],
    ROLLS = ["spin", "toss"];
  const CARDS = ["deal", "turn"],
    ORDER = ["alarm", "drum", "dice", "card", "chip"];

  const stored = () => {
    try {
      return localStorage.getItem("sounds") === "on";
    } catch {
      return false;
    }
  };

  let on = stored() || !!document.getElementById("sounds")?.checked,
    air = null,
    quiet = 0,
    state = "",
    hurried = false;

  const wake = () => {
    if (on) {
      air ??= new AudioContext();
      if (air.state === "suspended") air.resume();
    }
  };

  const note = ([at, pitch, length, loud]) => {
    const start = air.currentTime + at,
      end = start + length,
      gain = air.createGain();
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0005, end);
    gain.connect(air.destination);
    let voice;
    if (pitch) {
      voice = air.createOscillator();
      voice.frequency.value = pitch;
      voice.type = "triangle";
      voice.connect(gain);
    } else {
      const rustle = air.createBuffer(1, Math.ceil(air.sampleRate * length), air.sampleRate),
        high = air.createBiquadFilter();
      rustle.getChannelData(0).forEach((_, i, all) => {
        all[i] = Math.random() * 2 - 1;
      });
      voice = air.createBufferSource();
      voice.buffer = rustle;
      high.type = "highpass";
      high.frequency.value = 1800;
      voice.connect(high).connect(gain);
    }
    voice.start(start);
    voice.stop(end);
  };

  const play = name => {
    if (!on) return;
    wake();
    if (air.state === "running") VOICES[name].forEach(note);
  };

  const named = ({ kind, piece = "", mood }) =>
    kind === "stage"
      ? mood
      : ALARMS.includes(kind)
        ? "alarm"
        : ROLLS.includes(kind)
          ? "dice"
          : CARDS.includes(kind)
            ? "card"
            : kind === "fly"
              ? /^(chip|note|fake|seat)/.test(piece)
                ? "chip"
                : "card"
              : "";

  // one sound for what happens at once, and for a burst
  main.addEventListener("moves", event => {
    const now = performance.now(),
      { batch, left } = event.detail;
    const cue = ORDER.find(name => batch.some(motion => named(motion) === name));
    const burst = hurried && left > 0;
    hurried = left > 5 || burst;
    if (!cue || burst || now < quiet) return;
    quiet = now + 350;
    play(cue);
  });

  // whose move it is, once it may be told
  const turn = () => {
    const now = main.firstElementChild?.dataset.state || "",
      before = state;
    if (main.classList.contains("unfolding") || now === before) return;
    state = now;
    if (!before) return;
    if (now === "mine") play("turn");
    if (now === "over") play("win");
  };

  const dress = () => {
    const knob = main.querySelector("#sounds");
    if (knob) knob.checked = on;
    turn();
  };

  main.addEventListener("morphed", dress);
  main.addEventListener("rested", turn);

  const keep = () => {
    try {
      localStorage.setItem("sounds", on ? "on" : "off");
    } catch {
      /* then it holds until the page goes */
    }
  };

  const sample = () => {
    wake();
    air?.resume().then(() => play("chip"));
  };

  main.addEventListener("change", event => {
    if (event.target.id !== "sounds") return;
    on = event.target.checked;
    keep();
    sample();
  });

  if (on && !stored()) {
    keep();
    sample();
  }

  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, () => {
      if (on && air?.state !== "running") wake();
    });

  dress();
})();
