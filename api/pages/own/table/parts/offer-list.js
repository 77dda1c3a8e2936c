// What may be done: offers by figure and by what they are, the usual ones first, each with a key.
import { nameOf } from '../../client/offers.js';
import { h } from './elements.js';

/** Keys that choose an offer, in order. */
export const KEYS = '123456789abcdefghijklmnopqrstuvwxyz';
/**
 * The key of an offer, as attributes of its button.
 * @param {number} number
 */
export const keyed = (number) => ({ 'data-key': KEYS[number], 'aria-keyshortcuts': KEYS[number] });

/** @param {number} number */
export const keySign = (number) => KEYS[number] && h('kbd', { 'aria-hidden': 'true' }, KEYS[number]);

const GROUPS = ['STRIKE', 'CAST', 'MOVE', 'OTHER', 'END'];

/**
 * @param {any} fight the answer of `LOOK`
 * @param {{ figure: string | null, seat: string, choose: (offer: any) => void, chosen: string }} given
 *   figure: whose offers are shown, null: the table's
 */
export function offerList(fight, { figure, choose, chosen }) {
  const offers = fight.offers.filter((/** @type {any} */ offer) => offer.combatant === figure);
  // Whoever is asked answers first: the answers have the first keys.
  let number = fight.decisions.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + (one.yours ? one.offers.length : 0), 0);
  return GROUPS.flatMap((group) => {
    const inside = offers.filter((/** @type {any} */ offer) => offer.group === group);
    if (!inside.length) return [];
    return [h('section', { class: `offers group-${group.toLowerCase()}` }, h('h3', {}, inside[0].groupLabel), ...inside.map((/** @type {any} */ offer) => {
      const at = number++;
      return h('button', {
        type: 'button', 'data-offer': offer.key, ...keyed(at), title: offer.rule,
        'aria-pressed': String(nameOf(offer) === chosen), onclick: () => choose(offer),
      }, keySign(at), ` ${offer.label}${offer.fields.length ? '…' : ''}`);
    }))];
  });
}

/**
 * Whose offers there are: combatants in the order of play, then the table (null).
 * @param {any} fight
 * @param {string} seat
 * @returns {(string | null)[]}
 */
export function figuresWithOffers(fight, seat) {
  const found = new Set(fight.offers.map((/** @type {any} */ offer) => offer.combatant));
  const mine = (/** @type {string | null} */ who) => fight.combatants.find((/** @type {any} */ one) => one.key === who)?.seat === seat;
  const acting = (/** @type {string | null} */ who) => fight.acting.includes(who);
  return /** @type {(string | null)[]} */ ([...found]).sort((one, other) =>
    Number(acting(other)) - Number(acting(one)) || Number(mine(other)) - Number(mine(one)));
}
