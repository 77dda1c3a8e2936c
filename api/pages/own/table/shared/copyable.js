// A text to be copied.
import { t } from '../words.js';
import { h } from './elements.js';

/**
 * A text with a button that copies it. Over plain http browsers copy only what is selected.
 * @param {string} text
 */
export function copyable(text) {
  const field = h('input', { readonly: true, value: text, 'aria-label': t('copy.text'), onfocus: () => field.select() });
  const said = h('output', {});
  return h('span', { class: 'copyable' }, field, h('button', {
    type: 'button', onclick: async () => {
      field.select();
      // A browser may forbid either way.
      const done = await (navigator.clipboard?.writeText(text).then(() => true, () => false) ?? document.execCommand('copy'));
      said.textContent = t(done ? 'copied' : 'copy.failed');
    },
  }, t('copy')), said);
}
