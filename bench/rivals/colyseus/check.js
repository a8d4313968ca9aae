// Plays a match with Colyseus' own client: everybody sees their own cards and what lies open, and nothing else.
//   node server.js PORT & node check.js PORT
"use strict";
const assert = require("assert");
const { Client } = require("colyseus.js");

const faces = cards => [...cards ?? []].filter(card => card && card.kind).length;

const look = (state, mine) => state.players.forEach((player, seat) => {
  assert.strictEqual(faces(player.hand), seat === mine ? 5 : 0, `seat ${mine} at the hand of ${seat}`);
  player.loot.forEach(loot => {
    assert.strictEqual(faces([loot.open]), loot.up ? 1 : 0);
    assert.strictEqual(faces([loot.face]), !loot.up && seat === mine ? 1 : 0, `seat ${mine} at the loot of ${seat}`);
  });
});

(async () => {
  const client = new Client(`ws://127.0.0.1:${process.argv[2]}`), rooms = [];
  for (let seat = 0; seat < 4; seat++) {
    const room = seat ? await client.joinById(rooms[0].roomId) : await client.create("raid");
    await new Promise(done => room.onStateChange.once(done));
    rooms.push(room);
  }
  let patches = 0;
  rooms.forEach(room => room.onStateChange(() => { patches++; }));
  for (let turn = 0; turn < 36; turn++) {
    rooms.forEach((room, mine) => look(room.state, mine));
    rooms[(turn + 2) % 4].send("lay", 0);                        // is not asked: nothing happens
    rooms[turn % 4].send("lay", turn % 5);
    while (patches < 4 * (turn + 1)) await new Promise(done => setTimeout(done, 1));
    rooms.forEach(room => assert.strictEqual(room.state.turn, turn + 1));
  }
  rooms.forEach(room => assert(room.state.over));
  console.log("Everybody saw what they may, and nothing else.");
  process.exit(0);
})().catch(error => { console.error(error); process.exit(1); });
