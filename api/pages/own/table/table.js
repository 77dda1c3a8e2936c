// The table of one seat of one fight, of any game: the page to play, and plugins show it.
import { linesOf } from '../client/acts.js';
import { listenToPresence } from '../client/presence.js';
import { Refusal } from '../client/refusal.js';
import { t } from './words.js';
import { alertTo, announce, announcer } from './shared/announcer.js';
import { Attention } from './fight/attention.js';
import './board/board.js';
import { Effects } from './board/effects.js';
import { h, keepingFocus, listen, replace } from './shared/elements.js';
import './fight/fight-log.js';
import { showFigures, showOrder } from './fight/figures.js';
import { guarded, ornament } from './shared/guarded.js';
import { Hand } from './orders/hand.js';
import { laidOut, places } from './fight/layout.js';
import { lending } from './fight/lending.js';
import { KEYS } from './orders/offer-keys.js';
import { Orders } from './orders/orders.js';
import { Pointing } from './orders/pointing.js';
import { SceneDrawing } from './board/scene-drawing.js';
import { showState, showWaiting } from './fight/waiting-line.js';

/** @typedef {import('./orders/hand.js').Aim} Aim */

/** The table of one seat: keeps what is shown in step with the fight. */
export class Table {
  #shown = 0;
  /** @type {typeof import('./orders/decision-tray.js').decisionCards | null} */
  #cards = null;
  /** @type {typeof import('./fight/table-matters.js').tableMatters | null} */
  #matters = null;
  /** @type {Promise<import('./fight/over.js').Over> | null} */
  #over = null;
  /** Whether there were maps or portraits: from then on they are followed. */
  #pictured = false;
  #effects;
  #attention = new Attention();
  #parts = places();
  #board = /** @type {import('./board/board.js').Board} */ (document.createElement('skald-board'));
  #log = /** @type {import('./fight/fight-log.js').FightLog} */ (document.createElement('skald-log'));
  /** @type {ReturnType<typeof import('./gm/gm-panel.js').gmPanel> | null} */
  #desk = null;
  /** @type {HTMLElement | null} */
  #pad = null;

