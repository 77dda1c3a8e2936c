// What may be done, as tiles: short name, icon, what it costs; ways of one thing lie in it; what cannot be done says why.
import { nameOf, needsNothing } from '../../client/offers.js';
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { icon, iconOf } from '../shared/icon.js';
import { keyed, keySign } from './offer-keys.js';

/** What a tile is, whether it can be used or not. @typedef {{ is: string, name: string, icon: string, group: string, groupLabel: string }} Thing */

/**
 * @typedef {object} Given
 * @property {string | null} figure whose offers are shown, null: the table's
 * @property {(offer: any) => void} choose
 * @property {string} chosen the name of what is put together, '': nothing
 * @property {string} unfolded the name of the tile whose ways are shown, '': of the chosen one
 * @property {(name: string) => void} unfold
 * @property {(reason: string, target: string | null) => void} explain says why something cannot be done
 * @property {Thing[]} stood the tiles as they stood last in this turn: each stays where it is, also when it cannot be used any more
 * @property {number} first the number of the first one, for its key: whoever is asked answers first
 */

/**
 * Offers of one figure, each with its ways: those that have no other to be a way of stand for themselves.
 * @param {any[]} offers
 */
export function withWays(offers) {
  const heads = new Map();
  for (const offer of offers) if (!offer.wayOf && !heads.has(offer.kind)) heads.set(offer.kind, offer);
  // Alike but for whom they are fixed on: one tile, and the others of its kind are its ways.
  const alike = new Map();
  const headOf = (/** @type {any} */ offer) => {
    if (offer.wayOf) return heads.get(offer.wayOf);
    if (!offer.target) return undefined;
    const same = JSON.stringify([offer.kind, offer.name, offer.icon]);
    if (!alike.has(same)) alike.set(same, offer);
    return alike.get(same);
  };
  /** @type {{ head: any, ways: any[] }[]} */
  const found = [];
  for (const offer of offers) {
    const head = headOf(offer);
    if (!head || head === offer) found.push({ head: offer, ways: [] });
  }
  for (const offer of offers) {
    const head = headOf(offer);
    if (head && head !== offer) found.find((one) => one.head === head)?.ways.push(offer);
  }
  return found;
}

/** @param {any} one @returns {Thing} */
const thing = ({ group, groupLabel, kind, name, icon: sign }) => ({ is: JSON.stringify([group, kind, name]), name, icon: sign, group, groupLabel });

/**
 * Tiles in the order in which they stood; what is new comes after what it follows now.
 * @template {{ is: string }} Tile
 * @param {Tile[]} all
 * @param {Thing[]} stood
 */
function asStood(all, stood) {
  let rank = -1;
  const places = stood.map(({ is }) => is), ranked = all.map((one) => ({ one, rank: rank = places.includes(one.is) ? places.indexOf(one.is) : rank }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ one }) => one);
}

/**
 * A section of tiles for each group of offers, in the order of the answer, as parts for `replaceChanged`.
 * @param {any} fight the answer of `LOOK`
 * @param {Given} given
 */
export function tiles(fight, given) {
  const { figure, stood } = given, own = (/** @type {any} */ one) => one.combatant === figure;
  let number = given.first;
  const all = withWays(fight.offers.filter(own)), usable = all.map((one) => ({ ...one, ...thing(one.head), why: null })), greyed = (fight.unavailable ?? []).filter(own);
  const kept = stood.filter(({ is }) => !usable.some((one) => one.is === is)).map((one) => ({ ...one, head: null, ways: [], why: greyed.find((/** @type {any} */ other) => thing(other).is === one.is) ?? null }));
  // Giving up has no key that one presses by habit; a fight that is decided is ended by it, and not called off.
  const first = (/** @type {string} */ group) => all.find(({ head }) => head.group === group && (fight.outcomeLabel && group === 'END' ? head.ends === 'FIGHT' && 'gm' in head.send : !head.ends))?.head;
  const signs = new Map([[first('MOVE'), 'M'], [first('END'), 'E']]);
  const entries = asStood([...usable, ...kept], stood);
  stood.splice(0, stood.length, ...entries.map(({ is, name, icon: sign, group, groupLabel }) => ({ is, name, icon: sign, group, groupLabel })));
  const sections = [...new Set(entries.map(({ group }) => group))].map((group) => {
    const inside = entries.filter((one) => one.group === group), [{ groupLabel: label }] = inside;
    return { says: [group, label], made: () => h('section', { class: `offers group-${group.toLowerCase()}` }), inside: [
      { says: label, made: () => h('h3', { class: 'unseen' }, label) },
      ...inside.map((one) => (one.head ? tile(fight, given, one.head, one.ways, number++, signs.get(one.head)) : greyedTile(one.why ?? one, given)))] };
  });
  const open = all.find(({ head, ways }) => ways.length && isOpen(given, head, ways));
  const unfolded = open ? [{ says: ['ways', open.head.group, open.head.name], made: () => h('section', { class: `offers ways group-${open.head.group.toLowerCase()}`, 'aria-label': open.head.name }),
    inside: [open.head, ...open.ways].map((one) => way(given, one, number++)) }] : [];
  const omitted = fight.omittedOffers.filter(own).map((/** @type {any} */ { text }) => ({ says: text, made: () => h('p', { class: 'omitted' }, text) }));
  const others = greyed.filter((/** @type {any} */ one) => !kept.some(({ why }) => why === one));
  return [...omitted, ...sections, ...unfolded, ...(others.length ? [{ says: 'cannot', made: () => h('section', { class: 'offers cannot', 'aria-label': t('tile.cannot') }), inside: others.map((/** @type {any} */ one) => greyedTile(one, given)) }] : [])];
}

