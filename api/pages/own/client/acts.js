// What happened, act by act: what an order, an answer or a new round has brought about, and the line that tells of it.

/** What somebody has sent: of which nothing came is no line. */
const SENT = ['CommandAccepted', 'DecisionAnswered'];
const rank = (/** @type {Told} */ { weight }) => ({ HEADLINE: 0, BOOKKEEPING: 2 })[weight] ?? 1;

/** @typedef {{ version: number, act: number, text: string, weight: string, type?: string, headline?: { text: string } | string | null }} Told an event; of a replay the headline is its text */

/** The events of one act, oldest first, as far as they are known. @template {Told} T */
export class Act {
  /** @type {T[]} */
  events = [];

  /** @param {number} key the version of the event that began it */
  constructor(key) {
    this.key = key;
  }

  /** Those that have words: the others are hidden. */
  get told() {
    return this.events.filter(({ text }) => text);
  }

  /** What came of it: of several the last tells of all; null: nothing. @returns {NonNullable<T['headline']> | null} */
  get headline() {
    return this.events.findLast(({ headline }) => headline)?.headline ?? null;
  }

  /** The event that matters most, the first of those; undefined where all are hidden. */
  get head() {
    return this.told.sort((one, other) => rank(one) - rank(other))[0];
  }

  /** It in one line; "" where all is hidden. */
  get line() {
    const headline = /** @type {any} */ (this.headline);
    return headline?.text ?? headline ?? this.head?.text ?? '';
  }

  /** Whether it is an order or an answer of which nothing came: a log leaves it out. */
  get empty() {
    return !this.headline && this.events.some(({ type = '' }) => SENT.includes(type));
  }

  get first() {
    return this.events[0]?.version ?? this.key;
  }

  get last() {
    return this.events.at(-1)?.version ?? this.key;
  }
}

/** The acts of a fight, as they come. @template {Told} T */
export class Acts {
  /** @type {Map<number, Act<T>>} */
  #acts = new Map();

  /**
   * Take later events; returns the acts that have grown.
   * @param {Iterable<T>} events
   */
  add(events) {
    /** @type {Set<Act<T>>} */
    const grown = new Set();
    for (const event of events) {
      // Facts of the table may stand between the events of one act.
      const act = this.#acts.get(event.act) ?? new Act(event.act);
      this.#acts.set(event.act, act);
      act.events.push(event);
      grown.add(act);
    }
    return [...grown];
  }

  clear() {
    this.#acts.clear();
  }
}

/**
 * The acts of events, in their order.
 * @template {Told} T
 * @param {Iterable<T>} events oldest first
 */
export const actsOf = (events) => /** @type {Acts<T>} */ (new Acts()).add(events);

/**
 * A line for each act that is worth one, to be read aloud.
 * @param {Iterable<Told>} events oldest first
 */
export const linesOf = (events) => actsOf(events).filter((act) => act.headline || (!act.empty && act.head && rank(act.head) < 2)).map(({ line }) => line);
