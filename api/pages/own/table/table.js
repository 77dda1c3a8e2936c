// The table of one seat of one fight, of any game: the page to play, and plugins show it.
import { isOpen, nameOf, needsNothing, ON_BOARD } from '../client/offers.js';
import { middleOf } from '../client/places.js';
import { listenToPresence } from '../client/presence.js';
import { Refusal } from '../client/refusal.js';
import { settings } from './settings.js';
import { t } from './words.js';
import { alertTo, announce, announcer } from './parts/announcer.js';
import './parts/board.js';
import { decisionCards } from './parts/decision-tray.js';
import { h, keepingFocus, listen, replace } from './parts/elements.js';
import './parts/fight-log.js';
import { showFigures, showOrder } from './parts/figures.js';
import { lending } from './parts/lending.js';
import { figuresWithOffers, KEYS, offerList } from './parts/offer-list.js';
import { showPictures } from './parts/pictures.js';
import { settingsMenu } from './parts/settings-menu.js';
import { sound } from './parts/sound.js';
import { tableMatters } from './parts/table-matters.js';
import { unasked } from './parts/unasked.js';

/** What an order is put together with: loaded once the table is shown. */
async function tools() {
  const [{ Draft, laysOf }, { offerForm }] = await Promise.all([import('../client/draft.js'), import('./parts/offer-form.js')]);
  return { Draft, laysOf, offerForm };
}

/** @typedef {{ lays: import('./parts/board.js').Lay[], pick: (picked: { place: any, spot: { x: number, y: number } }) => void }} Aim */

