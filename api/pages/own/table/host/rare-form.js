// What is rarely said of a new fight: dice, who sees whose values, who may ask for odds, questions with one answer, house rules, the rules, and the shelves.
import { t } from '../words.js';
import { fieldOf, h } from '../shared/elements.js';
import { singleAnswers } from '../gm/gm-parts.js';
import { HouseForm } from './house-form.js';
import { SchemaForm } from '../shared/schema-form.js';

/** What of a new fight goes onto a shelf; a sheet does so where it is written. */
const KEPT = /** @type {const} */ (['FIGHT', 'PARTY', 'MAP', 'SETUP']);

export class RareForm {
  element = h('div', { class: 'rare' });
  #head = h('div', {});
  /** Those whom its setup may name, as it shows them. */
  #named = '';
  /** Reads the shelf anew: it may have been filled or emptied meanwhile. */
  refill = () => {};

  /**
   * @param {import('../../client/draft-fight.js').DraftFight} draft
   * @param {{ changed: () => void, renew: () => void, suggested: (catalogue: string) => any[], take: (kind: string, content: any, name: string) => void, keep: (kind: string, content: unknown, name: string, said: HTMLOutputElement) => Promise<void>, failed: (error: Error) => void }} told
   * @param {import('../../client/hosting.js').Hosting} hosting
   */
  constructor(draft, told, hosting) {
    this.draft = draft;
    this.told = told;
    this.hosting = hosting;
    this.setup = new SchemaForm(draft.system.setup, { changed: () => { draft.setup = this.setup.value; told.changed(); }, suggest: told.suggested });
    this.house = new HouseForm(draft, told.changed);
    this.element.append(this.#head, this.house.element, h('details', { class: 'rules' }, h('summary', {}, t('new.rules')), this.setup.element),
      h('details', { class: 'shelves', ontoggle: () => this.refill() }, h('summary', {}, t('new.shelves')), this.#shelves()));
  }

  draw() {
    const { draft, told } = this;
    const dice = h('select', { name: 'dice', onchange: (/** @type {Event} */ event) => { draft.dice = fieldOf(event).value; told.renew(); } },
      ...['SEEDED', 'PHYSICAL', 'MIXED'].map((one) => h('option', { value: one, selected: one === draft.dice }, t(`dice.${one}`))));
    const open = h('input', { type: 'checkbox', name: 'open', '.checked': draft.figuresOpen, onchange: (/** @type {Event} */ event) => { draft.figuresOpen = fieldOf(event).checked; told.changed(); } });
    const odds = h('select', { name: 'odds', onchange: (/** @type {Event} */ event) => { draft.odds = fieldOf(event).value; told.changed(); } },
      ...['MASTER', 'EVERYBODY', 'NOBODY'].map((one) => h('option', { value: one, selected: one === draft.odds }, t(`mayAsk.${one}`))));
    const single = singleAnswers(draft.singleAnswers, () => { draft.singleAnswers = single.said(); told.changed(); });
    if (!this.#head.contains(document.activeElement) || !this.#head.childElementCount) this.#head.replaceChildren(h('label', { class: 'field' }, t('new.dice'), ' ', dice), h('label', { class: 'row' }, open, h('span', {}, t('new.open'))), h('label', { class: 'field' }, t('new.odds'), ' ', odds), ...single.fields.map((one) => h('div', { class: 'row' }, one)));
    this.house.draw();
    const named = JSON.stringify([...told.suggested('COMBATANT'), ...told.suggested('SIDE')]);
    if (JSON.stringify(this.setup.value) !== JSON.stringify(draft.setup) || (named !== this.#named && !this.setup.element.contains(document.activeElement))) {
      this.setup.value = draft.setup;
      this.setup.draw();
      this.#named = named;
    }
  }

  #shelves() {
    const { draft, told } = this, list = h('select', { 'aria-label': t('new.shelves') }), said = h('output', {});
    const what = h('select', { 'aria-label': t('shelf.what') }, ...KEPT.map((kind) => h('option', { value: kind }, t(`shelf.${kind}`))));
    const name = h('input', { maxlength: 80, 'aria-label': t('shelf.name'), placeholder: t('shelf.name') });
    const fill = async () => {
      const items = await this.hosting.wholeShelf();
      list.replaceChildren(...items.filter((/** @type {any} */ one) => !one.system || one.system === draft.system.id).map((/** @type {any} */ one) => h('option', { value: `${one.kind}/${one.key}` }, `${t(`shelf.${one.kind}`)}: ${one.name}`)));
    };
    const guarded = (/** @type {() => Promise<void>} */ act) => () => { said.textContent = ''; act().catch(told.failed); };
    const use = async () => {
      const [kind, key] = list.value.split('/');
      if (!key) return;
      const { content, name: title } = await this.hosting.item(kind, key);
      told.take(kind, content, title);
    };
    const keep = () => told.keep(what.value, draft.partOf(/** @type {'FIGHT'} */ (what.value)), name.value.trim() || draft.name, said);
    this.refill = () => void fill().catch(told.failed);
    this.refill();
    return h('div', {}, h('div', { class: 'row' }, list, h('button', { type: 'button', onclick: guarded(use) }, t('shelf.use'))),
      h('div', { class: 'row' }, what, name, h('button', { type: 'button', class: 'keep', onclick: guarded(keep) }, t('shelf.keep')), said));
  }
}
