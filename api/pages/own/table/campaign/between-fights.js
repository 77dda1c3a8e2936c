// What may be done between fights: orders as tiles, put together with a preview as in fights, and what is asked.
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { guarded } from '../shared/guarded.js';
import { h, replace } from '../shared/elements.js';
import { Hand } from '../orders/hand.js';
import { Orders } from '../orders/orders.js';
import { pressed } from '../orders/table-keys.js';
import { showTakeBacks } from '../fight/take-backs.js';
import { Steady } from '../shared/steady.js';
import { styled } from '../shared/styled.js';

export class BetweenFights {
  #steady = new Steady();
  #tray = h('div', { class: 'tray' });
  #tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': t('figures.choose') });
  #offers = h('div', { class: 'offer-list' });
  #draft = h('div', { class: 'draft-place' });
  #backs = h('div', { class: 'take-backs' });
  #none = h('p', { class: 'hint' }, t('between.none'));
  /** Cards of what is asked: brought with the first question. @type {Awaited<ReturnType<typeof cards>> | null} */
  #cards = null;
  element = h('section', { class: 'between play', 'aria-label': t('between.title') }, h('h2', {}, t('between.title')),
    h('div', { class: 'acts' }, this.#tray, this.#draft, this.#tabs, this.#offers, this.#none, h('div', { class: 'less-used' }, this.#backs)));

  /** @param {import('./company-page.js').CompanyPage} page */
  constructor(page) {
    const { fight, seat, saying } = page;
    this.page = page;
    // A company stands nowhere: nothing of an order is picked on a board.
    const nowhere = /** @type {any} */ (Object.assign(h('div', { tabindex: -1 }), { lay: () => {}, edge: () => false }));
    this.hand = new Hand(fight, nowhere, this.#draft, {
      done: (done) => saying.done(done), failed: (error) => saying.failed(error), say: (sentence) => saying.say(sentence),
      buttons: () => /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll('.tray button, .offer-list button')]),
    });
    this.orders = new Orders(fight, seat, { tabs: this.#tabs, offers: this.#offers }, this.hand, (reason) => saying.say(reason));
    this.hand.addEventListener('changed', () => { if (fight.now) this.#list(); });
    this.orders.addEventListener('looked', () => this.#list());
    // Nobody stands on a board: the key for the next figure does nothing here.
    addEventListener('keydown', (event) => event.key.toLowerCase() === 'f' || pressed(event, {
      hand: this.hand, pointing: null, bringPointing: () => Promise.reject(new Error('nobody is pointed at')), board: nowhere, places: { tray: this.#tray, offers: this.#offers }, steady: this.#steady,
      back: () => this.hand.finish(), sheet: (who) => void page.sheet(who || (this.orders.figure ?? '')),
    }));
  }

  draw() {
    const { loaded: now } = this.page.fight;
    guarded(this.#draft, () => {
      this.hand.follow();
      this.orders.follow();
    });
    this.#list();
    guarded(this.#backs, () => showTakeBacks(this.#backs, now.takeBacks, (offer) => this.hand.choose(offer)));
    void this.#asked();
  }

  #list() {
    guarded(this.#offers, () => this.orders.show());
    this.#none.hidden = this.page.fight.loaded.offers.length + this.page.fight.loaded.decisions.length > 0;
  }

  /** What this seat is asked, as in fights. */
  async #asked() {
    const { fight, saying } = this.page;
    if (!fight.loaded.decisions.length && !this.#cards) return;
    this.#cards ??= await cards();
    const { decisionCards, answersIn } = this.#cards, { decisions } = fight.loaded;
    this.orders.answers = answersIn(decisions);
    guarded(this.#tray, () => replace(this.#tray, decisionCards(fight.loaded, {
      choose: (offer, decision) => this.hand.choose(offer, decision), give: (answers) => void this.hand.give(answers), laid: () => {},
      rolled: (decision, faces) => saying.done(fight.answer(decision, { faces })), prefer: (kind, preference) => void saying.done(fight.prefer(kind, preference)),
    })));
  }
}

/** What shows questions, with the pad for dice that are typed. */
async function cards() {
  const [tray] = await bring(() => Promise.all([import('../orders/decision-tray.js'), styled('dice')]));
  return tray;
}
