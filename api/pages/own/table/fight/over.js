// A fight that is over: how it ended lies where the table was, until its reader wants that back.
import { bring } from '../shared/bring.js';

export class Over {
  #ended = false;

  /**
   * @param {import('../../client/fight.js').Fight} fight
   * @param {HTMLElement} place what stands beside or below lies in the same element
   * @param {string} language
   * @param {HTMLElement} table takes the focus again
   */
  constructor(fight, place, language, table) {
    this.fight = fight;
    this.place = place;
    this.language = language;
    this.table = table;
  }

  get #shown() {
    return this.place.parentElement?.querySelector('.ending');
  }

  /** The fight has gone on: to its end, or back from there. */
  follow() {
    const ended = this.fight.loaded.status === 'ENDED';
    if (!ended) this.#shown?.remove();
    else if (!this.#ended) void this.show();
    this.#ended = ended;
  }

  /** Show how it ended. */
  async show() {
    const { ending } = await bring(() => import('./ending.js'));
    const { element, heading } = await ending(this.fight, {
      language: this.language, directs: document.body.classList.contains('directs'),
      away: () => { this.#shown?.remove(); this.table.focus({ preventScroll: true }); },
    });
    if (this.fight.loaded.status !== 'ENDED') return;
    this.#shown?.remove();
    this.place.after(element);
    heading.focus({ preventScroll: true });
  }
}
