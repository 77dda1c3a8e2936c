// What somebody means who drags a figure to another place: the order, or the answer, that brings it there.
import { filled } from './offers.js';
import { bare } from './places.js';
import { Refusal } from './refusal.js';

/** @typedef {any} Offer */
/** @typedef {any} Field */
/** @typedef {any} Place */
/** @typedef {import('./fight.js').Fight} Fight */
/** @typedef {{ offer: Offer, decision: any, send: any }} Order */

const AIMED = new Set(['place', 'path']);
/** Most ways that are tried out one after the other. */
const MOST = 40;

/**
 * The order, or the answer to an open question, by which a combatant goes to a place: the usual way to go, if it is legal.
 * null: nothing lets it go anywhere now. Refusal: something does, but not there.
 * @param {Fight} fight
 * @param {string} combatant
 * @param {Place} place
 * @returns {Promise<Order | null>}
 */
export async function orderTo(fight, combatant, place) {
  /** @type {unknown} */
  let refusal = null;
  for (const { offer, decision } of meant(fight.loaded, combatant)) {
    // Whoever may name the place itself needs no way of his own to be told that it is out of reach.
    if (refusal && !decision && offer.fields.some((/** @type {Field} */ { kind }) => kind === 'path')) break;
    try {
      const send = await sentTo(fight, offer, decision, combatant, place);
      if (send) return { offer, decision, send };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal ??= error;
    }
  }
  if (refusal) throw refusal;
  return null;
}

/**
 * Give it. Refusal where it is not accepted any more.
 * @param {Fight} fight
 * @param {Order} order
 */
export async function obey(fight, { decision, send }) {
  if (decision) await fight.answer(decision, { choice: send });
  else await fight.submit(send, { version: fight.now?.version });
}

/**
 * The offers that a drag may mean: those of the first kind of going, and no others, for some go farther at a price, or leave.
 * @param {any} now
 * @param {string} combatant
 * @returns {{ offer: Offer, decision: any }[]}
 */
function meant(now, combatant) {
  const aimed = (/** @type {Offer} */ { fields }) => fields.filter((/** @type {Field} */ { kind }) => AIMED.has(kind)).length === 1;
  const asked = now.decisions.filter((/** @type {any} */ one) => one.mayAnswer).flatMap((/** @type {any} */ decision) => decision.offers
    .filter((/** @type {Offer} */ offer) => aimed(offer) && (offer.combatant === combatant || Object.values(decision.question ?? {}).includes(combatant)))
    .map((/** @type {Offer} */ offer) => ({ offer, decision })));
  const [first, ...rest] = now.offers.filter((/** @type {Offer} */ offer) => offer.combatant === combatant && offer.group === 'MOVE' && aimed(offer));
  if (!first) return asked;
  return [...asked, ...[first, ...rest.filter((/** @type {Offer} */ offer) => rid(offer) === rid(first))].map((offer) => ({ offer, decision: null }))];
}

/**
 * What an offer says besides where to go, as a text.
 * @param {Offer} offer
 */
function rid({ kind, send, fields }) {
  const left = structuredClone(send);
  for (const { path } of fields.filter((/** @type {Field} */ field) => AIMED.has(field.kind) || field.kind === 'places')) set(left, path, null);
  // Who gives a place gives no way, and the other way round: both are empty in each other's offers.
  return JSON.stringify([kind, left], (_, value) => (value === null || (Array.isArray(value) && !value.length) ? undefined : value));
}

/**
 * @param {any} into
 * @param {string[]} path
 * @param {unknown} value
 */
function set(into, path, value) {
  const last = /** @type {string} */ (path.at(-1)), parent = path.slice(0, -1).reduce((part, name) => part?.[name], into);
  if (parent) parent[last] = value;
}

/**
 * @param {Fight} fight
 * @param {Offer} offer
 * @param {any} decision
 * @param {string} combatant
 * @param {Place} place
 */
