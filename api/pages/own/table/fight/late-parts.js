// Parts of the table that are brought with the first of what they show: nothing is drawn before they are there, since a
// part that comes later moves what stands there already.
import { bring } from '../shared/bring.js';
import { styled } from '../shared/styled.js';
import { loadWords } from '../words.js';

/** @typedef {{ fight: import('../../client/fight.js').Fight, seat: string }} Given */

/** What is brought, and when it is wanted. */
const PARTS = {
  cards: { wanted: (/** @type {Given} */ { fight: { loaded: { decisions }, as } }) => !as && decisions.length > 0, bring: () => import('../orders/decision-tray.js') },
  pad: { wanted: (/** @type {Given} */ { fight: { loaded: { decisions }, as } }) => !as && decisions.some(({ kind, mayAnswer }) => kind === 'Roll' && mayAnswer), bring: () => Promise.all([import('../orders/dice-pad.js'), styled('dice')]) },
  matters: { wanted: (/** @type {Given} */ { fight: { loaded: now }, seat }) => now.status === 'ENDED' || now.mayAddEntropy || now.handovers.some(({ taker, accepted }) => taker === seat && !accepted), bring: () => import('./table-matters.js') },
  lending: { wanted: (/** @type {Given} */ { fight: { loaded: now }, seat }) => now.status === 'RUNNING' && now.handovers.some(({ giver }) => giver === seat), bring: () => import('./lending.js') },
  unasked: { wanted: (/** @type {Given} */ { fight: { loaded: { preferences } } }) => preferences.some(({ preference }) => preference !== 'ask'), bring: () => import('../orders/unasked.js') },
  // The game master's panel brings it for him.
  odds: { wanted: (/** @type {Given} */ { fight: { loaded: { odds } } }) => odds === 'EVERYBODY', bring: (/** @type {Given} */ { fight }) => import('../odds/odds-now.js').then(({ settle }) => settle(fight)) },
  house: { wanted: (/** @type {Given} */ { fight: { loaded: { houseRules } } }) => houseRules.length > 0, bring: () => import('./house-rules.js') },
};

/** @typedef {typeof PARTS} Parts */
/** @typedef {keyof Parts} Name */

/** What was brought so far. */
export class LateParts {
  /** @type {Partial<{ [Part in Name]: Awaited<ReturnType<Parts[Part]['bring']>> }>} */
  here = {};
  /** Those that were asked for: one that cannot be had is not waited for again. @type {Set<string>} */
  #asked = new Set();
  /** @type {Promise<unknown> | null} */
  #held = null;

  /** @param {Given} given */
  constructor(given) {
    this.given = given;
  }

  /**
   * Let nothing be drawn before this is done, or has failed.
   * @param {Promise<unknown>} first
   */
  hold(first) {
    const held = Promise.all([this.#held, first.catch(() => null)]).then(() => { if (this.#held === held) this.#held = null; });
    this.#held = held;
  }

  /** What has to be waited for before the fight is drawn as it is now; null: nothing. */
  get missing() {
    const names = /** @type {Name[]} */ (Object.keys(PARTS)).filter((name) => !this.#asked.has(name) && PARTS[name].wanted(this.given));
    if (!names.length) return this.#held;
    return Promise.all([this.#held, ...names.map((name) => this.bring(name))]);
  }

  /**
   * Bring a part, whether it is wanted or not.
   * @param {Name} name
   */
  async bring(name) {
    try {
      const [part] = await Promise.all([bring(() => /** @type {Promise<unknown>} */ (PARTS[name].bring(this.given))), loadWords(document.documentElement.lang, ['words-asked'])]);
      Object.assign(this.here, { [name]: part });
    } finally {
      this.#asked.add(name);
    }
  }

  /**
   * A part, if it is wanted now.
   * @template {Name} Part
   * @param {Part} name
   */
  wanted(name) {
    return PARTS[name].wanted(this.given) ? this.here[name] ?? null : null;
  }
}
