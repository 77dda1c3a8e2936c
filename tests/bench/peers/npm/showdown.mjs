// Random battles of the first generation, both sides by chance, to the end. Argument: battles. Prints JSON.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const { BattleStream, getPlayerStreams } = require("pokemon-showdown");
const { RandomPlayerAI } = require("pokemon-showdown/dist/sim/tools/random-player-ai.js");
const battles = Number(process.argv[2]);
let decisions = 0;

class Player extends RandomPlayerAI {
  choose(choice) {
    decisions += 1;
    super.choose(choice);
  }
}

async function battle(number) {
  const streams = getPlayerStreams(new BattleStream());
  const seed = [number, 2, 3, 4];
  const start = JSON.stringify({ formatid: "gen1randombattle", seed });
  for (const side of ["p1", "p2"]) void new Player(streams[side], { seed }).start();
  void streams.omniscient.write(`>start ${start}\n>player p1 ${JSON.stringify({ name: "A" })}\n>player p2 ${JSON.stringify({ name: "B" })}`);
  let won = false;
  for await (const chunk of streams.omniscient) won ||= /^\|(win|tie)/m.test(chunk);
  if (!won) throw new Error("a battle had no end");
}

await battle(0);
decisions = 0;
const start = process.cpuUsage();
for (let number = 1; number <= battles; number++) await battle(number);
const { user, system } = process.cpuUsage(start);
const seconds = (user + system) / 1e6;
console.log(JSON.stringify({ moves: decisions, games: battles, seconds }));
