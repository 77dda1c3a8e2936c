// The keys of the table, all of them, in a window.
import { loadWords, t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { h } from '../shared/elements.js';

const KEYS = [['M', 'move'], ['1–9', 'tiles'], ['F', 'foe'], ['↑ ↓ ← →', 'arrows'], ['Enter', 'enter'], ['E', 'end'], ['R', 'roll'], ['Shift', 'way'], ['I', 'sheet'], ['Esc', 'back'], ['+ − 0', 'zoom'], ['?', 'help']];

/** Show them, with words that are brought for it. */
export async function showKeys() {
  await loadWords(document.documentElement.lang, ['words-menus']);
  return dialog(t('keys.title'), [h('dl', { class: 'kv' }, ...KEYS.flatMap(([key, word]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, t(`keys.${word}`))]))], t('keys.close'), '');
}
