// An end worth showing: who stands, who fell and by whom, the best blow; to watch it, prove it, and play on.
import { eventsOf, taleOf } from '../../client/tale.js';
import { loadWords, t } from '../words.js';
import { h } from '../shared/elements.js';
import { emblem, barText } from './figures.js';
import { icon } from '../shared/icon.js';
import { ProofBadge, recordOf } from './proof-badge.js';
import { styled } from '../shared/styled.js';

/** @typedef {import('../../client/tale.js').Tale} Tale */

/** @param {string} language */
async function prepare(language) {
  await Promise.all([loadWords(language, ['words-end', 'words-watch']), styled('end'), styled('proof')]);
}

/**
 * @param {import('../../client/fight.js').Fight} fight
 * @param {{ language: string, directs: boolean, away: () => void }} given away: shows the table again
 */
export async function ending(fight, { language, directs, away }) {
  const { loaded: now, server, id } = fight;
  const [events] = await Promise.all([eventsOf(server, id, fight.as), prepare(language)]), tale = taleOf(events, now);
  const side = now.scene.sides.find((/** @type {any} */ one) => one.key === now.outcome);
  const heading = h('h2', { tabindex: -1 }, side ? t('end.victory', { side: side.label }) : now.outcomeLabel || t('end.over'));
  const element = h('section', { class: 'ending', 'aria-label': t('end.over') },
    won(now, tale, heading, side),
    h('div', { class: 'cells' }, ...cells(now, tale)),
    h('div', { class: 'two' }, fallen(now, tale), onward(fight, directs, away)));
  return { element, heading };
}

/** @param {any} now @param {string | null} key */
const nameOf = (now, key) => now.combatants.find((/** @type {any} */ one) => one.key === key)?.name ?? '';

/**
 * How it ended, and who stands.
 * @param {any} now
 * @param {Tale} tale
 * @param {HTMLElement} heading
 * @param {any} side the winner, if a side has won
 */
function won({ scene, ...now }, { fell }, heading, side) {
  const last = fell.at(-1);
  const standing = scene.tokens.filter((/** @type {any} */ one) => !one.down && !now.combatants.find((/** @type {any} */ known) => known.key === one.combatant)?.out && (!side || one.side === side.key));
  const words = last && (last.by ? t('end.lastBy', { who: nameOf(now, last.combatant), by: nameOf(now, last.by), n: last.round }) : t('end.last', { who: nameOf(now, last.combatant), n: last.round }));
  return h('header', { class: `card won ${side ? side.emblem.toLowerCase() : ''}` },
    h('div', {}, h('p', { class: 'kicker' }, now.outcomeLabel ? t('end.over') : ''), heading, words && h('p', { class: 'hint' }, words)),
    h('ul', { class: 'stand', 'aria-label': t('end.stand') }, ...standing.slice(0, 8).map((/** @type {any} */ one) =>
      h('li', {}, emblem(scene, one.side), h('strong', {}, one.label), h('small', {}, one.bars[0] ? barText(one.bars[0]) : '')))));
}

/**
 * @param {any} now
 * @param {Tale} tale
 */
function cells(now, { best, dealt, took, rounds, minutes }) {
  const cell = (/** @type {string} */ label, /** @type {number} */ amount, /** @type {string} */ text, /** @type {string} */ kind) => h('div', { class: 'card cell' }, h('span', { class: 'hint' }, label), h('b', { class: kind }, amount), h('span', {}, text));
  return [
    best && cell(t('end.best'), best.amount, `${best.text} · ${t('end.round', { n: best.round })}`, 'harm'),
    dealt && cell(t('end.dealt'), dealt.amount, nameOf(now, dealt.who), ''),
    took && cell(t('end.took'), took.amount, nameOf(now, took.who), ''),
    rounds > 0 && cell(t('end.rounds'), rounds, minutes ? t('end.minutes', { n: minutes }) : '', ''),
  ];
}

/**
 * @param {any} now
 * @param {Tale} tale
 */
function fallen(now, { fell }) {
  const line = (/** @type {import('../../client/tale.js').Fall} */ { combatant, by, round }) => {
    const figure = now.combatants.find((/** @type {any} */ one) => one.key === combatant);
    return h('li', {}, emblem(now.scene, figure.side), h('span', {}, h('strong', {}, figure.name), ' ', by ? t('end.by', { who: nameOf(now, by) }) : figure.outLabel), h('small', { class: 'hint' }, t('end.round', { n: round })));
  };
  return h('section', { class: 'card fell' }, h('h3', {}, t('end.fell')), fell.length ? h('ul', {}, ...fell.map(line)) : h('p', { class: 'hint' }, t('end.nobody')));
}

/**
 * What one does now.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {boolean} directs
 * @param {() => void} away
 */
function onward(fight, directs, away) {
  const { server, id } = fight, proof = new ProofBadge(() => recordOf(server, id));
  proof.follow(true);
  return h('section', { class: 'card now' }, h('h3', {}, t('end.now')),
    h('a', { class: 'do', href: directs ? './host' : './' }, t('end.next')),
    h('div', { class: 'buttons' },
      h('a', { class: 'do less', href: `./watch#fight=${id}&at=1` }, icon('u-play'), t('end.watch')),
      h('a', { class: 'do less', href: directs ? './host' : './' }, icon('u-repeat'), t('end.again')),
      proof.badge,
      h('button', { type: 'button', class: 'away', onclick: away }, icon('u-eye'), t('end.table'))),
    proof.panel);
}
