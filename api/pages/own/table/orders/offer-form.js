// The form of a draft: an input for each open choice, what it would do with its chances, why it would be refused.
import { ON_BOARD, same } from '../../client/offers.js';
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { fieldOf, h } from '../shared/elements.js';
import { termText } from '../shared/terms.js';

/** @typedef {import('../../client/draft.js').Draft} Draft */

/** Most options that are shown side by side; more go into a list. */
const SIDE_BY_SIDE = 8;

/**
 * A form for a draft. It follows the draft as long as it lies in the page.
 * @param {Draft} draft
 * @param {{ sent: () => void, dropped: () => void, failed: (error: Error) => void }} told
 */
export function offerForm(draft, told) {
  const outcome = h('div', { class: 'foreseen', 'aria-live': 'polite' }), { open } = draft, rarely = open.filter((one) => isUsual(draft, one)), folded = open.length > rarely.length ? rarely : [];
  const send = h('button', { class: 'primary', type: 'submit' }, t('offer.send'));
  const hint = h('p', { class: 'hint' });
  const form = h('form', {
    class: 'draft', 'aria-label': draft.offer.label,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!draft.ready) return;
      const own = draft.harmsOwn;
      if (own.length && !await (await bring(() => import('../shared/dialog.js'))).dialog(t('offer.sure', { who: own.join(', ') }), [h('p', {}, draft.offer.label)], t('offer.send'))) return;
      send.disabled = true;
      form.setAttribute('aria-busy', 'true');
      try {
        await draft.send();
        told.sent();
      } catch (error) {
        told.failed(/** @type {Error} */ (error));
      } finally {
        send.disabled = !draft.ready;
        form.removeAttribute('aria-busy');
      }
    },
  },
  h('div', { class: 'draft-head' }, h('h2', {}, draft.offer.label), h('div', { class: 'buttons' }, send, h('button', { type: 'button', onclick: told.dropped }, t('offer.drop')))),
  ...open.filter((one) => !folded.includes(one)).map(({ field, number }) => labelled(draft, field, number)),
  hint,
  // What it would do comes later, and stands below what is to be picked: nothing moves away under a finger.
  outcome, usual(draft, folded));
  const show = () => {
    hint.textContent = hintOf(draft);
    outcome.replaceChildren(...foreseen(draft));
    outcome.ariaBusy = String(draft.asking);
    send.disabled = !draft.ready;
  };
  draft.addEventListener('changed', show);
  show();
  return form;
}

/**
 * Whether a choice is made as usual, so that one may leave it alone: it is no target, and no place.
 * @param {Draft} draft
 * @param {{ field: any, number: number }} one
 */
const isUsual = ({ fight }, { field }) => (field.kind === 'text' ? !field.least : field.kind === 'one' && !field.needsPick
  && !field.among.some((/** @type {any} */ { value }) => fight.now?.combatants.some((/** @type {any} */ { key }) => key === value)));

/**
 * What is as usual, folded: how it stands now, and the choices.
 * @param {Draft} draft
 * @param {{ field: any, number: number }[]} folded
 */
function usual(draft, folded) {
  if (!folded.length) return '';
  const said = () => folded.map(({ field, number }) => {
    const value = draft.value(number), label = field.kind === 'one' ? field.among.find((/** @type {any} */ one) => same(one.value, value))?.label : value;
    return label ? `${field.label}: ${label}` : field.label;
  }).join(' · ');
  const summary = h('summary', {}, said());
  draft.addEventListener('changed', () => { summary.textContent = said(); });
  return h('details', { class: 'usual', open: folded.some(({ number }) => draft.picks.has(number)) }, summary, ...folded.map(({ field, number }) => labelled(draft, field, number)));
}

/** @param {Draft} draft */
function hintOf({ offer, aimed, picks, lacking }) {
  const field = offer.fields[aimed], lack = lacking.find(({ number }) => number !== aimed);
  if (!field || (field.kind === 'place' && picks.has(aimed))) return lack ? t('offer.pick', { label: lack.field.label }) : '';
  const key = { path: 'aim.path', facing: 'aim.facing', places: 'aim.places' }[/** @type {string} */ (field.kind)] ?? 'aim.place';
  const picked = picks.get(aimed);
  return t(key, { label: field.label, n: Array.isArray(picked) ? picked.length : 0, most: field.most });
}

/**
 * @param {Draft} draft
 * @param {any} field
 * @param {number} number
 */
