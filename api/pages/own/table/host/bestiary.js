// The bestiary: searched by name and by kind, each with its stat block, taken with plus and given back with minus.
import { t } from '../words.js';
import { fieldOf, h, titled } from '../shared/elements.js';
import { guardedCard } from '../shared/guarded-parts.js';
import { icon } from '../shared/icon.js';
import { statBlock, StatBlocks } from '../fight/stat-block.js';

/** As many kinds are offered to filter by: each of several entries, and of no more than half of them. */
const KINDS = 8;

export class Bestiary {
  element = h('div', { class: 'bestiary' });
  #list = h('ul', { class: 'entries' });
  #chips = h('div', { class: 'chips', role: 'group', 'aria-label': t('bestiary.kinds') });
  #found = h('output', {});
  #wanted = '';
  #kind = '';
  /** The entry whose stat block is open. */
  #open = '';
  /** The side that newcomers join. */
  side;
  /** @type {{ id: string, name: string, facts: import('../fight/stat-block.js').Facts, heroic: boolean, fault: unknown }[]} fault: why its facts cannot be read */
  #entries;

  /**
   * @param {any} system all of a game
   * @param {{ sides: () => { key: string, label: string }[], heroes: () => string, count: (ref: string, side: string) => number, more: (ref: string, name: string, side: string) => void, fewer: (ref: string, side: string) => void }} draft
   */
  constructor(system, draft) {
    this.draft = draft;
    this.side = draft.heroes();
    const { ref } = (system.sheet.$defs[system.sheet.$ref?.split('/').at(-1)] ?? system.sheet).properties, blocks = new StatBlocks(system);
    const tables = new Map(system.content.map((/** @type {any} */ one) => [one.key, one]));
    this.#entries = (ref?.['x-entries'] ?? []).map((/** @type {string} */ id) => {
      const among = (ref['x-catalogues'] ?? []).findIndex((/** @type {string} */ key) => tables.get(key)?.entries[id]), table = tables.get(ref['x-catalogues']?.[among]);
      try {
        const name = titled(table?.names[id] ?? id);
        return { id, name, facts: blocks.of(table?.entries[id]), heroic: among === 0, fault: null };
      } catch (fault) {
        return { id, name: '', facts: { figures: [], words: [], kinds: [] }, heroic: among === 0, fault };
      }
    });
    const search = h('input', { type: 'search', class: 'search', placeholder: t('bestiary.search'), 'aria-label': t('bestiary.search'), oninput: (/** @type {Event} */ event) => { this.#wanted = fieldOf(event).value.trim().toLocaleLowerCase(); this.#draw(); } });
    this.sides = h('div', { class: 'segments', role: 'group', 'aria-label': t('new.side') });
    this.element.append(this.sides, h('div', { class: 'search-row' }, icon('u-search'), search, this.#found), this.#chips, this.#list);
    this.draw();
  }

  /** Draw it anew, after sides or counts may be others. */
  draw() {
    const sides = this.draft.sides();
    if (!sides.some(({ key }) => key === this.side)) this.side = sides[0].key;
    const focused = this.sides.contains(document.activeElement);
    this.sides.replaceChildren(...sides.map(({ key, label }) => h('button', { type: 'button', 'data-side-of': key, 'aria-pressed': String(key === this.side), onclick: () => { this.side = key; this.draw(); } }, label)));
    if (focused) /** @type {HTMLElement | null} */ (this.sides.querySelector('[aria-pressed=true]'))?.focus();
    const counted = new Map();
    for (const { facts: { kinds } } of this.#entries) for (const kind of new Set(kinds)) counted.set(kind, (counted.get(kind) ?? 0) + 1);
    const kinds = [...counted].filter(([, n]) => n > 1 && 2 * n <= this.#entries.length).sort((a, b) => b[1] - a[1]).slice(0, KINDS).map(([kind]) => kind);
    this.#chips.replaceChildren(...kinds.map((kind) => h('button', { type: 'button', 'aria-pressed': String(kind === this.#kind), onclick: () => { this.#kind = kind === this.#kind ? '' : kind; this.draw(); } }, kind)));
    this.#draw();
  }

  /** What fits the search; for the side of the heroes those who are made for it stand first, for others last. */
  #draw() {
    const heroes = this.side === this.draft.heroes(), fits = (/** @type {any} */ { name, facts }) => (!this.#kind || facts.kinds.includes(this.#kind))
      && [name, ...facts.words.map((/** @type {any} */ one) => one.value)].join(' ').toLocaleLowerCase().includes(this.#wanted);
    const found = this.#entries.filter(fits).sort((a, b) => Number(b.heroic === heroes) - Number(a.heroic === heroes));
    this.#found.textContent = this.#wanted || this.#kind ? t('bestiary.found', { n: found.length }) : '';
    const focus = this.#list.contains(document.activeElement) ? document.activeElement?.getAttribute('data-act') : null;
    this.#list.replaceChildren(...found.map((one) => guardedCard(() => this.#row(one))));
    if (focus) /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-act="${CSS.escape(focus)}"]:not(:disabled)`))?.focus();
  }

  /** @param {{ id: string, name: string, facts: import('../fight/stat-block.js').Facts, fault: unknown }} entry */
  #row({ id, name, facts, fault }) {
    if (fault) throw fault;
    const count = this.draft.count(id, this.side), open = this.#open === id, short = facts.figures.slice(0, 3).map((one) => `${one.name} ${one.value}`).join(' · ');
    const step = (/** @type {string} */ act, /** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ done) => h('button', {
      type: 'button', class: 'round', 'data-act': `${act} ${id}`, 'aria-label': label, disabled: act === 'less' && !count, onclick: () => { done(); this.#draw(); },
    }, icon(sign));
    return h('li', { class: `entry${count ? ' taken' : ''}`, 'data-entry-of': id },
      h('button', { type: 'button', class: 'entry-name', 'data-act': `open ${id}`, 'aria-expanded': String(open), onclick: () => { this.#open = open ? '' : id; this.#draw(); } }, h('strong', {}, name), h('small', {}, short)),
      step('less', 'u-minus', t('bestiary.less', { name }), () => this.draft.fewer(id, this.side)), h('output', {}, count || ''),
      step('more', 'u-plus', t('bestiary.more', { name }), () => this.draft.more(id, name, this.side)), open ? statBlock(facts) : '');
  }
}
