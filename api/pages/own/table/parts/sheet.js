// The sheet of a figure: whole if it is one's own, else as far as it is known.
import { t } from '../words.js';
import { dialog } from './dialog.js';
import { h } from './elements.js';
import { barText, emblem } from './figures.js';
import { iconOf } from './icon.js';

/**
 * @param {import('../../client/fight.js').Fight} fight
 * @param {string} who
 */
export async function showSheet(fight, who) {
  const { loaded: now } = fight, token = now.scene.tokens.find((/** @type {any} */ one) => one.combatant === who);
  const figure = now.combatants.find((/** @type {any} */ one) => one.key === who);
  if (!token || !figure) return;
  const player = now.seats.find((/** @type {any} */ one) => one.key === figure.seat)?.name;
  const rows = [
    [t('sheet.kind'), token.kindLabel], [t('sheet.player'), player], [t('sheet.where'), token.whereabouts],
    ...token.bars.map((/** @type {any} */ bar) => [bar.label, barText(bar).replace(bar.label, '').replace(/^[:\s]+/, '')]),
  ].filter(([, value]) => value);
  const can = /** @type {any[]} */ (now.offers.filter((/** @type {any} */ one) => one.combatant === who && one.name && !one.wayOf));
  const inside = [
    h('p', { class: 'hint' }, emblem(now.scene, token.side), ` ${now.scene.sides.find((/** @type {any} */ one) => one.key === token.side)?.label ?? ''}`, token.hidden ? ` · ${t('figure.hidden')}` : '', token.down ? ` · ${figure.outLabel}` : ''),
    h('dl', { class: 'kv' }, ...rows.flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, value)])),
    token.badges.length > 0 && h('h3', {}, t('sheet.conditions')),
    token.badges.length > 0 && h('ul', { class: 'plain' }, ...token.badges.map((/** @type {any} */ one) => h('li', {}, h('strong', {}, one.label), one.level ? ` ${one.level}` : '', ' ', [one.text, one.until].filter(Boolean).join(' – ')))),
    can.length > 0 && h('h3', {}, t('sheet.can')),
    can.length > 0 && h('ul', { class: 'plain' }, ...can.map((one) => h('li', {}, iconOf(one), ' ', h('strong', {}, one.name), ' ', one.summary ?? ''))),
    !figure.seat && h('p', { class: 'hint' }, t('sheet.known')),
  ];
  await dialog(token.label, inside, t('keys.close'), '');
}
