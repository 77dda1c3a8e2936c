// The picture of a new fight's map: kept for its host at once, and laid over the ground that is set up.
import { KEPT } from '../../client/pictures.js';
import { t } from '../words.js';
import { h, svg } from './elements.js';
import { CELL, extentOf } from './ground-shapes.js';
import { fitted, laidFields, pictureButton } from './picture-files.js';

export class NewMap {
  /** What is shown of the picture on this page, by its address. @type {Map<string, string | null>} */
  #own = new Map();
  #fields = h('div', { class: 'map-fields' });
  #doing = h('p', { class: 'hint', role: 'status' });
  #drawn = '';

  /**
   * @param {import('../../client/draft-fight.js').DraftFight} draft
   * @param {import('../../client/pictures.js').Pictures} pictures of the host himself
   * @param {{ changed: () => void, failed: (error: Error) => void }} told changed: the board is drawn anew, and all is judged
   */
  constructor(draft, pictures, told) {
    this.draft = draft;
    this.pictures = pictures;
    this.told = told;
    this.element = h('section', { class: 'new-map' }, h('h2', {}, t('map.title')), pictureButton(t('map.choose'), (file) => void this.take(file), { 'data-map': 'choose' }), this.#doing, this.#fields,
      h('p', { class: 'hint' }, t('map.dropNew')), h('p', { class: 'hint' }, t('map.hint')));
  }

  get #backdrop() {
    return /** @type {any} */ (this.draft.more).backdrop ?? null;
  }

  set #backdrop(backdrop) {
    const { backdrop: _, ...more } = /** @type {any} */ (this.draft.more);
    this.draft.more = backdrop ? { ...more, backdrop } : more;
    this.told.changed();
  }

  /** Hundredths of the board that is drawn for one of the fight's. */
  get #unit() {
    const { kind, cell = CELL } = this.draft.ground?.space ?? {};
    return kind === 'GRID' ? CELL / cell : 1;
  }

  /** @returns {{ width: number, height: number }} of the ground, in hundredths of the fight's unit */
  get #board() {
    const { width, height } = extentOf(this.draft.ground);
    return { width: Math.round(width / this.#unit), height: Math.round(height / this.#unit) };
  }

  /**
   * Have a picture kept, and lay it.
   * @param {File} file a picture, or a map that has one
   * @param {{ at: { x: number, y: number }, width: number, height: number }} [where] as a map says it
   */
  async take(file, where) {
    this.#doing.textContent = t('map.sending');
    try {
      const made = await this.pictures.put(file);
      this.#backdrop = { ...fitted(made, this.#board), ...where, picture: made.address };
    } catch (error) {
      this.told.failed(/** @type {Error} */ (error));
    } finally {
      this.#doing.textContent = '';
    }
  }

  /** The picture on the board, below all that is painted; nothing where there is none, or it is not fetched yet. */
  shapes() {
    const backdrop = this.#backdrop, unit = this.#unit, { x, y, width, height } = extentOf(this.draft.ground);
    this.#draw();
    if (!backdrop?.picture?.startsWith(KEPT)) return [];
    const href = this.#own.get(backdrop.picture);
    if (href === undefined) void this.#fetch(backdrop.picture);
    return href ? [svg('rect', { x, y, width, height, class: 'under-map' }), svg('image', {
      href, x: backdrop.at?.x * unit || 0, y: backdrop.at?.y * unit || 0, width: backdrop.width * unit, height: backdrop.height * unit, opacity: (backdrop.opacity ?? 100) / 100, preserveAspectRatio: 'none',
    })] : [];
  }

  /** @param {string} address */
  async #fetch(address) {
    this.#own.set(address, null);
    this.#own.set(address, await this.pictures.own(address));
    if (this.#own.get(address)) this.told.changed();
  }

  /** The fields, anew only where they would say something else: what is being typed stays. */
  #draw() {
    const backdrop = this.#backdrop, text = JSON.stringify([backdrop, this.#board]);
    if (text === this.#drawn || this.#fields.contains(document.activeElement) && backdrop) return;
    this.#drawn = text;
    this.#fields.replaceChildren(...(backdrop ? laidFields({ at: { x: 0, y: 0 }, opacity: 100, ...backdrop }, {
      changed: (to) => { this.#backdrop = { ...backdrop, ...to }; }, remove: () => { this.#backdrop = null; },
      fit: () => { this.#backdrop = { ...backdrop, ...fitted(backdrop, this.#board), opacity: backdrop.opacity ?? 100 }; },
    }) : []));
  }
}
