// What this table plays otherwise than the game has it, for whoever wants to know: one quiet line that opens.
import { t } from '../words.js';
import { h } from '../shared/elements.js';

/**
 * @param {{ key: string, name: string, summary: string, label: string, defaultLabel: string }[]} rules none: nothing is shown
 */
export function houseRules(rules) {
  if (!rules.length) return [];
  return [h('details', { class: 'house-rules hint' }, h('summary', {}, `${t('house.title')} (${rules.length})`),
    ...rules.map(({ key, name, summary, label, defaultLabel }) => h('div', { 'data-rule': key, title: summary },
      `${name}: `, h('b', {}, label), ' ', h('small', {}, t('house.usual', { what: defaultLabel })))))];
}
