// Plays one turn of La Fantasia Final, with the game's own types for orders, events and state.
//
//     npm install && npm run generate && npm run build
//     URL=http://127.0.0.1:8765 ID=<encounter> TOKEN=<a seat's token> npm run play     a seat of a fight that has begun
//     URL=http://127.0.0.1:8765 ADMIN=<the operator's token> npm run play               a fight of its own
import { randomUUID } from 'node:crypto';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws'; // browsers have their own
import { AnswerDocument, CreateDocument, LookDocument, OrderDocument, WatchDocument } from './generated.js';
import type {
  CommandInput,
  CreateEncounterInput,
  ToldFragment,
  TypedDocumentString,
  WatchSubscription,
} from './generated.js';

const { URL: url = 'http://127.0.0.1:8765', ADMIN = '', ID = '', TOKEN = '' } = process.env;

/** A query or mutation. `errors` are faults of the request; what the rules refuse is a member of the data. */
async function ask<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  token: string,
): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: document.toString(), variables }),
  }).catch(() => {
    throw new Error(`nobody answers at ${url}: set URL to the server's address`);
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] };
  if (errors) throw new Error(errors.map((error) => error.message).join('; '));
  return data;
}

/** What was done; throws why it was not. */
function done<Result extends { __typename: string }>(result: Result): Exclude<Result, { code: string }> {
  if ('code' in result && 'message' in result) throw new Error(`${result.code}: ${result.message}`);
  return result as Exclude<Result, { code: string }>;
}

/** Orders something; the version it led to. Sent again with its key after a lost reply, nothing happens twice. */
async function order(id: string, token: string, command: CommandInput, expectedVersion?: number): Promise<number> {
  const input = { encounter: id, command, expectedVersion, idempotencyKey: randomUUID() };
  return done((await ask(OrderDocument, { input }, token)).submit).version;
}

/** A fight of Ana's Cloud, who is quick and attacks twice, with an ogre. */
async function create(): Promise<{ id: string; token: string }> {
  const input: CreateEncounterInput = {
    system: 'fantasia',
    name: 'At the bridge',
    dice: 'OPEN', // the same dice every time; leave these two out, and they are secret and can be proven
    seed: 'a bridge',
    seats: [
      { id: 'gm', name: 'Gil', role: 'GM' },
      { id: 'ana', name: 'Ana' },
    ],
    combatants: [
      {
        id: 'cloud',
        name: 'Cloud',
        side: 'heroes',
        seat: 'ana',
        sheet: { fantasia: { ref: 'soldier', initiativeBonus: 20, multiAttack: 2, reactions: [] } },
      },
      { id: 'ogre', name: 'Ogre', side: 'foes', sheet: { fantasia: { ref: 'ogre' } } },
    ],
  };
  const { encounter, tokens } = done((await ask(CreateDocument, { input }, ADMIN)).createEncounter);
  const tokenOf = (seat: string) => tokens.find((token) => token.seat === seat)?.token ?? '';
  await order(encounter.id, tokenOf('gm'), { fantasia: { begin: {} } });
  return { id: encounter.id, token: tokenOf('ana') };
}

/** An event in words. Keep the default: new types of events come, and `text` is there for all of them. */
function tell(event: ToldFragment): string {
  switch (event.__typename) {
    case 'FantasiaAttackRolled':
      return `${event.attacker} attacks ${event.target} with ${event.weapon}: ${event.total}, ${event.outcome}`;
    case 'VitalChanged':
      return `${event.combatant}: ${event.vital} ${event.change}${event.now === null ? '' : `, now ${event.now}`}`;
    default:
      return event.text;
  }
}

let attacked = false;
let reached = 0; // the version that our last order or answer led to

/** Does what this seat has to do now: answers what it is asked, else attacks once. False: nothing is left to do. */
async function play(id: string, token: string): Promise<boolean> {
  const { viewer, encounter } = await ask(LookDocument, { id }, token);
  if (encounter?.status !== 'RUNNING') return false;

  const decision = encounter.decisions.find((open) => open.yours);
  if (decision) {
    const [offer] = decision.offers; // a person would be shown the labels of all
    if (!offer) throw new Error(`${decision.text}: this waits for dice that fall on the table`);
    console.log(`? ${decision.text} ${offer.label}`);
    const input = { encounter: id, decision: decision.id, choice: { key: offer.key }, idempotencyKey: randomUUID() };
    reached = done((await ask(AnswerDocument, { input }, token)).answer).version;
    return true;
  }
  if (attacked) return false;

  const mine = encounter.combatants.find((one) => one.seat === viewer.seat && encounter.acting.includes(one.key));
  const foe = encounter.combatants.find((one) => one.side !== mine?.side && one.out === null);
  if (!mine || !foe) {
    console.log(`. waiting: it is the turn of ${encounter.acting.join(', ') || 'nobody yet'}`);
    return true; // the next step may make it ours
  }
  const weapon = mine.rules?.weapons.find(({ value }) => value.where === 'IN_HAND')?.key ?? 'unarmed';
  attacked = true;
  const attack = { attacker: mine.key, target: foe.key, weapon };
  reached = await order(id, token, { fantasia: { attack } }, encounter.version);
  return true;
}

const { id, token } = ID && TOKEN ? { id: ID, token: TOKEN } : await create();
const socket = createClient({
  url: `${url.replace(/^http/, 'ws')}/graphql`,
  connectionParams: { token },
  webSocketImpl: WebSocket,
});
const { encounter } = await ask(LookDocument, { id }, token);
const watch = { query: WatchDocument.toString(), variables: { id, after: encounter?.version ?? 0 } };
await play(id, token);
for await (const { data, errors } of socket.iterate<WatchSubscription>(watch)) {
  if (!data) throw new Error(errors?.map((error) => error.message).join('; '));
  for (const event of data.events) {
    if (event.version <= watch.variables.after) continue; // it waited here when the socket broke off, and comes again
    console.log(`${event.version} ${tell(event)}`);
    watch.variables.after = event.version; // a socket that breaks off is opened again by itself, and goes on from here
  }
  const busy = await play(id, token);
  if (!busy && watch.variables.after >= reached) break;
}
await socket.dispose();