  /**
   * @param {import('../client/fight.js').Fight} fight
   * @param {string} seat
   * @param {string} language
   * @param {() => void} leave what leaving the seat does
   */
  constructor(fight, seat, language, leave) {
    this.fight = fight;
    this.seat = seat;
    this.language = language;
    const { tray, offers, draft } = this.#parts;
    const failed = (/** @type {unknown} */ error) => this.#failed(error);
    this.hand = new Hand(fight, this.#board, draft, {
      done: (done) => this.#done(done), failed, say: (sentence) => this.#say(sentence),
      buttons: () => /** @type {HTMLButtonElement[]} */ ([...tray.querySelectorAll('.offers button'), ...offers.querySelectorAll('button')]),
    });
    this.orders = new Orders(fight, seat, this.#parts, this.hand, (reason) => this.#say(reason));
    this.drawing = new SceneDrawing(fight, this.#board, () => { ornament(() => this.#effects.show(fight.loaded.scene)); this.hand.lay(); void this.hand.equip(); });
    this.#effects = new Effects(this.#board);
    this.pointing = new Pointing(fight, this.#board, this.hand, this.orders, {
      done: (done) => this.#done(done), looked: (who) => this.#looked(who), sheet: (who) => void this.#sheet(who), ruling: (token, closed) => this.#desk?.atToken(token, closed) ?? null,
    });
    this.unasked = h('details', { class: 'lend unasked', hidden: true });
    this.page = [...laidOut(this.#parts, this.#board, this.#log, this.unasked, { language, leave, fight: fight.id, legend: () => void this.#legend() }), ...announcer()];
    this.#listen();
  }

  #listen() {
    const { fight, hand } = this, waiting = () => this.#waiting();
    fight.addEventListener('changed', () => this.#show());
    listen(fight, 'coming', (version) => this.drawing.coming(version));
    listen(fight, 'told', (events) => this.#tell(events));
    fight.addEventListener('seen', () => this.#showLog());
    listenToPresence(fight, (seats) => this.#present(seats));
    fight.addEventListener('refused', () => this.#say(t('refused')));
    listen(fight, 'failed', (error) => this.#failed(error));
    for (const name of ['away', 'back']) fight.server.addEventListener(name, waiting);
    fight.socket.addEventListener('closed', waiting);
    fight.socket.addEventListener('open', waiting);
    this.#log.addEventListener('earlier', async () => {
      await fight.earlier();
      this.#log.show(fight.events, fight.more);
    });
    hand.addEventListener('changed', () => { if (fight.now) this.#offers(); });
    this.orders.addEventListener('looked', () => { this.#lend(); this.#lists(); });
    listen(this.#board, 'pick', (picked) => { this.pointing.close(); hand.picked(picked); });
    listen(this.#board, 'token', (who) => this.pointing.point(who, this.#board.touched));
    listen(this.#board, 'held', (who) => void this.#sheet(who));
    this.#board.addEventListener('missed', () => this.pointing.close());
    listen(this.#board, 'cursor', (at) => this.#cursorAt(at));
    addEventListener('keydown', (event) => this.#key(event));
    // A page in the background is frozen, and the network may have changed: look at once when it comes back.
    for (const name of ['visibilitychange', 'resume', 'online', 'pageshow'])
      (name === 'online' || name === 'pageshow' ? globalThis : document).addEventListener(name, () => document.hidden || fight.wake());
  }

  /** Show the newest version that is loaded: part by part, so that one that fails leaves the others. */
  #show() {
    const { loaded: now } = this.fight, { name, backs, tray, lending: lent, figures } = this.#parts;
    document.title = `${now.name} – Skald`;
    name.textContent = now.name;
    this.#waiting();
    guarded(this.#parts.draft, () => {
      this.hand.follow();
      this.pointing.follow();
      this.orders.follow();
      if (!this.fight.as) this.#attention.follow(now);
    });
    guarded(this.#parts.eyes, () => this.#eyes());
    guarded(tray, () => this.#asked());
    if (now.status === 'ENDED' || this.#over) void this.#end().then((over) => over.follow());
    this.#focusDice();
    this.#offers();
    guarded(backs, () => keepingFocus(backs, () => backs.replaceChildren(...this.#takeBacks(now))));
    guarded(lent, () => this.#lend());
    if (now.preferences.some(({ preference }) => preference !== 'ask') || !this.unasked.hidden)
      void import('./orders/unasked.js').then(({ showUnasked }) => showUnasked(this.unasked, this.fight, (done) => this.#done(done)));
    guarded(figures, () => this.#lists());
    if (now.houseRules.length && !this.#parts.house.childElementCount)
      void import('./fight/house-rules.js').then(({ houseRules }) => this.#parts.house.replaceChildren(...houseRules(now.houseRules)));
    void this.drawing.draw();
    if (!this.#log.childElementCount || this.#shown === 0) this.#showLog();
    this.#shown = now.version;
    this.#log.closest('main')?.setAttribute('data-version', String(now.version));
  }

  /** What is asked, and what concerns the whole table. How questions look is brought with the first one. */
  #asked() {
    const { loaded: now, as } = this.fight, asked = !as && now.decisions.length > 0;
    if (asked && !this.#cards) {
      void import('./orders/decision-tray.js').then(({ decisionCards }) => { this.#cards = decisionCards; this.#show(); });
      return;
    }
    replace(this.#parts.tray, as ? [] : [...(asked && this.#cards ? this.#cards(now, {
      choose: (offer, decision) => this.hand.choose(offer, decision), give: (answers) => void this.hand.give(answers), laid: () => this.#focusDice(),
      rolled: (decision, faces) => this.#done(this.fight.answer(decision, { faces })),
      prefer: (kind, preference) => this.#done(this.fight.prefer(kind, preference)),
    }) : []), ...this.#beside()]);
  }

  /** What lies there once the fight is over: brought with its end. */
  #end() {
    this.#over ??= import('./fight/over.js').then(({ Over }) => new Over(this.fight, this.#parts.wait, this.language, this.#board));
    return this.#over;
  }

  /** What concerns the whole table: brought with the first of it. */
  #beside() {
    const { loaded: now } = this.fight;
    if (now.status !== 'ENDED' && !now.mayAddEntropy && !now.handovers.some(({ taker, accepted }) => taker === this.seat && !accepted)) return [];
    if (this.#matters) return this.#matters(this.fight, this.seat, (done) => this.#done(done), () => void this.#end().then((over) => over.show()));
    void import('./fight/table-matters.js').then(({ tableMatters }) => { this.#matters = tableMatters; this.#show(); });
    return [];
  }

  /** Dice that are asked for are typed at once, unless somebody writes just now. */
  #focusDice() {
    const pad = /** @type {HTMLElement | null} */ (this.#parts.tray.querySelector('.asked:not(.for-others) .dice-pad'));
    if (pad && pad !== this.#pad && !document.activeElement?.closest('input, select, textarea, dialog')) pad.focus({ preventScroll: true });
    this.#pad = pad;
  }

  /** What stands at the top: round and phase; and whom the table waits for, or that the server does not answer. */
  #waiting() {
    const { now, server, as } = this.fight, { state, wait } = this.#parts;
    if (!now) return;
    guarded(state, () => showState(state, now));
    guarded(wait, () => showWaiting(wait, now, { away: server.away, seat: this.seat, as }));
  }

  /** The game master looks with other eyes: said for as long as he does. */
  #eyes() {
    const { as, loaded: now } = this.fight, { eyes } = this.#parts, who = now.seats.find((/** @type {any} */ one) => one.key === as)?.name ?? '';
    document.body.classList.toggle('as-seen', as !== null);
    replace(eyes, as === null ? [] : [eyes.firstElementChild ?? h('p', { class: 'eyes', role: 'status' }, t('as.seen', { who }), ' ',
      h('button', { type: 'button', onclick: () => this.#done(this.fight.lookAs(null)) }, t('as.back')))]);
  }

  /** Who watches, as the server tells it. @param {any[]} seats */
  #present(seats) {
    const here = seats.filter(({ streams }) => streams > 0).map(({ name }) => name);
    this.#parts.here.textContent = here.length ? t('here.now', { who: here.join(', ') }) : '';
  }

  #lend() {
    const { fight, seat } = this, place = this.#parts.lending, open = place.querySelector('details')?.open ?? false;
    keepingFocus(place, () => place.replaceChildren(...(fight.as ? [] : lending(fight, seat, this.orders.figure ?? null, (done) => this.#done(done), open))));
  }

  /** Bring the game master's panel; players do not load it. */
  async direct() {
    const { gmPanel, prepare } = await import('./gm/gm-panel.js');
    await prepare(this.language);
    const desk = {
      fight: this.fight, seat: this.seat, board: this.#board, done: async (/** @type {Promise<unknown>} */ one) => void await this.#done(one),
      failed: (/** @type {Error} */ error) => this.#failed(error), aim: (/** @type {Aim | null} */ aim) => this.hand.aim(aim),
    };
    this.#desk = gmPanel(desk);
    this.#parts.desk.replaceChildren(this.#desk.element);
    document.body.classList.add('directs');
  }

  #offers() {
    guarded(this.#parts.offers, () => this.orders.show());
  }

  /** @param {any} now */
  #takeBacks(now) {
    const backs = this.fight.as === null ? now.takeBacks : [];
    if (!backs.length) return [];
    const open = this.#parts.backs.querySelector('details')?.open ?? false;
    return [h('details', { class: 'lend', '.open': open }, h('summary', {}, t('takeBack.title')), ...backs.map((/** @type {any} */ offer) =>
      h('button', { type: 'button', 'data-offer': offer.key, onclick: () => this.hand.choose(offer) }, offer.label)))];
  }

  #lists() {
    const { loaded: now } = this.fight, { order, figures } = this.#parts;
    guarded(order, () => showOrder(order, now.scene));
    keepingFocus(figures, () => showFigures(figures, now.scene, { chosen: this.orders.figure ?? null, picked: (who) => this.pointing.point(who) }));
    if (this.#pictured || !now.scene.backdrop && !now.scene.tokens.some((/** @type {any} */ { looks }) => looks.picture || looks.portrait)) return;
    this.#pictured = true;
    void import('./board/pictures.js').then(({ follow }) => follow(this.fight, this.#board, [order, figures]));
  }

  /** Somebody is looked at: where it could strike shows as long; '': nobody any more. @param {string} who */
  #looked(who) {
    this.drawing.threat = who;
    void this.drawing.draw();
    if (!who) return;
    this.#desk?.picked(who);
    const token = this.fight.loaded.scene.tokens.find((/** @type {any} */ one) => one.combatant === who);
    this.#board.reveal(token?.place);
    this.#parts.figures.querySelector(`[data-combatant="${CSS.escape(who)}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {string} who */
  async #sheet(who) {
    const { showSheet } = await import('./fight/sheet.js');
    await showSheet(this.fight, who).catch((error) => this.#failed(error));
  }

  /** What the ground means. */
  async #legend() {
    const { toggleLegend } = await import('./board/ground-legend.js');
    await toggleLegend(this.fight, this.#board).catch((error) => this.#failed(error));
  }

  /** @param {{ place: any, label: string }} at */
  #cursorAt({ place, label }) {
    const { x, y } = place.cell ?? place.point ?? {};
    const { space } = this.fight.loaded.scene, zone = 'zones' in space && space.zones.find(({ key }) => key === place.zone)?.label;
    this.#parts.cursor.textContent = [zone || (x === undefined ? '' : `${x}, ${y}`), label].filter(Boolean).join(' – ');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target), { draft } = this.hand, { tray, offers } = this.#parts;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, dialog, .dice-pad')) return;
    if (event.key === 'Escape') {
      if (this.pointing.open) this.pointing.close();
      else {
        this.hand.aim(null);
        this.hand.finish();
        if (this.drawing.threat) this.#looked('');
      }
    }
    else if (event.key === 'Backspace' && draft) draft.undo();
    else if (event.key === 'Enter' && draft && !target.closest('button, summary, a')) this.hand.send();
    else if (KEYS.includes(event.key) && event.key.length === 1) {
      const wanted = `[data-key="${event.key}"]`;
      const button = /** @type {HTMLElement | null} */ (tray.querySelector(wanted) ?? offers.querySelector(wanted));
      if (!button) return;
      button.click();
    } else if (event.key === 'm' || event.key === 'M') {
      const move = /** @type {HTMLElement | null} */ (offers.querySelector('.group-move .tile[data-offer]'));
      if (draft || !move) this.#board.focus();
      else move.click();
    } else if (event.key === 'f' || event.key === 'F') void this.pointing.next(event.shiftKey ? -1 : 1);
    else if (event.key === 'i' || event.key === 'I') void this.#sheet(this.pointing.who ?? this.orders.figure ?? '');
    else if (event.key === 'r' || event.key === 'R') /** @type {HTMLElement | null} */ (tray.querySelector('.asked:not(.for-others) .for-me'))?.click();
    else if (event.key === '?') void import('./orders/keys.js').then(({ showKeys }) => showKeys());
    else if (event.key === 'e' || event.key === 'E') /** @type {HTMLElement | null} */ (offers.querySelector('.tile.ends'))?.click();
    else return;
    event.preventDefault();
  }

  // -- words
  #showLog() {
    guarded(this.#log, () => this.#log.show(this.fight.events, this.fight.more));
    this.#log.scrollTop = this.#log.scrollHeight;
    ornament(() => this.#newest(this.fight.events));
  }

  /** @param {any[]} events */
  #tell(events) {
    guarded(this.#log, () => this.#log.add(events));
    ornament(() => this.#effects.tell(events));
    this.#newest(events);
    announce(linesOf(events));
  }

  /** The newest line of the log, for a screen that has no place for more. @param {any[]} events */
  #newest(events) {
    const last = linesOf(events).at(-1);
    if (last) this.#parts.newest.textContent = last;
  }

  /**
   * Whether something was accepted; what is refused is said.
   * @param {Promise<unknown>} done what leads to a new version has loaded it
   */
  async #done(done) {
    try {
      const version = await done;
      this.#say('');
      if (typeof version !== 'number') await this.fight.refresh();
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof Refusal)) throw error;
    this.#say([error.message, ...error.others.map(({ message }) => message).filter((text) => text !== error.message)].join(' · '));
    if (error.code === 'CONFLICT') void this.fight.refresh();
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.#parts.said.textContent = sentence;
    if (sentence) alertTo(sentence);
  }
}
