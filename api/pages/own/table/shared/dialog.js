// Small windows: a question before something that matters.
import { t } from '../words.js';
import { h } from './elements.js';

/**
 * Show a window until it is closed; resolves with whether it was agreed to.
 * @param {string} title
 * @param {(Node | string | false | undefined)[]} inside
 * @param {string} [agree] the button's text
 * @param {string} [refuse] the other button's, "": there is nothing to refuse
 * @param {string} [kind] a class of its own: of one that is read, from its title on
 * @returns {Promise<boolean>}
 */
export function dialog(title, inside, agree = t('dialog.yes'), refuse = t('dialog.no'), kind = '') {
  const box = h('dialog', { 'aria-label': title, class: kind || null }, h('form', { method: 'dialog' }, h('h2', kind ? { tabindex: -1, autofocus: true } : {}, title), ...inside,
    h('div', { class: 'buttons' }, h('button', { class: 'primary', value: 'yes' }, agree), refuse && h('button', { value: 'no', formnovalidate: true }, refuse))));
  document.body.append(box);
  box.showModal();
  return new Promise((done) => box.addEventListener('close', () => {
    box.remove();
    done(box.returnValue === 'yes');
  }));
}
