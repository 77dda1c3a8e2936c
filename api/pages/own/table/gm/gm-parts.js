// What the sections of the game master's panel are made of.
import { t } from '../words.js';
import { h } from '../shared/elements.js';

/** Made anew only when what it shows is another: what is being typed in stays. */
export class Shown {
  #last = '';

  /**
   * @param {unknown} data what it depends on
   * @param {() => void} draw
   */
  when(data, draw) {
    const text = JSON.stringify(data);
    if (text === this.#last) return;
    this.#last = text;
    draw();
  }
}

/**
 * @param {string} label
 * @param {{ value: string, label: string }[]} options
 * @param {string} [chosen]
 * @param {Record<string, any>} [more]
 */
export const select = (label, options, chosen, more = {}) => h('select', { 'aria-label': label, ...more },
  ...options.map((one) => h('option', { value: one.value, selected: one.value === chosen }, one.label)));

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [more]
 */
export const button = (label, onclick, more = {}) => h('button', { type: 'button', onclick, ...more }, label);

/**
 * A line of fields.
 * @param {...import('../shared/elements.js').Child} inside
 */
export const line = (...inside) => h('div', { class: 'line' }, ...inside);

/**
 * @param {string} label
 * @param {Node} field
 */
export const labelled = (label, field) => h('label', {}, `${label} `, field);

/**
 * The fields for what becomes of a question with a single answer, and what they say.
 * @param {{ skip: boolean, pace: number }} now
 * @param {() => void} [onchange]
 */
export function singleAnswers({ skip, pace }, onchange) {
  const box = h('input', { type: 'checkbox', '.checked': skip, 'data-single': 'skip', onchange });
  const seconds = h('input', { type: 'number', min: 0, max: 10, value: pace, class: 'face', 'data-single': 'pace', onchange });
  return { fields: [h('label', {}, box, ` ${t('single.skip')}`), labelled(t('single.pace'), seconds)], said: () => ({ skip: box.checked, pace: seconds.valueAsNumber || 0 }) };
}

/** A field for a reason that the table may read. */
export const reasonField = () => h('input', { 'aria-label': t('gm.reason'), placeholder: t('gm.reason'), maxlength: 500 });

/**
 * A section that can be folded.
 * @param {string} title
 * @param {string} name
 * @param {...import('../shared/elements.js').Child} inside
 */
export const folded = (title, name, ...inside) => h('details', { class: 'fold', 'data-gm': name }, h('summary', {}, title), h('div', { class: 'fold-body' }, ...inside));
