// Choosing the file of a fight by a button, or dropping it anywhere on the page.
import { t } from '../words.js';
import { h } from './elements.js';

/**
 * A button that lets somebody choose a file.
 * @param {(file: File) => void} chosen
 */
export function fileButton(chosen) {
  const field = h('input', {
    type: 'file', hidden: true, accept: '.ndjson,.gz,application/x-ndjson,application/gzip', onchange: () => {
      if (field.files?.[0]) chosen(field.files[0]);
      field.value = '';
    },
  });
  return h('span', { class: 'file' }, h('button', { type: 'button', onclick: () => field.click() }, t('file.open')), field);
}

/**
 * Take files that are dropped on the page.
 * @param {(file: File) => void} dropped
 */
export function acceptDrops(dropped) {
  for (const name of ['dragenter', 'dragover']) addEventListener(name, (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) dropped(file);
  });
}
