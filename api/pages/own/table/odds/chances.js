// Odds in words: a chance with its interval, who will probably fall, how long it takes.
import { h, svg } from '../shared/elements.js';
import { t } from '../words.js';

/** @typedef {import('../../client/odds.js').Odds} Odds */
/** @typedef {import('../../client/odds.js').Chance} Chance */

/** What is worth a line of its own, in tenths of a percent. */
const WORTH = 10;
/** Width of an interval, in tenths of a percent, from which on its middle says nothing yet. */
const VAGUE = 300;

/**
 * A chance in tenths of a percent. What runs have shown is neither never nor always: 0 and 1000 come only where nothing else
 * can happen.
 * @param {number} value
 */
export function percent(value) {
  if (value > 0 && value < 10) return '<\u00a01\u00a0%';
  if (value >= 990 && value < 1000) return '>\u00a099\u00a0%';
  return `${Math.round(value / 10)}\u00a0%`;
}

/**
 * With its interval, where it has one; while few runs have shown it, the interval alone.
 * @param {Chance} chance
 */
export function chanceText({ value, low, high }) {
  const between = `${percent(low)}\u00a0–\u00a0${percent(high)}`;
  if (low === high) return percent(value);
  return high - low > VAGUE ? between : `${percent(value)} (${between})`;
}

/**
 * A chance as a bar, its interval as a band on it.
 * @param {Chance} chance
 */
export const chanceBar = ({ value, low, high }) => svg('svg', { class: 'odds-bar', viewBox: '0 0 1000 24', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
  svg('rect', { class: 'whole', width: 1000, height: 24 }), svg('rect', { class: 'won', width: value, height: 24 }), svg('rect', { class: 'band', x: low, width: Math.max(high - low, 4), height: 24 }));

/**
 * How long it takes; '' before a run has ended.
 * @param {Odds} odds
 */
export function roundsText({ rounds }) {
  if (!rounds) return '';
  const { q1, median, q3 } = rounds;
  return t('odds.rounds', { rounds: q1 === q3 ? median : `${median} (${q1}\u00a0–\u00a0${q3})` });
}

/**
 * Who will not stand at the end, by more than half, beyond doubt; those of a side first; '' for nobody.
 * @param {Odds} odds
 * @param {string} side
 */
export function fallText({ combatants }, side) {
  const fallen = combatants.filter(({ stands }) => stands.high < 500).sort((one, other) => Number(other.side === side) - Number(one.side === side) || one.stands.value - other.stands.value);
  return fallen.length ? t('odds.fall', { who: fallen.map(({ name, stands }) => `${name} ${percent(1000 - stands.value)}`).join(', ') }) : '';
}

/**
 * An answer with all that it tells, for who puts a fight together.
 * @param {Odds} odds
 * @param {string} side whose chance it is about
 * @param {string} label what that side is called
 */
export function oddsLines(odds, side, label) {
  const { runs, complete, stopped, sides, nobody, undecided } = odds, own = sides.find((one) => one.side === side), count = t('odds.runs', { runs });
  if (!runs || !own) return [h('p', { class: 'hint' }, t(complete ? 'odds.late' : 'odds.working'))];
  const more = [fallText(odds, side), roundsText(odds), nobody.value >= WORTH && t('odds.nobody', { chance: chanceText(nobody) }), undecided.value >= WORTH && t('odds.undecided', { chance: chanceText(undecided) })];
  return [h('p', { class: 'odds-head' }, t('odds.wins', { side: label, chance: chanceText(own.won) })), chanceBar(own.won),
    ...more.filter(Boolean).map((one) => h('p', {}, one)), h('p', { class: 'hint' }, complete ? count : `${count} …`, stopped === 'SECONDS' ? ` ${t('odds.time')}` : '')];
}

/**
 * An answer in one line, for who plays.
 * @param {Odds} odds
 * @param {(side: string) => string} label what a side is called
 */
export function oddsLine(odds, label) {
  if (!odds.runs) return t(odds.complete ? 'odds.late' : 'odds.working');
  const chances = odds.sides.map(({ side, won }) => `${label(side)} ${chanceText(won)}`).join(', ');
  return [t('odds.line', { chances }), roundsText(odds), odds.known === 'ASSUMED' && t('odds.seen')].filter(Boolean).join(' · ') + (odds.complete ? '' : ' …');
}
