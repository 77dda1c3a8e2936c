// A company that is put together, or grows: who is in it, who plays whom, and what its table sets for the time between fights.
import { DraftFight } from '../../client/draft-fight.js';
import { Pictures } from '../../client/pictures.js';
import { Refusal } from '../../client/refusal.js';
import { t } from '../words.js';
import { fieldOf, h, titled } from '../shared/elements.js';
import { FiguresForm } from '../host/figures-form.js';
import { HostPictures } from '../host/host-pictures.js';
import { icon } from '../shared/icon.js';
import { SchemaForm } from '../shared/schema-form.js';
import { seatsForm } from '../host/seats-form.js';

/** What of a shelf brings somebody into a company. */
const BROUGHT = ['PARTY', 'SHEET'];

export class CompanyForm {
  /** What happens with it once it is sent. */
  done = async () => {};
  brought = h('select', {});
  shelf = h('div', { class: 'row from-shelf', hidden: true });
  #faults = h('ul', { class: 'faults', 'aria-live': 'polite' });

  /**
   * @param {import('../../client/hosting.js').Hosting} hosting
   * @param {string} game
   * @param {{ failed: (error: Error) => void, back: () => void }} told
   * @param {{ name: string, seats: any[], there: any[] } | null} [grows] the company that somebody joins
   */
  static async of(hosting, game, told, grows = null) {
    return new CompanyForm(hosting, await hosting.system(`${game}_campaign`), game, told, grows);
  }

  /**
   * @param {import('../../client/hosting.js').Hosting} hosting
   * @param {any} system of its campaigns
   * @param {string} game
   * @param {{ failed: (error: Error) => void, back: () => void }} told
   * @param {{ name: string, seats: any[], there: any[] } | null} grows
   */
  constructor(hosting, system, game, told, grows) {
    this.hosting = hosting;
    this.told = told;
    this.grows = grows;
    /** The name of the campaign's part in an order. */
    this.key = system.key;
    this.draft = new DraftFight({ ...system, id: game, key: system.key.replace(/Campaign$/, '') });
    const { draft } = this;
    if (grows) draft.seats = grows.seats.map(({ key, ...seat }) => ({ ...seat, id: key, types: false }));
    else {
      draft.name = t('campaigns.newName');
      draft.seat(t('new.player', { n: 1 }), 'PLAYER');
      draft.seat(t('new.player', { n: 2 }), 'PLAYER');
    }
    const [heroes] = this.#sides, suggested = (/** @type {string} */ catalogue) => this.#suggested(catalogue);
    this.pictures = new HostPictures(new Pictures(hosting.server, null), () => this.figures.draw());
    this.settings = new SchemaForm(system.setup, { value: {}, suggest: suggested });
    this.figures = new FiguresForm(draft, {
      sides: () => [heroes], suggested, placeRest: () => {}, renew: () => this.#renew(), changed: () => {}, faceOf: (figure) => this.pictures.faceOf(figure),
      portrait: (figure, file) => void this.#portrait(figure, file), keep: (figure, said) => void this.#keep(figure, said).catch(told.failed),
    });
    this.seats = seatsForm(draft, { renew: () => this.#renew(), changed: () => {}, sides: () => [heroes] });
    this.element = this.#made(system);
    this.#renew();
    void this.#shelf().catch(told.failed);
  }

  /** @param {any} system */
  #made(system) {
    const { draft, grows, told } = this, anything = Object.keys(system.setup.properties ?? system.setup.$defs?.[system.setup.$ref?.split('/').at(-1)]?.properties ?? {}).length > 0;
    const name = h('input', { name: 'company-name', class: 'fight-name', maxlength: 80, required: true, value: draft.name, 'aria-label': t('company.name'), oninput: (/** @type {Event} */ event) => { draft.name = fieldOf(event).value; } });
    this.brought.setAttribute('aria-label', t('company.fromShelf'));
    const take = h('button', { type: 'button', 'data-act': 'take', onclick: () => { this.#take().catch(told.failed); } }, t('shelf.use'));
    this.shelf.append(h('span', {}, t('company.fromShelf')), this.brought, take);
    return h('section', { class: 'new-company', 'aria-label': grows ? t('campaigns.joins') : t('campaigns.new') }, h('form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.#send(); } },
      h('div', { class: 'new-head' }, h('button', { type: 'button', class: 'back', onclick: told.back }, icon('u-skip-back'), ` ${t('new.back')}`), grows ? h('strong', {}, grows.name) : name, h('small', {}, system.name),
        h('button', { class: 'primary make', type: 'submit', 'data-act': 'make' }, t(grows ? 'campaigns.join' : 'campaigns.make'))),
      this.#faults,
      h('div', { class: 'company-columns' }, h('section', { class: 'step-panel' }, h('h2', {}, t('company.members')), this.shelf, this.figures.element),
        h('div', {}, !grows && h('section', { class: 'step-panel' }, h('h2', {}, t('steps.seats')), this.seats.element),
          !grows && anything && h('section', { class: 'step-panel settings-of' }, h('h2', {}, t('company.settings')), h('p', { class: 'hint' }, t('company.settingsHint')), this.settings.element)))));
  }

  get #sides() {
    const { sides, usualSides } = this.draft.system, all = [...sides, ...usualSides], key = this.draft.heroes;
    return [{ key, label: all.find((one) => one.key === key)?.label ?? t('side.heroes') }];
  }

  /** @param {string} catalogue */
  #suggested(catalogue) {
    if (catalogue === 'COMBATANT') return this.draft.figures.map(({ id, name }) => ({ value: id, label: name }));
    if (catalogue === 'SIDE') return this.#sides.map(({ key, label }) => ({ value: key, label }));
    const table = this.draft.system.content.find((/** @type {any} */ one) => one.key === catalogue);
    return Object.keys(table?.entries ?? {}).map((id) => ({ value: id, label: titled(table.names[id] ?? id) }));
  }

  #renew() {
    this.seats.draw();
    this.figures.draw();
  }

  async #shelf() {
    const items = (await this.hosting.wholeShelf()).filter(({ kind, system }) => BROUGHT.includes(kind) && system === this.draft.system.id);
    this.shelf.hidden = !items.length;
    this.brought.replaceChildren(...items.map(({ kind, key, name }) => h('option', { value: `${kind}/${key}` }, `${t(`shelf.${kind}`)}: ${name}`)));
  }

