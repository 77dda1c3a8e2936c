// A new fight: its steps at a glance, what the chosen step needs, and the board; all that is wrong is said at once, where it is.
import { DraftFight } from '../../client/draft-fight.js';
import { Pictures } from '../../client/pictures.js';
import { Refusal } from '../../client/refusal.js';
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { fieldOf, h, titled } from '../shared/elements.js';
import { FiguresForm } from './figures-form.js';
import { GroundEditor } from '../ground/ground-editor.js';
import { extentOf } from '../board/ground-shapes.js';
import { HostPictures } from './host-pictures.js';
import { guardedAbove } from '../shared/guarded-parts.js';
import { icon } from '../shared/icon.js';
import { NewMap } from '../ground/new-map.js';
import { takeDrops } from '../shared/picture-files.js';
import { RareForm } from './rare-form.js';
import { seatsForm } from './seats-form.js';

/** Milliseconds after the last change before all is judged. */
const REST = 300;
/** Ways to roll that a form offers; a template may have others, by which the server rolls. */
const ROLLED = new Set(['PHYSICAL', 'MIXED']);
const STEPS = ['seats', 'figures', 'ground', 'rare'];

/** @typedef {{ field?: string | null, message: string }} Fault */

export class NewFight {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #judged = 0;
  #step = 'figures';
  /** @type {Fault[]} */
  #wrong = [];
  #faults = h('ul', { class: 'faults', 'aria-live': 'polite' });
  /** Where it is told how hard it is, as it stands. */
  #hard = h('div', {});
  /** Ends what is told there. */
  #unasked = () => {};
  #steps = h('div', { class: 'steps', role: 'group', 'aria-label': t('steps.title') });
  #name = h('input', { name: 'fight-name', class: 'fight-name', maxlength: 80, required: true, 'aria-label': t('new.name'), oninput: (/** @type {Event} */ event) => { this.draft.name = fieldOf(event).value; this.#changed(); } });

