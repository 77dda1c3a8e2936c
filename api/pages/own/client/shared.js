// What every seat of a fight sees alike: all that may be written where everybody at a virtual table can read it.
import { SHARED } from './documents-shared.js';

/** @typedef {import('./contract.js').SharedQuery} SharedQuery */
/** @typedef {NonNullable<SharedQuery['encounter']>} Seen */

/** Events of one question. */
const PAGE = 100;
/** How often the views are read again while the fight goes on meanwhile. */
const TRIES = 5;

/**
 * @typedef {object} Common
 * @property {number} version
 * @property {number} round
 * @property {Seen['scene']['tokens']} tokens
 * @property {Seen['scene']['play']['slots']} slots
 * @property {Seen['events']['nodes']} events after the version that was asked for, up to `version`; at most a page
 */

/**
 * What all people's seats besides the game master's see alike; null where there is no such seat: then nothing is common.
 * Only the game master may ask. Bots look through nobody's eyes.
 * @param {import('./fight.js').Fight} fight
 * @param {number} after events after this version
 * @returns {Promise<Common | null>}
 */
export async function commonOf(fight, after) {
  const seats = fight.loaded.seats.filter(({ role, bot }) => role !== 'GM' && !bot);
  if (!seats.length) return null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    /** @type {SharedQuery[]} */
    const answers = await Promise.all(seats.map(({ key }) => fight.server.graphql(SHARED, { id: fight.id, as: key, after: String(after), first: PAGE })));
    const views = answers.map(({ encounter }) => encounter).filter((one) => one !== null && one !== undefined);
    const [first] = views;
    if (views.length !== seats.length || views.some(({ version }) => version !== first.version)) continue;
    return {
      version: first.version,
      round: Math.min(...views.map(({ round }) => round)),
      tokens: standing(views.map(({ scene }) => scene.tokens)),
      slots: alike(views.map(({ scene }) => scene.play.slots)),
      events: heard(views.map(({ events }) => events.nodes)),
    };
  }
  return null;
}

/**
 * Figures that all see in the same place, with what all know of them; where they differ, as if nothing were known.
 * @param {Seen['scene']['tokens'][]} lists
 * @returns {Seen['scene']['tokens']}
 */
function standing([first, ...rest]) {
  const others = rest.map((list) => new Map(list.map((one) => [one.combatant, one])));
  /** @type {Omit<Seen['scene']['tokens'][number], 'combatant' | 'place'>} */
  const unknown = { label: '?', down: false, turn: 'NONE', footprint: null, looks: { picture: null, refs: [] } };
  return first.flatMap((one) => {
    const all = [one, ...others.map((known) => known.get(one.combatant))];
    const same = (/** @type {keyof typeof one} */ name) => all.every((other) => other && JSON.stringify(other[name]) === JSON.stringify(one[name]));
    if (!same('place')) return [];
    const told = Object.fromEntries(Object.entries(unknown).map(([name, none]) => [name, same(/** @type {keyof typeof one} */ (name)) ? one[/** @type {keyof typeof one} */ (name)] : none]));
    return [/** @type {typeof one} */ ({ ...one, ...told })];
  });
}

/**
 * Events whose words and dice all have heard; with their reasons, and the headline of their act, where all may know them.
 * @param {Seen['events']['nodes'][]} lists
 */
function heard(lists) {
  const bare = alike(lists.map((list) => list.map((event) => ({ ...event, because: null, headline: null }))));
  const known = (/** @type {'because' | 'headline'} */ name) => new Map(alike(lists.map((list) => list.map((event) => ({ version: event.version, told: event[name] })))).map((one) => [one.version, one.told]));
  const because = known('because'), headline = known('headline');
  return bare.map((event) => /** @type {typeof event} */ ({ ...event, because: because.get(event.version) ?? null, headline: headline.get(event.version) ?? null }));
}

/**
 * What stands alike in all lists, in the order of the first.
 * @template T
 * @param {T[][]} lists
 * @returns {T[]}
 */
export function alike([first, ...rest]) {
  const others = rest.map((list) => new Set(list.map((one) => JSON.stringify(one))));
  return first.filter((one) => others.every((known) => known.has(JSON.stringify(one))));
}
