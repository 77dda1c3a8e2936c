// A page for one seat of any fight of any game: Skald draws it, and there is a button for all that the seat may do.
const AWAY = 'The server is away, or does not know this page: see SKALD_ORIGINS.';
const EVERYWHERE = [['rect', { x: -1e5, y: -1e5, width: 2e5, height: 2e5 }]];
const $ = (id) => document.getElementById(id), say = (words) => { $('said').textContent = words; };
const full = (one, inside) => { one.append(...inside); return one; };
const html = (tag, set, ...inside) => full(Object.assign(document.createElement(tag), set), inside);
const svg = (tag, set, ...inside) => {
  const one = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(set)) if (value != null) one.setAttribute(name, value);
  return full(one, inside);
};
let url, token, here, fight, overlay, aiming; // aiming: the field that is picked on the board, and its picks so far
async function call(method, path, body) { // where nobody answers, or not yet, it is sent again: its key makes that safe
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() };
  headers['content-type'] = 'application/json';
  for (let wait = 1, away = false; ; away = true, await new Promise((done) => setTimeout(done, wait * 1000))) try {
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    wait = Number(answer.headers.get('retry-after')) || 1;
    if ([429, 503].includes(answer.status)) continue; else if (away) say('');
    const told = await (answer.headers.get('content-type').includes('json') ? answer.json() : answer.text());
    if (answer.ok) return told; else throw Object.assign(new Error(told.detail), { code: told.code });
  } catch (error) { if (error instanceof TypeError) say(AWAY); else throw error; }
}
for (const name of ['url', 'token']) $('join')[name].value = sessionStorage[name] ?? $('join')[name].value;
$('join').onsubmit = (event) => {
  event.preventDefault(); Object.assign(sessionStorage, Object.fromEntries(new FormData(event.target)));
  [url, token, event.target.hidden] = [sessionStorage.url.replace(/\/+$/, ''), sessionStorage.token, true];
  sitDown().catch((error) => { event.target.hidden = false; say(error.message); });
};
async function sitDown() {
  here = `/v1/encounters/${(await call('GET', '/v1/viewer')).encounter}`; // a seat's token knows its fight
  for (let after = 0, shown = -1; ;) try { fight = await call('GET', `${here}?include=offers,scene`);
    if (fight.version !== shown) await show(shown = fight.version);
    if (fight.status === 'ENDED' && after >= shown) return say('The fight is over.');
    const page = await call('GET', `${here}/events?after=${after}&wait=20`); // waits for what happens next
    for (const { act, headline: line } of page.events) if (line) $('log').append(html('li', { value: act }, line.text));
    after = page.after; $('log').lastChild?.scrollIntoView({ block: 'nearest' });
  } catch (error) { // restored from a backup, the server lacks versions that we have seen
    if (error.code === 'AHEAD') after = fight.version; else if (error.code !== 'BAD_USER_INPUT') throw error;
  }
}
async function show() { // the drawing as it comes, and over it what is picked, in lengths of the scene
  const drawn = await call('GET', `${here}/scene.svg?at=${fight.version}&width=700`), type = 'image/svg+xml';
  const board = document.importNode(new DOMParser().parseFromString(drawn, type).documentElement, true);
  const { left, top, scale } = board.dataset; $('board').replaceChildren(board);
  board.append(overlay = svg('g', { id: 'overlay', transform: `translate(${left} ${top}) scale(${scale})` }));
  const { name, version, outcomeLabel, scene: { play, tokens }, decisions, offers } = fight, before = aiming;
  const said = [name, play.round, play.phase, outcomeLabel].filter(Boolean).join(' · ');
  Object.assign($('name'), { title: version, textContent: said }); aiming = undefined; // till its field is found again
  const answers = decisions.filter((one) => one.yours).flatMap((one) => [html('h2', {}, one.text),
    ...one.kind === 'Roll' ? [dice(one)] : one.offers.map((offer) =>
      form(offer, `/decisions/${one.key}`, (choice) => ({ choice }), { decision: one.key }, before))]);
  const named = (who) => html('h2', {}, tokens.find((one) => one.combatant === who)?.label ?? 'The table');
  const order = (offer) => form(offer, '/commands', (command) => ({ command, expectedVersion: version }), {}, before);
  $('offers').replaceChildren(...answers, ...[...new Set(offers.map((one) => one.combatant))].flatMap((who) =>
    [named(who), ...offers.filter((one) => one.combatant === who).map(order)]));
}
const act = (path, body) => (event) => {
  event.preventDefault(); const shown = fight.version; // offers that are out of date go till the fight is looked at
  call('POST', here + path, body()).then(() => { aiming = undefined; say(''); }, ({ code, message }) => { say(message);
    if (code === 'CONFLICT' && shown === fight.version) $('offers').replaceChildren(); });
};
function dice({ key, question }) { // dice that fell on a real table
  const input = html('input', { placeholder: `${question.dice}: the faces, as in 3 4`, required: true });
  const onsubmit = act(`/decisions/${key}`, () => ({ faces: input.value.match(/\d+/g).map(Number) }));
  return html('form', { onsubmit }, input, html('button', {}, 'Rolled'));
}
function form(offer, path, body, more, before) { // an offer as a button, with an input for each of its open choices
  const send = structuredClone(offer.send), inputs = offer.fields.map((field) => {
    const inside = field.path.slice(0, -1).reduce((part, name) => part[name], send), last = field.path.at(-1);
    const put = (value) => { inside[last] = value; }, id = JSON.stringify([path, offer.combatant, offer.key, last]);
    const pick = (picks) => aim(field, offer, id, put, () => ({ ...body(send), ...more }), picks);
    if (before?.id === id) pick(before.picks); // the fight has moved on, and the way is still drawn
    return html('label', {}, ` ${field.label} `, input(field, inside[last], put, () => pick([])));
  });
  return html('form', { onsubmit: act(path, () => body(send)) }, html('button', {}, offer.label), ...inputs);
}
function input({ kind, least: min, most: max, among }, offered, put, aimed) {
  const options = (chosen) => among.map(({ value, label }, n) => html('option', { value: n, textContent: label || '–',
    selected: chosen.some((one) => JSON.stringify(one) === JSON.stringify(value)) }));
  const change = (read) => ({ onchange: ({ target }) => put(read(target)) });
  const several = (select) => [...select.selectedOptions].map((one) => among[one.value].value);
  if (kind === 'one') return html('select', change((select) => among[select.value].value), ...options([offered]));
  if (kind === 'some') return html('select', { multiple: true, ...change(several) }, ...options(offered));
  const number = { type: 'number', min, max, value: offered, ...change((one) => one.valueAsNumber) };
  if (kind === 'amount') return html('input', number);
  if (kind === 'text') return html('input', { maxLength: max, value: offered, ...change((one) => one.value) });
  if (!['place', 'places', 'path', 'facing'].includes(kind)) return html('output', {}, JSON.stringify(offered));
  return html('button', { type: 'button', className: kind, onclick: aimed }, 'on the board');
}
async function aim(field, offer, id, put, body, picks) { // places are clicked; a preview draws what would come of them
  const many = ['path', 'places'].includes(field.kind), mine = aiming = { id, picks }, { space, tokens } = fight.scene;
  const none = many && (field.kind === 'path' || !field.least); // whether no pick may be sent; else it is as offered
  if (none || picks.length) put(many ? picks : picks[0]);
  const refused = (error) => ({ text: error.message, ways: [], areas: [], next: [] });
  const told = await call('POST', `${here}/previews`, body()).catch(refused);
  if (aiming !== mine) return; // something else is picked by now
  say([told.text, told.unfinished].filter(Boolean).join(' · '));
  const stands = (who) => tokens.find((one) => one.combatant === who)?.place ?? {};
  const go = (pick, by) => aim(field, offer, id, put, body, [...many ? picks : [], by ? { ...pick, by } : pick]);
  const free = (event) => { // a spot that is no cell, zone or rank of a list
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM().inverse());
    const [x, y] = [at.x, at.y].map(Math.round), from = spot(stands(offer.combatant), space), side = space.cell;
    if (field.kind === 'facing') return go({ x: x - from.x, y: y - from.y });
    return go(side ? { cell: { x: Math.floor(x / side), y: Math.floor(y / side) } } : { point: { x, y } });
  };
  const next = field.kind === 'path' ? told.next : [{ area: field.reach }]; // a jump lies around, a step in the middle
  const reach = next.sort((one) => (one.by ? -1 : 1)).flatMap(({ by, label, area }) =>
    (area ? shapes(area, space, by ? 0 : 0.15) : EVERYWHERE).map(([tag, set, place]) =>
      Object.assign(svg(tag, { ...set, 'data-part': 'reach' }, svg('title', {}, label ?? '')),
        { onclick: place ? () => go(place, by) : free })));
  const ways = told.ways.map((way) => [stands(way.combatant), ...way.steps].map((one) => spot(one, space)));
  overlay.replaceChildren(...told.areas.flatMap((area) => shapes(area, space, 0).map(([tag, set]) => svg(tag, set))),
    ...reach, ...ways.map((way) => svg('polyline', { 'data-part': 'way', points: list(way.filter(Boolean)) })));
}
const list = (points) => points.map(({ x, y }) => `${x},${y}`).join(' ');
function spot({ cell: at, point, zone, side, rank }, { cell, zones, positions }) { // the middle of a place
  if (at) return { x: (at.x + 0.5) * cell, y: (at.y + 0.5) * cell };
  const here = (one) => (zone ? one.key === zone : one.side === side && one.rank === rank);
  return point ?? (zones ?? positions)?.find(here)?.at;
}
function shapes({ runs, outlines, strip, disc, sector, places }, space, rim) { // all that an area has: shape, its place
  const { cell } = space, side = cell * (1 - 2 * rim), round = ({ x, y }, r) => ['circle', { cx: x, cy: y, r }];
  const square = ({ y, height }, x) => ['rect', { 'data-x': x, 'data-y': y, x: (x + rim) * cell, y: (y + rim) * cell,
    width: side, height: side }, { cell: { x, y }, height: height ?? 0 }];
  const end = ({ centre, radius }, { x, y }) =>
    list([{ x: centre.x + x / Math.hypot(x, y) * radius, y: centre.y + y / Math.hypot(x, y) * radius }]);
  const wide = sector && sector.from.x * sector.to.y < sector.from.y * sector.to.x; // more than half of the disc
  const path = (d, style) => ['path', { d, style, 'fill-rule': 'evenodd' }];
  return [...runs.flatMap((run) => Array.from({ length: run.length }, (_, n) => square(run, run.x + n))),
    ...outlines.map(({ points, holes }) => path([{ points }, ...holes].map((one) => `M${list(one.points)}Z`).join(''))),
    ...strip ? [path(`M${list(strip.line)}`, `fill:none; stroke:#f806; stroke-width:${strip.width}`)] : [],
    ...disc ? [round(disc.centre, disc.radius)] : [], ...sector ? [path(`M${list([sector.centre])}
      L${end(sector, sector.from)}A${sector.radius} ${sector.radius} 0 ${+wide} 1 ${end(sector, sector.to)}Z`)] : [],
    ...places.map((place) => [...round(spot(place, space), Math.max(space.width, space.height) / 20), place])];
}
