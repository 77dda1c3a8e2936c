// The first screen of a host: what shall we play tonight? A ready-made fight, one of mine again, a new one.
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { icon } from '../shared/icon.js';
import { readyFights } from './ready-fights.js';

/**
 * @param {any[]} systems the games, each with its ready-made fights
 * @param {{ begin: (system: any, request?: any) => void, mine: Element, more: Element[] }} given
 *   begin: puts a fight together, from a request or from nothing; mine: his fights; more: what is rarely wanted
 */
export function tonight(systems, { begin, mine, more }) {
  const ready = h('div', { class: 'tonight-ready' }), fresh = h('div', { class: 'begin-new' });
  let chosen = '';
  const games = h('div', { class: 'chips', role: 'group', 'aria-label': t('new.game') });

  function draw() {
    const some = systems.filter(({ id }) => !chosen || id === chosen);
    games.replaceChildren(...[{ id: '', name: t('tonight.all') }, ...systems].map(({ id, name }) => h('button', {
      type: 'button', 'aria-pressed': String(id === chosen), 'data-game': id, onclick: () => { chosen = id; draw(); /** @type {HTMLElement | null} */ (games.querySelector('[aria-pressed=true]'))?.focus(); },
    }, name)));
    ready.replaceChildren(readyFights(some, (system, one) => begin(system, one.request)));
    fresh.replaceChildren(h('h2', {}, t('tonight.new')), h('p', { class: 'hint' }, t('tonight.newHint')),
      h('div', { class: 'buttons' }, ...some.map((system) => h('button', { type: 'button', 'data-new': system.id, onclick: () => begin(system) }, icon('u-plus'), ` ${system.name}`))));
  }
  draw();
  return h('div', { class: 'tonight' }, h('div', { class: 'tonight-head' }, h('h1', {}, t('tonight.title')), games), ready, h('aside', {}, fresh, mine, ...more));
}