/** The table of one seat: keeps what is shown in step with the fight. */
export class Table {
  /** @type {import('../client/draft.js').Draft | null} */
  #draft = null;
  /** Whose offers are shown; undefined: nobody is chosen yet. @type {string | null | undefined} */
  #figure = undefined;
  #shown = 0;
  #unasked;
  /** What a click on the board is for, where it is not for an order. @type {Aim | null} */
  #aimed = null;
  #theme = matchMedia('(prefers-color-scheme: dark)');
  #board = /** @type {import('./parts/board.js').Board} */ (document.createElement('skald-board'));
  #log = /** @type {import('./parts/fight-log.js').FightLog} */ (document.createElement('skald-log'));
  #parts = {
    name: h('h1', {}), state: h('p', { class: 'state', role: 'status' }), said: h('p', { class: 'said', role: 'alert' }),
    tray: h('div', { class: 'tray' }), tabs: h('div', { class: 'tabs', role: 'group' }), offers: h('div', { class: 'offer-list' }),
    draft: h('div', { class: 'draft-place' }), backs: h('div', { class: 'take-backs' }), order: h('div', { class: 'order-place' }),
    figures: h('div', { class: 'figures' }), cursor: h('output', { class: 'cursor' }), lending: h('div', {}),
    eyes: h('div', {}), here: h('p', { class: 'hint' }), desk: h('div', {}),
  };

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
    this.#unasked = unasked(fight, (done) => this.#done(done));
    this.page = this.#made(leave);
    this.#listen();
  }

  /** @param {() => void} leave */
  #made(leave) {
    const { name, state, said, tray, tabs, offers, draft, backs, order, figures, cursor, lending, eyes, here, desk } = this.#parts;
    tabs.setAttribute('aria-label', t('figures.choose'));
    this.#board.setAttribute('aria-label', t('board.label'));
    const tools = h('div', { class: 'board-tools' },
      h('button', { type: 'button', 'aria-label': t('board.closer'), onclick: () => this.#board.zoom(1.5) }, '+'),
      h('button', { type: 'button', 'aria-label': t('board.farther'), onclick: () => this.#board.zoom(1 / 1.5) }, '−'),
      h('button', { type: 'button', 'aria-label': t('board.whole'), onclick: () => this.#board.whole() }, '⤢'), cursor);
    return [
      h('header', { class: 'top' }, name, state, h('nav', {},
        h('a', { href: `./watch#fight=${this.fight.id}` }, t('nav.watch')), settingsMenu({ language: this.language, leave }))),
      eyes,
      h('main', { class: 'table' },
        h('section', { class: 'board-place', 'aria-label': t('board.label') }, this.#board, tools),
        h('section', { class: 'acts', 'aria-label': t('acts.label') }, said, tray, draft, tabs, offers, lending, backs, this.#unasked.element, desk),
        h('section', { class: 'lists' }, h('div', {}, order, here), figures),
        h('section', { class: 'log-place', 'aria-label': t('log.label') }, h('h2', {}, t('log.label')), this.#log)),
      ...announcer(),
    ];
  }

  #listen() {
    const { fight } = this;
    fight.addEventListener('changed', () => this.#show());
    listen(fight, 'coming', (version) => this.#coming(version));
    listen(fight, 'told', (events) => this.#tell(events));
    fight.addEventListener('seen', () => this.#log.show(fight.events, fight.more));
    listenToPresence(fight, (seats) => this.#present(seats));
    fight.addEventListener('refused', () => this.#say(t('refused')));
    listen(fight, 'failed', (error) => this.#failed(error));
    fight.server.addEventListener('away', () => this.#state());
    fight.server.addEventListener('back', () => this.#state());
    fight.socket.addEventListener('closed', () => this.#state());
    fight.socket.addEventListener('open', () => this.#state());
    this.#log.addEventListener('earlier', async () => {
      await fight.earlier();
      this.#log.show(fight.events, fight.more);
    });
    listen(this.#board, 'pick', (picked) => (this.#aimed ? this.#aimed.pick(picked) : this.#draft?.add(picked)));
    listen(this.#board, 'token', (who) => this.#tokenPicked(who));
    listen(this.#board, 'cursor', (at) => this.#cursorAt(at));
    this.#theme.addEventListener('change', () => this.#draw());
    addEventListener('resize', () => this.#resized());
    addEventListener('keydown', (event) => this.#key(event));
    addEventListener('skald-settings', () => { this.#drawn = ''; void this.#draw(); });
    // A page in the background is frozen, and the network may have changed: look at once when it comes back.
    for (const name of ['visibilitychange', 'resume', 'online', 'pageshow'])
      (name === 'online' || name === 'pageshow' ? globalThis : document).addEventListener(name, () => document.hidden || fight.wake());
  }

  /** Show the newest version that is loaded. */
  #show() {
    const { loaded: now } = this.fight, { name, backs, tray } = this.#parts;
    document.title = `${now.name} – Skald`;
    name.textContent = now.name;
    this.#state();
    this.#follow(now);
    this.#eyes();
    if (this.fight.as) replace(tray, []);
    else replace(tray, [...decisionCards(now, {
      choose: (offer, decision) => this.#choose(offer, decision),
      rolled: (decision, faces) => this.#done(this.fight.answer(decision, { faces })),
      prefer: (kind, preference) => this.#done(this.fight.prefer(kind, preference)),
    }), ...tableMatters(this.fight, this.seat, (done) => this.#done(done))]);
    this.#focusDice();
    this.#offers();
    keepingFocus(backs, () => backs.replaceChildren(...this.#takeBacks(now)));
    this.#lend();
    this.#unasked.show();
    this.#lists();
    void this.#draw();
    if (!this.#log.childElementCount || this.#shown === 0) this.#log.show(this.fight.events, this.fight.more);
    this.#shown = now.version;
    this.#log.closest('main')?.setAttribute('data-version', String(now.version));
  }

  /**
   * Keep what is being put together, if it is offered still; ask its reader's attention for what is new.
   * @param {any} now
   */
  #follow(now) {
    const mine = now.decisions.filter((/** @type {any} */ one) => one.yours);
    if (this.#draft && !this.#draft.sending) {
      const { offer, asked } = this.#offeredNow(this.#draft.name, this.#draft.decision);
      if (!offer) this.#drop();
      else if (now.version !== this.#draft.version) this.#take(this.#draft.renewed(offer, asked ?? null));
    }
    const figures = figuresWithOffers(now, this.seat);
    // Whoever has just come up is looked at, unless something is put together for somebody else.
    const [up] = figures, comesUp = up && now.acting.includes(up) && !this.#acting.includes(up);
    if (this.#figure === undefined || !figures.includes(this.#figure) || (comesUp && (!this.#draft || this.#draft.sending))) this.#figure = up;
    this.#acting = now.acting;
    if (this.fight.as) return;
    // One question may follow the other at once: each is told.
    const asked = mine.filter((/** @type {any} */ one) => !this.#wasAsked.has(one.key)), turn = now.offers.some((/** @type {any} */ offer) => now.acting.includes(offer.combatant));
    if (asked.length) { sound('asked'); announce([t('asked.you'), ...asked.map((/** @type {any} */ one) => one.text)]); }
    else if (turn && !this.#wasTurn) { sound('turn'); announce([t('turn.yours')]); }
    this.#wasAsked = new Set(mine.map((/** @type {any} */ one) => one.key));
    this.#wasTurn = turn;
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

  /** @type {string[]} */
  #acting = [];
  /** @type {Set<string>} */
  #wasAsked = new Set();
  #wasTurn = false;

  /** @type {HTMLElement | null} */
  #pad = null;

  /** Dice that are asked for are typed at once, unless somebody writes just now. */
  #focusDice() {
    const pad = /** @type {HTMLElement | null} */ (this.#parts.tray.querySelector('.asked:not(.for-others) .dice-pad'));
    if (pad && pad !== this.#pad && !document.activeElement?.closest('input, select, textarea, dialog')) pad.focus({ preventScroll: true });
    this.#pad = pad;
  }

  /** The line of state: whose turn it is, whom one waits for, whether the server answers. */
  #state() {
    const { now, server } = this.fight, { state } = this.#parts;
    if (!now) return;
    const acting = now.scene.tokens.filter((/** @type {any} */ one) => one.turn === 'ACTING').map((/** @type {any} */ one) => one.label);
    const parts = [
      now.scene.play.round ? t('round', { n: now.scene.play.round }) : '', now.status === 'RUNNING' ? now.scene.play.phase : '',
      now.status === 'ENDED' ? t('status.ended') : now.status === 'PAUSED' ? t('status.paused') : '',
      now.outcomeLabel && t('over.outcome', { what: now.outcomeLabel }), acting.length ? t('acting', { who: acting.join(', ') }) : '',
    ];
    state.textContent = server.away ? t('status.away') : parts.filter(Boolean).join(' · ');
    state.classList.toggle('away', server.away);
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
    const names = new Map((this.fight.now?.seats ?? []).map((/** @type {any} */ one) => [one.key, one.name]));
    const here = seats.filter(({ streams }) => streams > 0).map(({ key }) => names.get(key) ?? key);
    this.#parts.here.textContent = here.length ? t('here.now', { who: here.join(', ') }) : '';
  }

  #lend() {
    const { fight, seat } = this, place = this.#parts.lending, open = place.querySelector('details')?.open ?? false;
    keepingFocus(place, () => place.replaceChildren(...(fight.as ? [] : lending(fight, seat, this.#figure ?? null, (done) => this.#done(done), open))));
  }

  /** Bring the game master's panel; players do not load it. */
  async direct() {
    const { gmPanel, prepare } = await import('./parts/gm-panel.js');
    await prepare(this.language);
    const desk = {
      fight: this.fight, seat: this.seat, done: (/** @type {Promise<unknown>} */ one) => this.#done(one),
      failed: (/** @type {Error} */ error) => this.#failed(error), aim: (/** @type {Aim | null} */ aim) => this.#aim(aim),
    };
    this.#desk = gmPanel(desk);
    this.#parts.desk.replaceChildren(this.#desk.element);
  }

  /** @type {{ element: HTMLElement, picked: (combatant: string) => void } | null} */
  #desk = null;

  /** @param {Aim | null} aim */
  #aim(aim) {
    if (aim) this.#drop();
    this.#aimed = aim;
    this.#lay();
    if (aim) this.#board.focus({ preventScroll: true });
  }

  #offers() {
    const { loaded: now } = this.fight, { tabs, offers } = this.#parts;
    if (this.fight.as) {
      tabs.replaceChildren();
      offers.replaceChildren();
      return;
    }
    const figures = figuresWithOffers(now, this.seat);
    const label = (/** @type {string | null} */ key) => now.scene.tokens.find((/** @type {any} */ one) => one.combatant === key)?.label ?? t('figures.table');
    replace(tabs, figures.length < 2 ? [] : figures.map((key) => h('button', {
      type: 'button', 'aria-pressed': String(key === this.#figure), onclick: () => { this.#figure = key; this.#drop(); this.#offers(); this.#lists(); this.#lend(); },
    }, label(key))));
    const head = figures.length ? [h('h2', {}, label(/** @type {string | null} */ (this.#figure)))] : [];
    // A game master may act for everybody: then it is said whose figure it is.
    const played = now.combatants.find((/** @type {any} */ one) => one.key === this.#figure)?.seat;
    const player = played !== this.seat && now.seats.find((/** @type {any} */ one) => one.key === played);
    if (player) head.push(h('p', { class: 'hint' }, t('figures.played', { who: player.name })));
    keepingFocus(offers, () => offers.replaceChildren(...head, ...offerList(now, {
      figure: this.#figure ?? null, seat: this.seat, choose: (offer) => this.#choose(offer), chosen: this.#draft?.name ?? '',
    })));
  }

  /** @param {any} now */
  #takeBacks(now) {
    const backs = this.fight.as === null ? now.takeBacks : [];
    if (!backs.length) return [];
    const open = this.#parts.backs.querySelector('details')?.open ?? false;
    return [h('details', { class: 'lend', '.open': open }, h('summary', {}, t('takeBack.title')), ...backs.map((/** @type {any} */ offer) =>
      h('button', { type: 'button', 'data-offer': offer.key, onclick: () => this.#choose(offer) }, offer.label)))];
  }

  #lists() {
    const { loaded: now } = this.fight, { order, figures } = this.#parts;
    showOrder(order, now.scene);
    keepingFocus(figures, () => showFigures(figures, now.scene, { chosen: this.#figure ?? null, picked: (who) => this.#tokenPicked(who) }));
  }

  /** Whose threats are drawn over the board; '': nobody's. */
  #threat = '';
  #drawing = 0;
  /** A drawing that was asked for before its version was loaded. @type {{ path: string, text: Promise<string | null> }} */
  #ahead = { path: '', text: Promise.resolve(null) };

  /** @param {number} version */
  #drawingOf(version) {
    const { id, as, loaded: now } = this.fight, theme = this.#theme.matches ? 'dark' : 'light';
    const threats = this.#threat && `&threats=${encodeURIComponent(this.#threat)}`;
    return `v1/encounters/${id}/scene.svg?at=${version}${as ? `&as=${encodeURIComponent(as)}` : ''}&width=${this.#board.widthFor(now.scene.space)}&theme=${theme}&panel=false${threats}`;
  }

  /**
   * The drawing is asked for together with the fight, and shown when it is there: what has happened does not wait for
   * what may be done now, which takes the server longer.
   * @param {number} version
   */
  #coming(version) {
    const path = this.#drawingOf(version), text = this.fight.server.rest('GET', path).catch(() => null);
    this.#ahead = { path, text };
    void text.then((drawn) => {
      if (drawn && this.#ahead.path === path && this.fight.loaded.version < version) this.#put(path, drawn, version);
    });
  }

  /** Fetch the drawing of the version that is loaded, and show it unless a later one came first. */
  async #draw() {
    if (!this.fight.now) return;
    const { loaded: now, server } = this.fight, mine = ++this.#drawing, path = this.#drawingOf(now.version);
    const text = (this.#ahead.path === path && await this.#ahead.text) || await server.rest('GET', path);
    if (mine !== this.#drawing) return;
    this.#put(path, text, now.version);
    this.#lay();
    void this.#equip();
  }

  /** The address of the drawing that is shown. */
  #drawn = '';

  /**
   * @param {string} path
   * @param {string} text
   * @param {number} version
   */
  #put(path, text, version) {
    const { scene } = this.fight.loaded;
    if (path === this.#drawn) this.#board.scene = scene;
    else this.#board.show(text, scene);
    this.#drawn = path;
    this.#board.dataset.version = String(version);
    if (settings().pictures) showPictures(this.#board, scene);
  }

  #width = 0;

  #resized() {
    if (Math.abs(this.#board.width - this.#width) < 40) return;
    this.#width = this.#board.width;
    void this.#draw();
  }

  // -- putting an order together
  /**
   * @param {any} offer
   * @param {any} [decision]
   */
  #choose(offer, decision = null) {
    this.#say('');
    if (decision ? !offer.fields.some(isOpen) : needsNothing(offer, this.fight.now)) {
      this.#drop();
      void this.#sendNow(offer, decision);
      return;
    }
    if (!this.#tools) {
      // The fight may have gone on meanwhile: what was chosen is taken as it is offered by then.
      void this.#equip().then(() => {
        const { offer: same, asked } = this.#offeredNow(nameOf(offer), decision);
        if (same) this.#choose(same, asked ?? null);
      });
      return;
    }
    this.#take(new this.#tools.Draft(this.fight, offer, decision));
    this.#offers();
    const form = this.#parts.draft.querySelector('form');
    if (offer.fields.some((/** @type {any} */ field) => ON_BOARD.has(field.kind))) this.#board.focus({ preventScroll: true });
    else /** @type {HTMLElement | null} */ (form?.querySelector('input, select, button'))?.focus({ preventScroll: true });
    form?.scrollIntoView({ block: 'nearest' });
  }

  async #equip() {
    this.#tools ??= await tools();
  }

  /**
   * Send what leaves nothing to pick; nothing else is chosen until there is an answer.
   * @param {any} offer
   * @param {any} decision
   */
  async #sendNow(offer, decision) {
    const { tray, offers } = this.#parts;
    const buttons = /** @type {HTMLButtonElement[]} */ ([...tray.querySelectorAll('.offers button'), ...offers.querySelectorAll('button')]);
    for (const button of buttons) button.disabled = true;
    await this.#done(decision ? this.fight.answer(decision, { choice: offer.send }) : this.fight.submit(offer.send, { version: this.fight.now?.version }));
    for (const button of buttons) button.disabled = false;
  }

  /** @type {Awaited<ReturnType<typeof tools>> | null} */
  #tools = null;

  /** @param {import('../client/draft.js').Draft} draft */
  #take(draft) {
    this.#aimed = null;
    if (draft !== this.#draft) {  // one that stays is still asking what it would do
      this.#draft?.drop();
      this.#draft = draft;
      draft.addEventListener('changed', () => draft === this.#draft && this.#lay());
    }
    this.#parts.draft.replaceChildren(/** @type {Awaited<ReturnType<typeof tools>>} */ (this.#tools).offerForm(draft, {
      sent: () => this.#finish(),
      dropped: () => this.#finish(),
      failed: (error) => this.#failed(error),
    }));
    this.#lay();
  }

  /** What was put together is done, or not wanted: nor is what was said of it. */
  #finish() {
    this.#say('');
    this.#drop();
  }

  #drop() {
    this.#draft?.drop();
    this.#draft = null;
    this.#parts.draft.replaceChildren();
    this.#lay();
    if (this.fight.now) this.#offers();
  }

  #lay() {
    const space = this.fight.now?.scene.space;
    if (this.#aimed && space) this.#board.lay(this.#aimed.lays);
    else this.#board.lay(this.#draft && space ? this.#tools?.laysOf(this.#draft, (place) => middleOf(place, space)) ?? [] : []);
  }

  /** @param {string} who */
  #tokenPicked(who) {
    const draft = this.#draft;
    const target = draft?.open.find((/** @type {any} */ { field }) => (field.kind === 'one' || field.kind === 'some') && field.among.some((/** @type {any} */ one) => one.value === who));
    if (draft && target) {
      const before = /** @type {unknown[]} */ (draft.value(target.number) ?? []);
      if (target.field.kind === 'one') draft.pick(target.number, who);
      else if (target.field.most === 1) draft.pick(target.number, [who]);
      else draft.pick(target.number, before.includes(who) ? before.filter((one) => one !== who) : [...before, who]);
      this.#take(draft);
      return;
    }
    this.#threat = this.#threat === who ? '' : who; // where it could strike, till it is chosen once more
    void this.#draw();
    this.#desk?.picked(who);
    if (figuresWithOffers(this.fight.now, this.seat).includes(who)) {
      this.#figure = who;
      this.#offers();
      this.#lend();
      this.#lists();
    }
    const token = this.fight.loaded.scene.tokens.find((/** @type {any} */ one) => one.combatant === who);
    this.#board.reveal(token?.place);
    this.#parts.figures.querySelector(`[data-combatant="${CSS.escape(who)}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {{ place: any, label: string }} at */
  #cursorAt({ place, label }) {
    const { x, y } = place.cell ?? place.point ?? {};
    const { space } = this.fight.loaded.scene, zone = 'zones' in space && space.zones.find(({ key }) => key === place.zone)?.label;
    this.#parts.cursor.textContent = [zone || (x === undefined ? '' : `${x}, ${y}`), label].filter(Boolean).join(' – ');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, dialog, .dice-pad')) return;
    if (event.key === 'Escape') { this.#aim(null); this.#finish(); }
    else if (event.key === 'Backspace' && this.#draft) this.#draft.undo();
    else if (event.key === 'Enter' && this.#draft && !target.closest('button, summary, a')) this.#parts.draft.querySelector('form')?.requestSubmit();
    else if (KEYS.includes(event.key) && event.key.length === 1) {
      const wanted = `[data-key="${event.key}"]`, { tray, offers } = this.#parts;
      const button = /** @type {HTMLElement | null} */ (tray.querySelector(wanted) ?? offers.querySelector(wanted));
      if (!button) return;
      button.click();
    } else if (event.key === 'm' || event.key === 'M') this.#board.focus();
    else return;
    event.preventDefault();
  }

  // -- words
  /** @param {any[]} events */
  #tell(events) {
    this.#log.add(events);
    announce(events.filter(({ text, weight }) => text && weight === 'HEADLINE').map(({ text }) => text));
  }

  /** @param {Promise<unknown>} done what leads to a new version has loaded it */
  async #done(done) {
    try {
      const version = await done;
      this.#say('');
      if (typeof version !== 'number') await this.fight.refresh();
    } catch (error) {
      this.#failed(error);
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
