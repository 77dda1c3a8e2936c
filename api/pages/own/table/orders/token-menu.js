// The menu that hangs at a figure: what can be done to it, with the chance of each; pointed at once more, it is done.
import { t } from '../words.js';
import { barText, emblem } from '../fight/figures.js';
import { h } from '../shared/elements.js';
import { iconOf } from '../shared/icon.js';
import { priceOf } from './tiles.js';

/**
 * @typedef {object} Entry
 * @property {any} offer
 * @property {Map<number, unknown>} picks the figure as its target
 * @property {string[]} own the names of one's own people whom it harms
 */

/** Pixels between a figure and its menu. */
const APART = 14;

/**
 * What can be done to somebody: foes are struck first, friends are helped first, and what harms them stands last.
 * @param {any[]} offers of whom one looks at
 * @param {string} who
 * @param {boolean} friend
 * @returns {Entry[]}
 */
export function entriesFor(offers, who, friend) {
  const found = offers.flatMap((offer) => {
    if (offer.target === who) return [{ offer, picks: new Map(), own: offer.asksTwice ? [offer.name] : [] }];
    const number = offer.fields.findIndex((/** @type {any} */ { kind, among }) => (kind === 'one' || kind === 'some') && among.some((/** @type {any} */ one) => one.value === who));
    if (number < 0) return [];
    const field = offer.fields[number], option = field.among.find((/** @type {any} */ one) => one.value === who);
    return [{ offer, picks: new Map([[number, field.kind === 'some' ? [who] : who]]), own: option.asksTwice ? [option.label] : [] }];
  });
  const rank = (/** @type {Entry} */ { offer, own }) => (own.length ? 3 : { HARM: friend ? 2 : 0, HELP: friend ? 0 : 2 }[/** @type {string} */ (offer.intent)] ?? 1);
  return found.sort((/** @type {Entry} */ one, /** @type {Entry} */ other) => rank(one) - rank(other));
}

/** Tells `chosen` (`detail`: an entry), `sheet`, `closed`. */
export class TokenMenu extends EventTarget {
  /** The number of the entry that is marked; -1: none. */
  #marked = -1;
  #moved = false;
  /** @type {HTMLButtonElement[]} */
  #buttons = [];

