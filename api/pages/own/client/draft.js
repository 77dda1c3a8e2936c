// An order or an answer that is being put together: an offer, the picks made for it, and what it would do so far.
import { aimedAt, filled, fits, isOpen, LISTS, nameOf, offered, ON_BOARD, same } from './offers.js';
import { bare } from './places.js';
import { Refusal } from './refusal.js';

/** @typedef {any} Offer */
/** @typedef {any} Field */
/** @typedef {any} Foreseen the answer of `PREVIEW`, or a refusal as one */

/** Milliseconds after the last pick before the server is asked what it would do. */
const REST = 60;

/** Tells `changed` whenever a pick or what it would do has changed. */
export class Draft extends EventTarget {
  /** @type {Map<number, unknown>} Picks by the number of the field. */
  picks = new Map();
  /** The number of the field that is picked on the board; -1: none. */
  aimed = -1;
  /** @type {Foreseen | null} null: not known yet */
  foreseen = null;
  /** @type {Refusal | null} why it would be refused as it stands */
  refusal = null;
  /** Whether what it would do is being asked, as it stands now. */
  asking = false;
  /** Whether it is on its way: nothing about it changes till the answer comes. */
  sending = false;
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /**
   * @param {import('./fight.js').Fight} fight
   * @param {Offer} offer
   * @param {any} [decision] the question that it answers; absent: it is an order
   */
  constructor(fight, offer, decision = null) {
    super();
    this.fight = fight;
    this.offer = offer;
    this.decision = decision;
    this.name = nameOf(offer);
    /** The version that it was offered at. */
    this.version = fight.now?.version;
    this.aimed = offer.fields.findIndex((/** @type {Field} */ field) => ON_BOARD.has(field.kind));
    if (this.aimed >= 0 && offer.fields[this.aimed].kind === 'path') this.picks.set(this.aimed, []);
    for (const { field, number } of this.open) {
      if (field.proposed !== null && field.proposed !== undefined && !this.picks.has(number)) this.picks.set(number, field.proposed);
    }
    this.#ask();
  }

  /** The open fields that a person has to pick, and has not yet: nothing is sent before. */
  get lacking() {
    return this.open.filter(({ field, number }) => {
      const picked = this.picks.get(number);
      return field.needsPick && (picked === undefined || (Array.isArray(picked) && !picked.length));
    });
  }

  /**
   * The names of one's own people whom it would harm as it is picked: whoever sends it is asked once more.
   * @returns {string[]}
   */
  get harmsOwn() {
    const picked = this.open.flatMap(({ field, number }) => {
      const value = this.value(number), all = Array.isArray(value) ? value : [value];
      return (field.among ?? []).filter((/** @type {any} */ one) => one.asksTwice && all.some((each) => same(each, one.value))).map((/** @type {any} */ one) => one.label);
    });
    const { now } = this.fight, side = (/** @type {string | null} */ who) => now?.combatants.find((/** @type {any} */ one) => one.key === who)?.side;
    if (!picked.length && this.offer.intent === 'HARM' && this.offer.combatant) {
      const reached = (this.foreseen?.affected ?? []).filter((/** @type {any} */ one) => one.combatant && side(one.combatant) === side(this.offer.combatant));
      if (reached.length) return reached.map((/** @type {any} */ one) => now?.combatants.find((/** @type {any} */ known) => known.key === one.combatant)?.name ?? one.label);
    }
    return picked.length || !this.offer.asksTwice || this.open.some(({ number }) => this.picks.has(number)) ? picked : [aimedAt(now, this.offer)];
  }

  /**
   * The fields that leave something to pick, with their numbers.
   * @returns {{ field: Field, number: number }[]}
   */
  get open() {
    return this.offer.fields.map((/** @type {Field} */ field, /** @type {number} */ number) => ({ field, number }))
      .filter((/** @type {{ field: Field }} */ { field }) => isOpen(field));
  }

  /** Whether a way is to be shown of which no step is there yet. */
  get unbegun() {
    const { kind } = this.offer.fields[this.aimed] ?? {}, picked = /** @type {unknown[]} */ (this.picks.get(this.aimed));
    return kind === 'path' && !picked?.length;
  }

  /** @param {number} number */
  value(number) {
    if (this.picks.has(number)) return this.picks.get(number);
    const field = this.offer.fields[number];
    return field.needsPick && isOpen(field) ? undefined : offered(this.offer, field);
  }

  /**
   * Pick a value for a field.
   * @param {number} number
   * @param {unknown} value
   */
  pick(number, value) {
    if (this.sending) return;
    this.picks.set(number, value);
    this.#ask();
  }

  /**
   * Aim at a field of the board.
   * @param {number} number
   */
  aim(number) {
    this.aimed = number;
    const { kind } = this.offer.fields[number];
    if (kind === 'path' && !this.picks.has(number)) this.picks.set(number, []);
    this.#ask();
  }

