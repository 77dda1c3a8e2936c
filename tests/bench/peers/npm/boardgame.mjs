// Tic-tac-toe as boardgame.io's tutorial has it, both players by chance, to the end. Argument: games. Prints JSON.
import { createRequire } from "node:module";

const { Client } = createRequire(import.meta.url)("boardgame.io/client");
const { INVALID_MOVE } = createRequire(import.meta.url)("boardgame.io/core");
const games = Number(process.argv[2]);
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const TicTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((i) => G.cells[i] !== null && G.cells[i] === G.cells[line[0]])))
      return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

let state = 1;
const chance = (below) => (state = (state * 48271) % 2147483647) % below;
let moves = 0;

function play() {
  const client = Client({ game: TicTacToe, debug: false });
  client.start();
  while (!client.getState().ctx.gameover) {
    const free = client.getState().G.cells.flatMap((cell, id) => (cell === null ? [id] : []));
    client.moves.clickCell(free[chance(free.length)]);
    moves += 1;
  }
  client.stop();
}

for (let number = 0; number < 20; number++) play();
moves = 0;
const start = process.cpuUsage();
for (let number = 0; number < games; number++) play();
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ moves, games, seconds: (user + system) / 1e6 }));
