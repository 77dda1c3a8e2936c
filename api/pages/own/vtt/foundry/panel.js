// The window of the module: taking a seat, what one is asked and may do, what happened, and the game master's desk.
import { TypedDice } from '../../client/dice.js';
import { Draft } from '../../client/draft.js';
import { isOpen, nameOf, needsNothing } from '../../client/offers.js';
import { fieldOf, h, keepingFocus } from '../../table/shared/elements.js';
import '../../table/fight/fight-log.js';
import { offerForm } from '../../table/orders/offer-form.js';
import { figuresWithOffers, offerList } from '../../table/orders/offer-list.js';
import { diceText } from '../../table/words.js';
import { rollButton } from './cards.js';
import * as host from './host.js';

/** @typedef {import('./module.js').Skald} Skald */

export class Panel {
  /** @type {Draft | null} */
  #draft = null;
  /** @type {string | null | undefined} */
  #figure = undefined;
  /** Whose turn it was when this was drawn last: whoever comes up is shown. @type {string | null | undefined} */
  #up = undefined;
  #log = /** @type {import('../../table/fight/fight-log.js').FightLog} */ (document.createElement('skald-log'));
  #parts = {
    said: h('p', { class: 'skald-said', role: 'alert' }), state: h('p', { class: 'skald-state', role: 'status' }),
    entrance: h('div', {}), asked: h('div', { class: 'skald-asked' }), draft: h('div', {}),
    tabs: h('div', { class: 'skald-tabs', role: 'group' }), offers: h('div', { class: 'skald-offers' }), desk: h('div', {}), log: h('section', { class: 'skald-log' }),
  };

  /** @param {Skald} skald */
  constructor(skald) {
    this.skald = skald;
    const { said, state, entrance, asked, draft, tabs, offers, desk, log } = this.#parts;
    this.element = h('div', { class: 'skald' }, state, said, entrance, asked, draft, tabs, offers, desk, log);
    this.#log.addEventListener('earlier', async () => {
      const { fight } = skald;
      await fight?.earlier();
      if (fight) this.#log.show(fight.events, fight.more);
    });
  }

  /** @param {string} words what is wrong; "": nothing any more */
  say(words) {
    this.#parts.said.textContent = words;
  }

  /** @param {any[]} events */
  tell(events) {
    this.#log.add(events);
  }

  /** Show the newest that is loaded. */
  show() {
    const { fight } = this.skald, { entrance, asked, draft, tabs, offers, desk, log } = this.#parts;
    this.#state();
    if (!fight?.now) {
      this.#drop();
      for (const part of [asked, draft, tabs, offers, log]) part.replaceChildren();
      if (!entrance.childElementCount) entrance.replaceChildren(this.#entrance());
      desk.replaceChildren();
      return;
    }
    entrance.replaceChildren();
    this.element.dataset.version = String(fight.now.version);
    if (!log.childElementCount) {
      log.replaceChildren(h('h3', {}, host.text('log')), this.#log);
      this.#log.show(fight.events, fight.more);
    }
    this.#follow();
    keepingFocus(asked, () => asked.replaceChildren(...this.#questions()));
    this.#offers();
    keepingFocus(desk, () => desk.replaceChildren(...this.#desk()));
  }

  #state() {
    const now = this.skald.fight?.now, away = this.skald.fight?.server.away, { state } = this.#parts;
    const acting = now?.scene.tokens.filter(({ turn }) => turn === 'ACTING').map(({ label }) => label) ?? [];
    const parts = now ? [now.name, now.scene.play.phase, acting.join(', '), now.status === 'ENDED' && host.text('over'), now.outcomeLabel] : [host.text('welcome')];
    state.textContent = away ? host.text('away') : parts.filter(Boolean).join(' · ');
  }

  #entrance() {
    const field = h('input', { type: 'text', name: 'invitation', autocomplete: 'off', 'aria-label': host.text('invitation'), placeholder: host.text('invitation') });
    return h('form', {
      class: 'skald-entrance',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const pasted = field.value;
        field.value = '';
        await this.skald.enter(pasted);
      },
    }, h('p', {}, host.text('entrance')), field, h('button', { type: 'submit' }, host.text('enter')));
  }

  /** What is put together stays as long as it is offered. */
  #follow() {
    const draft = this.#draft, now = this.skald.fight?.loaded;
    if (!draft || draft.sending || !now || draft.version === now.version) return;
    const asked = draft.decision && now.decisions.find(({ key, mayAnswer }) => mayAnswer && key === draft.decision.key);
    const offer = (draft.decision ? asked?.offers ?? [] : now.offers).find((/** @type {any} */ one) => nameOf(one) === draft.name);
    if (offer) this.#take(draft.renewed(offer, asked ?? null));
    else this.#drop();
  }

  #questions() {
    const { fight } = this.skald;
    const own = (/** @type {any} */ { yours }) => yours, names = new Map(fight?.loaded.seats.map(({ key, name }) => [key, name]));
    const mine = (fight?.loaded.decisions ?? []).filter(({ mayAnswer }) => mayAnswer).sort((one, other) => Number(own(other)) - Number(own(one)));
    const waited = (fight?.loaded.decisions ?? []).filter(({ mayAnswer }) => !mayAnswer).flatMap(({ seats }) => seats).flatMap((key) => names.get(key) ?? []);
    const waits = waited.length ? [h('p', { class: 'skald-waits' }, host.text('waits', { who: [...new Set(waited)].join(', ') }))] : [];
    return [...waits, ...mine.map((decision) => h('section', { class: 'skald-card', 'data-decision': decision.key },
      h('p', { class: 'skald-text' }, decision.text),
      own(decision) ? '' : h('p', {}, host.text('for', { who: decision.seats.flatMap((key) => names.get(key) ?? []).join(', ') })),
      ...(decision.kind === 'Roll' ? this.#dice(decision) : decision.offers.map((offer) => h('button', {
        type: 'button', 'data-offer': offer.key, onclick: () => this.choose(offer, decision),
      }, `${offer.label}${offer.fields.length ? '…' : ''}`)))))];
  }

  /** @param {any} decision */
  #dice(decision) {
    const { dice } = decision.question, typed = new TypedDice(dice), faces = host.text('faces', { dice: diceText(dice) });
    const field = h('input', { type: 'text', inputmode: 'numeric', 'aria-label': faces, placeholder: faces });
    const form = h('form', {
      class: 'skald-typed',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        for (const face of field.value.split(/\D+/).filter(Boolean)) typed.type(Number(face));
        field.value = '';
        if (typed.complete && !this.skald.busy) void this.skald.done(this.skald.fight?.answer(decision, { faces: /** @type {number[]} */ (typed.faces) }));
      },
    }, field, h('button', { type: 'submit' }, host.text('send')));
    const answering = { rolled: (/** @type {any} */ asked, /** @type {number[]} */ faces) => this.skald.done(this.skald.fight?.answer(asked, { faces })), busy: () => this.skald.busy };
    return [rollButton(decision, answering), form];
  }

  #offers() {
    const { fight, seat } = this.skald, { tabs, offers } = this.#parts;
    if (!fight?.now || !seat) return;
    const figures = figuresWithOffers(fight.now, seat.seat);
    const up = figures.find((key) => key !== null && fight.now?.acting.includes(key));
    if (this.#figure === undefined || !figures.includes(this.#figure) || (up && up !== this.#up && !this.#draft)) this.#figure = up ?? (figures.includes(null) ? null : figures[0]);
    this.#up = up;
    const label = (/** @type {string | null} */ key) => fight.now?.scene.tokens.find((one) => one.combatant === key)?.label ?? host.text('table');
    keepingFocus(tabs, () => tabs.replaceChildren(...(figures.length < 2 ? [] : figures.map((key) => h('button', {
      type: 'button', 'aria-pressed': String(key === this.#figure), onclick: () => { this.#figure = key; this.#drop(); this.#offers(); },
    }, label(key))))));
    keepingFocus(offers, () => offers.replaceChildren(...offerList(/** @type {any} */ (fight.now), {
      figure: this.#figure ?? null, seat: seat.seat, choose: (offer) => this.choose(offer), chosen: this.#draft?.name ?? '',
    })));
  }

  /**
   * Send an offer that leaves nothing to pick; else put it together here.
   * @param {any} offer
   * @param {any} [decision]
   */
  choose(offer, decision = null) {
    const { fight } = this.skald;
    if (!fight?.now || this.skald.busy || this.#draft?.sending) return;
    this.say('');
    if (decision ? !offer.fields.some(isOpen) : needsNothing(offer, fight.now)) {
      this.#drop();
      void this.skald.done(decision ? fight.answer(decision, { choice: offer.send }) : fight.submit(offer.send, { version: fight.now.version }));
      return;
    }
    this.skald.open();
    this.#take(new Draft(fight, offer, decision));
    this.#offers();
  }

  /** @param {Draft} draft */
  #take(draft) {
    this.#draft?.drop();
    this.#draft = draft;
    const onMap = draft.aimed < 0 ? '' : h('button', { type: 'button', 'data-pick': '', onclick: () => void this.#pick(draft) }, host.text('pick'));
    this.#parts.draft.replaceChildren(offerForm(draft, {
      sent: () => this.#drop(), dropped: () => this.#drop(), failed: (error) => this.skald.failed(error),
    }), onMap);
  }

  /** @param {Draft} draft */
  async #pick(draft) {
    const scene = host.viewedScene(), spot = await host.nextClick(), cells = draft.fight.now?.scene.space.__typename === 'SceneGrid';
    if (!scene || !spot || this.#draft !== draft) return;
    const size = { width: 0, height: 0 };
    const place = cells
      ? host.placeAt(scene, { x: spot.x - scene.grid.size / 2, y: spot.y - scene.grid.size / 2 }, size, true) : host.placeAt(scene, spot, size, false);
    const by = draft.foreseen?.next.find((/** @type {any} */ { area }) => area?.runs.some((/** @type {any} */ { x, y, length }) =>
      place.cell && y === place.cell.y && x <= place.cell.x && place.cell.x < x + length))?.by ?? null;
    draft.add({ place, by, spot: /** @type {any} */ (place.point ?? { x: (place.cell?.x ?? 0) * 100 + 50, y: (place.cell?.y ?? 0) * 100 + 50 }) });
  }

  #drop() {
    this.#draft?.drop();
    this.#draft = null;
    this.#parts.draft.replaceChildren();
  }

  #desk() {
    const { skald } = this, { fight, seat } = skald;
    if (!fight?.now || !seat) return [];
    const leave = h('button', { type: 'button', 'data-desk': 'leave', onclick: () => void skald.leave() }, host.text('leave'));
    if (seat.role !== 'GM' || !host.isMaster()) return [leave];
    const who = h('select', { 'aria-label': host.text('bind.who') }, ...fight.now.scene.tokens.map(({ combatant, label }) => h('option', { value: combatant }, label)));
    who.value = this.#bound || who.value;
    who.addEventListener('change', (event) => { this.#bound = fieldOf(event).value; });
    const button = (/** @type {string} */ name, /** @type {() => unknown} */ act) =>
      h('button', { type: 'button', 'data-desk': name, onclick: () => void skald.done(Promise.resolve().then(act)) }, host.text(`desk.${name}`));
    return [h('details', { class: 'skald-desk', '.open': this.#parts.desk.querySelector('details')?.open ?? false },
      h('summary', {}, host.text('desk.title')),
      skald.shared ? '' : button('share', () => skald.share()),
      button('scene', () => skald.makeScene()), button('place', () => skald.place()),
      h('div', { class: 'skald-bind' }, who, button('bind', () => skald.bind(who.value))),
      leave)];
  }

  #bound = '';
}
