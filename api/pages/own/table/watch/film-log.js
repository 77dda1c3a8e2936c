// <skald-film-log>: what happens in a film, act by act; a click on an act leads to it.
import { t } from '../words.js';
import { h } from '../shared/elements.js';

/** Tells `visit` (`detail`: a version that is to be shown). */
export class FilmLog extends HTMLElement {
  /** @type {any} */
  #film = null;
  /** @type {Map<number, { first: number, last: number, item: HTMLLIElement }>} */
  #acts = new Map();
  /** @type {{ first: number, item: HTMLLIElement }[]} */
  #shown = [];
  #rounds = 0;
  #list = h('ol', {});
  /** @type {HTMLLIElement | null} */
  #lit = null;

  connectedCallback() {
    if (!this.childElementCount) this.append(this.#list);
    this.tabIndex = 0;
  }

  /**
   * Show the log of a film, from its beginning.
   * @param {any} film
   */
  show(film) {
    this.#film = film;
    this.#acts.clear();
    this.#shown = [];
    this.#rounds = 0;
    this.#lit = null;
    this.#list.replaceChildren();
    this.grow();
  }

  /** Show what the film has more now. */
  grow() {
    const film = this.#film, gone = film.takenBack();
    for (const act of film.acts()) {
      const { key, first, last } = act, had = this.#acts.get(key);
      if (had) {
        const struck = gone.has(had.first);
        had.item.classList.toggle('gone', struck);
        if (struck) had.item.title = film.words.takenBack;
      }
      if (!act.head || had?.last === last) continue;
      while (!had && this.#rounds < film.rounds.length && film.rounds[this.#rounds].version <= last) {
        const { round } = film.rounds[this.#rounds++];
        if (round) this.#list.append(h('li', { class: 'round' }, `${film.words.round} ${round}`));
      }
      const item = had?.item ?? h('li', {}), lit = item.classList.contains('now');
      this.#fill(item, act, gone);
      item.classList.toggle('now', lit);
      this.#acts.set(key, { first: act.told[0].version, last, item });
      if (had) continue;
      this.#list.append(item);
      this.#shown.push({ first, item });
    }
  }

  /**
   * @param {HTMLLIElement} item
   * @param {import('../../client/acts.js').Act<any>} act
   * @param {Set<number>} gone
   */
  #fill(item, { head, told, last, headline, line, empty }, gone) {
    const visit = () => this.dispatchEvent(new CustomEvent('visit', { detail: last }));
    item.className = [headline ? 'headline' : head.weight.toLowerCase(), gone.has(head.version) ? 'gone' : ''].join(' ').trim();
    if (gone.has(head.version)) item.title = this.#film.words.takenBack;
    item.hidden = empty;
    item.replaceChildren(h('button', { type: 'button', class: 'text', onclick: visit }, line));
    if (told.length < 2 && !head.reasons.length && !head.rule) return;
    const more = h('details', {}, h('summary', { 'aria-label': t('log.details', { n: told.length - 1 }) }, told.length > 1 ? `+${told.length - 1}` : '…'));
    more.addEventListener('toggle', () => {
      if (more.childElementCount === 1) more.append(...told.map((event) => this.#event(event)));
    });
    item.append(' ', more);
  }

  /** @param {any} event */
  #event(event) {
    return h('div', { class: 'event' }, h('small', {}, `${event.version} ${event.rule ? '[' + event.rule + '] ' : ''}`), event.text,
      event.reasons.length > 0 && h('ul', { class: 'because' }, ...event.reasons.flatMap((/** @type {any} */ one) => this.#reason(one))));
  }

  /** @param {any} reason */
  #reason({ value, withheld, terms }) {
    const { rules, words } = this.#film, lines = [];
    if (value !== null && (terms.length || withheld)) lines.push(h('li', {}, `${value} =`));
    for (const { source, amount, times, over, rule } of terms) {
      const part = (times !== 1 ? ` × ${times}` : '') + (over !== 1 ? ` / ${over}` : '');
      const sum = amount === null ? part.trim() : (amount >= 0 && value !== null ? '+' : '') + amount + part;
      lines.push(h('li', { title: rules[rule] ?? null }, `${sum} ${source}${rule ? ' [' + rule + ']' : ''}`));
    }
    if (withheld) lines.push(h('li', {}, words.withheld));
    return lines;
  }

  /** Mark the act of the version at which the film is, and bring it into sight. */
  light() {
    let low = 0, high = this.#shown.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#shown[middle].first <= this.#film.at) low = middle + 1;
      else high = middle;
    }
    while (low > 0 && this.#shown[low - 1].item.hidden) low--;
    const now = this.#shown[low - 1]?.item ?? null;
    if (now === this.#lit) return;
    this.#lit?.classList.remove('now');
    this.#lit?.removeAttribute('aria-current');
    this.#lit = now;
    if (!now) return;
    now.classList.add('now');
    now.setAttribute('aria-current', 'step');
    this.reveal();
  }

  /** Scroll to the act that is shown: once it has been lit, or the log has come into the page. */
  reveal() {
    const now = this.#lit;
    if (!now) return;
    const box = /** @type {HTMLElement} */ (this), top = now.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + now.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
  }
}

customElements.define('skald-film-log', FilmLog);
