// A page for one seat of any fight: who stands where, what happens, and a button for everything this seat may send.
import { createClient } from 'graphql-ws';

const OFFER = `fragment Button on Offer { key label send fields { name label path kind among { value label } least most } }`;
const FIGHT = `fragment Fight on Encounter { id version name status round acting outcome
  combatants { key name side out vitals { key now max } conditions { kind } }
  offers { ...Button } decisions { id text yours kind question offers { ...Button } } } ${OFFER}`;
const LIVE = `subscription Live($id: ID!) { encounter(id: $id) { ...Fight } } ${FIGHT}`;
const WATCH = `subscription Watch($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version text } }`;
const ACT = `mutation Act($input: SubmitInput!) { sent: submit(input: $input) { ... on Problem { message } } }`;
const REPLY = `mutation Reply($input: AnswerInput!) { sent: answer(input: $input) { ... on Problem { message } } }`;

const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...inside) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
};

$('join').addEventListener('submit', (event) => {
  event.preventDefault();
  const { url, id, token } = Object.fromEntries(new FormData(event.target));
  event.target.remove();
  sitDown(url, id, token);
});

function sitDown(url, id, token) {
  const say = (words) => { $('said').textContent = words; };
  const socket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    connectionParams: { token },
    retryAttempts: Infinity,
    shouldRetry: ({ code }) => code !== 4403, // the token is refused
    on: { connected: () => say(''), closed: () => say('The server is away …') },
  });
  const watch = { query: WATCH, variables: { id, after: 0 } };
  follow({ query: LIVE, variables: { id } }, ({ encounter }) => show(encounter));
  follow(watch, ({ events }) => {
    for (const { version, text } of events.filter((event) => event.version > watch.variables.after)) {
      watch.variables.after = version; // where it goes on when the line breaks
      $('log').append(make('li', { value: version }, text));
    }
    $('log').lastChild.scrollIntoView({ block: 'nearest' });
  });

  /** Subscribes, until the fight is over. The socket is opened again, and the operation sent again, by itself. */
  async function follow(operation, take) {
    try {
      for await (const { data } of socket.iterate(operation)) take(data);
    } catch (error) {
      say(error[0]?.message ?? 'This token is not valid, or not any more.');
    }
  }

  async function send(query, input) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query, variables: { input: { encounter: id, idempotencyKey: crypto.randomUUID(), ...input } } });
    const { data, errors } = await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
    say(errors?.[0].message ?? data.sent.message ?? '');
  }

  function show(fight) {
    $('name').textContent = `${fight.name}, round ${fight.round}${fight.outcome ? `: ${fight.outcome}` : ''}`;
    $('combatants').replaceChildren(...fight.combatants.map((one) => make('li',
      { className: `${fight.acting.includes(one.key) ? 'acting' : ''} ${one.out ? 'out' : ''}` },
      `${one.name} (${one.side}) `, one.vitals.map((v) => `${v.key} ${v.now}/${v.max ?? '–'}`).join(', '),
      ` ${[one.out, ...one.conditions.map((c) => c.kind)].filter(Boolean).join(', ')}`)));
    const asked = fight.decisions.filter((d) => d.yours);
    $('offers').replaceChildren(...asked.flatMap((decision) => [
      make('h2', {}, decision.text),
      ...(decision.kind === 'Roll' ? [dice(decision)] : decision.offers.map((offer) =>
        form(offer, (choice) => send(REPLY, { decision: decision.id, choice })))),
    ]), ...fight.offers.map((offer) => form(offer, (command) => send(ACT, { command, expectedVersion: fight.version }))));
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

/** What stands at a path of an object; with a value, writes it there. */
function at(object, path, ...value) {
  const last = path.at(-1), place = path.slice(0, -1).reduce((inside, name) => inside[name], object);
  if (value.length) place[last] = value[0];
  return place[last];
}

/** [an element for an open choice, a function that reads the pick]. What cannot be shown here stays as it was offered. */
function input(field, offered) {
  const same = (value) => JSON.stringify(value) === JSON.stringify(offered);
  const options = () => field.among.map((o, n) => make('option', { value: n, selected: same(o.value) }, o.label || '–'));
  switch (field.kind) {
    case 'one': case 'place': {
      const select = make('select', {}, ...options());
      return [select, () => field.among[select.value]?.value ?? offered];
    }
    case 'some': {
      const select = make('select', { multiple: true }, ...options());
      for (const [n, option] of [...select.options].entries()) option.selected = offered.some((value) => JSON.stringify(value) === JSON.stringify(field.among[n].value));
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
