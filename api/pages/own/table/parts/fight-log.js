// <skald-log>: what happened, act by act, with the reasons of its numbers as a tree down to the dice.
import { diceText, t } from '../words.js';
import { h } from './elements.js';
import { termText } from './terms.js';

/** @typedef {any} FightEvent */

const WEIGHTS = ['HEADLINE', 'DETAIL', 'BOOKKEEPING'];

/** Tells `earlier`: its reader wants what came before. */
export class FightLog extends HTMLElement {
  /** @type {Map<number, FightEvent>} */
  #events = new Map();
  /** @type {Map<number, { item: HTMLLIElement, events: FightEvent[] }>} */
  #acts = new Map();
  #list = h('ol', {});
  #earlier = h('button', { type: 'button', hidden: true, onclick: () => this.dispatchEvent(new Event('earlier')) });
  /** Called with a version that is to be shown. @type {((version: number) => void) | null} */
  visit = null;

  connectedCallback() {
    this.#earlier.textContent = t('log.earlier');
    if (!this.childElementCount) this.append(this.#earlier, this.#list);
  }

  /**
   * Show all of these, in place of what was.
   * @param {FightEvent[]} events
   * @param {boolean} more whether there are earlier ones
   */
  show(events, more) {
    this.#events.clear();
    this.#acts.clear();
    this.#list.replaceChildren();
    this.#earlier.hidden = !more;
    this.add(events);
  }

  /** @param {FightEvent[]} events later than all that are shown */
  add(events) {
    const { scrollTop, clientHeight, scrollHeight } = this, low = scrollTop + clientHeight >= scrollHeight - 40;
    const touched = new Set();
    for (const event of events) {
      this.#events.set(event.version, event);
      const act = this.#acts.get(event.act);
      if (act) act.events.push(event);
      else this.#acts.set(event.act, { item: h('li', { value: event.act }), events: [event] });
      touched.add(event.act);
    }
    for (const key of touched) this.#draw(/** @type {any} */ (this.#acts.get(key)));
    if (low) this.scrollTop = this.scrollHeight;
  }

  /** @param {{ item: HTMLLIElement, events: FightEvent[] }} act */
  #draw({ item, events }) {
    const told = events.filter((event) => event.text);
    if (!told.length) return;
    const headline = events.findLast((event) => event.headline)?.headline;
    const head = told.reduce((best, event) => (WEIGHTS.indexOf(event.weight) < WEIGHTS.indexOf(best.weight) ? event : best));
    const rest = told.filter((event) => event !== head);
    const open = item.querySelector('details')?.open ?? false;
    const more = h('details', { '.open': open });
    const fill = () => {
      if (more.open && more.childElementCount === 1) more.append(...told.map((event) => this.#event(event)));
    };
    more.append(h('summary', { 'aria-label': t('log.details', { n: rest.length }) }, rest.length ? `+${rest.length}` : '…'));
    more.addEventListener('toggle', fill);
    const text = h('span', { class: 'text' }, headline?.text ?? head.text);
    if (this.visit) text.addEventListener('dblclick', () => this.visit?.(/** @type {any} */ (events.at(-1)).version));
    item.className = headline ? 'headline' : head.weight.toLowerCase();
    // an order or an answer of which nothing came is no line
    item.hidden = !headline && events.some((event) => event.type === 'CommandAccepted' || event.type === 'DecisionAnswered');
    item.replaceChildren(text, ' ', rest.length || head.because || head.rule ? more : '');
    fill();
    if (!item.isConnected) this.#list.append(item);
  }

  /** @param {FightEvent} event */
  #event(event) {
    const where = h('small', {}, `${event.version} ${event.rule ? '[' + event.rule + '] ' : ''}`);
    return h('div', { class: 'event' }, where, event.text, this.#reasons(event, 0));
  }

  /**
   * Where the numbers of an event come from, as a tree: its terms, and the events that caused it, down to the dice.
   * @param {FightEvent} event
   * @param {number} depth
   * @returns {HTMLElement | ''}
   */
  #reasons({ because }, depth) {
    if (!because) return '';
    const lines = because.terms.map((/** @type {any} */ term) => h('li', { title: term.statement ?? null }, termText(term)));
    const causes = because.causes.map((/** @type {number} */ version) => this.#events.get(version)).filter(Boolean);
    for (const cause of causes) {
      const inside = h('li', { class: 'cause' });
      const dice = cause.faces ? ` (${diceText(cause.dice)}: ${cause.faces.join(', ')})` : '';
      if (depth > 6 || !cause.because) inside.append(`${cause.text}${dice}`);
      else {
        const more = h('details', {}, h('summary', {}, `${cause.text}${dice}`));
        more.addEventListener('toggle', () => {
          if (more.childElementCount === 1) more.append(this.#reasons(cause, depth + 1) || '');
        });
        inside.append(more);
      }
      lines.push(inside);
    }
    if (because.withheld.length) lines.push(h('li', {}, t('log.withheld')));
    return h('ul', { class: 'because' }, ...lines);
  }
}

customElements.define('skald-log', FightLog);
