// Plays one seat of a fight over GraphQL, whatever the game: it knows offers, decisions and the kernel's events.
// npm install graphql-ws ws; node generic.mjs http://127.0.0.1:8765 TOKEN
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
const [url, token] = process.argv.slice(2);
const BUTTON = 'fragment Button on Offer { combatant label send fields { path kind among { value } } }';
const LOOK = `query Look($id: ID!) { encounter(id: $id) { version
  combatants { key seat } offers { ...Button } decisions { id seats question offers { ...Button } } } } ${BUTTON}`;
const WATCH = 'subscription Watch($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version type text } }';
const SUBMIT = `mutation Submit($input: SubmitInput!) { outcome: submit(input: $input) { ... on Problem { code message } } }`;
const REPLY = `mutation Reply($input: AnswerInput!) { outcome: answer(input: $input) { ... on Problem { code message } } }`;

async function gql(query, variables) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  for (let wait = 0.5;; await new Promise((done) => setTimeout(done, wait * 1000))) try { // away: the same request and key
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const { data, errors: [error] = [] } = await answer.json();
    if (!error) return data;
    if (!['UNAVAILABLE', 'STOPPING', 'RATE_LIMITED'].includes(error.extensions.code)) throw new Error(error.message);
    wait = error.extensions.retryAfter ?? 0.5;
  } catch (error) { if (!(error instanceof TypeError)) throw error; } // a TypeError is fetch's: nobody answers
}

const any = (list) => list[Math.floor(Math.random() * list.length)];
const roll = (count, sides) => Array.from({ length: count }, () => 1 + Math.floor(Math.random() * sides));
function fill({ send, fields }) { // all that has to be done with an offer: write the picks into what is to be sent
  for (const field of fields.filter((f) => ['one', 'place', 'path'].includes(f.kind))) {
    const path = [...field.path], last = path.pop();
    path.reduce((place, name) => place[name], send)[last] = any(field.among).value;
  }
  return send;
}

async function play() { // answer or order one thing, if there is one for this seat
  const { encounter: fight } = await gql(LOOK, { id });
  const asked = fight.decisions.find((d) => d.seats.includes(seat));
  const holder = Object.fromEntries(fight.combatants.map((c) => [c.key, c.seat]));
  const dice = asked?.question?.dice?.match(/\d+/g).map(Number); // a roll: dice that would fall on a real table
  const offer = any(asked ? asked.offers : fight.offers.filter((o) => (holder[o.combatant] ?? gm) === seat));
  if (!offer && !dice) return;
  const input = { encounter: id, idempotencyKey: crypto.randomUUID() };
  const { outcome } = asked ? await gql(REPLY, { input: { ...input, decision: asked.id, ...(dice ? { faces: roll(...dice) } : { choice: fill(offer) }) } })
    : await gql(SUBMIT, { input: { ...input, command: fill(offer), expectedVersion: fight.version } });
  if (outcome.code) console.error(outcome.code, outcome.message);
}

const { viewer: { encounter: id, seat, role } } = await gql('{ viewer { encounter seat role } }');
const gm = role === 'GM' ? seat : null; // who plays what nobody holds
const socket = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket,
  connectionParams: { token }, retryAttempts: Infinity, shouldRetry: ({ code }) => code !== 4403 }); // 4403: no such token
const watch = { query: WATCH, variables: { id, after: 0 } };
await play();
for (let over = false; !over;) try {
  for await (const { data } of socket.iterate(watch)) {
    for (const { version, text } of data.events.filter((event) => event.version > watch.variables.after)) {
      watch.variables.after = version; // where it goes on when the line breaks; what had come, but waited here, comes again
      console.log(version, text);
    }
    await play();
  }
  over = true;
} catch (errors) { // restored from a backup, the server lacks what we have seen
  if (errors[0]?.extensions?.code !== 'AHEAD') throw errors;
  watch.variables.after = errors[0].extensions.head;
}
await socket.dispose();
