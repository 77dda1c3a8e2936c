// A host's shelves: what stands there, taken away, carried out as a file and brought in again.
import { t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { fieldOf, h } from '../shared/elements.js';
import { keepFile } from '../shared/files.js';
import { guardedList, guardedRow } from '../shared/guarded-parts.js';

/**
 * @param {import('../../client/hosting.js').Hosting} hosting
 * @param {(error: Error) => void} failed
 * @param {any[]} systems the installed games in short
 */
export function shelves(hosting, failed, systems) {
  const list = h('ul', { class: 'fights' }), said = h('output', {});
  const caught = (/** @type {() => Promise<unknown>} */ act) => () => { act().catch(failed); };
  async function fill() {
    const items = await hosting.wholeShelf();
    list.replaceChildren(...items.map((one) => h('li', { class: 'row' }, ...guardedRow(() => [h('span', {}, `${t(`shelf.${one.kind}`)}: ${one.name}`), h('small', {}, systems.find(({ id }) => id === one.system)?.name ?? one.system ?? ''),
      h('button', { type: 'button', 'aria-label': t('form.remove'), onclick: caught(async () => { if (!await dialog(t('shelf.remove', { name: one.name }), [])) return; await hosting.remove(one.kind, one.key); await fill(); }) }, '×')]))));
  }
  const existing = h('select', { 'aria-label': t('shelf.existing') }, ...['KEEP', 'REPLACE', 'BOTH'].map((one) => h('option', { value: one }, t(`shelf.${one}`))));
  const file = h('input', { type: 'file', accept: '.json', 'aria-label': t('shelf.import'), onchange: (/** @type {Event} */ event) => {
    const [chosen] = fieldOf(event).files ?? [];
    if (chosen) caught(async () => { const { items } = await hosting.imported(chosen, /** @type {any} */ (existing.value)); said.textContent = t('shelf.imported', { n: items.length }); await fill(); })();
  } });
  const refill = () => guardedList(list, fill(), failed);
  void refill();
  const out = caught(async () => keepFile(JSON.stringify(await hosting.exported()), 'skald-shelf.json', 'application/json'));
  const element = h('section', { class: 'my-shelf', 'aria-label': t('shelf.title') }, h('h2', {}, t('shelf.title')), list,
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: out }, t('shelf.export')), h('label', {}, `${t('shelf.import')} `, file), existing, said));
  return { element, fill: refill };
}
