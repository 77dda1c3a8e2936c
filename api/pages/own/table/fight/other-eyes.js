// The game master looks with other eyes: said for as long as he does.
import { t } from '../words.js';
import { h, replace } from '../shared/elements.js';

/**
 * @param {HTMLElement} place
 * @param {{ as: string | null, loaded: any }} fight as: whose eyes they are, null: his own
 * @param {() => void} back
 */
export function showEyes(place, { as, loaded: { seats } }, back) {
  const who = seats.find((/** @type {any} */ one) => one.key === as)?.name ?? '';
  document.body.classList.toggle('as-seen', as !== null);
  replace(place, as === null ? [] : [place.firstElementChild ?? h('p', { class: 'eyes', role: 'status' }, t('as.seen', { who }), ' ',
    h('button', { type: 'button', onclick: back }, t('as.back')))]);
}
