// Questions that are not asked any more because their reader said so, here or on another device: he can have them back.
import { t } from '../words.js';
import { h, keepingFocus } from './elements.js';

/**
 * The list of these questions.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {(done: Promise<unknown>) => void} done
 */
export function unasked(fight, done) {
  const list = h('div', { class: 'offers' }), element = h('details', { class: 'lend unasked', hidden: true }, h('summary', {}, t('unasked.title')), list);
  function show() {
    const { status, preferences } = fight.loaded, kept = status === 'ENDED' ? [] : preferences.filter(({ preference }) => preference !== 'ask');
    element.hidden = !kept.length;
    keepingFocus(list, () => list.replaceChildren(...kept.map(({ kind, label, preference }) => h('button', {
      type: 'button', 'data-kind': kind, onclick: () => done(fight.prefer(kind, 'ask')),
    }, t('unasked.again', { what: label }), h('small', { class: 'hint' }, t(`prefer.${preference}`))))));
  }
  return { element, show };
}