  /** A party, or a character, of the shelf: without places, and without seats where the company has its own. */
  async #take() {
    const [kind, key] = this.brought.value.split('/'), { content, name } = await this.hosting.item(kind, key), { draft } = this, [{ key: side }] = this.#sides;
    const { seats, combatants } = kind === 'SHEET' ? { seats: null, combatants: [{ name, ...content }] } : content;
    draft.take({ combatants: combatants.map((/** @type {any} */ one) => ({ ...one, side, place: null })), ...(seats && !this.grows && !draft.figures.length ? { seats: [...draft.seats.filter(({ role }) => role === 'GM'), ...seats] } : {}) });
    for (const figure of draft.figures) if (!figure.seat) figure.seat = draft.idlest;
    this.#renew();
  }

  /**
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
   * @param {import('../../client/draft-fight.js').DraftFigure} figure
   * @param {HTMLOutputElement} said
   */
  async #keep(figure, said) {
    await this.hosting.keep({ kind: 'SHEET', name: figure.name, system: this.draft.system.id, content: this.draft.sheetOf(figure) });
    said.textContent = t('shelf.kept');
    await this.#shelf();
  }

  /** The body of the request that makes the campaign. @returns {any} */
  get wish() {
    const { draft } = this, { system, name, seats, combatants } = draft.wish, settings = this.settings.value ?? {};
    return { system, name, seats, members: combatants, ...(Object.keys(settings).length ? { settings: { [draft.system.key]: settings } } : {}) };
  }

  /** Who joins a company that there is, as its order of the game has them. @returns {any[]} */
  get newcomers() {
    const taken = new Set((this.grows?.there ?? []).map(({ key }) => key));
    return this.draft.figures.map(({ id, name, side, seat, sheet, more: { looks } }) => {
      let own = id;
      for (let n = 2; taken.has(own); n += 1) own = `${id}_${n}`;
      taken.add(own);
      return { id: own, name, side: this.grows?.there[0]?.side ?? side, sheet: sheet ?? {}, ...(seat ? { seat } : {}), ...(looks ? { looks } : {}) };
    });
  }

  async #send() {
    this.#faults.replaceChildren();
    try {
      await this.done();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const all = [{ field: error.field, message: error.message }, ...error.others.filter(({ message }) => message !== error.message)];
      const { key } = this.draft.system;
      let left = this.settings.blame(all, `settings.${key}`);
      for (const { form, figure } of this.figures.sheets) left = form.blame(left, `members.${this.draft.figures.indexOf(figure)}.sheet.${key}`);
      this.#faults.replaceChildren(...left.map(({ message }) => h('li', { class: 'refusal' }, message)));
    }
  }
}
