// What an entry of the log unfolds into: its events, with the reasons of their numbers as a tree down to the dice.
import { diceText, t } from '../words.js';
import { h } from '../shared/elements.js';
import { termText } from '../shared/terms.js';

/** @typedef {any} FightEvent */

/**
 * @param {FightEvent[]} told
 * @param {Map<number, FightEvent>} known all events that are shown, by version
 */
export const details = (told, known) => told.map((event) => h('div', { class: 'event' },
  h('small', {}, `${event.version} ${event.rule ? '[' + event.rule + '] ' : ''}`), event.text, reasons(event, known, 0)));

/**
 * Where the numbers of an event come from, as a tree: its terms, and the events that caused it, down to the dice.
 * @param {FightEvent} event
 * @param {Map<number, FightEvent>} known
 * @param {number} depth
 * @returns {HTMLElement | ''}
 */
function reasons({ because }, known, depth) {
  if (!because) return '';
  const lines = because.terms.map((/** @type {any} */ term) => h('li', { title: term.statement ?? null }, termText(term)));
  const causes = because.causes.map((/** @type {number} */ version) => known.get(version)).filter(Boolean);
  for (const cause of causes) {
    const inside = h('li', { class: 'cause' });
    const dice = cause.faces ? ` (${diceText(cause.dice)}: ${cause.faces.join(', ')})` : '';
    if (depth > 6 || !cause.because) inside.append(`${cause.text}${dice}`);
    else {
      const more = h('details', {}, h('summary', {}, `${cause.text}${dice}`));
      more.addEventListener('toggle', () => {
        if (more.childElementCount === 1) more.append(reasons(cause, known, depth + 1) || '');
      });
      inside.append(more);
    }
    lines.push(inside);
  }
  if (because.withheld.length) lines.push(h('li', {}, t('log.withheld')));
  return h('ul', { class: 'because' }, ...lines);
}
