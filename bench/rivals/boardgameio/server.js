// boardgame.io's server as it comes: in-memory storage, its default push over socket.io. The game is a small one of
// cards, as much on the table and as much hidden as in Thieves: a move lays a card, tells of it and draws another.
"use strict";
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const KINDS = ["car", "police", "ring", "watch", "cash", "gems", "art"];
const lines = 60;

const Raid = {
  name: "raid",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(Array.from({ length: 80 }, (_, n) => ({ kind: KINDS[n % 7], worth: n % 5, number: n })));
    const hands = {}, players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      hands[seat] = deck.splice(0, 5);
      players[seat] = { hand: hands[seat] };                     // what STRIP_SECRETS leaves to its own player
    }
    return { secret: { deck }, players, hands, loot: [[], [], [], []], police: 0, turn: 0, told: [] };
  },
  playerView: ({ G, ctx, playerID }) => {
    const seen = PlayerView.STRIP_SECRETS({ G, ctx, playerID });
    return { ...seen, hands: playerID in G.hands ? { [playerID]: G.hands[playerID] } : {} };
  },
  moves: {
    lay: ({ G, playerID, events }, at) => {
      const hand = G.hands[playerID];
      if (!(at < hand.length)) return "INVALID_MOVE";
      const [card] = hand.splice(at, 1);
      const pile = G.loot[playerID];
      pile.push({ ...card, up: G.turn % 2 === 0 });
      if (pile.length > 8) pile.shift();
      if (card.kind === "police") G.police = (G.police + 1) % 7;
      if (G.secret.deck.length) hand.push(G.secret.deck.pop());
      G.players[playerID].hand = hand.map(one => ({ ...one }));
      G.told.push({ event: "laid", seat: Number(playerID), kind: card.kind });
      if (G.told.length > lines) G.told.shift();
      G.turn += 1;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (G.turn >= 36 ? { winner: "0" } : undefined), // as long as a match of Thieves
};

const server = Server({ games: [Raid], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]));
