// Tonight's fight: who comes along, and a ready-made fight of the game to play, or its ground alone. Two clicks begin it.
import { newKey } from '../../client/random.js';
import { READY_OF } from '../../client/documents-campaign.js';
import { t } from '../words.js';
import { coming } from './coming-along.js';
import { fieldOf, h } from '../shared/elements.js';
import { gameOf } from './state.js';
import { guardedCard } from '../shared/guarded-parts.js';
import { icon } from '../shared/icon.js';

/**
 * @param {import('./company-page.js').CompanyPage} page
 * @returns {Promise<HTMLElement>}
 */
export async function tonightsFight(page) {
  const { fight, campaign, saying } = page, { system } = await fight.server.graphql(READY_OF, { id: gameOf(fight.loaded.system) });
  /** Who does not come along, of those who could. @type {Set<string>} */
  const stays = new Set();
  let chosen = /** @type {any} */ (null), alone = false, name = '', key = newKey();
  const people = h('ul', { class: 'coming' }), cards = h('ul', { class: 'fight-cards' }), foot = h('div', { class: 'begin-foot' });
  const named = h('input', { name: 'fight-name', maxlength: 80, 'aria-label': t('begin.name'), placeholder: t('begin.name'), oninput: (/** @type {Event} */ event) => { name = fieldOf(event).value; } });
  const bare = h('input', { type: 'checkbox', name: 'alone', onchange: (/** @type {Event} */ event) => { alone = fieldOf(event).checked; key = newKey(); draw(); } });
  const begin = h('button', { type: 'button', class: 'primary', 'data-act': 'begin', onclick: () => void go() });
  foot.append(named, h('label', { class: 'row' }, bare, h('span', {}, t('begin.alone'))), begin);

  function draw() {
    const focus = document.activeElement?.getAttribute('data-comes');
    people.replaceChildren(...page.free.map((one) => {
      const token = fight.loaded.scene.tokens.find(({ combatant }) => combatant === one.key), comes = !stays.has(one.key);
      return h('li', {}, h('button', { type: 'button', 'data-comes': one.key, 'aria-pressed': String(comes), onclick: () => { stays[comes ? 'add' : 'delete'](one.key); key = newKey(); draw(); } },
        token ? page.faces.of(token) : '', h('span', {}, one.name), comes ? icon('u-check') : ''));
    }));
    if (focus) /** @type {HTMLElement | null} */ (people.querySelector(`[data-comes="${CSS.escape(focus)}"]`))?.focus();
    for (const card of cards.querySelectorAll('[data-ready]')) card.setAttribute('aria-pressed', String(card.getAttribute('data-ready') === chosen?.key));
    const n = party().length;
    begin.replaceChildren(icon('fight'), ` ${chosen ? t('begin.go', { n }) : t('begin.choose')}`);
    begin.disabled = !chosen || !n;
    named.value = name || chosen?.title || '';
  }

  const party = () => page.free.filter(({ key: id }) => !stays.has(id));

  async function go() {
    begin.disabled = true;
    try {
      const { seats, combatants } = fight.loaded, bot = seats.find((seat) => seat.bot && !combatants.some((one) => one.seat === seat.key))?.key ?? null, wish = coming(chosen.request, party().map(({ key: id }) => id), { name: named.value.trim() || chosen.title, alone, bot });
      const { encounter } = await campaign.begin(wish, key);
      location.assign(`./play#fight=${encodeURIComponent(encounter.id)}`);
    } catch (error) {
      saying.failed(error);
      key = newKey();
      draw();
    }
  }

  const shown = (/** @type {string} */ id) => h('img', { class: 'fight-picture', alt: '', loading: 'lazy', src: `v1/systems/${system.id}/fights/${id}.svg?width=320&locale=${document.documentElement.lang}` });
  cards.append(...system.readyFights.map((/** @type {any} */ one) => h('li', {}, guardedCard(() => h('button', {
    type: 'button', class: 'fight-card', 'data-ready': one.key, onclick: () => { chosen = one; name = ''; key = newKey(); draw(); begin.scrollIntoView({ block: 'nearest' }); },
  }, shown(one.key), h('strong', {}, one.title), h('span', {}, one.summary))))));
  draw();
  return h('section', { class: 'tonights', onrenew: () => draw(), 'aria-label': t('begin.title') }, h('h2', {}, t('begin.title')), h('p', { class: 'hint' }, t('begin.hint')), people, cards, foot);
}
