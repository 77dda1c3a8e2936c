// What its reader is about to do: an order or an answer that is put together, or what clicks on the board are for.
import { isOpen, nameOf, needsNothing, ON_BOARD } from '../../client/offers.js';
import { bare, middleOf } from '../../client/places.js';
import { bring } from '../shared/bring.js';

/** @typedef {import('../../client/draft.js').Draft} Draft */
/** @typedef {{ lays: import('../board/board.js').Lay[], pick: (picked: { place: any, spot: { x: number, y: number } }) => void }} Aim */

/** What an order is put together with: loaded once the table is shown. */
async function tools() {
  const [{ Draft }, { answering, laysOf, standing }, { offerForm }] = await bring(() => Promise.all([import('../../client/draft.js'), import('../../client/lays.js'), import('./offer-form.js')]));
  return { Draft, answering, laysOf, standing, offerForm };
}

/** Tells `changed`: something else is put together, or nothing. */
export class Hand extends EventTarget {
  /** @type {Draft | null} */
  draft = null;
  /** What a click on the board is for, where it is not for an order. @type {Aim | null} */
  aimed = null;
  /** Whose way a click on a free place begins, while nothing is put together. @type {{ offer: any, number: number } | null} */
  stands = null;
  /** Who is looked at. @type {string | null} */
  figure = null;
  /** The order that goes by a way of choice, square by square. @type {{ offer: any, number: number } | null} */
  ownWay = null;
  /** @type {Awaited<ReturnType<typeof tools>> | null} */
  #tools = null;

  /**
   * @param {import('../../client/fight.js').Fight} fight
   * @param {import('../board/board.js').Board} board
   * @param {HTMLElement} place where the form of what is put together lies
   * @param {{ done: (done: Promise<unknown>) => Promise<boolean>, failed: (error: unknown) => void, say: (sentence: string) => void, buttons: () => HTMLButtonElement[] }} table
   *   done: whether it was accepted; buttons: those that choose what to do, which wait while something is on its way
   */
  constructor(fight, board, place, table) {
    super();
    this.fight = fight;
    this.board = board;
    this.place = place;
    this.table = table;
  }

