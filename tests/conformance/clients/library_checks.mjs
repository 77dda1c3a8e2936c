// The client library against a real server: a lost answer, half an answer, a conflict, a fight taken up again.
import WebSocket from 'ws';

const { root, token, library, fight: id, stray } = JSON.parse(process.env.GIVEN);
const { Acts, Fight, Refusal, Server, linesOf, readLink } = await import(library);
const sent = [], told = {};
let lose = '';
/** Node's own `fetch`, which loses one answer: after the server has acted. */
async function unreliable(address, request) {
  const body = request.body ?? '';
  if (body.includes('mutation')) sent.push(JSON.parse(body).variables.input.idempotencyKey);
  const answer = await fetch(address, request);
  if (!lose || !body.includes('mutation')) return answer;
  const how = lose;
  lose = '';
  if (how === 'head') throw new TypeError('fetch failed');
  const half = (await answer.text()).slice(0, 10);
  const cut = new ReadableStream({ pull(into) { into.enqueue(new TextEncoder().encode(half)); into.error(new TypeError('terminated')); } });
  return new Response(cut, { status: answer.status, headers: answer.headers });
}

const server = new Server(root, { token, WebSocket, fetch: unreliable });
const heard = [], one = new Fight(server, id);
one.addEventListener('told', ({ detail }) => heard.push(...detail.map(({ version }) => version)));
await one.open();
const begun = one.loaded.version;

for (const how of ['head', 'half']) {
  lose = how;
  sent.length = 0;
  const before = one.loaded.version;
  await one.submit(before % 2 === begun % 2 ? { gm: { pause: { reason: 'Tea' } } } : { gm: { resume: {} } });
  told[how] = { keys: sent.length, same: new Set(sent).size === 1, acted: one.loaded.version - before };
}

const stale = one.loaded.version;
await one.submit({ gm: { pause: { reason: 'Tea' } } });
try {
  await one.submit({ gm: { resume: {} } }, { version: stale });
  told.conflict = 'accepted';
} catch (error) {
  told.conflict = error instanceof Refusal ? error.code : String(error);
}
await one.submit({ gm: { resume: {} } }, { version: one.loaded.version });

// Taken up again where it was: what has happened since is told, and what was before it on request.
const later = new Fight(server, id), again = [];
const caught = new Promise((done) => {
  later.addEventListener('told', ({ detail }) => {
    again.push(...detail.map(({ version }) => version));
    if (again.at(-1) === one.loaded.version) done(undefined);
  });
});
await later.open({ after: begun });
await caught;
told.again = again;
await later.earlier();
told.earlier = later.events.map(({ version }) => version);

// A version that the fight does not have: everything is loaded anew.
const beyond = new Fight(server, id);
const seen = new Promise((done) => { beyond.addEventListener('seen', done); });
await beyond.open({ after: one.loaded.version + 100 });
await seen;
told.beyond = { version: beyond.loaded.version, events: beyond.events.length };
beyond.close();
later.close();

// A token that nobody issued.
const stranger = new Fight(new Server(root, { token: stray, WebSocket }), id);
told.stray = await stranger.open().then(() => 'open', (error) => error.code);
told.link = readLink(' https://a.example/below/play#invitation=abc&fight=f1 ');
told.bare = readLink('abc');

// Acts that grow: a fact of the table between the events of one, several headlines, what came to nothing, what is hidden.
const event = (version, act, weight, text, headline = null, type = 'Noted') => ({ version, act, weight, text, headline: headline && { text: headline }, type });
const first = [event(5, 5, 'DETAIL', 'Ana: strike', null, 'CommandAccepted'), event(6, 5, 'HEADLINE', 'A hits B', 'A strikes B'), event(7, 7, 'HEADLINE', 'Tea', 'Tea')];
const then = [event(8, 5, 'BOOKKEEPING', 'HP', 'A hits B: 7'), event(9, 9, 'DETAIL', 'Ana: pass', null, 'CommandAccepted'), event(10, 10, 'BOOKKEEPING', ''), event(11, 11, 'NEW', 'C moves')];
const acts = new Acts(), summed = (/** @type {any[]} */ all) => all.map(({ key, line, last, empty, told: texts }) => [key, line, last, empty, texts.length]);
told.acts = [summed(acts.add(first)), summed(acts.add(then))];
told.lines = linesOf([...first, ...then]);

await new Promise((done) => {
  const look = () => (heard.at(-1) === one.loaded.version ? done(undefined) : setTimeout(look, 20));
  look();
});
told.heard = heard;
told.begun = begun;
told.version = one.loaded.version;
one.close();
console.log(JSON.stringify(told));
