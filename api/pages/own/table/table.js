// The table of one seat of one fight, of any game: the page to play, and plugins show it.
import { linesOf } from '../client/acts.js';
import { listenToPresence } from '../client/presence.js';
import { loadWords, t } from './words.js';
import { announce, announcer } from './shared/announcer.js';
import { Attention } from './fight/attention.js';
import './board/board.js';
import { bring } from './shared/bring.js';
import { Effects } from './board/effects.js';
import { h, keepingFocus, listen, replace } from './shared/elements.js';
import './fight/fight-log.js';
import { faceLists, showFigures, showOrder } from './fight/figures.js';
import { guarded, ornament } from './shared/guarded.js';
import { Hand } from './orders/hand.js';
import { laidOut, places } from './fight/layout.js';
import { LateParts } from './fight/late-parts.js';
import { Orders } from './orders/orders.js';
import { Saying } from './fight/saying.js';
import { Steady } from './shared/steady.js';
import { pressed } from './orders/table-keys.js';
import { SceneDrawing } from './board/scene-drawing.js';
import { showTakeBacks } from './fight/take-backs.js';
import { showState, showWaiting } from './fight/waiting-line.js';

/** @typedef {import('./orders/hand.js').Aim} Aim */

/** The table of one seat: keeps what is shown in step with the fight. */
export class Table {
  #shown = 0;
  /** @type {Promise<import('./fight/over.js').Over> | null} */
  #over = null;
  /** Whether there were maps or portraits: from then on they are followed. */
  #pictured = false;
  #effects;
  #attention = new Attention();
  #steady = new Steady();
  #saying;
  #parts = places();
  #board = /** @type {import('./board/board.js').Board} */ (document.createElement('skald-board'));
  #log = /** @type {import('./fight/fight-log.js').FightLog} */ (document.createElement('skald-log'));
  /** @type {ReturnType<typeof import('./gm/gm-panel.js').gmPanel> | null} */
  #desk = null;
  /** @type {HTMLElement | null} */
  #pad = null;
  /** What is done with figures that are pointed at: brought as soon as a hand comes to the board. @type {import('./orders/pointing.js').Pointing | null} */
  #pointing = null;
  #faces = () => faceLists(this.#board, [this.#parts.order, this.#parts.figures]);
  /** Who was pointed at before it was there. */
  #pointedAt = '';

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
    this.#saying = new Saying(fight, this.#parts.said);
    this.late = new LateParts({ fight, seat });
    const failed = (/** @type {unknown} */ error) => this.#saying.failed(error);
    this.hand = new Hand(fight, this.#board, draft, {
      done: (done) => this.#saying.done(done), failed, say: (sentence) => this.#saying.say(sentence),
      buttons: () => /** @type {HTMLButtonElement[]} */ ([...tray.querySelectorAll('.offers button'), ...offers.querySelectorAll('button')]),
    });
    this.orders = new Orders(fight, seat, this.#parts, this.hand, (reason) => this.#saying.say(reason));
    this.drawing = new SceneDrawing(fight, this.#board, () => { ornament(() => { this.#effects.show(fight.loaded.scene); this.#faces(); }); this.hand.lay(); void this.hand.equip(); });
    this.#effects = new Effects(this.#board);
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
    fight.addEventListener('refused', () => this.#saying.say(t('refused')));
    listen(fight, 'failed', (error) => this.#saying.failed(error));
    for (const name of ['away', 'back']) fight.server.addEventListener(name, waiting);
    fight.socket.addEventListener('closed', waiting);
    fight.socket.addEventListener('open', waiting);
    this.#log.addEventListener('earlier', () => void fight.earlier().then(() => this.#log.show(fight.events, fight.more)));
    hand.addEventListener('changed', () => { if (fight.now) this.#offers(); });
    this.orders.addEventListener('looked', () => { this.#lend(); this.#lists(); });
    listen(this.#board, 'pick', (picked) => { this.#pointing?.close(); hand.picked(picked); });
    listen(this.#board, 'token', (who) => this.#point(who, this.#board.touched));
    this.#board.addEventListener('pointermove', () => void this.#bringPointing(), { once: true });
    listen(this.#board, 'held', (who) => void this.#sheet(who));
    listen(this.#board, 'missed', (spot) => {
      this.#pointing?.close();
      if (spot && this.orders.figure) void bring(() => import('./orders/at-place.js')).then(({ actAt }) => actAt(hand, this.orders.figure, spot));
    });
    listen(this.#board, 'cursor', (at) => this.#cursorAt(at));
    addEventListener('keydown', (event) => pressed(event, { hand, pointing: this.#pointing, bringPointing: () => this.#bringPointing(), board: this.#board, places: this.#parts, steady: this.#steady, back: () => this.#back(), sheet: (who) => void this.#sheet(who || (this.#pointing ? '' : this.#pointedAt) || this.orders.figure || '') }));
    // A page in the background is frozen, and the network may have changed: look at once when it comes back.
    for (const name of ['visibilitychange', 'resume', 'online', 'pageshow'])
      (name === 'online' || name === 'pageshow' ? globalThis : document).addEventListener(name, () => document.hidden || fight.wake());
  }

  /** Show the newest version that is loaded: part by part, so that one that fails leaves the others. */
  #show() {
    const { missing } = this.late;
    if (missing) {
      void missing.finally(() => this.#show());
      return;
    }
    const { loaded: now } = this.fight, { name, backs, tray, lending: lent, figures } = this.#parts;
    document.title = `${now.name} – Skald`;
    name.textContent = now.name;
    this.#waiting();
    guarded(this.#parts.draft, () => {
      this.hand.follow();
      this.#pointing?.follow();
      this.orders.follow();
      if (!this.fight.as) this.#attention.follow(now);
    });
    if (this.fight.as !== null || this.#parts.eyes.firstElementChild) void this.#eyes();
    guarded(tray, () => this.#asked());
    if (now.status === 'ENDED' || this.#over) void this.#end().then((over) => over.follow());
    this.#focusDice();
    this.#offers();
    guarded(backs, () => showTakeBacks(backs, this.fight.as === null ? now.takeBacks : [], (offer) => this.hand.choose(offer)));
    guarded(lent, () => this.#lend());
    if (this.late.here.unasked) this.late.here.unasked.showUnasked(this.unasked, this.fight, (done) => this.#saying.done(done));
    guarded(figures, () => this.#lists());
    const house = this.#parts.house.childElementCount ? null : this.late.wanted('house');
    if (house) this.#parts.house.replaceChildren(...house.houseRules(now.houseRules));
    void this.drawing.draw();
    if (!this.#log.childElementCount || this.#shown === 0) this.#showLog();
    this.#shown = now.version;
    this.#log.closest('main')?.setAttribute('data-version', String(now.version));
  }

  /** That the game master looks with other eyes: brought as soon as he does. */
  async #eyes() {
    const { showEyes } = await bring(() => import('./fight/other-eyes.js'));
    await loadWords(this.language, ['words-asked']);
    guarded(this.#parts.eyes, () => showEyes(this.#parts.eyes, this.fight, () => this.#saying.done(this.fight.lookAs(null))));
  }

  /** What is asked, and what concerns the whole table. */
  #asked() {
    const { loaded: now, as } = this.fight, cards = this.late.wanted('cards'), matters = as ? null : this.late.wanted('matters');
    this.orders.answers = cards?.answersIn(now.decisions) ?? 0;
    replace(this.#parts.tray, [...(cards?.decisionCards(now, {
      choose: (offer, decision) => this.hand.choose(offer, decision), give: (answers) => void this.hand.give(answers), laid: () => this.#focusDice(),
      rolled: (decision, faces) => this.#saying.done(this.fight.answer(decision, { faces })),
      prefer: (kind, preference) => this.#saying.done(this.fight.prefer(kind, preference)),
    }) ?? []), ...(matters?.tableMatters(this.fight, this.seat, (done) => this.#saying.done(done), () => void this.#end().then((over) => over.show())) ?? [])]);
  }

  /** What lies there once the fight is over: brought with its end. */
  #end() {
    this.#over ??= bring(() => import('./fight/over.js')).then(({ Over }) => new Over(this.fight, this.#parts.wait, this.language, this.#board));
    return this.#over;
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

  /** Who watches, as the server tells it. @param {any[]} seats */
  #present(seats) {
    const here = seats.filter(({ streams }) => streams > 0).map(({ name }) => name);
    this.#parts.here.textContent = here.length ? t('here.now', { who: here.join(', ') }) : '';
  }

  /** Lending a figure: how, is brought when it is unfolded, or when one is lent. */
  #lend() {
    const { fight, seat } = this, place = this.#parts.lending, open = place.querySelector('details')?.open ?? false, { figure } = this.orders, { here: { lending } } = this.late;
    const mine = fight.as || fight.loaded.status !== 'RUNNING' ? null : fight.loaded.combatants.find((/** @type {any} */ one) => one.key === figure && one.owner === seat && one.seat === seat);
    const closed = mine ? [h('details', { class: 'lend', ontoggle: () => void this.late.bring('lending').then(() => this.#lend()) }, h('summary', {}, t('lend.title', { who: mine.name })))] : [];
    keepingFocus(place, () => place.replaceChildren(...(fight.as || !lending ? closed : lending.lending(fight, seat, figure ?? null, (done) => this.#saying.done(done), open))));
  }

  /**
   * Bring the game master's panel, and draw nothing before it is there; players do not load it.
   * @param {Promise<unknown>} opened
   */
  async direct(opened) {
    const brought = bring(() => import('./gm/gm-panel.js')).then(async ({ gmPanel, prepare }) => { await prepare(this.language); return gmPanel; });
    this.late.hold(brought);
    const [gmPanel] = await Promise.all([brought, opened]);
    const desk = {
      fight: this.fight, seat: this.seat, board: this.#board, done: async (/** @type {Promise<unknown>} */ one) => void await this.#saying.done(one),
      failed: (/** @type {Error} */ error) => this.#saying.failed(error), aim: (/** @type {Aim | null} */ aim) => this.hand.aim(aim),
    };
    this.#log.onward = (this.#desk = gmPanel(desk)).onward;
    this.#parts.desk.replaceChildren(this.#desk.element);
    document.body.classList.add('directs');
  }

  #offers = () => guarded(this.#parts.offers, () => this.orders.show());

  #lists() {
    const { loaded: now } = this.fight, { order, figures } = this.#parts;
    guarded(order, () => showOrder(order, now.scene));
    keepingFocus(figures, () => showFigures(figures, now.scene, { chosen: this.orders.figure ?? null, picked: (who) => this.#point(who) }));
    ornament(() => this.#faces());
    if (this.#pictured || !now.scene.backdrop && !now.scene.tokens.some((/** @type {any} */ { looks }) => looks.picture || looks.portrait)) return;
    this.#pictured = true;
    void bring(() => import('./board/pictures.js')).then(({ follow }) => follow(this.fight, this.#board, [order, figures]));
  }

  async #bringPointing() {
    const { Pointing } = await bring(() => import('./orders/pointing.js'));
    return this.#pointing ??= new Pointing(this.fight, this.#board, this.hand, this.orders, {
      done: (done) => this.#saying.done(done), looked: (who) => this.#looked(who), sheet: (who) => void this.#sheet(who), ruling: (token, closed) => this.#desk?.atToken(token, closed) ?? null,
    });
  }

  /**
   * @param {string} who
   * @param {number} [at] when, in milliseconds of the page
   */
  #point(who, at = performance.now()) {
    if (this.#pointing) this.#pointing.point(who, at);
    else {
      this.#pointedAt = who;
      void this.#bringPointing().then((pointing) => pointing.point(who, at));
    }
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
    const { showSheet } = await bring(() => import('./fight/sheet.js'));
    await showSheet(this.fight, who).catch((error) => this.#saying.failed(error));
  }

  /** What the ground means. */
  async #legend() {
    const { toggleLegend } = await bring(() => import('./board/ground-legend.js'));
    await toggleLegend(this.fight, this.#board).catch((error) => this.#saying.failed(error));
  }

  /** @param {{ place: any, label: string }} at */
  #cursorAt({ place, label }) {
    const { x, y } = place.cell ?? place.point ?? {}, { space } = this.fight.loaded.scene, zone = 'zones' in space && space.zones.find(({ key }) => key === place.zone)?.label;
    this.#parts.cursor.textContent = [zone || (x === undefined ? '' : `${x}, ${y}`), label].filter(Boolean).join(' – ');
  }

  /** Nothing is put together, and nobody looked at, any more. */
  #back() {
    this.hand.aim(null);
    this.hand.finish();
    if (this.drawing.threat) this.#looked('');
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
}
