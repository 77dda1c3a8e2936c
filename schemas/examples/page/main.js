// A page for one seat of any fight: who stands where, what happens, and a button for everything this seat may send.
import { createClient } from 'graphql-ws';

const OFFER = `fragment Button on Offer { key label combatant send
  fields { name label path kind among { value label } least most } }`;
const FIGHT = `fragment Fight on Encounter { id version name status round acting outcome
  combatants { key name side out vitals { key now max } conditions { kind } }
  offers { ...Button } decisions { id text yours kind question dueAt offers { ...Button } } } ${OFFER}`;
const LIVE = `subscription Live($id: ID!) { encounter(id: $id) { ...Fight } } ${FIGHT}`;
const WATCH = `subscription Watch($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version text } }`;
const START = `query Start($id: ID!) { encounter(id: $id) { events(last: 50) { nodes { version text } } } }`;
const ACT = `mutation Act($input: SubmitInput!) { sent: submit(input: $input) { ... on Problem { message } } }`;
const REPLY = `mutation Reply($input: AnswerInput!) { sent: answer(input: $input) { ... on Problem { message } } }`;

const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...inside) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
};
const say = (words) => { $('said').textContent = words; };
const moment = () => new Promise((done) => setTimeout(done, 1000));

// The address and the token outlive a reload, not the tab.
for (const field of ['url', 'token']) $('join')[field].value = sessionStorage[field] ?? $('join')[field].value;
$('join').addEventListener('submit', (event) => {
  event.preventDefault();
  Object.assign(sessionStorage, Object.fromEntries(new FormData(event.target)));
  event.target.hidden = true;
  sitDown(sessionStorage.url.replace(/\/+$/, ''), sessionStorage.token).catch((error) => {
    event.target.hidden = false;
    say(error.message);
  });
});

async function sitDown(url, token) {
  const { viewer } = await ask('{ viewer { encounter } }');
  const id = viewer.encounter; // a seat's token knows its fight
  if (!id) throw new Error('This is no token of a seat.');
  const watch = { query: WATCH, variables: { id, after: 0 } };
  const { nodes } = (await ask(START, { id })).encounter.events;
  tell(nodes);

  const socket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    connectionParams: { token },
    retryAttempts: Infinity,
    shouldRetry: ({ code }) => code !== 4403, // the token is refused
    on: {
      connected: () => say(''),
      closed: ({ code }) => { if (code !== 1000) say('The server is away …'); },
      ...alive(),
    },
    keepAlive: 10_000,
  });
  follow({ query: LIVE, variables: { id } }, ({ encounter }) => show(encounter));
  follow(watch, ({ events }) => tell(events));

  /** Subscribes, until the fight is over. The socket is opened again, and the operation sent again, by itself. */
  async function follow(operation, take) {
    try {
      for await (const { data } of socket.iterate(operation)) take(data);
      say('The fight is over.');
    } catch (error) {
      say(error[0]?.message ?? 'This token is not valid, or not any more.');
    }
  }

  /** Adds to the log. What waited here when the line broke comes again: versions it has are skipped. */
  function tell(events) {
    for (const { version, text } of events) {
      if (version <= watch.variables.after) continue;
      watch.variables.after = version; // where it goes on when the line breaks
      if (text) $('log').append(make('li', { value: version }, text)); // "" is something this seat may not know
    }
    $('log').lastChild?.scrollIntoView({ block: 'nearest' });
  }

  /** The data of a query or mutation. Where nobody answers it is sent again: its key makes that safe. */
  async function ask(query, variables) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    for (;; await moment()) try {
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      const { data, errors } = await answer.json();
      if (!errors) return data;
      if (!['UNAVAILABLE', 'STOPPING'].includes(errors[0].extensions.code)) throw new Error(errors[0].message);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      say('The server is away, or does not know this page: see SKALD_ORIGINS.');
    }
  }

  async function send(query, input) {
    try {
      const { sent } = await ask(query, { input: { encounter: id, idempotencyKey: crypto.randomUUID(), ...input } });
      say(sent.message ?? '');
    } catch (error) {
      say(error.message);
    }
  }

  function show(fight) {
    $('name').textContent = `${fight.name}, round ${fight.round}${fight.outcome ? `: ${fight.outcome}` : ''}`;
    $('combatants').replaceChildren(...fight.combatants.map((one) => make('li',
      { className: `${fight.acting.includes(one.key) ? 'acting' : ''} ${one.out ? 'out' : ''}` },
      `${one.name} (${one.side}) `, one.vitals.map((v) => `${v.key} ${v.now}/${v.max ?? '–'}`).join(', '),
      ` ${[one.out, ...one.conditions.map((c) => c.kind)].filter(Boolean).join(', ')}`)));
    const asked = fight.decisions.filter((d) => d.yours);
    const actors = [...new Set(fight.offers.map((o) => o.combatant))];
    const named = (key) => fight.combatants.find((one) => one.key === key)?.name ?? 'The table';
    $('offers').replaceChildren(
      ...asked.flatMap((decision) => [
        make('h2', {}, decision.text, decision.dueAt ? ` (until ${new Date(decision.dueAt).toLocaleTimeString()})` : ''),
        ...(decision.kind === 'Roll' ? [dice(decision)] : decision.offers.map((offer) =>
          form(offer, (choice) => send(REPLY, { decision: decision.id, choice })))),
      ]),
      ...actors.flatMap((actor) => [
        make('h2', {}, named(actor)),
        ...fight.offers.filter((o) => o.combatant === actor).map((offer) =>
          form(offer, (command) => send(ACT, { command, expectedVersion: fight.version }))),
      ]),
    );
  }

  /** Dice that fell on a real table. */
  function dice(decision) {
    const input = make('input', { placeholder: `${decision.question.dice}: the faces, as in 3 4`, required: true });
    return make('form', { onsubmit: (event) => {
      event.preventDefault();
      send(REPLY, { decision: decision.id, faces: input.value.split(/\D+/).filter(Boolean).map(Number) });
    } }, input, make('button', {}, 'Rolled'));
  }

  /** An offer as a button, with an input for each of its open choices. */
  function form(offer, sendIt) {
    const inputs = offer.fields.map((field) => [field, input(field, at(offer.send, field.path))]);
    return make('form', { onsubmit: (event) => {
      event.preventDefault();
      const filled = structuredClone(offer.send);
      for (const [field, [, read]] of inputs) at(filled, field.path, read());
      sendIt(filled);
    } }, make('button', {}, offer.label), ...inputs.map(([field, [element]]) => make('label', {}, ` ${field.label} `, element)));
  }
}

