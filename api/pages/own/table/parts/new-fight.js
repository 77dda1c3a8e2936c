// The form of a new fight: seats, figures from bestiary and shelves, ground, rules; with all that is wrong with it at once.
import { DraftFight } from '../../client/draft-fight.js';
import { Refusal } from '../../client/refusal.js';
import { t } from '../words.js';
import { fieldOf, h, titled } from './elements.js';
import { singleAnswers } from './gm-parts.js';
import { groundEditor } from './ground-editor.js';
import { readyFights } from './ready-fights.js';
import { SchemaForm } from './schema-form.js';

const ROLES = ['GM', 'PLAYER', 'SPECTATOR'];
const BOTS = ['GREEDY', 'RANDOM'];
/** What of a new fight goes onto a shelf; a sheet does so where it is written. */
const KEPT = /** @type {const} */ (['FIGHT', 'PARTY', 'MAP', 'SETUP']);
/** Milliseconds after the last change before all is judged. */
const REST = 500;

/**
 * @param {import('../../client/hosting.js').Hosting} hosting
 * @param {any[]} systems the installed games in short
 * @param {{ made: (created: any) => void, failed: (error: Error) => void, kept: () => void }} told
 */
export async function newFight(hosting, systems, told) {
  const place = h('div', {}), page = h('section', { class: 'new-fight', 'aria-label': t('new.title') });
  const choice = h('select', { onchange: () => void begin().catch(told.failed) }, ...systems.map((one) => h('option', { value: one.id }, one.name)));
  page.append(h('h2', {}, t('new.title')), h('label', { class: 'row' }, h('span', {}, t('new.game')), choice), place);
  /** The form of the chosen game, unless another is chosen before this one has come. */
  async function begin() {
    const wanted = choice.value;
    place.setAttribute('aria-busy', 'true');
    const system = await hosting.system(wanted);
    if (wanted !== choice.value) return;
    place.replaceChildren(new FightForm(hosting, system, told).element);
    place.removeAttribute('aria-busy');
  }
  await begin().catch(told.failed);
  return page;
}

class FightForm {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #judged = 0;
  /** What was added last: more of it may come. @type {{ which?: string, side?: string }} */
  #adding = {};
  /** @type {{ form: SchemaForm, figure: import('../../client/draft-fight.js').DraftFigure }[]} */
  #sheets = [];
  /** Reads the shelf anew: it may have been filled or emptied meanwhile. */
  #refill = () => {};
  #faults = h('ul', { class: 'faults', 'aria-live': 'polite' });
  #head = h('div', {});
  #seats = h('div', {});
  #figures = h('div', {});
  #ground;
  #setup;

  /**
   * @param {import('../../client/hosting.js').Hosting} hosting
   * @param {any} system
   * @param {{ made: (created: any) => void, failed: (error: Error) => void, kept: () => void }} told
   */
  constructor(hosting, system, told) {
    this.hosting = hosting;
    this.system = system;
    this.told = told;
    this.draft = new DraftFight(system);
    this.draft.seat(t('new.player', { n: 1 }), 'PLAYER');
    this.draft.seat(t('new.player', { n: 2 }), 'PLAYER');
    this.#ground = groundEditor(this.draft, { changed: () => this.#changed(), map: (file) => this.#map(file) });
    this.#setup = new SchemaForm(system.setup, { changed: () => { this.draft.setup = this.#setup.value; this.#changed(); }, suggest: (name) => this.#suggested(name) });
    this.element = this.#made();
    this.#drawHead();
    this.#drawSeats();
    this.#drawFigures();
    this.#changed();
  }