/**
 * @param {Given} given
 * @param {any} head
 * @param {any[]} ways
 */
const isOpen = ({ chosen, unfolded }, head, ways) => (unfolded ? unfolded === nameOf(head) : [head, ...ways].some((one) => nameOf(one) === chosen));

/**
 * @param {any} fight
 * @param {Given} given
 * @param {any} offer
 * @param {any[]} ways
 * @param {number} number
 * @param {string | undefined} sign a key that it always has
 */
function tile(fight, given, offer, ways, number, sign) {
  const name = nameOf(offer), chosen = [offer, ...ways].some((one) => nameOf(one) === given.chosen);
  const unfolds = ways.length > 0 && needsNothing(offer, fight);
  const ends = sign === 'E' ? ' ends' : '', expanded = ways.length ? String(isOpen(given, offer, ways)) : null;
  const twin = fight.offers.some((/** @type {any} */ one) => one !== offer && one.combatant === offer.combatant && one.name === offer.name && !ways.includes(one));
  return { says: [offer, ways.length, number, sign, chosen, expanded, unfolds, twin], made: () => h('button', {
    type: 'button', class: `tile ${(offer.intent ?? 'none').toLowerCase()}${ends}`, 'data-offer': offer.key, ...keyed(number), title: offer.summary || offer.label,
    'aria-pressed': String(chosen), 'aria-expanded': expanded, onclick: () => (unfolds ? given.unfold(name) : given.choose(offer)),
  }, iconOf(offer, 'ic'), h('span', { class: 't' }, offer.name || offer.label), sign ? h('kbd', { 'aria-hidden': 'true' }, sign) : keySign(number),
  h('span', { class: 'c' }, [...priceOf(offer), twin ? offer.label : targetsOf(offer)].filter(Boolean).join(' · ')), ways.length > 0 && icon('u-chevron-right', 'more')) };
}

/**
 * @param {Given} given
 * @param {any} offer
 * @param {number} number
 */
const way = (given, offer, number) => ({ says: [offer, number, nameOf(offer) === given.chosen], made: () => h('button', {
  type: 'button', class: 'way', 'data-offer': offer.key, ...keyed(number), title: offer.summary || offer.label, 'aria-pressed': String(nameOf(offer) === given.chosen), onclick: () => given.choose(offer),
}, iconOf(offer, 'ic'), ` ${wayText(offer)} `, keySign(number)) });

/** A way of a tile: its own name, and of those that are alike their target. @param {any} offer */
const wayText = ({ name, label, target }) => (target ? label : name || label);

/** What it costs, in words. @param {any} offer */
export const priceOf = ({ price = [] }) => price.map((/** @type {any} */ { name, amount }) => (amount === 1 ? name : `${amount} ${name}`));

/** For whom it is, where that is left to pick; of what harms, one's own people are no target that one thinks of. @param {any} offer */
function targetsOf({ fields, intent, send }) {
  if (!intent || intent === 'NONE') return '';
  const field = fields.find((/** @type {any} */ one) => (one.kind === 'one' || one.kind === 'some') && one.among.some((/** @type {any} */ { value }) => typeof value === 'string'));
  if (!field || !send) return '';
  const meant = intent === 'HARM' ? field.among.filter((/** @type {any} */ one) => !one.asksTwice) : field.among;
  if (!meant.length) return t('tile.own');
  return meant.length <= 2 ? meant.map((/** @type {any} */ one) => one.label).join(', ') : t('tile.among', { n: meant.length });
}

/**
 * What somebody has, or could do a moment ago, and cannot use now: it stands grey, and says why.
 * @param {any} one
 * @param {Given} given
 */
function greyedTile(one, { explain }) {
  const { name, reason: { kind, text, rule, target } = { kind: 'LATER', text: t('offer.drop'), rule: null, target: null } } = one;
  return { says: one, made: () => h('button', {
    type: 'button', class: 'tile', 'aria-disabled': 'true', 'data-why': kind, title: rule, onclick: () => explain(`${name}: ${text}`, target),
  }, iconOf(one, 'ic'), h('span', { class: 't' }, name), h('span', { class: 'c' }, text)) };
}
