// <skald-log>: what happened, act by act; an entry unfolds into its events.
import { Acts } from '../../client/acts.js';
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';

/** @typedef {any} FightEvent */

/** Tells `earlier`: its reader wants what came before. */
export class FightLog extends HTMLElement {
  /** @type {Map<number, FightEvent>} */
  #events = new Map();
  /** @type {Acts<FightEvent>} */
  #acts = new Acts();
  /** The lines of acts, by their keys. @type {Map<number, HTMLLIElement>} */
  #items = new Map();
  #list = h('ol', {});
  #earlier = h('button', { type: 'button', hidden: true, onclick: () => this.dispatchEvent(new Event('earlier')) });
  /** Called with a version that is to be shown. @type {((version: number) => void) | null} */
  visit = null;
  /** What a game master may do from an entry, below what it unfolds into. @type {((version: number) => Node) | null} */
  onward = null;

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
    this.#items.clear();
    this.#list.replaceChildren();
    this.#earlier.hidden = !more;
    if (this.#list.parentNode !== this) this.replaceChildren(this.#earlier, this.#list); // it could not be shown before
    this.add(events);
  }

  /** @param {FightEvent[]} events later than all that are shown */
  add(events) {
    const { scrollTop, clientHeight, scrollHeight } = this, low = scrollTop + clientHeight >= scrollHeight - 40;
    for (const event of events) this.#events.set(event.version, event);
    for (const act of this.#acts.add(events)) this.#draw(act);
    if (low) this.scrollTop = this.scrollHeight;
  }

  /** @param {import('../../client/acts.js').Act<FightEvent>} act */
  #draw(act) {
    const { key, events, told, head, headline, line } = act;
    if (!head) return;
    const item = this.#items.get(key) ?? h('li', { value: key });
    this.#items.set(key, item);
    const rest = told.filter((event) => event !== head);
    const open = item.querySelector('details')?.open ?? false;
    const more = h('details', { '.open': open });
    const fill = async () => {
      if (!more.open) return;
      const { details } = await bring(() => import('./log-details.js')); // few entries are ever unfolded
      if (more.childElementCount === 1) more.append(...details(told, this.#events), this.onward?.(/** @type {any} */ (events.at(-1)).version) ?? '');
    };
    more.append(h('summary', { 'aria-label': t('log.details', { n: rest.length }) }, rest.length ? `+${rest.length}` : '…'));
    more.addEventListener('toggle', () => void fill());
    const text = h('span', { class: 'text' }, line);
    if (this.visit) text.addEventListener('dblclick', () => this.visit?.(/** @type {any} */ (events.at(-1)).version));
    item.className = headline ? 'headline' : head.weight.toLowerCase();
    item.hidden = act.empty;
    item.replaceChildren(text, ' ', rest.length || head.because || head.rule ? more : '');
    void fill();
    if (!item.isConnected) this.#list.append(item);
  }
}

customElements.define('skald-log', FightLog);