  /**
   * A pick on the board, for the field that is aimed at.
   * @param {{ place: any, by: unknown, spot: { x: number, y: number } }} picked
   */
  add({ place, by, spot }) {
    const field = this.offer.fields[this.aimed];
    if (!field) return;
    if (field.kind === 'facing') {
      const from = this.#stands();
      this.pick(this.aimed, { x: Math.round(spot.x - from.x), y: Math.round(spot.y - from.y) });
      return;
    }
    const value = by ? { ...bare(place), by } : bare(place);
    const before = /** @type {unknown[]} */ (this.picks.get(this.aimed) ?? []);
    this.pick(this.aimed, LISTS.has(field.kind) ? [...before, value].slice(0, field.most || undefined) : value);
  }

  /** Take the last pick on the board back; returns whether there was one. */
  undo() {
    const before = this.picks.get(this.aimed);
    if (this.sending || before === undefined || (Array.isArray(before) && !before.length)) return false;
    const field = this.offer.fields[this.aimed];
    if (Array.isArray(before)) this.picks.set(this.aimed, before.slice(0, -1));
    else this.picks.delete(this.aimed);
    if (!LISTS.has(field.kind) && field.kind === 'path') this.picks.set(this.aimed, []);
    this.#ask();
    return true;
  }

  /** What would be sent. */
  get sent() {
    const picks = new Map([...this.picks].filter(([number, value]) => !this.#asOffered(number, value)));
    return filled(this.offer, picks);
  }

  /** Whether it may be sent as it stands, as far as one can tell. */
  get ready() {
    if (this.sending || this.refusal || this.foreseen?.unfinished || this.lacking.length) return false;
    return [...this.picks].every(([number, value]) =>
      this.#asOffered(number, value) || fits(this.offer.fields[number], value));
  }

  /** Send it. Refusal where it is not accepted. */
  async send() {
    const { fight, decision, sent } = this;
    this.sending = true;
    try {
      if (decision) await fight.answer(decision, { choice: sent });
      else await fight.submit(sent, { version: fight.now?.version });
    } finally {
      this.sending = false;
    }
  }

  /**
   * The same draft on another offer of the same name: the fight has moved on meanwhile.
   * @param {Offer} offer
   * @param {any} decision
   */
  renewed(offer, decision) {
    const draft = new Draft(this.fight, offer, decision);
    const still = [...this.picks].filter(([number]) => offer.fields[number]?.kind === this.offer.fields[number].kind);
    draft.picks = new Map(still);
    if (offer.fields[this.aimed]) draft.aimed = this.aimed;
    return draft;
  }

  /** Put it away: no answer to it is waited for any more. */
  drop() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /**
   * Whether a field is left as it was offered: a list without a pick yet, unless none may be sent.
   * @param {number} number
   * @param {unknown} value
   */
  #asOffered(number, value) {
    const field = this.offer.fields[number];
    return Array.isArray(value) && !value.length && field.kind !== 'path' && field.least > 0;
  }

  #stands() {
    const token = this.fight.now?.scene.tokens.find((/** @type {any} */ one) => one.combatant === this.offer.combatant);
    const space = /** @type {any} */ (this.fight.now?.scene.space), cell = token?.place?.cell;
    return token?.place?.point ?? (cell ? { x: (cell.x + 0.5) * space.cell, y: (cell.y + 0.5) * space.cell } : { x: 0, y: 0 });
  }

  /** Whether it is a tool beside the rules, which does just what it says. */
  get #isTool() {
    return !this.decision && ('gm' in this.offer.send || 'table' in this.offer.send);
  }

  #ask() {
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    // What lay next to the way before is not next to it now, and what was refused before is not what stands here now.
    if (this.foreseen?.next.length) this.foreseen = { ...this.foreseen, next: [] };
    this.refusal = null;
    // What is not picked yet would do something to nobody; only a way is drawn step by step.
    const lacks = !this.#isTool && this.lacking.some(({ field }) => field.kind !== 'path');
    if (lacks) this.foreseen = null;
    this.asking = !this.#isTool && !lacks;
    this.dispatchEvent(new Event('changed'));
    if (!this.asking) return;
    this.#timer = setTimeout(async () => {
      let foreseen = null, refusal = null;
      const wish = this.decision ? { decision: this.decision.key, choice: this.sent } : { command: this.sent };
      try {
        foreseen = await this.fight.preview(wish);
      } catch (error) {
        if (!(error instanceof Refusal)) {
          if (mine === this.#asked) this.asking = false;
          throw error;
        }
        refusal = error;
      }
      if (mine !== this.#asked) return;
      Object.assign(this, { foreseen, refusal, asking: false });
      this.dispatchEvent(new Event('changed'));
    }, REST);
  }
}
