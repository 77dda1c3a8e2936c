// The tray of decisions: what this seat is asked, and whom the table waits for, until when.
import { t } from '../words.js';
import { dicePad } from './dice-pad.js';
import { h } from './elements.js';
import { keyed, keySign } from './offer-list.js';

/**
 * @typedef {object} Tray
 * @property {(offer: any, decision: any) => void} choose
 * @property {(decision: any, faces: number[]) => Promise<unknown>} rolled
 * @property {(kind: string, preference: string) => void} prefer
 */

/** Cards as they lie there, by what they say: dice that are half typed and the focus outlast what others do meanwhile. */
let lying = /** @type {Map<string, HTMLElement>} */ (new Map());

/**
 * The cards of all open decisions; first those that are put to this seat, then those that it may answer for others.
 * @param {any} fight the answer of `LOOK`
 * @param {Tray} tray
 */
export function decisionCards(fight, tray) {
  const names = new Map(fight.seats.map((/** @type {any} */ one) => [one.key, one.name]));
  // A game master may answer for everybody: what he himself is asked comes first, and it is said who else is.
  const own = (/** @type {any} */ one) => Number(one.yours);
  const mine = fight.decisions.filter((/** @type {any} */ one) => one.mayAnswer).sort((/** @type {any} */ one, /** @type {any} */ other) => own(other) - own(one));
  const others = fight.decisions.filter((/** @type {any} */ one) => !one.mayAnswer);
  let number = 0;
  const cards = /** @type {[string, () => HTMLElement][]} */ ([
    ...mine.map((/** @type {any} */ one) => {
      const first = number;
      number += one.offers.length;
      const whose = own(one) ? '' : named(one.seats, names);
      return [JSON.stringify([one, first]), () => asked(one, tray, first, whose)];
    }),
    ...others.map((/** @type {any} */ one) => [JSON.stringify(one), () => waiting(one, names)]),
  ]);
  lying = new Map(cards.map(([key, made]) => [key, lying.get(key) ?? made()]));
  return [...lying.values()];
}

/**
 * @param {any} decision
 * @param {Tray} tray
 * @param {number} first the number of its first answer, for its key
 * @param {string} whose question it is, where it is another's
 */
function asked(decision, tray, first, whose) {
  const card = h('section', { class: `card asked ${whose && 'for-others'}`, 'data-decision': decision.key, 'aria-label': decision.text });
  const sealed = decision.visibility === 'SEALED' && h('p', { class: 'hint' }, t('decision.sealed'));
  card.append(h('h2', {}, decision.text));
  if (whose) card.append(h('p', { class: 'hint' }, t('decision.whose', { whom: whose })));
  if (sealed) card.append(sealed);
  if (decision.interrupts.length) card.append(h('p', { class: 'hint' }, t('decision.interrupts', { what: decision.interrupts.at(-1).label })));
  card.append(until(decision));
  if (decision.kind === 'Roll') {
    card.append(dicePad(decision.question.dice, (faces) => tray.rolled(decision, faces)));
    return card;
  }
  card.append(h('div', { class: 'offers' }, ...decision.offers.map((/** @type {any} */ offer, /** @type {number} */ n) => h('button', {
    type: 'button', class: offer.key === decision.default ? 'default' : '', 'data-offer': offer.key, ...keyed(first + n),
    onclick: () => tray.choose(offer, decision),
  }, keySign(first + n), ` ${offer.label}${offer.fields.length ? '…' : ''}`))));
  if (decision.preferences.length) card.append(preferences(decision, tray));
  return card;
}

/**
 * @param {any} decision
 * @param {Tray} tray
 */
function preferences({ kind, preferences: open }, tray) {
  const wished = ['never', 'choice', 'always'].filter((one) => open.includes(one) || open.includes(one.toUpperCase()));
  return h('details', { class: 'preferences' }, h('summary', {}, t('prefer.title')),
    ...wished.map((one) => h('button', { type: 'button', onclick: () => tray.prefer(kind, one) }, t(`prefer.${one}`))));
}

/**
 * @param {any} decision
 * @param {Map<string, string>} names
 */
function waiting(decision, names) {
  const whom = named(decision.seats, names);
  return h('section', { class: 'card waiting' }, h('p', {}, t('decision.waits', { whom })),
    decision.text && h('p', { class: 'hint' }, decision.text), until(decision));
}

/**
 * @param {string[]} seats
 * @param {Map<string, string>} names
 */
const named = (seats, names) => seats.map((seat) => names.get(seat) ?? seat).join(', ');

/** @param {any} decision */
function until({ dueAt }) {
  if (!dueAt) return '';
  const time = new Date(dueAt);
  const countdown = document.createElement('skald-countdown');
  countdown.setAttribute('at', String(time.getTime()));
  return h('p', { class: 'due' }, countdown);
}

/** Seconds to a moment, counted down as long as it lies in the page. */
class Countdown extends HTMLElement {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer = undefined;

  connectedCallback() {
    const show = () => {
      const left = Math.max(0, Math.round((Number(this.getAttribute('at')) - Date.now()) / 1000));
      this.textContent = t('decision.until', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` });
    };
    show();
    this.#timer = setInterval(show, 1000);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }
}

customElements.define('skald-countdown', Countdown);
