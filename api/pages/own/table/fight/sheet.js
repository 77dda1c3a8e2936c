// The sheet of a figure: whole if it is one's own, else as far as it is known.
import { loadWords, t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { h } from '../shared/elements.js';
import { barMeter, emblem } from './figures.js';
import { iconOf } from '../shared/icon.js';
import { styled } from '../shared/styled.js';

/**
 * @param {import('../../client/fight.js').Fight} fight
 * @param {string} who
 */
export async function showSheet(fight, who) {
  const [block] = await Promise.all([fight.statBlock(who), styled('sheet'), loadWords(document.documentElement.lang, ['words-asked'])]);
  const { loaded: now } = fight, token = now.scene.tokens.find((/** @type {any} */ one) => one.combatant === who);
  const figure = now.combatants.find((/** @type {any} */ one) => one.key === who);
  if (!block || !token || !figure) return;
  const player = now.seats.find((/** @type {any} */ one) => one.key === figure.seat)?.name;
  const side = now.scene.sides.find((/** @type {any} */ one) => one.key === token.side)?.label;
  const said = [side, token.kindLabel, player && t('sheet.by', { who: player }), now.system.endsWith('_campaign') ? '' : token.whereabouts, token.hidden && t('figure.hidden'), token.down && figure.outLabel];
  await dialog(token.label, [
    h('p', { class: 'hint' }, emblem(now.scene, token.side), ' ', said.filter(Boolean).join(' · ')),
    token.bars.length > 0 && h('div', { class: 'bars' }, ...token.bars.map(barMeter)),
    !block.whole && h('p', { class: 'hint' }, t('sheet.known')),
    sheetParts(now, who, block),
  ], t('keys.close'), '', 'figure-sheet');
}

/**
 * What somebody is and has, in one or two columns.
 * @param {any} now the fight
 * @param {string} who
 * @param {any} block
 */
export function sheetParts(now, who, block) {
  // What it has stands above: here is what else it can do, each once.
  const had = new Set(block.groups.flatMap((/** @type {any} */ { things }) => things.map((/** @type {any} */ { label }) => label)));
  const can = now.offers.filter((/** @type {any} */ { combatant, name, wayOf }) => combatant === who && name && !wayOf && !had.has(name) && had.add(name));
  const left = [
    block.conditions.length > 0 && part(t('sheet.conditions'), block.conditions.map(condition)),
    block.values.length > 0 && part(t('sheet.values'), block.values.map(value)),
  ].filter(Boolean);
  const right = [
    ...block.groups.map((/** @type {any} */ { label, things }) => part(label, things.map(thing))),
    can.length > 0 && part(t('sheet.can'), can.map((/** @type {any} */ one) => thing({ ...one, label: one.name, facts: [], text: one.summary ?? '' }))),
  ].filter(Boolean);
  return h('div', { class: `sheet-parts${left.length && right.length ? ' two' : ''}` },
    left.length > 0 && h('div', {}, ...left), right.length > 0 && h('div', {}, ...right));
}

/**
 * @param {string} title
 * @param {Node[]} rows
 */
const part = (title, rows) => h('section', {}, h('h3', {}, title), h('ul', { class: 'plain' }, ...rows));

/** @param {{ label: string, value: string, because: string, text: string }} one */
const value = ({ label, value: now, because, text }) => h('li', { class: 'stat' },
  h('span', {}, label, ...[because, text].filter(Boolean).map((line) => h('small', {}, line))), h('b', {}, now));

/** @param {any} one */
const condition = ({ label, level, until, text, tone }) => h('li', { class: `held tone-${tone.toLowerCase()}` },
  h('strong', {}, label), level ? ` ${level}` : '', until && h('small', {}, ` ${until}`), text && h('p', {}, text));

/** @param {any} one */
const thing = (one) => h('li', { class: 'thing' }, iconOf(one), h('span', {},
  h('strong', {}, one.label), one.facts.length > 0 && h('small', {}, ` ${one.facts.join(' · ')}`), one.text && h('p', {}, one.text)));
