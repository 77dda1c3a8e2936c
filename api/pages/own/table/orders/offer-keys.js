// Keys that choose what may be done, and whose offers there are.
import { h } from '../shared/elements.js';

/** Keys that choose an offer, in order: those that have another meaning at the table are none of them. */
export const KEYS = '123456789abcdghjklnopqstuvwxyz';
/**
 * The key of an offer, as attributes of its button.
 * @param {number} number
 */
export const keyed = (number) => ({ 'data-key': KEYS[number], 'aria-keyshortcuts': KEYS[number] });

/** @param {number} number */
export const keySign = (number) => KEYS[number] && h('kbd', { 'aria-hidden': 'true' }, KEYS[number]);

/**
 * Whose offers there are, or are omitted: whose turn it is, one's own combatants, others, the table (null); before a
 * fight begins, whoever may begin it comes first.
 * @param {any} fight
 * @param {string} seat
 * @returns {(string | null)[]}
 */
export function figuresWithOffers(fight, seat) {
  const found = new Set([...fight.offers, ...fight.omittedOffers].map((/** @type {any} */ offer) => offer.combatant));
  const mine = (/** @type {string | null} */ who) => fight.combatants.find((/** @type {any} */ one) => one.key === who)?.seat === seat;
  const acting = (/** @type {string | null} */ who) => fight.acting.includes(who);
  const begins = (/** @type {string | null} */ who) => fight.offers.some((/** @type {any} */ { combatant, kind }) => combatant === who && kind === 'begin');
  return /** @type {(string | null)[]} */ ([...found]).sort((one, other) =>
    Number(begins(other)) - Number(begins(one)) || Number(acting(other)) - Number(acting(one)) || Number(mine(other)) - Number(mine(one)));
}