  #made() {
    return h('form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.#make(); } },
      readyFights(this.system.readyFights ?? [], (request) => this.#take('FIGHT', request, request.name)), this.#head,
      h('details', { open: true }, h('summary', {}, t('new.seats')), this.#seats),
      h('details', { open: true }, h('summary', {}, t('new.figures')), this.#figures),
      h('details', { open: true, hidden: !this.system.spaces.some((/** @type {string} */ one) => one !== 'NOWHERE') }, h('summary', {}, t('new.ground')), this.#ground.element),
      h('details', {}, h('summary', {}, t('new.rules')), this.#setup.element),
      h('details', { ontoggle: () => this.#refill() }, h('summary', {}, t('new.shelves')), this.#shelves()),
      this.#faults, h('div', { class: 'buttons' }, h('button', { class: 'primary', type: 'submit' }, t('new.make'))));
  }

  /** What is said of the fight as a whole. */
  #drawHead() {
    const { draft } = this;
    const name = h('input', { value: draft.name, maxlength: 80, required: true, oninput: (/** @type {Event} */ event) => { draft.name = fieldOf(event).value; this.#changed(); } });
    const dice = h('select', { onchange: (/** @type {Event} */ event) => { draft.dice = fieldOf(event).value; this.#drawSeats(); this.#changed(); } },
      ...['SEEDED', 'PHYSICAL', 'MIXED'].map((one) => h('option', { value: one, selected: one === draft.dice }, t(`dice.${one}`))));
    const open = h('input', { type: 'checkbox', '.checked': draft.figuresOpen, onchange: (/** @type {Event} */ event) => { draft.figuresOpen = fieldOf(event).checked; this.#changed(); } });
    const single = singleAnswers(draft.singleAnswers, () => { draft.singleAnswers = single.said(); this.#changed(); });
    this.#head.replaceChildren(h('label', { class: 'row' }, h('span', {}, t('new.name')), name), h('label', { class: 'row' }, h('span', {}, t('new.dice')), dice),
      h('label', { class: 'row' }, open, h('span', {}, t('new.open'))),
      h('div', { class: 'row' }, ...single.fields));
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

  #drawSeats() {
    const { draft } = this;
    const renew = () => { this.#drawSeats(); this.#drawFigures(); this.#changed(); };
    const row = (/** @type {import('../../client/draft-fight.js').DraftSeat} */ seat) => h('div', { class: 'row' },
      h('input', { value: seat.name, maxlength: 80, 'aria-label': t('new.seatName'), onchange: (/** @type {Event} */ event) => { seat.name = fieldOf(event).value; renew(); } }),
      h('select', { 'aria-label': t('new.role'), onchange: (/** @type {Event} */ event) => { seat.role = /** @type {any} */ (fieldOf(event).value); renew(); } },
        ...ROLES.map((one) => h('option', { value: one, selected: one === seat.role }, t(`role.${one}`)))),
      seat.role === 'SPECTATOR' ? '' : h('select', { 'aria-label': t('new.bot'), onchange: (/** @type {Event} */ event) => { seat.bot = fieldOf(event).value || null; renew(); } },
        h('option', { value: '' }, t('bot.none')), ...BOTS.map((one) => h('option', { value: one, selected: one === seat.bot }, t(`bot.${one}`)))),
      seat.bot ? h('input', { type: 'number', min: 0, max: 60, step: 'any', class: 'face', value: seat.botPace === null ? '' : seat.botPace / 1000, placeholder: t('new.pace'), 'aria-label': t('new.pace'), onchange: (/** @type {Event} */ event) => { seat.botPace = fieldOf(event).value === '' ? null : Math.round(1000 * fieldOf(event).valueAsNumber); this.#changed(); } }) : '',
      draft.dice === 'MIXED' && seat.role === 'PLAYER' ? h('label', {}, h('input', { type: 'checkbox', '.checked': seat.types, onchange: (/** @type {Event} */ event) => { seat.types = fieldOf(event).checked; this.#changed(); } }), ` ${t('new.types')}`) : '',
      h('button', { type: 'button', 'aria-label': t('form.remove'), onclick: () => { draft.removeSeat(seat.id); renew(); } }, '×'));
    const typing = draft.dice === 'MIXED' ? this.#sides.map(({ key, label }) => h('label', { class: 'row' }, h('input', {
      type: 'checkbox', '.checked': draft.typingSides.includes(key), 'data-side': key, onchange: (/** @type {Event} */ event) => { draft.typesSide(key, fieldOf(event).checked); this.#changed(); },
    }), h('span', {}, t('new.typing', { side: label })))) : [];
    this.#seats.replaceChildren(...draft.seats.map(row), ...typing, h('button', { type: 'button', onclick: () => { draft.seat(t('new.player', { n: draft.seats.length }), 'PLAYER'); renew(); } }, `+ ${t('new.seat')}`));
  }

  #drawFigures() {
    const { draft, system } = this;
    this.#sheets = [];
    const renew = () => { this.#drawFigures(); this.#ground.draw(); this.#changed(); };
    const { ref } = (system.sheet.$defs[system.sheet.$ref?.split('/').at(-1)] ?? system.sheet).properties;
    const names = Object.assign({}, ...system.content.map((/** @type {any} */ table) => table.names));
    const ready = (ref?.['x-entries'] ?? []).map((/** @type {string} */ id) => ({ id, name: titled(names[id] ?? id) }));
    const sides = this.#sides;
    const which = h('select', { 'aria-label': t('new.which') }, ...ready.map((/** @type {any} */ one, /** @type {number} */ n) => h('option', { value: n }, one.name)), h('option', { value: -1 }, t('new.ownSheet')));
    which.value = this.#adding.which ?? which.value;
    const side = h('select', { 'aria-label': t('new.side') }, ...sides.map((one) => h('option', { value: one.key }, one.label)));
    side.value = this.#adding.side ?? side.value;
    const count = h('input', { type: 'number', min: 1, max: 20, value: 1, class: 'face', 'aria-label': t('new.count') });
    const add = () => {
      const one = ready[Number(which.value)] ?? { id: '', name: t('new.figure') };
      for (let n = 0; n < (count.valueAsNumber || 1); n += 1) draft.figure(one.name, { side: side.value, seat: side.value === sides[0].key ? draft.idlest : null, sheet: one.id ? { ref: one.id } : {} });
      this.#adding = { which: which.value, side: side.value };
      this.#ground.placeRest();
      renew();
      /** @type {HTMLElement | null} */ (this.#figures.querySelector('button.add'))?.focus();
    };
    const row = (/** @type {import('../../client/draft-fight.js').DraftFigure} */ figure) => {
      const form = new SchemaForm(system.sheet, { value: figure.sheet, changed: () => { figure.sheet = form.value; this.#changed(); }, suggest: (name) => this.#suggested(name) });
      this.#sheets.push({ form, figure });
      const said = h('output', {}), keep = () => this.#keep('SHEET', draft.sheetOf(figure), figure.name, said).catch(this.told.failed);
      return h('div', { class: 'figure' }, h('div', { class: 'row' },
        h('input', { value: figure.name, maxlength: 80, 'aria-label': t('new.figureName'), onchange: (/** @type {Event} */ event) => { figure.name = fieldOf(event).value; renew(); } }),
        h('select', { 'aria-label': t('new.side'), onchange: (/** @type {Event} */ event) => { figure.side = fieldOf(event).value; renew(); } },
          ...sides.map((one) => h('option', { value: one.key, selected: one.key === figure.side }, one.label))),
        h('select', { 'aria-label': t('new.plays'), onchange: (/** @type {Event} */ event) => { figure.seat = fieldOf(event).value || null; this.#changed(); } },
          h('option', { value: '' }, t('role.GM')), ...draft.seats.filter(({ role }) => role === 'PLAYER').map(({ id, name }) => h('option', { value: id, selected: id === figure.seat }, name))),
        h('label', {}, h('input', { type: 'checkbox', '.checked': figure.hidden, onchange: (/** @type {Event} */ event) => { figure.hidden = fieldOf(event).checked; this.#changed(); } }), ` ${t('new.hidden')}`),
        h('button', { type: 'button', 'aria-label': t('form.remove'), onclick: () => { draft.figures = draft.figures.filter((one) => one !== figure); renew(); } }, '×')),
      h('details', {}, h('summary', {}, t('new.sheet')), form.element, h('div', { class: 'row' }, h('button', { type: 'button', class: 'keep-sheet', onclick: keep }, t('shelf.keepSheet')), said)));
    };
    this.#figures.replaceChildren(...draft.figures.map(row), h('div', { class: 'row' }, count, '×', which, side, h('button', { type: 'button', class: 'add', onclick: add }, `+ ${t('new.figure')}`)));
  }

  /** @param {string} catalogue */
  #suggested(catalogue) {
    const table = this.system.content.find((/** @type {any} */ one) => one.key === catalogue);
    return Object.keys(table?.entries ?? {}).map((id) => ({ value: id, label: table.names[id] ?? id }));
  }

  #shelves() {
    const { draft, system } = this, list = h('select', { 'aria-label': t('new.shelves') }), said = h('output', {});
    const what = h('select', { 'aria-label': t('shelf.what') }, ...KEPT.map((kind) => h('option', { value: kind }, t(`shelf.${kind}`))));
    const name = h('input', { maxlength: 80, 'aria-label': t('shelf.name'), placeholder: t('shelf.name') });
    const fill = async () => {
      const items = await this.hosting.wholeShelf();
      list.replaceChildren(...items.filter((/** @type {any} */ one) => !one.system || one.system === system.id).map((/** @type {any} */ one) => h('option', { value: `${one.kind}/${one.key}` }, `${t(`shelf.${one.kind}`)}: ${one.name}`)));
    };
    const guarded = (/** @type {() => Promise<void>} */ act) => () => { said.textContent = ''; act().catch(this.told.failed); };
    const use = async () => {
      const [kind, key] = list.value.split('/');
      if (!key) return;
      const { content, name: title } = await this.hosting.item(kind, key);
      this.#take(kind, content, title);
    };
    const keep = () => this.#keep(what.value, draft.partOf(/** @type {'FIGHT'} */ (what.value)), name.value.trim() || draft.name, said);
    this.#refill = () => void fill().catch(this.told.failed);
    this.#refill();
    return h('div', {}, h('div', { class: 'row' }, list, h('button', { type: 'button', onclick: guarded(use) }, t('shelf.use'))),
      h('div', { class: 'row' }, what, name, h('button', { type: 'button', class: 'keep', onclick: guarded(keep) }, t('shelf.keep')), said));
  }

  /**
   * Put something that was kept, or is ready-made, into the form.
   * @param {string} kind
   * @param {any} content
   * @param {string} title
   */
  #take(kind, content, title) {
    const { draft } = this;
    if (kind === 'FIGHT') Object.assign(draft, { figures: [], ground: null, more: {}, setup: undefined });
    draft.take(kind === 'SHEET' ? { combatants: [{ name: title, ...content }] } : content);
    this.#ground.placeRest();
    this.#setup.value = draft.setup;
    this.#setup.draw();
    this.#drawHead();
    this.#drawSeats();
    this.#drawFigures();
    this.#ground.draw();
    this.#changed();
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
    this.#refill();
  }

  /** @param {File} file */
  async #map(file) {
    try {
      this.draft.ground = (await this.hosting.map(this.system.id, file)).ground;
      this.#ground.placeRest();
      this.#changed();
    } catch (error) {
      this.told.failed(/** @type {Error} */ (error));
    }
  }

  /** Something has changed: judge it all, once its writer rests. */
  #changed() {
    clearTimeout(this.#timer);
    const mine = ++this.#judged;
    this.#timer = setTimeout(async () => {
      try {
        const faults = await this.hosting.faults(this.draft.wish);
        if (mine === this.#judged) this.#blame(faults);
      } catch (error) {
        this.told.failed(/** @type {Error} */ (error));
      }
    }, REST);
  }

  /** @param {{ field?: string | null, message: string }[]} faults */
  #blame(faults) {
    const { key } = this.system;
    let left = this.#setup.blame(faults, `setup.${key}`);
    for (const [n, { form }] of this.#sheets.entries()) left = form.blame(left, `combatants.${n}.sheet.${key}`);
    const named = (/** @type {string | null | undefined} */ field) => {
      const [, number] = field?.match(/^combatants\.(\d+)/) ?? [];
      return number ? `${this.draft.figures[Number(number)]?.name}: ` : '';
    };
    this.#faults.replaceChildren(...left.map(({ field, message }) => h('li', { class: 'refusal' }, `${named(field)}${message}`)));
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
