// The tray of decisions: what this seat is asked, and whom the table waits for, until when.
import { t } from '../words.js';
import { answerButtons, commonAnswers, keysOf } from './answers.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';
import { broken } from '../shared/guarded.js';
import { guardedCard } from '../shared/guarded-parts.js';

export { answersIn } from './answers.js';

/**
 * @typedef {object} Tray
 * @property {(offer: any, decision: any) => void} choose
 * @property {(answers: { decision: any, send: any }[]) => void} give answers that are sent as they are, one after the other
 * @property {(decision: any, faces: number[]) => Promise<unknown>} rolled
 * @property {(kind: string, preference: string) => void} prefer
 * @property {() => void} laid a pad for dice has come, after the card that it lies in
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
  // Who has no name of his own is called inside a sentence as the server does it: the game master.
  const said = fight.waiting?.text ?? '', inside = new Map([...names].map(([key, name]) => {
    const small = name.slice(0, 1).toLowerCase() + name.slice(1);
    return [key, said.includes(small) && !said.includes(name) ? small : name];
  }));
  // A game master may answer for everybody: what he himself is asked comes first, and it is said who else is.
  const own = (/** @type {any} */ one) => Number(one.yours);
  const mine = fight.decisions.filter((/** @type {any} */ one) => one.mayAnswer).sort((/** @type {any} */ one, /** @type {any} */ other) => own(other) - own(one));
  const others = fight.decisions.filter((/** @type {any} */ one) => !one.mayAnswer);
  // Questions of one kind lie together: they are answered in one go, each by a click.
  const kinds = new Map();
  for (const one of mine) {
    const key = `${one.kind} ${own(one)}`;
    kinds.set(key, [...(kinds.get(key) ?? []), one]);
  }
  let number = 0;
  const cards = /** @type {[string, () => HTMLElement][]} */ ([
    ...[...kinds.values()].map((/** @type {any[]} */ together) => {
      const first = number;
      number += together.reduce((all, one) => all + keysOf(one), 0);
      return [JSON.stringify([together, first]), () => asked(together, tray, first, names)];
    }),
    ...others.map((/** @type {any} */ one) => [JSON.stringify(one), () => waiting(one, inside)]),
  ]);
  lying = new Map(cards.map(([key, made]) => [key, lying.get(key) ?? guardedCard(made)]));
  return [...lying.values()];
}

/**
 * A card for questions of one kind.
 * @param {any[]} together
 * @param {Tray} tray
 * @param {number} first the number of the first answer, for its key
 * @param {Map<string, string>} names
 */
function asked(together, tray, first, names) {
  const [one] = together, several = together.length > 1;
  const card = h('section', { class: `card asked${one.yours ? '' : ' for-others'}`, 'aria-label': one.text, ...(several ? {} : { 'data-decision': one.key }) });
  let number = first;
  for (const decision of together) {
    const place = several ? h('section', { class: 'question', 'data-decision': decision.key }) : card;
    if (several) card.append(place);
    place.append(...question(decision, tray, number, decision.yours ? '' : named(decision.seats, names)));
    number += keysOf(decision);
  }
  if (several) card.append(...commonAnswers(together, tray.give));
  if (one.preferences.length) card.append(preferences(one, tray));
  return card;
}

/**
 * A question with its answers.
 * @param {any} decision
 * @param {Tray} tray
 * @param {number} first
 * @param {string} whose question it is, where it is another's
 */
function question(decision, tray, first, whose) {
  const head = /** @type {(Element | string)[]} */ ([h('h2', {}, decision.text), whose && h('p', { class: 'hint' }, t('decision.whose', { whom: whose })),
    decision.visibility === 'SEALED' && h('p', { class: 'hint' }, t('decision.sealed')),
    decision.interrupts.length > 0 && h('p', { class: 'hint' }, t('decision.interrupts', { what: decision.interrupts.at(-1).label })), until(decision)].filter((part) => part));
  return decision.kind === 'Roll' ? [...head, pad(decision, tray)]
    : [...head, ...answerButtons(decision, first, ({ offer, send }) => (send ? tray.give([{ decision, send }]) : tray.choose(offer, decision)))];
}

/**
 * The pad for dice is brought when the first dice are asked for.
 * @param {any} decision
 * @param {Tray} tray
 */
function pad(decision, tray) {
  const place = h('p', { class: 'hint' });
  void bring(() => import('./dice-pad.js')).then(({ dicePad }) => {
    place.replaceWith(dicePad(decision.question.dice, (faces) => tray.rolled(decision, faces)));
    tray.laid();
  }).catch((error) => place.replaceWith(broken(error)));
  return place;
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
const named = (seats, names) => seats.map((seat) => names.get(seat)).filter(Boolean).join(', ');

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
