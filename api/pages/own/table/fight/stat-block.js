// What an entry of a bestiary is, for people: its figures and what it has, in the words of the game's own schema.
import { h, titled } from '../shared/elements.js';

/** Fields that say where an entry comes from, and nothing of what it is. */
const NOTHING = new Set(['ref', 'id', 'name', 'group', 'role']);

/**
 * @typedef {object} Facts
 * @property {{ name: string, value: string }[]} figures numbers
 * @property {{ name: string, value: string }[]} words what it is, and what it has
 * @property {string[]} kinds words that it may be found by
 */

/** Reads entries of a game's catalogues by its schemas. */
export class StatBlocks {
  #names;
  /** Fields by name, those of the sheet first. @type {Map<string, any>} */
  #fields = new Map();

  /** @param {any} system all of a game */
  constructor({ sheet, content }) {
    this.#names = Object.assign({}, ...content.map((/** @type {any} */ { names }) => names));
    this.defs = sheet.$defs ?? {};
    const root = this.#resolved(sheet);
    for (const { properties = {} } of [root, ...Object.values(this.defs)])
      for (const [name, field] of Object.entries(properties)) if (!this.#fields.has(name) && field.title) this.#fields.set(name, field);
  }

  /** @param {any} schema @returns {any} */
  #resolved(schema) {
    if (schema.$ref) return this.#resolved(this.defs[schema.$ref.split('/').at(-1)]);
    const kind = schema.anyOf?.find((/** @type {any} */ one) => one.type !== 'null');
    return kind ? this.#resolved(kind) : schema;
  }

  /**
   * @param {any} entry
   * @returns {Facts}
   */
  of(entry) {
    /** @type {Facts} */
    const found = { figures: [], words: [], kinds: [] };
    for (const [key, value] of Object.entries(entry ?? {})) {
      const field = this.#fields.get(key);
      if (!field || NOTHING.has(key) || value === null || value === undefined || typeof value === 'boolean') continue;
      const name = field.title, schema = this.#resolved(field);
      if (typeof value === 'number') found.figures.push({ name, value: value.toLocaleString(document.documentElement.lang) });
      else {
        const words = this.#worded(value, schema);
        if (!words.length) continue;
        found.words.push({ name, value: words.join(', ') });
        if (schema.enum || this.#resolved(schema.items ?? {}).enum) found.kinds.push(...words);
      }
    }
    return found;
  }

  /**
   * A value in words; [] where there are none for it.
   * @param {any} value
   * @param {any} schema
   * @returns {string[]}
   */
  #worded(value, schema) {
    if (typeof value === 'string') return [schema['x-labels']?.[value] ?? this.#names[value]].filter(Boolean).map(titled);
    if (Array.isArray(value)) return value.flatMap((one) => this.#worded(one, this.#resolved(schema.items ?? {})));
    if (typeof value !== 'object' || value === null) return [];
    if (typeof value.name === 'string') return [titled(value.name)];
    if (schema.properties) {
      const [thing] = Object.values(value).filter((one) => typeof one === 'string' && this.#names[one]), level = Object.values(value).find((one) => typeof one === 'number');
      return thing ? [[titled(this.#names[thing]), level].filter((one) => one !== undefined).join(' ')] : [];
    }
    return Object.entries(value).filter(([, one]) => typeof one === 'number').map(([key, one]) => `${titled(schema.propertyNames?.['x-labels']?.[key] ?? this.#names[key] ?? key)} ${one}`);
  }
}

/**
 * @param {Facts} facts
 */
export const statBlock = ({ figures, words }) => h('div', { class: 'stat-block' },
  h('div', { class: 'stats' }, ...figures.slice(0, 12).map(({ name, value }) => h('span', {}, h('b', {}, value), h('small', {}, name)))),
  h('dl', { class: 'kv' }, ...words.flatMap(({ name, value }) => [h('dt', {}, name), h('dd', {}, value)])));
