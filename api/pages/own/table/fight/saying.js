// What becomes of what its reader does: accepted, or refused, which is said.
import { Refusal } from '../../client/refusal.js';
import { alertTo } from '../shared/announcer.js';

/** Says what was refused, and why something cannot be done. */
export class Saying {
  /**
   * @param {import('../../client/fight.js').Fight} fight
   * @param {HTMLElement} place
   */
  constructor(fight, place) {
    this.fight = fight;
    this.place = place;
  }

  /**
   * Whether something was accepted; what is refused is said.
   * @param {Promise<unknown>} done what leads to a new version has loaded it
   */
  async done(done) {
    try {
      const version = await done;
      this.say('');
      if (typeof version !== 'number') await this.fight.refresh();
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** @param {unknown} error */
  failed(error) {
    if (!(error instanceof Refusal)) throw error;
    this.say([error.message, ...error.others.map(({ message }) => message).filter((text) => text !== error.message)].join(' · '));
    if (error.code === 'CONFLICT') void this.fight.refresh();
  }

  /** @param {string} sentence '': nothing any more */
  say(sentence) {
    this.place.textContent = sentence;
    if (sentence) alertTo(sentence);
  }
}