  /**
   * Put an order together, or send it where it leaves nothing to pick.
   * @param {any} offer
   * @param {any} [decision] the question that it answers
   * @param {Map<number, unknown>} [picks] what is picked already, by the number of the field
   */
  choose(offer, decision = null, picks = new Map()) {
    this.table.say('');
    if (!picks.size && (decision ? !offer.fields.some(isOpen) : needsNothing(offer, this.fight.now))) {
      this.drop();
      void this.#sendNow(offer, decision);
      return;
    }
    if (!this.#tools) {
      // The fight may have gone on meanwhile: what was chosen is taken as it is offered by then.
      void this.equip().then(() => {
        const { offer: same, asked } = this.#offeredNow(nameOf(offer), decision);
        if (same) this.choose(same, asked ?? null, picks);
      });
      return;
    }
    const draft = new this.#tools.Draft(this.fight, offer, decision);
    for (const [number, value] of picks) {
      draft.pick(number, value);
      if (ON_BOARD.has(offer.fields[number].kind)) draft.aimed = number;
    }
    this.take(draft);
    const form = this.place.querySelector('form');
    if (picks.size || offer.fields.some((/** @type {any} */ field) => ON_BOARD.has(field.kind))) this.board.focus({ preventScroll: true });
    else /** @type {HTMLElement | null} */ (form?.querySelector('input, select, button'))?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: 'nearest' });
    form?.dispatchEvent(new Event('shifted', { bubbles: true }));
  }

  async equip() {
    if (this.#tools) return;
    this.#tools = await tools();
    this.lay();
  }

  /**
   * Send what leaves nothing to pick; nothing else is chosen until there is an answer.
   * @param {any} offer
   * @param {any} decision
   */
  #sendNow(offer, decision) {
    return decision ? this.give([{ decision, send: offer.send }]) : this.#waiting([() => this.fight.submit(offer.send, { version: this.fight.now?.version })]);
  }

  /**
   * Answer questions, one after the other, up to one that is refused.
   * @param {{ decision: any, send: any }[]} answers
   */
  give(answers) {
    this.drop();
    return this.#waiting(answers.map(({ decision, send }) => () => this.fight.answer(decision, { choice: send })));
  }

  /** @param {(() => Promise<unknown>)[]} steps */
  async #waiting(steps) {
    const buttons = this.table.buttons();
    for (const button of buttons) button.disabled = true;
    for (const step of steps) if (!await this.table.done(step())) break;
    for (const button of buttons) button.disabled = false;
  }

  /** @param {Draft} draft */
  take(draft) {
    this.aimed = null;
    if (draft !== this.draft) {  // one that stays is still asking what it would do
      this.draft?.drop();
      this.draft = draft;
      draft.addEventListener('changed', () => draft === this.draft && this.lay());
    }
    this.place.replaceChildren(/** @type {Awaited<ReturnType<typeof tools>>} */ (this.#tools).offerForm(draft, {
      sent: () => this.finish(),
      dropped: () => this.finish(),
      failed: (error) => this.table.failed(error),
    }));
    this.lay();
    this.dispatchEvent(new Event('changed'));
  }

  /** Send what is put together, if it may be sent. */
  send() {
    this.place.querySelector('form')?.requestSubmit();
  }

  /** What was put together is done, or not wanted: nor is what was said of it. The focus stays at the table. */
  finish() {
    const inside = this.place.contains(document.activeElement);
    this.table.say('');
    this.drop();
    if (inside) this.board.focus({ preventScroll: true });
  }

  drop() {
    const had = this.draft;
    had?.drop();
    this.draft = null;
    this.place.replaceChildren();
    this.lay();
    if (had) this.dispatchEvent(new Event('changed'));
  }

  /** @param {Aim | null} aim */
  aim(aim) {
    if (aim) this.drop();
    this.aimed = aim;
    this.lay();
    if (aim) this.board.focus({ preventScroll: true });
  }

  /** Answers to what its reader is asked that are places of the board. @returns {{ decision: any, offer: any, place: any }[]} */
  get #asks() {
    const { now, as } = this.fight;
    return as || !now ? [] : now.decisions.filter((/** @type {any} */ one) => one.yours && one.mayAnswer).flatMap((/** @type {any} */ decision) =>
      decision.offers.filter((/** @type {any} */ offer) => offer.place && !offer.fields.some(isOpen)).map((/** @type {any} */ offer) => ({ decision, offer, place: spotOf(offer.place) })));
  }

  lay() {
    const space = this.fight.now?.scene.space, { aimed, draft, stands, board } = this, tools = this.#tools;
    if (!board.edge && board.querySelector('[data-part=edge][data-key]')) {
      board.edge = () => false;
      void bring(() => import('./at-edge.js')).then(({ orderAtEdge }) => { board.edge = (event) => orderAtEdge(this, event); });
    }
    if (!space || !tools) board.lay(aimed && space ? aimed.lays : []);
    else if (aimed) board.lay(aimed.lays);
    else if (draft) board.lay(tools.laysOf(draft, (place) => middleOf(place, space)));
    else if (this.#asks.length) board.lay(tools.answering(this.#asks));
    else board.lay(stands ? tools.standing(stands.offer, stands.offer.fields[stands.number], this.fight.now) : []);
  }

  /**
   * A pick on the board: for what is put together, and the same again does it; else it begins a way.
   * @param {any} picked
   */
  picked(picked) {
    const { aimed, draft, stands } = this;
    if (picked.step) void bring(() => import('./own-way.js')).then(({ stepTo }) => stepTo(this, picked.place.cell)); // few ways are drawn so
    else if (aimed) aimed.pick(picked);
    else if (draft) {
      const before = draft.picks.get(draft.aimed), begun = before !== undefined && !(Array.isArray(before) && !before.length);
      if (picked.again && begun && draft.offer.fields[draft.aimed]?.kind !== 'places') this.send();
      else draft.add(picked);
    } else if (this.#asks.length) {
      const asked = this.#asks.find(({ place }) => JSON.stringify(place) === JSON.stringify(spotOf(picked.place)));
      if (asked) void this.give([{ decision: asked.decision, send: asked.offer.send }]);
    } else if (stands) {
      const place = bare(picked.place), { kind } = stands.offer.fields[stands.number];
      this.choose(stands.offer, null, new Map([[stands.number, kind === 'path' ? [place] : place]]));
    }
  }

  /**
   * Somebody on the board is pointed at: whether that is a pick for what is put together.
   * @param {string} who
   */
  pointed(who) {
    const { draft } = this;
    const target = draft?.open.find((/** @type {any} */ { field }) => (field.kind === 'one' || field.kind === 'some') && field.among.some((/** @type {any} */ one) => one.value === who));
    if (!draft || !target) return false;
    const before = /** @type {unknown[]} */ (draft.value(target.number) ?? []);
    if (target.field.kind === 'one') draft.pick(target.number, who);
    else if (target.field.most === 1) draft.pick(target.number, [who]);
    else draft.pick(target.number, before.includes(who) ? before.filter((one) => one !== who) : [...before, who]);
    this.take(draft);
    return true;
  }

  /** The fight has gone on: keep what is put together, if it is offered still. */
  follow() {
    const { draft, fight: { loaded: now } } = this;
    if (!draft || draft.sending) return;
    const { offer, asked } = this.#offeredNow(draft.name, draft.decision);
    if (!offer) this.drop();
    else if (now.version !== draft.version) this.take(draft.renewed(offer, asked ?? null));
  }

  /**
   * What is offered by this name now, and the question that it answers, if any.
   * @param {string} name
   * @param {any} decision
   */
  #offeredNow(name, decision) {
    const { loaded: now } = this.fight;
    const asked = decision && now.decisions.find((/** @type {any} */ one) => one.mayAnswer && one.key === decision.key);
    const offers = decision ? asked?.offers ?? [] : [...now.offers, ...now.takeBacks];
    return { offer: offers.find((/** @type {any} */ one) => nameOf(one) === name), asked };
  }
}

/**
 * A place without what a board does not tell of it: how high it is, and where somebody looks.
 * @param {any} place
 */
const spotOf = (place) => bare(Object.fromEntries(Object.entries(place).filter(([key]) => key !== 'height' && key !== 'facing')));
