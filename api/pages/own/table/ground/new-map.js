// The picture of a new fight's map: kept for its host at once, and laid over the ground that is set up.
import { t } from '../words.js';
import { h, svg } from '../shared/elements.js';
import { CELL, extentOf } from '../board/ground-shapes.js';
import { fitted, laidFields, laidOf, pictureButton } from '../shared/picture-files.js';
import { PictureHandles } from '../board/picture-handles.js';

export class NewMap {
  #fields = h('div', { class: 'map-fields' });
  #doing = h('p', { class: 'hint', role: 'status' });
  #drawn = '';
  #hold = h('button', { type: 'button', 'data-map': 'handles', 'aria-pressed': 'false', hidden: true, onclick: () => { if (this.#handles) this.#away(); else this.hold(); } }, t('map.handles'));
  #how = h('p', { class: 'hint', hidden: true }, t('map.handlesHint'));
  /** @type {PictureHandles | null} */
  #handles = null;
  /** @type {SVGImageElement | null} */
  #image = null;

  /**
   * @param {import('../../client/draft-fight.js').DraftFight} draft
   * @param {import('../host/host-pictures.js').HostPictures} pictures
   * @param {{ changed: () => void, failed: (error: Error) => void }} told changed: the board is drawn anew, and all is judged
   */
  constructor(draft, pictures, told) {
    this.draft = draft;
    this.pictures = pictures;
    this.told = told;
    this.element = h('section', { class: 'new-map' }, h('h2', {}, t('map.title')), pictureButton(t('map.choose'), (file) => void this.take(file), { 'data-map': 'choose' }), this.#hold, this.#how, this.#doing, this.#fields,
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
      const made = await this.pictures.kept.put(file);
      this.#backdrop = { ...fitted(made, this.#board), ...where, picture: made.address };
      if (!where) this.hold();
    } catch (error) {
      this.told.failed(/** @type {Error} */ (error));
    } finally {
      this.#doing.textContent = '';
    }
  }

  /** The picture on the board, below all that is painted; nothing where there is none, or it is not fetched yet. */
  shapes() {
    const backdrop = this.#backdrop, { x, y, width, height } = extentOf(this.draft.ground);
    this.#draw();
    const href = this.pictures.hrefOf(backdrop?.picture);
    this.#image = href ? svg('image', { href, opacity: (backdrop.opacity ?? 100) / 100, preserveAspectRatio: 'none' }) : null;
    if (this.#image) this.#shift(backdrop);
    return this.#image ? [svg('rect', { x, y, width, height, class: 'under-map' }), this.#image] : [];
  }

  /** @param {import('../shared/picture-files.js').Laid} laid */
  #shift({ at, width, height }) {
    const unit = this.#unit, where = { x: (at?.x ?? 0) * unit, y: (at?.y ?? 0) * unit, width: width * unit, height: height * unit };
    for (const [name, value] of Object.entries(where)) this.#image?.setAttribute(name, String(value));
  }

  /** What lies over all that is painted, and what lies over the board: handles on the picture, while it is taken hold of. */
  over() {
    const backdrop = this.#backdrop, unit = this.#unit;
    this.#hold.hidden = !backdrop;
    this.#how.hidden = !this.#handles;
    this.#hold.setAttribute('aria-pressed', String(this.#handles !== null));
    if (!backdrop) this.#handles = null;
    if (!this.#handles) return { shapes: [], bar: [] };
    const { x, y } = extentOf(this.draft.ground);
    this.#handles.lay(laidOf({ at: { x: 0, y: 0 }, opacity: 100, ...backdrop }), { x: x / unit, y: y / unit, ...this.#board }, this.draft.ground?.space?.cell ?? CELL);
    this.#handles.element.setAttribute('transform', `scale(${unit})`);
    return { shapes: [this.#handles.element], bar: [this.#handles.bar] };
  }

  /** Take hold of the picture on the board. */
  hold() {
    this.#handles = new PictureHandles({ shown: (laid) => this.#shift(laid), changed: (laid) => { this.#backdrop = { ...this.#backdrop, ...laid }; }, done: () => this.#away() });
    this.told.changed();
    this.#handles.focus();
  }

  #away() {
    this.#handles?.remove();
    this.#handles = null;
    this.told.changed();
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
