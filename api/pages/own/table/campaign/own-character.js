// A player's own characters: the sheet in words, and what has happened to them, fight after fight.
import { t } from '../words.js';
import { barMeter } from '../fight/figures.js';
import { h } from '../shared/elements.js';
import { sheetParts } from '../fight/sheet.js';
import { styled } from '../shared/styled.js';
import { whereabouts } from './members.js';

/** Events of a campaign that are read at once. */
const PAGE = 100;
let turn = 0;

/**
 * @param {HTMLElement} place
 * @param {import('./company-page.js').CompanyPage} page
 */
export async function ownCharacters(place, page) {
  const mine = ++turn, { fight, faces, seat } = page, { loaded: now } = fight, own = now.combatants.filter((one) => one.seat === seat);
  const [blocks, events] = await Promise.all([Promise.all(own.map(({ key }) => fight.statBlock(key))), history(fight), styled('sheet')]);
  if (mine !== turn) return;
  const first = !place.childElementCount, opened = new Set([...place.querySelectorAll('details[open]')].map((one) => one.getAttribute('data-of')));
  place.replaceChildren(...own.map((figure, n) => {
    const token = now.scene.tokens.find(({ combatant }) => combatant === figure.key), block = blocks[n], where = whereabouts(page, figure);
    if (!token) return '';
    const told = events.filter(({ data }) => data.combatant === figure.key || data.member === figure.key || (Array.isArray(data.members) && data.members.includes(figure.key)) || (Array.isArray(data.combatants) && data.combatants.includes(figure.key)));
    const fold = (/** @type {string} */ name, /** @type {string} */ word, /** @type {Node[]} */ inside) => h('details', { 'data-of': `${name} ${figure.key}`, open: first ? name === 'sheet' && own.length === 1 : opened.has(`${name} ${figure.key}`) }, h('summary', {}, t(word)), ...inside);
    return h('section', { class: 'card own-character', 'data-own': figure.key }, h('div', { class: 'own-head' }, faces.of(token), h('div', {}, h('h2', {}, token.label), h('p', { class: 'hint' }, [token.kindLabel, where].filter(Boolean).join(' · ')))),
      h('div', { class: 'bars' }, ...token.bars.map(barMeter)),
      block ? fold('sheet', 'own.sheet', [sheetParts(now, figure.key, block)]) : '',
      fold('history', 'own.history', [told.length ? h('ol', { class: 'plain history' }, ...told.reverse().map(({ text, time }) => h('li', {}, h('time', { datetime: time }, new Date(time).toLocaleDateString(document.documentElement.lang)), ' ', text))) : h('p', { class: 'hint' }, t('own.historyNone'))]));
  }));
}

/**
 * All that this seat has heard of the campaign, oldest first.
 * @param {import('../../client/fight.js').Fight} fight
 * @returns {Promise<any[]>}
 */
async function history({ server, id, loaded: { version } }) {
  const all = [];
  for (let after = 0; after < version;) {
    const { events } = await server.rest('GET', `v1/encounters/${id}/events?after=${after}&first=${PAGE}`);
    if (!events.length) break;
    all.push(...events);
    after = events.at(-1).version;
  }
  return all;
}
