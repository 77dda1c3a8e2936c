// Pointing at figures on the board: one's own is chosen, at another hangs the menu of what can be done to it.
import { aimedAt, filled, isOpen } from '../../client/offers.js';
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';

/** Milliseconds within which a second click is a double click: it opens the sheet, and does nothing. */
const DOUBLE = 300;

/** What is done with figures that are pointed at. */
export class Pointing {
  /** @type {import('./token-menu.js').TokenMenu | null} */
  #menu = null;
  /** At whom a menu is being hung. */
  #coming = '';
  #last = { who: '', at: 0 };

  /**
   * @param {import('../../client/fight.js').Fight} fight
   * @param {import('../board/board.js').Board} board
   * @param {import('./hand.js').Hand} hand
   * @param {import('./orders.js').Orders} orders
   * @param {{ done: (done: Promise<unknown>) => Promise<unknown>, looked: (who: string) => void, sheet: (who: string) => void, ruling: (token: any, closed: () => void) => HTMLElement | null }} table
   *   looked: somebody is pointed at, whoever it is; ruling: what a game master does at a figure
   */
  constructor(fight, board, hand, orders, table) {
    this.fight = fight;
    this.board = board;
    this.hand = hand;
    this.orders = orders;
    this.table = table;
    document.addEventListener('pointerdown', (event) => {
      const target = /** @type {Element} */ (event.target);
      if (this.#menu && !this.#menu.element.contains(target) && !target.closest('skald-board, dialog')) this.close();
    });
  }

  /** Whether somebody is pointed at: a menu hangs there, or is about to. */
  get open() {
    return this.who !== undefined;
  }

  /** Who is pointed at. From the click on: a key that follows at once, before the menu has come, means the same figure. */
  get who() {
    return this.#menu?.who ?? (this.#coming || undefined);
  }

  /**
   * @param {string} who
   * @param {number} [now] when, in milliseconds of the page
   */
  point(who, now = performance.now()) {
    const { hand, orders, table } = this, twice = this.#last.who === who && now - this.#last.at < DOUBLE;
    this.#last = { who, at: now };
    if (twice) { this.close(); table.sheet(who); return; }
    if (this.#menu?.who === who) {
      this.#last = { who: '', at: 0 }; // what comes after a blow begins anew
      if (this.#menu.ready) this.#menu.act();
      else this.close();
      return;
    }
    this.close();
    if (hand.pointed(who)) return;
    // A game master may act for everybody: somebody else's figure is what can be done to it, while he plays one of his own.
    const own = orders.figures.includes(who) && (orders.isOwn(who) || !orders.plays), before = orders.figure;
    if (own && who !== orders.figure) { hand.drop(); orders.lookAt(who); }
    table.looked(who);
    if (who !== orders.figure || !own || before === who || !orders.isOwn(who)) void this.#hang(who);
  }

  /**
   * The next figure that something can be done to, and on round; by keys.
   * @param {number} step 1 or -1
   */
  async next(step) {
    const { entriesFor } = await bring(() => import('./token-menu.js'));
    const { loaded: now } = this.fight, offers = this.#offers();
    const reached = now.scene.tokens.filter((/** @type {any} */ one) => one.combatant !== this.orders.figure && entriesFor(offers, one.combatant, this.#isFriend(one)).length);
    const foes = reached.filter((/** @type {any} */ one) => !this.#isFriend(one)), all = [...foes, ...reached.filter((/** @type {any} */ one) => this.#isFriend(one))];
    if (!all.length) return;
    const at = all.findIndex((/** @type {any} */ one) => one.combatant === this.#menu?.who);
    const next = all[(at + step + all.length) % all.length] ?? all[0];
    this.close();
    this.table.looked(next.combatant);
    await this.#hang(next.combatant);
    /** @type {import('./token-menu.js').TokenMenu | null} */ (this.#menu)?.focus();
  }

  /** Whoever is looked at is done with. */
  close() {
    const { open } = this, menu = this.#menu, inside = menu?.element.contains(document.activeElement);
    this.#coming = '';
    this.#menu = null;
    menu?.element.remove();
    if (open) this.table.looked('');
    if (inside) this.board.focus({ preventScroll: true });
  }

  /** The fight has gone on. */
  follow() {
    if (this.#menu) this.close();
  }

  #offers() {
    const { loaded: now, as } = this.fight;
    return as ? [] : now.offers.filter((/** @type {any} */ one) => one.combatant === this.orders.figure);
  }

  /** @param {any} token */
  #isFriend(token) {
    const side = (/** @type {string | null | undefined} */ who) => this.fight.loaded.combatants.find((/** @type {any} */ one) => one.key === who)?.side;
    return side(token.combatant) === side(this.orders.figure);
  }

  /** @param {string} who */
  async #hang(who) {
    this.#coming = who;
    const [{ entriesFor, TokenMenu }] = await Promise.all([bring(() => import('./token-menu.js')), styled('menu')]);
    if (this.#coming !== who || this.#menu) return; // somebody else is pointed at meanwhile, or nobody
    this.#coming = '';
    const { loaded: now } = this.fight, token = now.scene.tokens.find((/** @type {any} */ one) => one.combatant === who);
    const drawn = this.board.tokenOf(who);
    if (!token || !drawn) return;
    const cannot = (/** @type {any} */ (now).unavailable ?? []).filter((/** @type {any} */ one) => one.combatant === this.orders.figure && one.reason.target === who).map((/** @type {any} */ one) => ({ name: one.name, text: one.reason.text }));
    const { orders } = this, friends = new Map(now.scene.tokens.filter((/** @type {any} */ one) => this.#isFriend(one)).map((/** @type {any} */ one) => [one.combatant, one.label]));
    const menu = new TokenMenu(now.scene, token, entriesFor(this.#offers(), who, this.#isFriend(token)), cannot, (entry) => this.fight.preview({ command: filled(entry.offer, entry.picks) }), this.table.ruling(token, () => this.close()), friends, orders.plays);
    this.#menu = menu;
    menu.addEventListener('closed', () => this.close());
    menu.addEventListener('sheet', () => { this.close(); this.table.sheet(who); });
    menu.addEventListener('chosen', (event) => void this.#act(/** @type {CustomEvent} */ (event).detail));
    document.body.append(menu.element);
    // It is put once more when it has grown: what a game master does there comes later.
    new ResizeObserver(() => {
      const at = this.#menu === menu && this.board.tokenOf(who);
      if (at) menu.place(at.getBoundingClientRect(), this.board.tokens.filter((one) => one !== at).map((one) => one.getBoundingClientRect()));
    }).observe(menu.element);
  }

  /**
   * Do it; where more is to be picked, put it together. Harm to one's own people is asked once more.
   * @param {import('./token-menu.js').Entry} entry
   */
  async #act({ offer, picks, own }) {
    this.close();
    if (own.length && !await (await bring(() => import('../shared/dialog.js'))).dialog(t('offer.sure', { who: offer.target ? aimedAt(this.fight.now, offer) : own.join(', ') }), [h('p', {}, offer.label)], t('offer.send'))) return;
    const more = offer.fields.some((/** @type {any} */ field, /** @type {number} */ number) => !picks.has(number) && isOpen(field) && (field.needsPick || !('needsPick' in field)));
    if (more || 'gm' in offer.send || 'table' in offer.send) { this.hand.choose(offer, null, picks); return; }
    this.hand.drop();
    const version = this.fight.now?.version;
    await this.table.done(this.fight.submit(filled(offer, picks), { version }));
    this.board.focus({ preventScroll: true });
  }
}
