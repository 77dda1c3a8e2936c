// The ready-made fights of a game: each with what it shows, to begin a new fight from.
import { t } from '../words.js';
import { h } from './elements.js';

/**
 * @param {{ key: string, title: string, summary: string, request: any }[]} fights
 * @param {(request: any) => void} take puts one into the form
 */
export function readyFights(fights, take) {
  return h('section', { class: 'ready-fights', 'aria-label': t('ready.title'), hidden: !fights.length }, h('h3', {}, t('ready.title')),
    h('ul', { class: 'fights' }, ...fights.map((one) => h('li', { class: 'card' },
      h('button', { type: 'button', 'data-ready': one.key, 'aria-describedby': `ready-${one.key}`, onclick: () => take(one.request) }, one.title), ' ',
      h('span', { id: `ready-${one.key}` }, one.summary)))));
}