/** A line that has gone dead is noticed by the pong that does not come: it is closed, and so opened again. */
function alive() {
  let open, late;
  return {
    opened: (socket) => { open = socket; },
    ping: (received) => { if (!received) late = setTimeout(() => open.close(4499, 'no pong'), 5_000); },
    pong: (received) => { if (received) clearTimeout(late); },
  };
}

/** What stands at a path of an object; with a value, writes it there. */
function at(object, path, ...value) {
  const last = path.at(-1), place = path.slice(0, -1).reduce((inside, name) => inside[name], object);
  if (value.length) place[last] = value[0];
  return place[last];
}

/** [an element for an open choice, a function that reads the pick]. What cannot be shown here stays as it was offered. */
function input(field, offered) {
  const same = (value, other) => JSON.stringify(value) === JSON.stringify(other);
  const options = field.among.map((option, n) => make('option', { value: n }, option.label || '–'));
  switch (field.kind) {
    case 'one': case 'place': {
      options.forEach((option, n) => { option.selected = same(field.among[n].value, offered); });
      const select = make('select', {}, ...options);
      return [select, () => field.among[select.value]?.value ?? offered];
    }
    case 'some': {
      options.forEach((option, n) => { option.selected = offered.some((value) => same(field.among[n].value, value)); });
      const select = make('select', { multiple: true }, ...options);
      return [select, () => [...select.selectedOptions].map((option) => field.among[option.value].value)];
    }
    case 'amount': {
      const number = make('input', { type: 'number', min: field.least, max: field.most, value: offered });
      return [number, () => number.valueAsNumber];
    }
    case 'text': {
      const text = make('input', { maxLength: field.most, value: offered });
      return [text, () => text.value];
    }
    default: // split, path
      return [make('output', {}, JSON.stringify(offered)), () => offered];
  }
}
