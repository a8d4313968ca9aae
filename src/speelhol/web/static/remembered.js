// What this browser remembers of a table, when its record is read: luck.js wrote it down.
"use strict";
(() => {
  // the name that was asked for, or else the one in the file; held: the chairs that are this browser's own, as the house
  // says now, if it was asked
  const remembered = (proof, name, held) => {
    const book = luck.read(),
      given = proof.lucks.filter(Boolean);
    const here = book.find(one => one.table === name),
      old = book.find(one => one.table === null && one.seal === proof.commitment);
    const both = here && old ? { ...here, early: true, made: [...old.made, ...here.made] } : here || old;
    // it saw no deal, and has no chair any more: what it added was for a chair that was freed, or is in the record
    const line = both && held === "" && !both.lucks ? { ...both, own: [], seats: [] } : both;
    const others = book.filter(one => one !== here && one !== old),
      sealed = others.find(one => one.seal === proof.commitment);
    // after a deal everybody reads everybody's luck and may add it at another table; a seal belongs to one table
    const again = others.find(one => one.made.some(luck => given.includes(luck) && !line?.made.includes(luck)));
    const other = sealed || (!line && again && again.table === null ? again : null);
    const seen = {
      seal: line ? line.seal : "",
      table: other ? other.table || "?" : name,
      missed: missed(line, proof.lucks.length),
      noted: noted(line),
      repeated: again ? again.table || "?" : "",
    };
    if (line && line.seal && line.seal !== proof.commitment) return { ...seen, says: "other-seal", holds: false };
    if (line && (line.own.some(([seat, luck]) => proof.lucks[seat] !== luck) || lost(line, given)))
      return { ...seen, says: "luck-lost", holds: false };
    if (line && line.lucks && line.lucks.join() !== proof.lucks.join())
      return { ...seen, says: "other-lucks", holds: false };
    if (other || name !== proof.table) return { ...seen, says: "elsewhere", holds: false };
    if (!line || !line.seal || !line.early) return { ...seen, says: "unseen", holds: null };
    if (line.made.some(luck => given.includes(luck))) return { ...seen, says: "luck", holds: true };
    const freed = line.made.length > 0 && !line.own.length && !line.taken && !line.seats.length;
    return { ...seen, says: freed ? "freed" : "seal", holds: freed ? null : true };
  };

  // the luck that was seen, by seat: everybody's at the deal, or else what this browser added itself
  const known = line => (line ? (line.lucks ? [...line.lucks.entries()] : line.own) : []);

  const missed = (line, seats) => {
    const seen = new Set(known(line).map(([seat]) => Number(seat)));
    return [...Array(seats).keys()].filter(seat => !seen.has(seat));
  };

  const noted = line => ({
    table: (line && line.table) || "",
    seal: line && line.early ? line.seal : "",
    lucks: Object.fromEntries(known(line).map(([seat, luck]) => [seat, luck || "-"])),
  });

  // luck was made for a chair of one's own (or for one of the first version's tables) and is nowhere
  const lost = (line, lucks) =>
    line.made.length > 0 &&
    !line.own.length &&
    !line.taken &&
    (line.seats.length > 0 || line.table === null) &&
    !line.made.some(luck => lucks.includes(luck));

  luck.remembered = remembered;
})();