function labelled(draft, field, number) {
  if (ON_BOARD.has(field.kind)) {
    // The only place of an order is picked where it is, and picked anew by a click elsewhere.
    if (field.kind === 'place' && draft.open.filter((/** @type {any} */ one) => ON_BOARD.has(one.field.kind)).length === 1) return '';
    return h('div', { class: 'field' }, h('span', {}, field.label), ' ',
      h('button', { type: 'button', onclick: () => draft.aim(number) }, t('aim.onBoard')), ' ',
      h('button', { type: 'button', onclick: () => draft.undo() }, t('aim.back')));
  }
  if (field.kind === 'one' && field.among.length <= SIDE_BY_SIDE) return choices(draft, field, number, 'radio');
  // Exactly one of a list: the next one takes the place of the one before.
  if (field.kind === 'some') return choices(draft, field, number, field.least === 1 && field.most === 1 ? 'radio' : 'checkbox');
  if (field.kind === 'split') {
    const place = h('div', { class: 'field' });
    void bring(() => import('./split-field.js')).then(({ parts }) => place.replaceWith(parts(draft, field, number))); // few orders share anything out
    return place;
  }
  return h('label', { class: 'field' }, h('span', {}, field.label), ' ', input(draft, field, number));
}

/**
 * @param {Draft} draft
 * @param {any} field
 * @param {number} number
 * @param {'radio' | 'checkbox'} type
 */
function choices(draft, field, number, type) {
  const chosen = () => /** @type {unknown[]} */ (field.kind === 'one' ? [draft.value(number)] : draft.value(number) ?? []);
  const boxes = field.among.map((/** @type {any} */ { value, label }, /** @type {number} */ n) => {
    const box = h('input', { type, name: `field-${number}`, value: n, '.checked': chosen().some((one) => same(one, value)) });
    return { box, value, label: h('label', {}, box, ' ', label || t('offer.none')) };
  });
  const changed = () => {
    const picked = boxes.filter((/** @type {any} */ { box }) => box.checked).map((/** @type {any} */ { value }) => value);
    draft.pick(number, field.kind === 'one' ? picked[0] : picked);
  };
  const bounds = type === 'checkbox' && field.most < field.among.length ? ` (${field.least}–${field.most})` : '';
  return h('fieldset', { class: 'field', onchange: changed, 'data-field': field.name },
    h('legend', {}, field.label + bounds), ...boxes.map((/** @type {any} */ { label }) => label));
}

/**
 * @param {Draft} draft
 * @param {any} field
 * @param {number} number
 */
function input(draft, field, number) {
  const value = draft.value(number);
  if (field.kind === 'amount') {
    return h('input', {
      type: 'number', min: field.least, max: field.most, value, required: true,
      oninput: (/** @type {Event} */ event) => Number.isNaN(fieldOf(event).valueAsNumber) || draft.pick(number, fieldOf(event).valueAsNumber),
    });
  }
  if (field.kind === 'text') {
    return h('input', { maxlength: field.most, value: value ?? '', oninput: (/** @type {Event} */ event) => draft.pick(number, fieldOf(event).value) });
  }
  if (field.kind !== 'one') return h('output', {}, value === undefined ? '…' : '✓');
  const none = value === undefined && h('option', { value: '', selected: true, disabled: true }, '…');
  return h('select', { onchange: (/** @type {Event} */ event) => draft.pick(number, field.among[Number(fieldOf(event).value)].value) }, none,
    ...field.among.map((/** @type {any} */ option, /** @type {number} */ n) =>
      h('option', { value: n, selected: same(option.value, value) }, option.label || t('offer.none'))));
}

/** @param {Draft} draft */
function foreseen({ foreseen: told, refusal, unbegun }) {
  // A way without a step is no fault of anybody yet: the hint says what to do.
  if (refusal && unbegun) return [];
  if (refusal) {
    const faults = refusal.others.map(({ message }) => message).filter((text) => text !== refusal.message);
    return [h('p', { class: 'refusal' }, refusal.message), ...faults.map((text) => h('p', { class: 'refusal' }, text))];
  }
  if (!told) return [];
  return [
    told.text && h('p', {}, told.text),
    told.unfinished && h('p', { class: 'hint' }, told.unfinished),
    ...told.tests.map(test),
    !told.text && told.affected.length > 0 && h('p', {}, t('affected'), ' ', told.affected.map((/** @type {any} */ { label }) => label).join(', ')),
  ].filter(Boolean);
}

/** @param {any} told */
function test({ label, dice, against, chance, provided, typed, terms }) {
  const title = [label, dice, against !== null && t('test.against', { against }), typed && t('test.typed')].filter(Boolean).join(', ');
  const percent = chance === null ? t('test.unknown') : `${(chance / 10).toLocaleString(document.documentElement.lang)} %`;
  const head = h('summary', {}, h('strong', { class: 'chance' }, percent), ' ', title, provided ? ` (${provided})` : '');
  const bar = chance === null ? null : h('meter', { min: 0, max: 1000, value: chance, 'aria-hidden': 'true' });
  return h('details', { class: 'test' }, head, bar, h('ul', {}, ...terms.map((/** @type {any} */ term) => h('li', {}, termText(term)))));
}
