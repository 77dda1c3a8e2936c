// The field of an amount that is shared out: a number for each.
import { fieldOf, h } from '../shared/elements.js';

/** @typedef {import('../../client/draft.js').Draft} Draft */

/**
 * @param {Draft} draft
 * @param {any} field
 * @param {number} number
 */
export function parts(draft, field, number) {
  const value = /** @type {Record<string, number>} */ ({ .../** @type {any} */ (draft.value(number)) });
  const one = (/** @type {any} */ { value: key, label }) => h('label', {}, label, ' ', h('input', {
    type: 'number', min: 0, max: field.most, value: value[key] ?? 0,
    oninput: (/** @type {Event} */ event) => {
      value[key] = fieldOf(event).valueAsNumber || 0;
      draft.pick(number, Object.fromEntries(Object.entries(value).filter(([, amount]) => amount)));
    },
  }));
  return h('fieldset', { class: 'field' }, h('legend', {}, `${field.label} (${field.least}–${field.most})`), ...field.among.map(one));
}
