// Questions that are not asked any more because their reader said so, here or on another device: he can have them back.
import { t } from '../words.js';
import { h, keepingFocus } from '../shared/elements.js';

/**
 * The list of these questions.
 * @param {HTMLElement} element
 * @param {import('../../client/fight.js').Fight} fight
 * @param {(done: Promise<unknown>) => void} done
 */
export function showUnasked(element, fight, done) {
  const { status, preferences } = fight.loaded, kept = status === 'ENDED' ? [] : preferences.filter(({ preference }) => preference !== 'ask');
  if (!element.childElementCount) element.append(h('summary', {}, t('unasked.title')), h('div', { class: 'offers' }));
  const list = /** @type {Element} */ (element.lastElementChild);
  element.hidden = !kept.length;
  keepingFocus(list, () => list.replaceChildren(...kept.map(({ kind, label, preference }) => h('button', {
    type: 'button', 'data-kind': kind, onclick: () => done(fight.prefer(kind, 'ask')),
  }, t('unasked.again', { what: label }), h('small', { class: 'hint' }, t(`prefer.${preference}`))))));
}
