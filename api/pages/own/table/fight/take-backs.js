// What may be taken back, folded: one button each.
import { t } from '../words.js';
import { h, keepingFocus } from '../shared/elements.js';

/**
 * @param {Element} place
 * @param {any[]} backs the offers
 * @param {(offer: any) => void} choose
 */
export function showTakeBacks(place, backs, choose) {
  const open = place.querySelector('details')?.open ?? false;
  keepingFocus(place, () => place.replaceChildren(...(backs.length ? [h('details', { class: 'lend', '.open': open }, h('summary', {}, t('takeBack.title')),
    ...backs.map((offer) => h('button', { type: 'button', 'data-offer': offer.key, onclick: () => choose(offer) }, offer.label)))] : [])));
}
