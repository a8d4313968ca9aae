// The card game of ../boardgameio as a Colyseus room: hidden hands, loot that lies open or face down, a deck that nobody
// sees, lines that tell what happened. Every client has a StateView of its own, and a move is patched at once.
"use strict";
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { schema, StateView } = require("@colyseus/schema");

const KINDS = ["car", "police", "ring", "watch", "cash", "gems", "art"];
const SEATS = 4, LINES = 60, LENGTH = 36;                        // as long as a match of Thieves

const Card = schema({ kind: "string", worth: "uint8", number: "uint8" }, "Card");
const Loot = schema({ up: "boolean", open: Card, face: { type: Card, view: true } }, "Loot");
const Line = schema({ event: "string", seat: "uint8", kind: "string" }, "Line");
const Player = schema({ hand: { array: Card, view: true }, loot: { array: Loot } }, "Player");
const Table = schema({
  players: { array: Player }, told: { array: Line }, turn: "uint16", police: "uint8", over: "boolean",
}, "Table");

const make = (kind, values) => Object.assign(new kind(), values);

const shuffled = () => {
  const deck = Array.from({ length: 80 }, (_, n) => ({ kind: KINDS[n % 7], worth: n % 5, number: n }));
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
};

class Raid extends Room {
  maxClients = SEATS;
  patchRate = null;                                              // no clock: a patch goes out with every move
  seats = new Map();
  deck = shuffled();

  onCreate() {
    this.state = make(Table, { turn: 0, police: 0, over: false });
    for (let seat = 0; seat < SEATS; seat++) {
      const player = new Player();
      this.deck.splice(0, 5).forEach(card => player.hand.push(make(Card, card)));
      this.state.players.push(player);
    }
    this.onMessage("lay", (client, at) => this.lay(client, this.seats.get(client.sessionId), at));
  }

  onJoin(client) {
    const seat = this.seats.size;
    this.seats.set(client.sessionId, seat);
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
  }

  lay(client, seat, at) {
    const state = this.state, player = state.players[seat];
    if (state.over || state.turn % SEATS !== seat || !(at >= 0 && at < player.hand.length)) return;
    const { kind, worth, number } = player.hand[at];
    player.hand.splice(at, 1);
    const drawn = make(Card, this.deck.pop());
    player.hand.push(drawn);
    client.view.add(drawn);
    const up = state.turn % 2 === 0, card = make(Card, { kind, worth, number });
    const loot = make(Loot, up ? { up, open: card } : { up, face: card });
    player.loot.push(loot);
    if (!up) client.view.add(loot);                              // face down: only its owner knows it
    if (player.loot.length > 8) player.loot.shift();
    if (kind === "police") state.police = (state.police + 1) % 7;
    state.told.push(make(Line, { event: "laid", seat, kind: up ? kind : "" }));
    if (state.told.length > LINES) state.told.shift();
    state.turn += 1;
    state.over = state.turn >= LENGTH;
    this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("raid", Raid);
server.listen(Number(process.argv[2]), "127.0.0.1");
