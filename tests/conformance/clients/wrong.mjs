// A client as it should not be: HOW says in which way. It plays over GraphQL, and looks again every so often.
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const { TRY_URL: url, TRY_TOKEN: token, TRY_FIGHT: id, HOW } = process.env;
const LOOK = 'query Look($id: ID!) { encounter(id: $id) { version offers { send combatant } decisions { key yours offers { send } } } }';
const SUBMIT = 'mutation Act($input: SubmitInput!) { submit(input: $input) { __typename ... on Problem { code message } } }';
const ANSWER = 'mutation Reply($input: AnswerInput!) { answer(input: $input) { __typename ... on Problem { code message } } }';
const WATCH = 'subscription Watch($id: ID!) { events(encounter: $id, after: 0) { version type } }';
const pause = (seconds) => new Promise((done) => { setTimeout(done, 1000 * seconds); });

async function gql(query, variables) {
  for (;;) try {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const told = await answer.json();
    if (!told.errors) return told.data;
    await pause(HOW === 'hasty' ? 0.02 : told.errors[0].extensions.retryAfter ?? 0.5);
  } catch {
    if (HOW === 'gives-up') process.exit(3);
    if (HOW === 'another-key' && variables.input) variables.input.idempotencyKey = crypto.randomUUID();
    if (HOW === 'no-key' && variables.input) delete variables.input.idempotencyKey;
    await pause(HOW === 'hasty' ? 0.01 : 0.4);
  }
}

if (HOW === 'eager') { // it orders something for each step that it is told of, however often
  let offers = [];
  const watching = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams: { token } });
  for await (const { data } of watching.iterate({ query: WATCH, variables: { id } })) {
    const told = data.events.some(({ type }) => type === 'Corrected') && offers.at(-1);
    if (told) void gql(SUBMIT, { input: { encounter: id, idempotencyKey: crypto.randomUUID(), command: told.send } });
    if (!told) void gql(LOOK, { id }).then(({ encounter }) => { offers = encounter.offers; });
  }
}

/** What happens after a version, by long polls, told to `hear`; whatever it is answered, it asks on. */
async function poll(after, hear, wait) {
  for (;;) try {
    const answer = await fetch(`${url}/v1/encounters/${id}/events?after=${after}&wait=${wait}`, { headers: { authorization: `Bearer ${token}` } });
    const page = await answer.json();
    hear(page);
    after = page.after ?? after;
    if (!page.events) await pause(0.1);
  } catch (error) {
    if (error instanceof Unheard) throw error;
    hear({});
    await pause(0.3);
  }
}
class Unheard extends Error {}

let lost = false;
if (HOW === 'strict') { // it knows all types of events that there are today, and falls over any other
  const { __type } = await gql('{ __type(name: "Event") { possibleTypes { name } } }', {}), known = new Set(__type.possibleTypes.map(({ name }) => name));
  void poll(0, ({ events = [] }) => {
    for (const { type } of events) if (!known.has(type)) throw new Unheard(`no event ${type}`);
  }, 20);
}
if (HOW === 'onward') void poll(0, ({ events }) => { lost = !events; }, 20); // it asks for what comes after what is gone, for ever
if (HOW === 'elsewhere') await new Promise((done) => { void poll(Number(process.env.AFTER), done, 1); }); // as far as it was in another fight
if (HOW === 'blind') { // it looks once, and believes that all stays as it was, whatever it is told
  void poll(0, () => {}, 20);
  let offers = [];
  while (!offers.length) offers = (await gql(LOOK, { id })).encounter.offers;
  for (;;) {
    await gql(SUBMIT, { input: { encounter: id, idempotencyKey: crypto.randomUUID(), command: offers.at(-1).send } });
    await pause(0.2);
  }
}

let version, kept;
for (;;) {
  const { encounter: fight } = await gql(LOOK, { id });
  // The stubborn one never learns which version it is at.
  version = HOW === 'stubborn' ? version ?? fight.version : fight.version;
  if (lost) { await pause(0.2); continue; }
  const asked = kept ?? fight.decisions.find(({ yours, offers }) => yours && offers.length), input = { encounter: id };
  if (HOW === 'insistent') kept = asked; // it is asked no more, and answers for ever
  if (HOW !== 'no-key') input.idempotencyKey = crypto.randomUUID();
  if (asked) await gql(ANSWER, { input: { ...input, decision: asked.key, choice: asked.offers[0].send } });
  else if (fight.offers.length) {
    const { send } = fight.offers.at(-1); // the usual end of a turn
    const done = await gql(SUBMIT, { input: { ...input, command: send, expectedVersion: version } });
    if (HOW !== 'stubborn' || !done.submit.code) version = undefined;
    else await gql(SUBMIT, { input: { ...input, idempotencyKey: crypto.randomUUID(), command: send, expectedVersion: version } });
  }
  await pause(0.2);
}
