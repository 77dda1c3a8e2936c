// Plays seats of a fight by the client library alone, whatever the game. A line of JSON for each thing that happens.
// GIVEN: root, library (where its index.js lies), seats [{token | link}], and what is wanted of it: see below. On trial
// (`skald try-client`) the seat comes as TRY_LINK instead.
import WebSocket from 'ws';

const { TRY_LINK, GIVEN } = process.env;
const given = { ...JSON.parse(GIVEN), ...(TRY_LINK && { seats: [{ link: TRY_LINK }], patience: 1e9, silent: true }) }, say = (what) => console.log(JSON.stringify(what));
const { root, library, seats, steps = 4000, seed = 1, after, silent = false } = given;
const {
  bare, Draft, Fight, isOpen, join, middleOf, offered, placesOf, readLink, Refusal, Server, TypedDice, whoIsHere,
} = await import(library);

let state = seed;
/** A number from 0 to 1: the same ones for the same seed. */
function chance() {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state / 2147483648;
}
const any = (list) => list[Math.floor(chance() * list.length)];
const NEVER = /^(end$|call-off|concede|surrender|leave|gm|pause|retreat|flee|lie-down)/;

class Player {
  constructor(fight, viewer) {
    Object.assign(this, { fight, viewer, done: 0, busy: false });
  }

  get mine() {
    const { now } = this.fight, { seat, role } = this.viewer;
    const seats = new Map(now.combatants.map(({ key, seat: whose }) => [key, whose]));
    return now.offers.filter(({ combatant }) => (seats.get(combatant) ?? (role === 'GM' ? seat : null)) === seat);
  }

  /** Do one thing, if there is one; whether something was done. */
  async step() {
    const { now } = this.fight, asked = now.decisions.find(({ yours }) => yours);
    if (asked?.question?.dice && asked.kind === 'Roll') return this.roll(asked);
    if (asked) return asked.offers.length > 0 && this.send(any(asked.offers), asked);
    const offers = this.mine.filter(({ key }) => !NEVER.test(key));
    const over = now.outcome && this.mine.find(({ key }) => key === 'end');
    if (over && given.end) return this.send(over);
    const first = offers.filter(({ key }) => key.startsWith('begin'));
    const strikes = offers.filter(({ group }) => group === 'STRIKE' || group === 'CAST'), moves = offers.filter(({ group }) => group === 'MOVE');
    const ends = offers.filter(({ group }) => group === 'END'), luck = chance();
    const choice = first.length ? first : luck < 0.85 && strikes.length ? strikes : luck < 0.6 && moves.length ? moves : ends.length ? ends : moves;
    return choice.length > 0 && this.send(any(choice));
  }

  async roll(asked) {
    const dice = new TypedDice(asked.question.dice);
    while (!dice.complete) dice.type(1 + Math.floor(chance() * dice.sides));
    await this.fight.answer(asked, { faces: dice.faces });
    return true;
  }

  /** Fill an offer as a person would, with what it would do before one's eyes, and send it. */
  async send(offer, asked = null) {
    const draft = new Draft(this.fight, offer, asked);
    try {
      for (const { field, number } of draft.open) {
        if (field.kind === 'path') await this.walk(draft, number);
        else if (field.kind === 'one' && field.among.length) draft.pick(number, any(field.among).value);
        else if (field.kind === 'place' && field.reach) {
          const place = this.nearest(placesOf(field.reach));
          draft.pick(number, place ? bare(place) : offered(offer, field));
        }
      }
      await draft.send();
      return true;
    } finally {
      draft.drop();
    }
  }

  /** A way towards the nearest foe, a step at a time. */
  async walk(draft, number) {
    draft.aim(number);
    for (let length = 0; length < 3; length += 1) {
      await new Promise((told) => {
        const settled = () => { if (draft.foreseen?.next.length || draft.refusal) told(); };
        draft.addEventListener('changed', settled);
        setTimeout(told, 400);
      });
      const next = (draft.foreseen?.next ?? []).flatMap(({ by, area }) => (area ? placesOf(area) : []).map((place) => ({ place, by })));
      if (!next.length) break;
      const place = this.nearest(next.map((one) => one.place)), { by } = next.find((one) => one.place === place);
      draft.add({ place, by, spot: middleOf(place, this.fight.now.scene.space) ?? { x: 0, y: 0 } });
    }
  }

  nearest(places) {
    const { space, tokens } = this.fight.now.scene, own = tokens.find(({ yours }) => yours)?.side;
    const foes = tokens.filter(({ side, down, place }) => side !== own && !down && place).map(({ place }) => middleOf(place, space)).filter(Boolean);
    const far = (place) => {
      const at = middleOf(place, space);
      return at && foes.length ? Math.min(...foes.map((foe) => Math.hypot(foe.x - at.x, foe.y - at.y))) : 0;
    };
    return [...places].sort((one, other) => far(one) - far(other))[0];
  }
}

const players = [];
for (const { token, link } of seats) {
  const said = link ? readLink(link) : { root, token }, server = new Server(said.root, { token: said.token, WebSocket });
  if (said.invitation) await join(server, said.invitation);
  const viewer = await whoIsHere(server), fight = new Fight(server, viewer.encounter);
  const player = new Player(fight, viewer), at = viewer.seat;
  fight.addEventListener('told', ({ detail }) => { if (!silent) say({ at, told: detail.map(({ version }) => version) }); });
  fight.addEventListener('failed', ({ detail }) => say({ at, failed: detail.code || String(detail) }));
  for (const name of ['refused', 'ended', 'seen']) fight.addEventListener(name, () => say({ at, [name]: true }));
  server.addEventListener('away', () => say({ at, away: true }));
  server.addEventListener('back', () => say({ at, back: true }));
  await fight.open(after === undefined ? {} : { after });
  say({ at, open: fight.now.version });
  players.push(player);
}

let done = 0, quiet = 0, refused = 0;
let out = false;
for (const { fight } of players) fight.addEventListener('refused', () => { out = true; });
const over = () => out || players.some(({ fight }) => fight.now.status === 'ENDED');
while (done < steps && !over()) {
  let did = false;
  for (const player of players) {
    try {
      if (await player.step()) { player.done += 1; done += 1; did = true; }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused += 1;
      say({ at: player.viewer.seat, refusal: error.code, message: error.message });
    }
    if (over()) break;
  }
  quiet = did ? 0 : quiet + 1;
  if (!did) await new Promise((wait) => { setTimeout(wait, 30); });
  if (quiet > (given.patience ?? 300)) break;
}
if (over() && !out) { // whoever hears of the end first is no reason for the others not to
  const last = Math.max(...players.map(({ fight }) => fight.now.version));
  for (const { fight } of players) {
    while (fight.events.at(-1)?.version < last) await new Promise((told) => { fight.addEventListener('told', told, { once: true }); });
  }
}
if (given.stay) await new Promise(() => {});
for (const { fight } of players) fight.close();
say({ over: over(), done: players.map((player) => player.done), refused, version: players[0].fight.now.version, events: players.map(({ fight }) => fight.events.map(({ version }) => version)) });
