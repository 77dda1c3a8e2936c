// What its reader is told of by sound and to the ear: a question to him, and his turn.
import { t } from '../words.js';
import { settings } from '../settings.js';
import { announce } from '../shared/announcer.js';
import { bring } from '../shared/bring.js';

/** @param {'turn' | 'asked'} what */
const sound = async (what) => settings().sound && (await bring(() => import('./sound.js'))).sound(what);

/** Remembers what was told already. */
export class Attention {
  /** @type {Set<string>} */
  #asked = new Set();
  #turn = false;

  /** @param {any} now the answer of `LOOK` */
  follow(now) {
    // One question may follow the other at once: each is told.
    const mine = now.decisions.filter((/** @type {any} */ one) => one.yours), fresh = mine.filter((/** @type {any} */ one) => !this.#asked.has(one.key));
    const turn = now.offers.some((/** @type {any} */ offer) => now.acting.includes(offer.combatant));
    if (fresh.length) { void sound('asked'); announce([t('asked.you'), ...fresh.map((/** @type {any} */ one) => one.text)]); }
    else if (turn && !this.#turn) { void sound('turn'); announce([t('turn.yours')]); }
    this.#asked = new Set(mine.map((/** @type {any} */ one) => one.key));
    this.#turn = turn;
  }
}
