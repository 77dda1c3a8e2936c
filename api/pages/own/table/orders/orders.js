// The orders of the figure that its reader looks at: its name once, its tiles, and the tabs of the other figures.
import { isOpen } from '../../client/offers.js';
import { t } from '../words.js';
import { h, keepingFocus, replaceChanged } from '../shared/elements.js';
import { figuresWithOffers } from './offer-keys.js';
import { tiles, withWays } from './tiles.js';

/** Tells `looked`: its reader looks at another figure. */
export class Orders extends EventTarget {
  /** Whose offers are shown; undefined: nobody is chosen yet. @type {string | null | undefined} */
  figure = undefined;
  /** The tile whose ways are shown though it is not chosen. */
  #unfolded = '';
  /** @type {string[]} */
  #acting = [];
  /** The tiles of whom one looks at as they have stood, and of whose turn they are. @type {{ of: string, stood: import('./tiles.js').Thing[] }} */
  #kept = { of: '', stood: [] };
  /** How many keys the answers to what is asked take: they come first. */
  answers = 0;

  /**
   * @param {import('../../client/fight.js').Fight} fight
   * @param {string} seat
   * @param {{ tabs: HTMLElement, offers: HTMLElement }} places
   * @param {import('./hand.js').Hand} hand
   * @param {(reason: string, target: string | null) => void} explain
   */
  constructor(fight, seat, places, hand, explain) {
    super();
    this.fight = fight;
    this.seat = seat;
    this.places = places;
    this.hand = hand;
    this.explain = explain;
  }

  /** Who may be looked at, whoever is up first. */
  get figures() {
    return figuresWithOffers(this.fight.loaded, this.seat);
  }

  /** Whoever has just come up is looked at, unless something is put together for somebody else. */
  follow() {
    const { figures, hand: { draft }, fight: { loaded: now } } = this, [up] = figures;
    const comesUp = up && now.acting.includes(up) && !this.#acting.includes(up);
    if (this.figure === undefined || !figures.includes(this.figure) || (comesUp && (!draft || draft.sending))) this.figure = up;
    // Of a fight that is decided the table is what is left to see to.
    if (now.outcomeLabel && figures.includes(null)) this.figure = null;
    this.#acting = now.acting;
  }

  /** @param {string | null} figure */
  lookAt(figure) {
    this.figure = figure;
    this.#unfolded = '';
    this.show();
    this.dispatchEvent(new Event('looked'));
  }

  /** Whether its reader himself plays somebody: of a game master also whoever nobody else plays. @param {string} who */
  isOwn(who) {
    return this.fight.loaded.scene.tokens.some((/** @type {any} */ one) => one.combatant === who && one.yours);
  }

  /** Whether its reader himself plays whom he looks at. */
  get plays() {
    return this.isOwn(this.figure ?? '');
  }

  /** What a click on a free place begins: the usual move of whom one looks at. */
  get #stands() {
    const { figure, fight: { loaded: now, as } } = this;
    if (as || !figure || !this.plays || now.decisions.some((/** @type {any} */ one) => one.yours)) return null;
    for (const { head: offer } of withWays(now.offers.filter((/** @type {any} */ one) => one.combatant === figure && one.group === 'MOVE'))) {
      const number = offer.fields.findIndex((/** @type {any} */ field) => isOpen(field) && (field.kind === 'place' || (field.kind === 'path' && now.scene.space.__typename === 'ScenePlane')));
      if (number >= 0) return { offer, number };
    }
    return null;
  }

  /** What goes by a way of choice, on squares. */
  get #ownWay() {
    const { figure, fight: { loaded: now, as } } = this;
    for (const offer of as || !this.plays ? [] : now.offers.filter((/** @type {any} */ one) => one.combatant === figure && one.group === 'MOVE')) {
      const number = offer.fields.findIndex((/** @type {any} */ field) => field.kind === 'path');
      if (number >= 0) return { offer, number };
    }
    return null;
  }

  show() {
    this.hand.figure = this.figure ?? null;
    this.hand.stands = this.#stands;
    this.hand.ownWay = this.#ownWay;
    if (!this.hand.draft) this.hand.lay();
    const { tabs, offers } = this.places, { loaded: now } = this.fight;
    if (this.fight.as) {
      tabs.replaceChildren();
      offers.replaceChildren();
      return;
    }
    const { figures } = this, figure = this.figure ?? null;
    const label = (/** @type {string | null} */ key) => now.scene.tokens.find((/** @type {any} */ one) => one.combatant === key)?.label ?? t('figures.table');
    replaceChanged(tabs, figures.length < 2 ? [] : figures.map((key) => ({ says: [key, label(key), key === this.figure], made: () => h('button', {
      type: 'button', 'aria-pressed': String(key === this.figure), onclick: () => { this.hand.drop(); this.lookAt(key); },
    }, label(key)) })));
    // A game master may act for everybody: then it is said whose figure it is.
    const played = now.combatants.find((/** @type {any} */ one) => one.key === figure)?.seat;
    const player = played !== this.seat && now.seats.find((/** @type {any} */ one) => one.key === played);
    offers.dataset.figure = figure ?? '';
    const of = JSON.stringify([figure, now.round, now.scene.play.phase, now.acting]);
    if (this.#kept.of !== of) this.#kept = { of, stood: [] };
    keepingFocus(offers, () => replaceChanged(offers, [
      ...(figures.length ? [{ says: ['head', label(figure), player && player.name], made: () => h('h2', {}, label(figure), player && h('small', { class: 'hint' }, t('figures.played', { who: player.name }))) }] : []),
      ...tiles(now, {
        figure, choose: (offer) => { this.#unfolded = ''; this.hand.choose(offer); }, chosen: this.hand.draft?.name ?? '', explain: this.explain, stood: this.#kept.stood, first: this.answers,
        unfolded: this.#unfolded, unfold: (name) => { this.#unfolded = this.#unfolded === name ? '' : name; this.show(); },
      })]));
  }
}
