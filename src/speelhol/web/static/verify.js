// Was this match dealt fairly? Computed here, in this browser; nothing is sent anywhere. No code of the dealing is used.
"use strict";
(() => {
  // ---- SHA-256 (FIPS 180-4) and SHAKE-256 (FIPS 202): a browser offers neither on a plain home network

  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
  const fraction = x => Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0;

  const K = primes.map(p => fraction(Math.cbrt(p))),
    H = primes.slice(0, 8).map(p => fraction(Math.sqrt(p)));

  const hex = bytes => [...bytes].map(b => b.toString(16).padStart(2, "0")).join("");

  const sha256 = data => {
    const length = (data.length + 72) & ~63,
      text = new Uint8Array(length),
      view = new DataView(text.buffer);
    text.set(data);
    text[data.length] = 0x80;
    view.setUint32(length - 8, Math.floor(data.length / 2 ** 29));
    view.setUint32(length - 4, (data.length * 8) >>> 0);
    const state = new Uint32Array(H),
      w = new Uint32Array(64),
      turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let at = 0; at < length; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15],
          b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => {
        state[i] += x;
      });
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((x, i) => digest.setUint32(4 * i, x));
    return hex(new Uint8Array(digest.buffer));
  };

  const ROUNDS = [];

  for (let round = 0, bit = 1, x = 1, y = 0; round < 24; round++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      bit = ((bit << 1) ^ ((bit >> 7) * 0x71)) % 256;
      if (bit & 2) constant ^= 1n << ((1n << BigInt(j)) - 1n);
    }
    ROUNDS.push({ lane: 5 * y + x, by: BigInt((((round + 1) * (round + 2)) / 2) % 64), constant });
  }

  const rotate = (x, n) => BigInt.asUintN(64, (x << n) | (x >> (64n - n)));

  const keccak = s => {
    for (const { constant } of ROUNDS) {
      const column = [0, 1, 2, 3, 4].map(x => s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20]);
      for (let i = 0; i < 25; i++) s[i] ^= column[(i + 4) % 5] ^ rotate(column[(i + 1) % 5], 1n);
      let held = s[1];
      for (const { lane, by } of ROUNDS) [held, s[lane]] = [s[lane], rotate(held, by)];
      for (let y = 0; y < 25; y += 5) {
        const row = s.slice(y, y + 5);
        for (let x = 0; x < 5; x++) s[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
      }
      s[0] ^= constant;
    }
  };

  const shake256 = (data, size) => {
    const RATE = 136,
      text = new Uint8Array(Math.ceil((data.length + 1) / RATE) * RATE),
      view = new DataView(text.buffer);
    text.set(data);
    text[data.length] ^= 0x1f;
    text[text.length - 1] ^= 0x80;
    const state = new BigUint64Array(25),
      out = new DataView(new ArrayBuffer(Math.ceil(size / RATE) * RATE));
    for (let at = 0; at < text.length; at += RATE) {
      for (let i = 0; i < RATE / 8; i++) state[i] ^= view.getBigUint64(at + 8 * i, true);
      keccak(state);
    }
    for (let at = 0; at < size; at += RATE) {
      if (at) keccak(state);
      for (let i = 0; i < RATE / 8; i++) out.setBigUint64(at + 8 * i, state[i], true);
    }
    return new Uint8Array(out.buffer, 0, size);
  };

  // ---- the file

  const FORMAT = "speelhol-record/1";
  // no record comes near: so many bytes, so many draws
  const LARGEST = 2 ** 24,
    MOST = 100_000;
  const LUCK = /^[0-9A-Za-z._-]{0,64}$/,
    SEAL = /^[0-9a-f]{64}$/;
  const utf8 = text => new TextEncoder().encode(text);

  // throws, with the part of the page that says why
  const refuse = (says, values = {}) => {
    throw Object.assign(new Error(says), { says, values });
  };

  const parse = text => {
    try {
      return JSON.parse(text);
    } catch {
      const constant = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""').match(/-?\b(?:NaN|Infinity)\b/);
      return constant ? refuse("constant", { constant: constant[0] }) : refuse("unread");
    }
  };

  // the members of a JSON object, each as it is written there; no object in it may name a member twice, and no number
  // be one that some readers would round
  const members = text => {
    const found = {},
      NUMBER = /[-\d][-+.\deE]*/y,
      // of each bracket that is open: the names in an object so far; none in a list
      open = [];
    for (let at = 0, start = 0, before = "", key = null; at < text.length; at++) {
      const sign = text[at],
        names = open.at(-1);
      if (sign === '"') {
        const from = at;
        for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
        if (names && before !== ":") {
          const name = JSON.parse(text.slice(from, at + 1));
          if (names.has(name)) refuse("twice");
          names.add(name);
          if (open.length === 1) key = name;
        }
      } else if (sign === "-" || (sign >= "0" && sign <= "9")) {
        NUMBER.lastIndex = at;
        const [number] = NUMBER.exec(text);
        if (/[.eE]/.test(number) || !Number.isSafeInteger(Number(number))) refuse("number");
        at += number.length - 1;
      } else if (sign === ":" && open.length === 1) {
        start = at + 1;
      } else if (open.length === 1 && (sign === "," || sign === "}") && key !== null) {
        found[key] = text.slice(start, at).trim();
        key = null;
      }
      if (sign === "{") open.push(new Set());
      if (sign === "[") open.push(null);
      if (sign === "}" || sign === "]") open.pop();
      if ("{[]},:".includes(sign)) before = sign;
    }
    return found;
  };

  const RECORD = ["game", "rules", "seats", "options", "seed", "draws", "actions", "result"],
    RESULT = ["winners", "ranks", "scores"];

  // an object with these members and no others
  const holds = (thing, names) =>
    typeof thing === "object" &&
    thing !== null &&
    !Array.isArray(thing) &&
    Object.keys(thing).length === names.length &&
    names.every(name => Object.hasOwn(thing, name));

  // the bytes that the draws are made of
  const source = seed => {
    let block = new Uint8Array(0),
      at = 0,
      number = 0;
    return () => {
      if (at === block.length) {
        const count = new DataView(new ArrayBuffer(8));
        count.setUint32(4, number++);
        block = shake256(new Uint8Array([...utf8("speelhol/1\0"), ...new Uint8Array(count.buffer), ...seed]), 1088);
        at = 0;
      }
      return block[at++];
    };
  };

  const below = (n, next) => {
    const bits = n > 1 ? 32 - Math.clz32(n - 1) : 0;
    for (;;) {
      let value = 0;
      for (let size = Math.ceil(bits / 8); size; size--) value = value * 256 + next();
      value %= 2 ** bits;
      if (value < n) return value;
    }
  };

  // what holds, by name; throws at what is no record
  const check = text => {
    const whole = parse(text),
      written = members(text),
      named = whole?.format;
    if (typeof named !== "string") refuse(whole && typeof whole === "object" && !Array.isArray(whole) ? "nameless" : "unread");
    if (named !== FORMAT) refuse("format", { named: `'${named.slice(0, 60)}'`, known: `'${FORMAT}'` });
    const { record } = whole;
    if (!holds(record, RECORD) || (record.result !== null && !holds(record.result, RESULT))) throw new Error("members");
    if (!("digest" in written)) throw new Error("digest");
    const { fair } = whole,
      { draws } = record;
    if (!fair) return { proof: false, record };
    const { bounds, lucks } = fair;
    const sane = n => Number.isInteger(n) && n >= 0 && n <= 2 ** 31,
      list = (all, fits) => Array.isArray(all) && all.length <= MOST && all.every(fits);
    if (!list(draws, sane) || !list(bounds, n => sane(n) && n)) throw new Error("numbers");
    if (!list(lucks, one => typeof one === "string" && LUCK.test(one))) throw new Error("luck");
    if (
      ![fair.table, fair.secret].every(one => typeof one === "string" && one.length <= 200) ||
      typeof record.seed !== "string" ||
      !SEAL.test(fair.commitment)
    )
      throw new Error("texts");
    const next = source(utf8(record.seed)),
      answer = { proof: true, record, fair, wrong: null };
    for (let i = 0; i < Math.min(draws.length, bounds.length) && !answer.wrong; i++) {
      const gives = below(bounds[i], next);
      if (gives !== draws[i]) answer.wrong = { number: i + 1, told: draws[i], gives };
    }
    answer.whole = sha256(utf8(written.record)) === whole.digest;
    answer.promise = sha256(utf8(fair.secret)) === fair.commitment;
    answer.luck = lucks.length === record.seats && record.seed === ["fair/1", fair.secret, ...lucks].join(":");
    answer.draws = !answer.wrong && draws.length > 0 && draws.length === bounds.length;
    answer.holds = answer.whole && answer.promise && answer.luck && answer.draws;
    return answer;
  };

  Object.assign((globalThis.speelhol ??= {}), { check, sha256, shake256, hex });

  // ---- the page

  const page = document.getElementById("verify");
  if (!page) return;
  const part = name => page.querySelector(`[data-part="${name}"]`);

  const fill = (element, values) => {
    element.dataset.words ??= element.textContent;
    element.textContent = speelhol.fill(element.dataset.words, values);
    element.hidden = false;
  };

  const listed = seats => new Intl.ListFormat(document.documentElement.lang).format(seats.map(String));

  const lineOf = (name, holds, when, values) => {
    const line = page.querySelector(`[data-check="${name}"]`);
    line.dataset.holds = holds === null ? "open" : holds;
    line.hidden = false;
    for (const words of line.querySelectorAll("[data-when]")) words.hidden = true;
    fill(line.querySelector(`[data-when="${when}"]`), values);
  };

  const verdict = name => {
    for (const one of page.querySelectorAll("h2[data-part]")) one.hidden = one.dataset.part !== name;
    part("rules").hidden = !["yes", "part", "unseen", "freed", "alone"].includes(name);
    part("fault").hidden = name !== "no";
    page.dataset.verdict = name;
    if (name !== "reading") part(name).focus();
  };

  // to be copied, with what this browser noted; never with what stands in the file that is to be checked
  const commands = ({ table, seal, lucks }, seats) => {
    const noted = Array.from({ length: Math.min(seats, 20) }, (_, seat) => `${seat + 1}=${lucks[seat] ?? "LUCK"}`),
      sealed = seal || "SEAL",
      named = `--table ${table || "TABLE"}`;
    document.querySelector('[data-part="command"]').textContent = [
      ["python verify.py RECORD.json", sealed, ...noted, named],
      ["speelhol verify RECORD.json --seal", sealed, ...noted.map(one => `--luck ${one}`), named],
    ]
      .map(words => words.join(" "))
      .join("\n");
  };

  const show = (text, asked) => {
    part("checks").hidden = part("facts").hidden = true;
    let answer;
    try {
      answer = check(text);
    } catch ({ says = "unread", values = {} }) {
      fill(part(says), values);
      verdict(says);
      return;
    }
    if (!answer.proof) {
      verdict("none");
      return;
    }
    const { record, wrong, fair: proof } = answer,
      mine = luck.remembered(proof, asked || proof.table, asked ? page.dataset.mine : undefined);
    const bare = proof.lucks.flatMap((one, seat) => (one ? [] : [seat + 1])),
      alone = bare.length === proof.lucks.length;
    const yes = name => (answer[name] ? "yes" : "no");
    lineOf("whole", answer.whole, yes("whole"), {});
    lineOf("promise", answer.promise, yes("promise"), {});
    lineOf(
      "luck",
      answer.luck && alone ? null : answer.luck,
      !answer.luck ? "no" : alone ? "alone" : bare.length ? "some" : "yes",
      { seats: listed(bare) }
    );
    lineOf(
      "draws",
      answer.draws,
      wrong ? "no" : answer.draws ? "yes" : record.draws.length || proof.bounds.length ? "count" : "none",
      { n: record.draws.length, m: proof.bounds.length, ...wrong }
    );
    lineOf("mine", mine.holds, mine.says, { seen: mine.seal, table: mine.table });
    lineOf("others", mine.missed.length ? null : true, mine.missed.length ? "part" : "yes", {
      seats: listed(mine.missed.map(seat => seat + 1)),
    });
    page.querySelector('[data-check="others"]').hidden = mine.holds === false;
    lineOf("repeated", null, "other", { table: mine.repeated });
    page.querySelector('[data-check="repeated"]').hidden = mine.holds === false || !mine.repeated;
    commands(mine.noted, proof.lucks.length);
    part("table").textContent = proof.table;
    part("seal").textContent = proof.commitment;
    part("secret").textContent = proof.secret;
    part("lucks").replaceChildren(
      ...proof.lucks.map(luck => {
        const item = document.createElement("li"),
          code = document.createElement("code");
        code.textContent = luck || "–";
        item.append(code);
        return item;
      })
    );
    part("checks").hidden = part("facts").hidden = false;
    const known = mine.says === "freed" ? "freed" : mine.holds === null ? "unseen" : mine.missed.length ? "part" : "yes";
    verdict(!answer.holds || mine.holds === false ? "no" : alone ? "alone" : known);
  };

  const read = async (file, asked = "") => {
    verdict("reading");
    if (file.size > LARGEST) {
      verdict("unread");
      return;
    }
    try {
      show(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()), asked);
    } catch {
      verdict("unread");
    }
  };

  const input = page.querySelector("input[type=file]"),
    drop = page.querySelector(".drop");

  input.addEventListener("change", () => {
    if (input.files[0]) read(input.files[0]);
  });

  for (const name of ["dragover", "drop"])
    drop.addEventListener(name, event => {
      event.preventDefault();
      if (name === "drop" && event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
    });

  if (page.dataset.record) {
    verdict("reading");
    fetch(page.dataset.record)
      .then(answer => (answer.ok ? answer.blob() : Promise.reject(answer)))
      .then(
        file => read(file, page.dataset.table),
        () => verdict("unread")
      );
  }
})();
