// What the company has together, by the names of goods; its game master sets it.
import { idOf } from '../../client/ids.js';
import { NAMES_OF } from '../../client/documents-campaign.js';
import { t } from '../words.js';
import { gameOf } from './state.js';
import { h, titled } from '../shared/elements.js';

/** What goods are called, by game. @type {Map<string, Promise<Map<string, string>>>} */
const known = new Map();

/**
 * @param {import('../../client/server.js').Server} server
 * @param {string} game
 */
function namesOf(server, game) {
  const found = known.get(game) ?? server.graphql(NAMES_OF, { id: game }).then(({ system }) => new Map(system.content.flatMap((/** @type {any} */ { names }) => names.map((/** @type {any} */ { key, value }) => [key, value]))));
  known.set(game, found);
  return found;
}

/**
 * @param {HTMLElement} place
 * @param {import('./company-page.js').CompanyPage} page
 */
export function chest(place, page) {
  const { fight, kept, saying, directs } = page, goods = Object.entries(kept.chest).filter(([, count]) => count), said = JSON.stringify(goods);
  if (place.dataset.said === said) return;
  place.dataset.said = said;
  const open = place.querySelector('details')?.open ?? false, names = () => namesOf(fight.server, gameOf(fight.loaded.system));
  const show = (/** @type {Map<string, string>} */ called) => place.replaceChildren(goods.length || directs ? h('section', { class: 'chest', 'aria-label': t('chest.title') }, h('h2', {}, t('chest.title')),
    goods.length ? h('ul', { class: 'plain goods' }, ...goods.map(([key, count]) => h('li', {}, h('b', {}, count), ` ${titled(called.get(key) ?? key.replace(/[_-]+/g, ' '))}`))) : h('p', { class: 'hint' }, t('chest.empty')),
    directs && setting(page, names, open)) : '');
  if (goods.length) names().then(show, (error) => saying.failed(error));
  else show(new Map());
}

/**
 * How many of something there are from now on: on the record, as any correction.
 * @param {import('./company-page.js').CompanyPage} page
 * @param {() => Promise<Map<string, string>>} names
 * @param {boolean} open
 */
function setting({ fight, saying, kept }, names, open) {
  const what = h('input', { name: 'good', maxlength: 50, required: true, list: 'goods', 'aria-label': t('chest.what'), placeholder: t('chest.what') }), list = h('datalist', { id: 'goods' });
  const count = h('input', { name: 'count', type: 'number', min: 0, max: 1_000_000, step: 1, value: 1, required: true, 'aria-label': t('chest.count') });
  const set = async () => {
    const called = await names(), wanted = what.value.trim().toLocaleLowerCase(), key = [...called].find(([, name]) => name.toLocaleLowerCase() === wanted)?.[0]
      ?? Object.keys(kept.chest).find((one) => one.replace(/[_-]+/g, ' ') === wanted) ?? idOf(wanted, []);
    return fight.submit({ gm: { correct: { path: `rules.chest.${key}`, value: count.valueAsNumber, reason: t('chest.title') } } });
  };
  const fill = () => void names().then((called) => { if (!list.childElementCount) list.append(...[...new Set([...called.values()].map((name) => titled(name)))].map((name) => h('option', { value: name }))); });
  return h('details', { open, ontoggle: fill }, h('summary', {}, t('chest.set')), h('form', { class: 'chest-form', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void saying.done(set()); } },
    what, list, count, h('button', { type: 'submit' }, t('chest.put'))));
}