async function sentTo(fight, offer, decision, combatant, place) {
  const number = offer.fields.findIndex((/** @type {Field} */ { kind }) => AIMED.has(kind)), field = offer.fields[number];
  const sent = (/** @type {unknown} */ value) => filled(offer, new Map([[number, value]]));
  const asked = (/** @type {unknown} */ value) => fight.preview(decision ? { decision: decision.key, choice: sent(value) } : { command: sent(value) });
  if (field.kind === 'place') {
    const value = { ...place, ...heightAt(field.reach, place) };
    await asked(value);
    return sent(value);
  }
  const from = fight.loaded.scene.tokens.find((one) => one.combatant === combatant)?.place;
  const way = await wayTo(/** @type {any} */ (fight.loaded.scene.space), bare(from ?? {}), place, field.most, asked);
  return way && sent(way);
}

/**
 * The height of a cell that may be picked, where a place has to name it.
 * @param {any} reach
 * @param {Place} place
 */
function heightAt(reach, { cell }) {
  const run = cell && reach?.runs.find((/** @type {any} */ { x, y, length }) => y === cell.y && x <= cell.x && cell.x < x + length);
  return run && run.height !== null ? { height: run.height } : {};
}

/**
 * A way that may end at a place, by ordinary steps. Refusal: as the server says it of the straight way.
 * @param {any} space
 * @param {Place} from
 * @param {Place} to
 * @param {number} most steps
 * @param {(way: Place[]) => Promise<any>} asked what a way would do
 */
async function wayTo(space, from, to, most, asked) {
  if (!to.cell || !from.cell) {
    const told = await asked([to]);
    if (told.unfinished) throw new Refusal(told.unfinished);
    return [to];
  }
  /** @type {unknown} */
  let refusal = null;
  const straight = straightWay(from.cell, to.cell, space.diagonals !== false);
  if (straight.length <= most) {
    try {
      const told = await asked(straight);
      if (!told.unfinished) return straight;
      refusal = new Refusal(told.unfinished);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
    }
  }
  const far = (/** @type {Place} */ { cell: { x, y } }) => {
    const across = Math.abs(x - to.cell.x), down = Math.abs(y - to.cell.y);
    return space.diagonals === false ? across + down : Math.max(across, down);
  };
  const name = (/** @type {Place} */ { cell: { x, y }, height = 0 }) => `${x},${y},${height}`;
  /** @type {{ way: Place[], cost: number }[]} */
  let open = [{ way: [], cost: far(from) }];
  const seen = new Set([name(from)]);
  for (let tried = 0; open.length && tried < MOST; tried += 1) {
    open.sort((one, other) => one.cost - other.cost || other.way.length - one.way.length);
    const { way } = /** @type {{ way: Place[] }} */ (open.shift());
    let told;
    try {
      told = await asked(way);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal ??= error;
      continue;
    }
    const end = way.at(-1);
    if (end && far(end) === 0) {
      if (!told.unfinished) return way;
      continue;
    }
    if (way.length >= most) continue;
    for (const { by, area } of told.next) {
      if (by) continue;
      for (const { x, y, length, height } of area.runs) {
        for (let n = 0; n < length; n += 1) {
          const step = { cell: { x: x + n, y }, ...(height === null ? {} : { height }) };
          if (seen.has(name(step)) || way.length + 1 + far(step) > most) continue;
          seen.add(name(step));
          open.push({ way: [...way, step], cost: way.length + 1 + far(step) });
        }
      }
    }
  }
  throw refusal ?? new Refusal('');
}

/**
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {boolean} diagonals
 */
function straightWay({ x, y }, to, diagonals) {
  const way = [];
  while (x !== to.x || y !== to.y) {
    const across = Math.abs(to.x - x), down = Math.abs(to.y - y);
    if (across && (diagonals || across >= down)) x += Math.sign(to.x - x);
    if (down && (diagonals || (down > across))) y += Math.sign(to.y - y);
    way.push({ cell: { x, y } });
    if (way.length > 200) break;
  }
  return way;
}
