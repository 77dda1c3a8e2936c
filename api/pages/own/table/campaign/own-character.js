// A player's own characters: the sheet in words, and what has happened to them, fight after fight.
import { t } from '../words.js';
import { barMeter } from '../fight/figures.js';
import { h } from '../shared/elements.js';
import { sheetParts } from '../fight/sheet.js';
import { styled } from '../shared/styled.js';
import { whereabouts } from './members.js';

/** Events of a campaign that are read at once, and that a history goes back by. */
const PAGE = 100, SPAN = 400;
let turn = 0;
/** What was read of the campaign: all events after `from`, up to `to`. */
let known = { id: '', from: 0, to: 0, events: /** @type {any[]} */ ([]) };
let reading = Promise.resolve();

/**
 * @param {HTMLElement} place
 * @param {import('./company-page.js').CompanyPage} page
 */
export async function ownCharacters(place, page) {
  const mine = ++turn, { fight, faces, seat } = page, { loaded: now } = fight, own = now.combatants.filter((one) => one.seat === seat);
  const [blocks] = await Promise.all([Promise.all(own.map(({ key }) => fight.statBlock(key))), styled('sheet')]);
  if (mine !== turn) return;
  const first = !place.childElementCount, opened = new Set([...place.querySelectorAll('details[open]')].map((one) => one.getAttribute('data-of')));
  place.replaceChildren(...own.map((figure, n) => {
    const token = now.scene.tokens.find(({ combatant }) => combatant === figure.key), block = blocks[n], where = whereabouts(page, figure);
    if (!token) return '';
    const past = h('div', {});
    const fold = (/** @type {string} */ name, /** @type {string} */ word, /** @type {Node[]} */ inside, ontoggle = () => {}) => h('details', { ontoggle, 'data-of': `${name} ${figure.key}`, open: first ? name === 'sheet' && own.length === 1 : opened.has(`${name} ${figure.key}`) }, h('summary', {}, t(word)), ...inside);
    return h('section', { class: 'card own-character', 'data-own': figure.key }, h('div', { class: 'own-head' }, faces.of(token), h('div', {}, h('h2', {}, token.label), h('p', { class: 'hint' }, [token.kindLabel, where].filter(Boolean).join(' · ')))),
      h('div', { class: 'bars' }, ...token.bars.map(barMeter)),
      block ? fold('sheet', 'own.sheet', [sheetParts(now, figure.key, block)]) : '',
      fold('history', 'own.history', [past], () => void tell(past, fight, figure.key, false).catch((error) => page.saying.failed(error))));
  }));
}

/**
 * What has happened to somebody, the newest first; what lies further back is read when it is wanted.
 * @param {HTMLElement} place
 * @param {import('../../client/fight.js').Fight} fight
 * @param {string} who
 * @param {boolean} earlier
 */
async function tell(place, fight, who, earlier) {
  reading = reading.catch(() => {}).then(() => hear(fight, earlier));
  await reading;
  const told = known.events.filter(({ data }) => [data.combatant, data.member, ...[data.members, data.combatants].flatMap((all) => (Array.isArray(all) ? all : []))].includes(who)).reverse();
  place.replaceChildren(told.length ? h('ol', { class: 'plain history' }, ...told.map(({ text, time }) => h('li', {}, h('time', { datetime: time }, new Date(time).toLocaleDateString(document.documentElement.lang)), ' ', text))) : h('p', { class: 'hint' }, t('own.historyNone')),
    known.from ? h('button', { type: 'button', onclick: () => void tell(place, fight, who, true) }, t('log.earlier')) : '');
}

/**
 * Read what this seat has heard of the campaign since, or before.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {boolean} earlier
 */
async function hear({ server, id, loaded: { version } }, earlier) {
  const read = async (/** @type {number} */ after, /** @type {number} */ to) => {
    const found = [];
    for (let last = after; last < to;) {
      const { events } = await server.rest('GET', `v1/encounters/${id}/events?after=${last}&first=${PAGE}`);
      if (!events.length) break;
      found.push(...events.filter((/** @type {any} */ one) => one.version <= to));
      last = events.at(-1).version;
    }
    return found;
  };
  const first = Math.max(0, version - SPAN);
  if (known.id !== id) known = { id, from: first, to: first, events: [] };
  known.events.push(...await read(known.to, version));
  known.to = Math.max(known.to, version);
  if (!earlier) return;
  const from = Math.max(0, known.from - SPAN);
  known.events.unshift(...await read(from, known.from));
  known.from = from;
}