  /**
   * @param {any} scene
   * @param {any} token
   * @param {Entry[]} entries
   * @param {{ name: string, text: string }[]} cannot what cannot be done to it, and why
   * @param {(entry: Entry) => Promise<any>} foresee
   * @param {HTMLElement | null} ruling what a game master does at the figure
   * @param {Map<string, string>} friends the names of those on the side of whoever acts
   * @param {boolean} plays whether its reader plays who acts: nothing is marked for somebody else's figure
   */
  constructor(scene, token, entries, cannot, foresee, ruling, friends, plays) {
    super();
    this.who = token.combatant;
    this.friends = friends;
    this.entries = entries;
    this.#buttons = entries.map((entry, n) => this.#button(entry, n));
    const bars = token.bars.map(barText).filter(Boolean).join(' · ');
    const act = h('button', { type: 'button', class: 'primary', hidden: !entries.length, onclick: () => this.act() }, h('span', {}, ''), ' ', h('kbd', { 'aria-hidden': 'true' }, 'Enter'));
    this.#act = act;
    this.element = h('div', { class: 'pop', role: 'group', 'aria-label': token.label, 'data-combatant': token.combatant, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
      h('h3', {}, emblem(scene, token.side), ` ${token.label} `, h('small', {}, bars)),
      ruling, ...this.#buttons, ...cannot.map((one) => h('p', { class: 'hint' }, `${one.name}: ${one.text}`)),
      !entries.length && !cannot.length && !ruling && h('p', { class: 'hint' }, t('menu.nothing')),
      h('div', { class: 'buttons' }, act, h('button', { type: 'button', 'data-act': 'sheet', onclick: () => this.dispatchEvent(new Event('sheet')) }, t('menu.sheet'), ' ', h('kbd', { 'aria-hidden': 'true' }, 'I'))));
    // What harms one's own people, or helps a foe, is never marked by itself.
    const first = entries[0];
    this.#mark(plays && first && !first.own.length && first.offer.intent !== 'NONE' ? 0 : -1);
    entries.forEach((entry, n) => void this.#foresee(entry, n, foresee));
  }

  /** @type {HTMLButtonElement} */
  #act;
  /** @type {(number | null)[]} */
  #chances = [];

  /**
   * @param {Entry} entry
   * @param {number} n
   */
  #button({ offer, own }, n) {
    const twin = this.entries.some((one) => one.offer !== offer && one.offer.name === offer.name);
    return h('button', { type: 'button', class: `opt ${(offer.intent ?? 'none').toLowerCase()}${own.length ? ' own' : ''}`, 'data-offer': offer.key, title: offer.summary || offer.label, onclick: () => { this.#mark(n); this.act(); } },
      iconOf(offer, 'ic'), h('span', { class: 'what' }, h('strong', {}, offer.name || offer.label), h('small', {}, [...priceOf(offer), twin && offer.label].filter(Boolean).join(' · '))), h('span', { class: 'p' }, ''));
  }

  /**
   * @param {Entry} entry
   * @param {number} n
   * @param {(entry: Entry) => Promise<any>} foresee
   */
  async #foresee(entry, n, foresee) {
    const told = await foresee(entry).catch(() => null), test = told?.tests.find((/** @type {any} */ one) => one.target === this.who) ?? told?.tests[0];
    const button = this.#buttons[n], chance = test?.chance ?? null;
    this.#chances[n] = chance;
    this.#spare(entry, n, told);
    const small = button.querySelector('small');
    if (told?.text && small) small.append(`${small.textContent ? ' · ' : ''}${told.text}`);
    if (chance === null) return;
    /** @type {Element} */ (button.querySelector('.p')).textContent = `${Math.round(chance / 10).toLocaleString(document.documentElement.lang)} %`;
    button.append(h('meter', { min: 0, max: 1000, value: chance, 'aria-hidden': 'true' }));
    // What cannot come off is not marked; the likeliest way of the same purpose is, as long as nobody has chosen another.
    if (!chance && this.#marked === n && !this.#moved) {
      this.#mark(this.entries.findIndex((one, at) => at !== n && !one.own.length && one.offer.intent === entry.offer.intent && this.#chances[at] !== 0));
      return;
    }
    const marked = this.entries[this.#marked];
    if (!this.#moved && marked && !entry.own.length && entry.offer.intent === marked.offer.intent && chance > (this.#chances[this.#marked] ?? -1)) this.#mark(n);
  }

  /**
   * What would reach one's own people too is not marked, and asked once more.
   * @param {Entry} entry
   * @param {number} n
   * @param {any} told
   */
  #spare(entry, n, told) {
    if (entry.offer.intent !== 'HARM' || entry.own.length) return;
    entry.own = (told?.affected ?? []).filter((/** @type {any} */ one) => one.combatant !== this.who && this.friends.has(one.combatant)).map((/** @type {any} */ one) => /** @type {string} */ (this.friends.get(one.combatant)));
    if (!entry.own.length) return;
    this.#buttons[n].classList.add('own');
    if (this.#marked === n && !this.#moved) this.#mark(this.entries.findIndex((one) => !one.own.length && one.offer.intent === 'HARM'));
  }

  /** @param {number} n */
  #mark(n) {
    this.#marked = n;
    this.#buttons.forEach((button, at) => { button.classList.toggle('sel', at === n); button.setAttribute('aria-current', String(at === n)); });
    this.#act.disabled = n < 0;
    /** @type {Element} */ (this.#act.firstElementChild).textContent = n < 0 ? t('menu.pick') : this.entries[n].offer.name || t('offer.send');
  }

  /** Whether something is marked, which pointing once more does. */
  get ready() {
    return this.#marked >= 0;
  }

  /** Do what is marked. */
  act() {
    const entry = this.entries[this.#marked];
    if (entry) this.dispatchEvent(new CustomEvent('chosen', { detail: entry }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (/** @type {Element} */ (event.target).closest('input, select') && event.key !== 'Escape') return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.entries.length) {
      this.#moved = true;
      this.#mark((this.#marked + step + this.entries.length) % this.entries.length);
      this.#buttons[this.#marked].focus({ preventScroll: true });
    } else if (event.key === 'Escape') this.dispatchEvent(new Event('closed'));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where the focus goes when it opens. */
  focus() {
    (this.#buttons[this.#marked] ?? this.element.querySelector('button:not([hidden]):not(:disabled)'))?.focus({ preventScroll: true });
  }

  /**
   * Hang it beside the figure: on the side where it covers the fewest others.
   * @param {DOMRect} at the figure's
   * @param {DOMRect[]} others
   */
  place(at, others) {
    const { element } = this, { width, height } = element.getBoundingClientRect();
    const top = Math.max(56, Math.min(innerHeight - height - 8, at.top + at.height / 2 - height / 2));
    const sides = [at.right + APART, at.left - APART - width].filter((left) => left >= 4 && left + width <= innerWidth - 4);
    const covered = (/** @type {number} */ left) => others.filter((one) => one.right > left && one.left < left + width && one.bottom > top && one.top < top + height).length;
    const [left] = sides.sort((one, other) => covered(one) - covered(other));
    element.style.left = `${left ?? Math.max(4, (innerWidth - width) / 2)}px`;
    element.style.top = `${left === undefined ? Math.min(innerHeight - height - 8, at.bottom + APART) : top}px`;
  }
}
