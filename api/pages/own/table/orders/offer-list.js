// What may be done: offers by figure and by what they are, the usual ones first, each with a key.
import { nameOf } from '../../client/offers.js';
import { h } from '../shared/elements.js';
import { keyed, keySign } from './offer-keys.js';

export { figuresWithOffers } from './offer-keys.js';

/**
 * A section for each group of offers, in the order of the answer: what is of one group follows each other there. Where
 * they take too much work to find, a line that says so.
 * @param {any} fight the answer of `LOOK`
 * @param {{ figure: string | null, seat: string, choose: (offer: any) => void, chosen: string }} given
 *   figure: whose offers are shown, null: the table's
 */
export function offerList(fight, { figure, choose, chosen }) {
  const offers = fight.offers.filter((/** @type {any} */ offer) => offer.combatant === figure);
  // Whoever is asked answers first: the answers have the first keys.
  let number = fight.decisions.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + (one.mayAnswer ? one.offers.length : 0), 0);
  /** @type {any[][]} */
  const groups = [];
  for (const offer of offers) {
    const before = groups.at(-1);
    if (before && before[0].group === offer.group) before.push(offer);
    else groups.push([offer]);
  }
  const omitted = fight.omittedOffers.filter((/** @type {any} */ one) => one.combatant === figure);
  const told = omitted.map((/** @type {any} */ { text }) => h('p', { class: 'omitted' }, text));
  const sections = groups.map((inside) => h('section', { class: `offers group-${inside[0].group.toLowerCase()}` }, h('h3', {}, inside[0].groupLabel), ...inside.map((offer) => {
    const at = number++;
    return h('button', {
      type: 'button', 'data-offer': offer.key, ...keyed(at), title: offer.rule,
      'aria-pressed': String(nameOf(offer) === chosen), onclick: () => choose(offer),
    }, keySign(at), ` ${offer.label}${offer.fields.length ? '…' : ''}`);
  })));
  return [...told, ...sections];
}
