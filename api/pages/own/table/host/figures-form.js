// Who fights: the bestiary, who plays the foes, and each figure in a line with its sheet folded away.
import { t } from '../words.js';
import { Bestiary } from './bestiary.js';
import { fieldOf, h } from '../shared/elements.js';
import { guardedAbove, guardedCard } from '../shared/guarded-parts.js';
import { pictureButton } from '../shared/picture-files.js';
import { SchemaForm } from '../shared/schema-form.js';

/** @typedef {import('../../client/draft-fight.js').DraftFigure} DraftFigure */

export class FiguresForm {
  element = h('div', { class: 'figures' });
  #rows = h('div', { class: 'figure-rows' });
  #foes = h('div', { class: 'segments', role: 'group', 'aria-label': t('figures.foes') });
  /** The figures that are unfolded. @type {Set<DraftFigure>} */
  #unfolded = new Set();
  /** @type {{ form: SchemaForm, figure: DraftFigure }[]} */
  sheets = [];

  /**
   * @param {import('../../client/draft-fight.js').DraftFight} draft
   * @param {{ sides: () => { key: string, label: string }[], suggested: (catalogue: string) => any[], placeRest: () => void, faceOf: (figure: DraftFigure) => string | null, portrait: (figure: DraftFigure, file: File | null) => void, renew: () => void, changed: () => void, keep: (figure: DraftFigure, said: HTMLOutputElement) => void }} told
   */
  constructor(draft, told) {
    this.draft = draft;
    this.told = told;
    this.bestiary = new Bestiary(draft.system, {
      sides: told.sides, heroes: () => draft.heroes, count: (ref, side) => draft.figures.filter((one) => one.sheet?.ref === ref && one.side === side).length,
      more: (ref, name, side) => this.#add(name, side, { ref }), fewer: (ref, side) => { draft.fewer(ref, side); told.renew(); },
    });
    this.element.append(this.bestiary.element, h('div', { class: 'foes-row' }, h('span', {}, t('figures.foes')), this.#foes), this.#rows,
      h('button', { type: 'button', class: 'own-sheet', onclick: () => this.#add(t('new.figure'), this.bestiary.side, {}) }, `+ ${t('figures.own')}`));
  }

  /**
   * @param {string} name
   * @param {string} side
   * @param {any} sheet
   */
  #add(name, side, sheet) {
    const { draft } = this, like = sheet.ref && draft.figures.findLast((one) => one.sheet?.ref === sheet.ref && one.more.looks), made = draft.figure(name, { side, seat: draft.playerOf(side), sheet });
    // The next one of a kind has the face of the last one.
    if (like) made.more = { looks: like.more.looks };
    this.told.placeRest();
    this.told.renew();
  }

  draw() {
    const { draft, told } = this, bot = draft.bot !== null, all = new Set(draft.figures);
    const foes = (/** @type {string} */ label, /** @type {boolean} */ yes) => h('button', { type: 'button', 'data-foes': yes ? 'bot' : 'me', 'aria-pressed': String(bot === yes), onclick: () => { draft.foesTo(yes ? t('seats.botName') : null); told.renew(); } }, label);
    const focused = this.#foes.contains(document.activeElement);
    this.#foes.replaceChildren(foes(t('figures.me'), false), foes(t('figures.bot'), true));
    if (focused) /** @type {HTMLElement | null} */ (this.#foes.querySelector('[aria-pressed=true]'))?.focus();
    for (const one of this.#unfolded) if (!all.has(one)) this.#unfolded.delete(one);
    this.sheets = [];
    this.#rows.replaceChildren(...draft.figures.map((figure) => guardedCard(() => this.#row(figure))));
    guardedAbove(this.bestiary.element, () => this.bestiary.draw());
  }

  /** @param {DraftFigure} figure */
  #row(figure) {
    const { draft, told } = this, { heroes } = draft, seat = draft.seats.find(({ id }) => id === figure.seat), face = told.faceOf(figure);
    return h('details', {
      class: `figure${figure.side === heroes ? ' ours' : ''}`, 'data-figure': figure.id, open: this.#unfolded.has(figure),
      ontoggle: (/** @type {Event} */ event) => { if (event.target instanceof HTMLDetailsElement && event.target.matches('.figure')) this.#unfolded[event.target.open ? 'add' : 'delete'](figure); },
    }, h('summary', {}, h('span', { class: 'side-sign', 'aria-hidden': 'true' }), face ? h('img', { class: 'portrait', alt: '', src: face }) : '', h('strong', {}, figure.name), ' ', h('small', {}, [seat?.name ?? t('role.GM'), figure.hidden && t('new.hidden')].filter(Boolean).join(' · '))), ...this.#inside(figure, told.sides()));
  }

  /**
   * @param {DraftFigure} figure
   * @param {{ key: string, label: string }[]} sides
   */
  #inside(figure, sides) {
    const { draft, told } = this, form = new SchemaForm(draft.system.sheet, { value: figure.sheet, changed: () => { figure.sheet = form.value; told.changed(); }, suggest: told.suggested }), said = h('output', {});
    this.sheets.push({ form, figure });
    const { looks } = figure.more, faces = [pictureButton(t('portrait.choose'), (file) => told.portrait(figure, file), { 'data-act': 'portrait' }),
      looks?.portrait || looks?.picture ? h('button', { type: 'button', 'data-act': 'no-portrait', onclick: () => told.portrait(figure, null) }, t('portrait.remove')) : ''];
    return [h('div', { class: 'row' },
      h('input', { value: figure.name, maxlength: 80, 'aria-label': t('new.figureName'), onchange: (/** @type {Event} */ event) => { figure.name = fieldOf(event).value; told.renew(); } }),
      h('select', { 'aria-label': t('new.side'), onchange: (/** @type {Event} */ event) => { figure.side = fieldOf(event).value; told.renew(); } },
        ...sides.map((one) => h('option', { value: one.key, selected: one.key === figure.side }, one.label))),
      h('select', { 'aria-label': t('new.plays'), onchange: (/** @type {Event} */ event) => { Object.assign(figure, { seat: fieldOf(event).value || null, given: true }); told.renew(); } },
        h('option', { value: '' }, t('role.GM')), ...draft.seats.filter(({ role }) => role === 'PLAYER').map(({ id, name }) => h('option', { value: id, selected: id === figure.seat }, name))),
      h('label', {}, h('input', { type: 'checkbox', name: 'hidden', '.checked': figure.hidden, onchange: (/** @type {Event} */ event) => { figure.hidden = fieldOf(event).checked; told.renew(); } }), ` ${t('new.hidden')}`),
      h('button', { type: 'button', 'aria-label': t('form.remove'), onclick: () => { draft.figures = draft.figures.filter((one) => one !== figure); told.renew(); } }, '×')),
    h('div', { class: 'row' }, ...faces),
    h('details', {}, h('summary', {}, t('new.sheet')), form.element, h('div', { class: 'row' }, h('button', { type: 'button', class: 'keep-sheet', onclick: () => told.keep(figure, said) }, t('shelf.keepSheet')), said))];
  }
}
