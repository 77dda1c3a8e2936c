// What may be done, as tiles: short name, icon, what it costs; ways of one thing lie in it; what cannot be done says why.
import { nameOf, needsNothing } from '../../client/offers.js';
import { t } from '../words.js';
import { answersIn } from './answers.js';
import { h } from '../shared/elements.js';
import { icon, iconOf } from '../shared/icon.js';
import { keyed, keySign } from './offer-keys.js';

/**
 * @typedef {object} Given
 * @property {string | null} figure whose offers are shown, null: the table's
 * @property {(offer: any) => void} choose
 * @property {string} chosen the name of what is put together, '': nothing
 * @property {string} unfolded the name of the tile whose ways are shown, '': of the chosen one
 * @property {(name: string) => void} unfold
 * @property {(reason: string, target: string | null) => void} explain says why something cannot be done
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

/**
 * A section of tiles for each group of offers, in the order of the answer.
 * @param {any} fight the answer of `LOOK`
 * @param {Given} given
 */
export function tiles(fight, given) {
  const { figure } = given, own = (/** @type {any} */ one) => one.combatant === figure;
  // Whoever is asked answers first: the answers have the first keys.
  let number = answersIn(fight.decisions);
  const all = withWays(fight.offers.filter(own));
  // Giving up has no key that one presses by habit; a fight that is decided is ended by it, and not called off.
  const first = (/** @type {string} */ group) => all.find(({ head }) => head.group === group && (fight.outcomeLabel && group === 'END' ? head.ends === 'FIGHT' && 'gm' in head.send : !head.ends))?.head;
  const signs = new Map([[first('MOVE'), 'M'], [first('END'), 'E']]);
  /** @type {{ group: string, label: string, inside: typeof all }[]} */
  const groups = [];
  for (const one of all) {
    const before = groups.at(-1), { group, groupLabel: label } = one.head;
    if (before && before.group === group) before.inside.push(one);
    else groups.push({ group, label, inside: [one] });
  }
  const sections = groups.map(({ group, label, inside }) => h('section', { class: `offers group-${group.toLowerCase()}` }, h('h3', { class: 'unseen' }, label),
    ...inside.map(({ head, ways }) => tile(fight, given, head, ways, number++, signs.get(head)))));
  const open = all.find(({ head, ways }) => ways.length && isOpen(given, head, ways));
  const unfolded = open ? [h('section', { class: `offers ways group-${open.head.group.toLowerCase()}`, 'aria-label': open.head.name },
    ...[open.head, ...open.ways].map((one) => way(given, one, number++)))] : [];
  const omitted = fight.omittedOffers.filter(own).map((/** @type {any} */ { text }) => h('p', { class: 'omitted' }, text));
  return [...omitted, ...sections, ...unfolded, ...cannot(fight, given)];
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
  const choose = () => (ways.length && needsNothing(offer, fight) ? given.unfold(name) : given.choose(offer));
  const ends = sign === 'E' ? ' ends' : '';
  const twin = fight.offers.some((/** @type {any} */ one) => one !== offer && one.combatant === offer.combatant && one.name === offer.name && !ways.includes(one));
  return h('button', {
    type: 'button', class: `tile ${(offer.intent ?? 'none').toLowerCase()}${ends}`, 'data-offer': offer.key, ...keyed(number), title: offer.summary || offer.label,
    'aria-pressed': String(chosen), 'aria-expanded': ways.length ? String(isOpen(given, offer, ways)) : null, onclick: choose,
  }, iconOf(offer, 'ic'), h('span', { class: 't' }, offer.name || offer.label), sign ? h('kbd', { 'aria-hidden': 'true' }, sign) : keySign(number),
  h('span', { class: 'c' }, [...priceOf(offer), twin ? offer.label : targetsOf(offer)].filter(Boolean).join(' · ')), ways.length > 0 && icon('u-chevron-right', 'more'));
}

/**
 * @param {Given} given
 * @param {any} offer
 * @param {number} number
 */
const way = (given, offer, number) => h('button', {
  type: 'button', class: 'way', 'data-offer': offer.key, ...keyed(number), title: offer.summary || offer.label, 'aria-pressed': String(nameOf(offer) === given.chosen), onclick: () => given.choose(offer),
}, iconOf(offer, 'ic'), ` ${wayText(offer)} `, keySign(number));

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
 * What somebody has and cannot use now, each with its reason: it stands grey where hands have learnt it, and says why.
 * @param {any} fight
 * @param {Given} given
 */
function cannot({ unavailable }, { figure, explain }) {
  const all = (unavailable ?? []).filter((/** @type {any} */ one) => one.combatant === figure);
  return all.length ? [h('section', { class: 'offers cannot', 'aria-label': t('tile.cannot') }, ...all.map((/** @type {any} */ one) => h('button', {
    type: 'button', class: 'tile', 'aria-disabled': 'true', 'data-why': one.reason.kind, title: one.reason.rule ?? null, onclick: () => explain(`${one.name}: ${one.reason.text}`, one.reason.target),
  }, iconOf(one, 'ic'), h('span', { class: 't' }, one.name), h('span', { class: 'c' }, one.reason.text))))] : [];
}
