// The answers to a question, each one click: one that leaves a single short pick has a button for every pick.
import { filled, isOpen } from '../../client/offers.js';
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { keyed, keySign } from './offer-keys.js';

/**
 * @typedef {{ offer: any, label: string, send: any, row: string, usual: boolean, key: boolean }} Answer
 *   send: null: it is put together first; row: what it is a pick of, '': of nothing; key: whether it has one: a number beside numbers has none
 */

/** Most picks that have a button each. */
const SHORT = 8;

/**
 * @param {any} decision
 * @returns {Answer[]}
 */
export const answersOf = ({ offers, default: usual }) => offers.flatMap((/** @type {any} */ offer) => each(offer, offer.key === usual));

/** How many keys the answers to a question take. @param {any} decision */
export const keysOf = (decision) => answersOf(decision).filter(({ key }) => key).length;

/**
 * How many answers the questions before a list have: the keys of what follows come after theirs.
 * @param {any[]} decisions
 */
export const answersIn = (decisions) => decisions.reduce((all, one) => all + (one.mayAnswer ? keysOf(one) : 0), 0);

/**
 * @param {any} offer
 * @param {boolean} usual
 * @returns {Answer[]}
 */
function each(offer, usual) {
  const open = offer.fields.map((/** @type {any} */ field, /** @type {number} */ number) => ({ field, number })).filter((/** @type {any} */ { field }) => isOpen(field));
  const whole = { offer, label: `${offer.label}${open.length ? '…' : ''}`, send: open.length || offer.asksTwice ? null : offer.send, row: '', usual, key: true };
  const [one] = open, picks = one && open.length === 1 && offer.intent !== 'HARM' ? short(one.field) : [];
  if (!picks.length) return [whole];
  const rows = picks.map(({ value, label }) => ({ offer, label, send: filled(offer, new Map([[one.number, value]])), row: offer.label, usual: false, key: one.field.kind !== 'amount' }));
  rows[0].usual = usual;
  // Between one and all there are more: those are put together.
  return one.field.kind === 'some' && one.field.among.length > 2 && one.field.most > 1 ? [...rows, { ...whole, label: t('answer.some'), row: offer.label, usual: false }] : rows;
}

/**
 * The picks of a field that are few and legal as they are; of a list each alone, and all together.
 * @param {any} field
 * @returns {{ value: unknown, label: string }[]}
 */
function short({ kind, among, exact, least, most }) {
  if (!exact || among.length > SHORT || among.some((/** @type {any} */ one) => one.asksTwice)) return [];
  if (kind === 'one') return among;
  if (kind === 'amount') return most - least < SHORT ? Array.from({ length: most - least + 1 }, (_, n) => ({ value: least + n, label: String(least + n) })) : [];
  if (kind !== 'some') return [];
  const all = new Intl.ListFormat(document.documentElement.lang).format(among.map((/** @type {any} */ one) => one.label));
  return [...(least <= 1 ? among.map((/** @type {any} */ { value, label }) => ({ value: [value], label })) : []),
    ...(among.length > 1 && most >= among.length ? [{ value: among.map((/** @type {any} */ one) => one.value), label: all }] : [])];
}

/**
 * Their buttons, those of one row together.
 * @param {any} decision
 * @param {number} first the number of the first one, for its key
 * @param {(answer: Answer) => void} choose
 */
export function answerButtons(decision, first, choose) {
  const all = answersOf(decision), withKey = all.filter(({ key }) => key), rows = [...new Set(all.map(({ row }) => row))];
  const button = (/** @type {Answer} */ one) => {
    const number = first + withKey.indexOf(one);
    return h('button', { type: 'button', class: one.usual ? 'default' : '', 'data-offer': one.offer.key, ...(one.key ? keyed(number) : {}), title: one.offer.summary || null, onclick: () => choose(one) },
      one.key && keySign(number), ` ${one.label || t('offer.none')}`);
  };
  return rows.map((row) => {
    const buttons = all.filter((one) => one.row === row).map(button);
    return row ? h('div', { class: 'offers row', role: 'group', 'aria-label': row }, h('span', { class: 'hint' }, row), ...buttons) : h('div', { class: 'offers' }, ...buttons);
  });
}

/**
 * Answers that several questions have in common, and that leave nothing to pick: one click gives all of them.
 * @param {any[]} decisions
 * @param {(answers: { decision: any, send: any }[]) => void} give
 */
export function commonAnswers([first, ...others], give) {
  const plain = (/** @type {any} */ one) => answersOf(one).filter(({ send, row }) => send && !row);
  const common = plain(first).flatMap((one) => {
    const alike = others.map((decision) => ({ decision, send: plain(decision).find(({ offer, label }) => offer.key === one.offer.key && label === one.label)?.send }));
    return alike.every(({ send }) => send) ? [{ label: one.label, all: [{ decision: first, send: one.send }, ...alike] }] : [];
  });
  return common.length ? [h('div', { class: 'offers row for-all' }, h('span', { class: 'hint' }, t('answer.all')), ...common.map(({ label, all }) => h('button', { type: 'button', onclick: () => give(all) }, label)))] : [];
}
