// What the watched fight taught, in a window: who did what, how the dice fell, who thought how long, every known chance.
import { readAnalysis } from '../../client/report.js';
import { dialog } from '../shared/dialog.js';
import { h, svg } from '../shared/elements.js';
import { styled } from '../shared/styled.js';
import { loadWords, t } from '../words.js';

/**
 * Show it, as its reader may know it. A press on a version goes there.
 * @param {import('../../client/watched.js').Watched} fight
 * @param {(version: number) => void} visit
 */
export async function showReport(fight, visit) {
  const { lang } = document.documentElement;
  const [found] = await Promise.all([readAnalysis(fight), loadWords(lang, ['words-report']), styled('report')]);
  const names = new Map(found.combatants.map((/** @type {any} */ one) => [one.combatant, one.name]));
  const go = (/** @type {number} */ version) => h('button', { value: 'no', class: 'link', onclick: () => visit(version) }, version);
  await dialog(t('report.title'), [
    found.takenBack.length > 0 && h('p', { class: 'hint' }, t('report.back', { n: found.takenBack.length })),
    ...fighters(found, names), ...dice(found), ...seats(found), ...rolls(found, names, go),
  ], t('report.close'), '', 'report');
}

/**
 * @param {[string, boolean][]} heads text, and whether it is of numbers
 * @param {(Node | string | number)[][]} rows
 */
function table(heads, rows) {
  const cell = (/** @type {'td' | 'th'} */ kind) => (/** @type {any} */ inside, /** @type {number} */ at) => h(kind, { class: heads[at]?.[1] ? 'n' : null }, inside);
  return h('div', { class: 'wide', tabindex: 0 }, h('table', {}, h('thead', {}, h('tr', {}, ...heads.map(([text]) => text).map(cell('th')))), h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map(cell('td')))))));
}

/** @param {{ rolls: number, hits: number, expected: number }} successes */
const hits = ({ rolls, hits, expected }) => (rolls ? `${hits} / ${(expected / 100).toFixed(1)}` : '–');

/**
 * @param {any} found
 * @param {Map<string, string>} names
 */
function fighters(found, names) {
  const heads = /** @type {[string, boolean][]} */ ([[t('report.name'), false], [t('report.dealt'), true], [t('report.taken'), true], [t('report.healed'), true], [t('report.hits'), true], [t('report.means'), false], [t('report.felled'), false], [t('report.put'), false]]);
  const row = (/** @type {any} */ one) => [one.name, one.dealt, one.taken, one.healed, hits(one.successes),
    one.harm.filter((/** @type {any} */ { label }) => label).map((/** @type {any} */ { label, points }) => `${label} ${points}`).join(', '),
    one.felled.map((/** @type {string} */ who) => names.get(who) ?? '').filter(Boolean).join(', '),
    one.conditions.map((/** @type {any} */ { label, times }) => `${label} ×${times}`).join(', ')];
  return [h('h3', {}, t('report.who')), table(heads, found.combatants.map(row))];
}

/** @param {any} found */
function dice(found) {
  if (!found.dice.length) return [];
  const heads = /** @type {[string, boolean][]} */ ([[t('report.die'), false], [t('report.count'), true], [t('report.faces'), false], ['p', true], [t('report.needed'), true]]);
  const row = (/** @type {any} */ one) => [`d${one.sides}` + (one.typed ? ` (${t('report.typed')})` : ''), one.dice, bars(one.faces), (one.corrected / 10_000).toFixed(3), one.needed ?? '–'];
  return [h('h3', {}, t('report.dice')), h('p', { class: 'hint' }, t('report.dice.hint')), table(heads, found.dice.map(row))];
}

/**
 * How often each face came, as a picture with words.
 * @param {number[]} faces
 */
function bars(faces) {
  const most = Math.max(...faces, 1), said = faces.map((count, at) => (count ? `${at + 1}: ${count}` : '')).filter(Boolean).join('; ');
  return svg('svg', { class: 'bars', viewBox: `0 0 ${faces.length * 10} 30`, preserveAspectRatio: 'none', role: 'img', 'aria-label': said },
    ...faces.map((count, at) => svg('rect', { x: at * 10, y: 30 - (30 * count) / most, width: 9, height: (30 * count) / most })));
}

/** @param {any} found */
function seats(found) {
  const heads = /** @type {[string, boolean][]} */ ([[t('report.seat'), false], [t('report.decisions'), true], [t('report.median'), true], [t('report.longest'), true], [t('report.hits'), true]]);
  const time = (/** @type {number | null} */ ms) => (ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`);
  return [h('h3', {}, t('report.time')), table(heads, found.seats.map((/** @type {any} */ one) => [one.name, one.decisions, time(one.median), time(one.longest), hits(one.successes)]))];
}

/**
 * @param {any} found
 * @param {Map<string, string>} names
 * @param {(version: number) => Node} go
 */
function rolls(found, names, go) {
  const known = found.rolls.filter((/** @type {any} */ { chance }) => chance !== null);
  if (!known.length) return [];
  const heads = /** @type {[string, boolean][]} */ ([[t('report.version'), true], [t('report.name'), false], [t('report.for'), false], [t('report.fell'), false], [t('report.chance'), true], [t('report.end'), false]]);
  const row = (/** @type {any} */ one) => [go(one.version), names.get(one.by) ?? '', one.label, `${one.dice}: ${one.faces.join(', ')}`, `${(one.chance / 10).toFixed(1)} %`, one.passed === null ? '' : t(one.passed ? 'report.passed' : 'report.failed')];
  return [h('h3', {}, t('report.rolls')), table(heads, known.map(row))];
}