  /**
   * @param {import('../../client/hosting.js').Hosting} hosting
   * @param {any} system all of a game
   * @param {{ made: (created: any) => void, failed: (error: Error) => void, kept: () => void, back: () => void }} told
   */
  constructor(hosting, system, told) {
    this.hosting = hosting;
    this.system = system;
    this.told = told;
    this.draft = new DraftFight(system);
    this.draft.seat(t('new.player', { n: 1 }), 'PLAYER');
    this.draft.seat(t('new.player', { n: 2 }), 'PLAYER');
    const renew = () => this.#renew(), changed = () => this.#changed(), sides = () => this.#sides, suggested = (/** @type {string} */ name) => this.#suggested(name);
    this.pictures = new HostPictures(new Pictures(hosting.server, null), () => { this.ground.draw(); this.figures.draw(); });
    this.map = new NewMap(this.draft, this.pictures, { changed: () => { this.ground.draw(); this.#changed(); }, failed: told.failed });
    this.ground = new GroundEditor(this.draft, { changed, map: (file) => this.#map(file) }, this.map, (figure) => this.pictures.faceOf(figure));
    const there = (/** @type {string} */ inside) => () => (this.element?.isConnected ? this.element.querySelector(inside) : null);
    takeDrops(there('.paint-place'), (file, event) => this.#dropped(file, event));
    takeDrops(there('.figure-rows'), (file, event) => this.#dropped(file, event));
    this.seats = seatsForm(this.draft, { renew, changed, sides });
    this.figures = new FiguresForm(this.draft, { renew, changed, sides, suggested, placeRest: () => this.ground.placeRest(), faceOf: (figure) => this.pictures.faceOf(figure), portrait: (figure, file) => void this.#portrait(figure, file), keep: (figure, said) => void this.#keep('SHEET', this.draft.sheetOf(figure), figure.name, said).catch(told.failed) });
    this.rare = new RareForm(this.draft, { renew, changed, suggested, take: (kind, content, name) => this.take(kind, content, name), keep: (...what) => this.#keep(...what), failed: told.failed }, hosting);
    this.element = this.#made();
    this.#renew();
  }

  #made() {
    const inside = { seats: this.seats.element, figures: this.figures.element, ground: this.ground.tools, rare: this.rare.element };
    return h('section', { class: 'new-fight', 'aria-label': t('new.title') }, h('form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.#make(); } },
      h('h1', { class: 'unseen' }, t('new.title')), h('div', { class: 'new-head' }, h('button', { type: 'button', class: 'back', onclick: () => this.told.back() }, icon('u-skip-back'), ` ${t('new.back')}`), this.#name, h('small', {}, this.system.name)),
      h('div', { class: 'steps-place' }, this.#steps, this.#hard), ...Object.entries(inside).map(([name, element]) => h('section', { class: 'step-panel', 'data-panel': name, 'aria-label': t(`steps.${name}`), hidden: true }, element)),
      h('div', { class: 'board-side' }, this.ground.board, h('div', { class: 'under-board' }, this.#faults, this.ground.back))));
  }

  /** The sides of the game, or the usual two, and those of a template: each as the template names it, else as the game does. */
  get #sides() {
    const { system: { sides, usualSides }, draft } = this, own = /** @type {any} */ (draft.more).sides ?? [];
    const usual = sides.length ? sides : [{ key: 'heroes', label: t('side.heroes') }, { key: 'foes', label: t('side.foes') }];
    const named = /** @type {{ key: string, label: string }[]} */ ([...own, ...usual, ...usualSides]);
    const label = (/** @type {string} */ key) => named.find((one) => one.key === key && one.label)?.label ?? titled(key.replace(/[_-]+/g, ' '));
    const keys = new Set([...usual, ...own].map(({ key }) => key).concat(draft.sides, draft.typingSides));
    return [...keys].map((key) => ({ key, label: label(key) }));
  }

  /** Each part, and where it says that it cannot be drawn. @returns {[{ draw: () => void }, Element][]} */
  get #places() {
    const { seats, figures, ground, rare } = this;
    return [[seats, seats.element], [figures, figures.element], [ground, ground.board], [rare, rare.element]];
  }

  /** All is drawn anew: what one step says stands in others, too. */
  #renew() {
    if (document.activeElement !== this.#name) this.#name.value = this.draft.name;
    for (const [part, place] of this.#places) guardedAbove(place, () => part.draw());
    this.#changed();
  }

  /** The steps, each with what has been said in it. */
  #drawSteps() {
    const { draft } = this, { heroes } = draft, ours = draft.figures.filter(({ side }) => side === heroes).length, places = this.system.spaces.some((/** @type {string} */ one) => one !== 'NOWHERE');
    const said = { seats: draft.seats.map(({ name }) => name).join(', '), figures: draft.figures.length ? t('ready.against', { own: ours, others: draft.figures.length - ours }) : t('steps.nobody'), ground: this.#groundSaid(), rare: t(`dice.${ROLLED.has(draft.dice) ? draft.dice : 'SEEDED'}`) };
    const count = (/** @type {string} */ step) => this.#wrong.filter(({ field }) => stepOf(field) === step).length;
    const tab = (/** @type {string} */ step, /** @type {number} */ n) => {
      const wrong = count(step), done = step === 'figures' ? draft.figures.length > 0 : true;
      return h('button', { type: 'button', class: `step${wrong ? ' wrong' : done ? ' done' : ''}`, 'data-step': step, 'aria-pressed': String(step === this.#step), onclick: () => this.show(step) },
        h('span', { class: 'mark', 'aria-hidden': 'true' }, wrong ? '!' : done ? icon('u-check') : n), h('span', { class: 'step-text' }, h('strong', {}, t(`steps.${step}`)), h('small', {}, wrong ? t('steps.wrong', { n: wrong }) : said[/** @type {'seats'} */ (step)])));
    };
    const focused = this.#steps.contains(document.activeElement) && document.activeElement?.getAttribute('data-step');
    this.#steps.replaceChildren(...STEPS.filter((step) => step !== 'ground' || places).map((step, n) => tab(step, n + 1)), h('button', { class: 'hard', type: 'button', onclick: () => { this.#askHard().catch(this.told.failed); } }, t('new.hard')), h('button', { class: 'primary make', type: 'submit' }, t('new.make'), h('small', {}, this.#wrong.length ? t('steps.mend', { n: this.#wrong.length }) : t('steps.makeHint'))));
    if (focused) /** @type {HTMLElement | null} */ (this.#steps.querySelector(`[data-step=${focused}]`))?.focus();
  }

  #groundSaid() {
    const { ground } = this.draft, kind = ground?.space?.kind ?? 'NOWHERE', { width, height } = extentOf(ground);
    if (kind === 'ZONES') return t('steps.zones', { n: ground.zones.length });
    return kind === 'NOWHERE' || kind === 'RANKS' ? t(`ground.${kind}`) : `${t(`ground.${kind}`)}, ${width / 100} × ${height / 100}`;
  }

  /** @param {string} step */
  show(step) {
    this.#step = step;
    this.#drawSteps();
    for (const panel of this.element.querySelectorAll('.step-panel')) /** @type {HTMLElement} */ (panel).hidden = panel.getAttribute('data-panel') !== step;
  }

  /** @param {string} catalogue one of the game's, or COMBATANT or SIDE for those of this fight */
  #suggested(catalogue) {
    if (catalogue === 'COMBATANT') return this.draft.figures.map(({ id, name }) => ({ value: id, label: name }));
    if (catalogue === 'SIDE') return this.#sides.map(({ key, label }) => ({ value: key, label }));
    const table = this.system.content.find((/** @type {any} */ one) => one.key === catalogue);
    return Object.keys(table?.entries ?? {}).map((id) => ({ value: id, label: titled(table.names[id] ?? id) }));
  }

  /**
   * Put something that was kept, or is ready-made, into the form.
   * @param {string} kind
   * @param {any} content
   * @param {string} title
   */
  take(kind, content, title) {
    const { draft } = this;
    if (kind === 'FIGHT') Object.assign(draft, { figures: [], ground: null, more: {}, setup: undefined, houseRules: {} });
    draft.take(kind === 'SHEET' ? { combatants: [{ name: title, ...content }] } : content);
    this.figures.bestiary.side = draft.heroes;
    this.ground.placeRest();
    this.#renew();
  }

  /**
   * Put something on the shelf, and say so.
   * @param {string} kind
   * @param {unknown} content
   * @param {string} name
   * @param {HTMLOutputElement} said
   */
  async #keep(kind, content, name, said) {
    await this.hosting.keep({ kind, name, system: this.system.id, content });
    said.textContent = t('shelf.kept');
    this.told.kept();
    this.rare.refill();
  }

  /**
   * Give a figure the portrait of a file, or (null) none.
   * @param {import('../../client/draft-fight.js').DraftFigure} figure
   * @param {File | null} file
   */
  async #portrait(figure, file) {
    try {
      await this.pictures.setPortrait(figure, file);
      this.#renew();
    } catch (error) {
      this.told.failed(/** @type {Error} */ (error));
    }
  }

  /**
   * A file was dropped: on a figure it is its portrait, on the board the map's picture, or a map that has walls besides.
   * @param {File} file
   * @param {DragEvent} event
   */
  #dropped(file, event) {
    const id = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest('[data-figure]')).find(Boolean)?.getAttribute('data-figure');
    const figure = this.draft.figures.find((one) => one.id === id);
    if (figure) void this.#portrait(figure, file);
    else if (!/** @type {Element} */ (event.target).closest('.paint-place')) return;
    else if (/vtt$/i.test(file.name)) void this.#mapDropped(file);
    else void this.map.take(file);
  }

  /** @param {File} file */
  async #mapDropped(file) {
    this.ground.remember();
    await this.#map(file);
    this.ground.draw();
  }

  /** @param {File} file */
  async #map(file) {
    try {
      const { ground, backdrop } = await this.hosting.map(this.system.id, file);
      this.draft.ground = ground;
      this.ground.placeRest();
      this.#changed();
      if (backdrop) void this.map.take(file, { at: backdrop.at, width: backdrop.width, height: backdrop.height });
    } catch (error) {
      this.told.failed(/** @type {Error} */ (error));
    }
  }

  /** Something has changed: judge it all, once its writer rests. */
  #changed() {
    clearTimeout(this.#timer);
    this.#unasked();
    this.#drawSteps();
    const mine = ++this.#judged;
    this.#timer = setTimeout(async () => {
      try {
        const ids = this.draft.figures.map(({ id }) => id), { faults, combatants } = await this.hosting.check(this.draft.wish);
        if (mine !== this.#judged) return;
        this.ground.resize(new Map(combatants.map((/** @type {any} */ { number, breadth }) => [ids[number], breadth])));
        this.#blame(faults);
      } catch (error) {
        this.told.failed(/** @type {Error} */ (error));
      }
    }, REST);
  }

  /** @param {Fault[]} faults */
  #blame(faults) {
    const { key } = this.system, figureOf = (/** @type {string | null | undefined} */ field) => this.draft.figures[Number(field?.match(/^combatants\.(\d+)/)?.[1] ?? -1)];
    this.#wrong = faults;
    let left = this.rare.house.blame(this.rare.setup.blame(faults, `setup.${key}`));
    for (const { form, figure } of this.figures.sheets) left = form.blame(left, `combatants.${this.draft.figures.indexOf(figure)}.sheet.${key}`);
    const mend = (/** @type {Fault} */ { field }) => {
      const figure = figureOf(field);
      return figure && /\.place/.test(field ?? '') ? h('button', { type: 'button', onclick: () => this.ground.elsewhere(figure.id) }, t('ground.elsewhere', { name: figure.name })) : '';
    };
    this.#faults.replaceChildren(...left.map((one) => h('li', { class: 'refusal' }, whole(figureOf(one.field), one.message), ' ', mend(one))));
    const wrong = new Set(faults.filter(({ field }) => /\.place/.test(field ?? '')).map(({ field }) => figureOf(field)?.id ?? ''));
    if ([...wrong].join() !== [...this.ground.wrong].join()) {
      this.ground.wrong = wrong;
      this.ground.mark();
    }
    this.#drawSteps();
  }

  /** Let bots play it, as it stands. */
  async #askHard() {
    const { draft, hosting: { server } } = this, { heroes } = draft;
    let wanted = true;
    this.#unasked();
    this.#unasked = () => { wanted = false; };
    const { howHard } = await bring(() => import('../odds/how-hard.js'));
    const end = await howHard(this.#hard, { server, wish: draft.wish, side: heroes, label: this.#sides.find(({ key }) => key === heroes)?.label ?? heroes, take: (fight) => { draft.opponents(fight); this.#renew(); } });
    if (wanted) this.#unasked = end;
    else end();
  }

  async #make() {
    try {
      this.told.made(await this.hosting.create(this.draft.wish));
    } catch (error) {
      if (error instanceof Refusal) this.#blame([{ field: error.field, message: error.message }, ...error.others.filter(({ message }) => message !== error.message)]);
      else throw error;
    }
  }
}

/**
 * A fault with the name of whom it is about.
 * @param {import('../../client/draft-fight.js').DraftFigure | undefined} figure
 * @param {string} message
 */
const whole = (figure, message) => (!figure || message.includes(figure.name) ? message : `${figure.name}: ${message}`);

/**
 * The step that a fault belongs to.
 * @param {string | null | undefined} field
 */
function stepOf(field = '') {
  if (/^seats\b/.test(field ?? '')) return 'seats';
  if (/^ground\b|^combatants\.\d+\.place/.test(field ?? '')) return 'ground';
  return /^combatants\b/.test(field ?? '') ? 'figures' : 'rare';
}
