// House rules of a new fight: a switch, a number or a choice for each that the game offers, folded away.
import { t } from '../words.js';
import { fieldOf, h } from '../shared/elements.js';
import { guardedCard } from '../shared/guarded-parts.js';

/** @typedef {{ key: string, kind: 'SWITCH' | 'NUMBER' | 'CHOICE', name: string, summary: string, default: any, defaultLabel: string, least: number | null, most: number | null, among: { key: string, label: string }[] }} Offered */

export class HouseForm {
  #count = h('small', {});
  /** Where what is wrong with each stands. @type {Map<string, HTMLElement>} */
  #faults = new Map();
  /** Puts the draft's value into each field. @type {(() => void)[]} */
  #shown = [];

  /**
   * @param {import('../../client/draft-fight.js').DraftFight} draft
   * @param {() => void} changed
   */
  constructor(draft, changed) {
    this.draft = draft;
    this.changed = changed;
    const rules = /** @type {Offered[]} */ (draft.system.houseRules ?? []);
    this.element = h('details', { class: 'house', hidden: !rules.length }, h('summary', {}, t('house.title'), ' ', this.#count),
      h('p', { class: 'hint' }, t('house.hint')), ...rules.map((rule) => guardedCard(() => this.#row(rule))));
  }

  /** Show what the draft says: a template may have brought it. */
  draw() {
    for (const show of this.#shown) show();
    const set = Object.keys(this.draft.houseRules).length;
    this.#count.textContent = set ? t('house.set', { n: set }) : '';
  }

  /**
   * Show faults at their fields; returns those that no field here is named by.
   * @param {{ field?: string | null, message: string }[]} faults
   */
  blame(faults) {
    for (const place of this.#faults.values()) place.textContent = '';
    return faults.filter(({ field, message }) => {
      const place = this.#faults.get(field?.match(/^houseRules\.(\w+)$/)?.[1] ?? '');
      if (!place) return true;
      place.textContent = message;
      this.element.open = true;
      return false;
    });
  }

  /** @param {Offered} rule */
  #row(rule) {
    const { key, name, summary, defaultLabel } = rule, fault = h('span', { class: 'refusal' });
    this.#faults.set(key, fault);
    const field = this.#field(rule);
    return h('div', { class: 'house-rule', 'data-rule': key }, h('label', {}, h('span', {}, name), ' ', field),
      h('p', { class: 'hint' }, summary, ' ', h('span', { class: 'usual' }, `(${t('house.usual', { what: defaultLabel })})`)), fault);
  }

  /** @param {Offered} rule */
  #field({ key, kind, default: usual, least, most, among }) {
    const { draft } = this, now = () => draft.houseRules[key] ?? usual;
    const says = (/** @type {any} */ value) => {
      draft.houseRule(key, value, usual);
      this.draw();
      this.changed();
    };
    if (kind === 'SWITCH') {
      const box = h('input', { type: 'checkbox', name: key, onchange: (/** @type {Event} */ event) => says(fieldOf(event).checked) });
      this.#shown.push(() => { box.checked = now(); });
      return box;
    }
    if (kind === 'CHOICE') {
      const choice = h('select', { name: key, onchange: (/** @type {Event} */ event) => says(fieldOf(event).value) }, ...among.map((one) => h('option', { value: one.key }, one.label)));
      this.#shown.push(() => { choice.value = now(); });
      return choice;
    }
    const number = h('input', { type: 'number', name: key, min: least, max: most, step: 1, required: true, onchange: (/** @type {Event} */ event) => { const { valueAsNumber } = fieldOf(event); says(Number.isInteger(valueAsNumber) ? valueAsNumber : usual); } });
    this.#shown.push(() => { number.value = String(now()); });
    return number;
  }
}
