// Fights that a host has kept on his shelf: to be begun once more.
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { guardedList, guardedRow } from '../shared/guarded-parts.js';

/**
 * @param {import('../../client/hosting.js').Hosting} hosting
 * @param {(error: Error) => void} failed
 * @param {(system: string, content: any) => void} take begins with one
 */
export function templates(hosting, failed, take) {
  const list = h('ul', { class: 'fights' }), element = h('section', { class: 'my-templates', hidden: true }, h('h2', {}, t('tonight.kept')), list);
  async function fill() {
    const items = (await hosting.wholeShelf()).filter(({ kind, system }) => kind === 'FIGHT' && system);
    element.hidden = !items.length;
    list.replaceChildren(...items.map((one) => h('li', {}, ...guardedRow(() => [h('button', { type: 'button', onclick: () => { hosting.item(one.kind, one.key).then(({ content }) => take(one.system, content)).catch(failed); } }, one.name)]))));
  }
  const refill = () => guardedList(list, fill(), failed);
  void refill();
  return { element, fill: refill };
}
