// A form made from a JSON Schema: setups and sheets of any game, without knowing one.
import { t } from '../words.js';
import { fieldOf, h } from './elements.js';
import { guarded } from './guarded.js';
import { guardedCard } from './guarded-parts.js';

/** @typedef {any} Schema */
/** @typedef {{ value: unknown, label: string }} Suggestion */

/** Objects of at most so many fields show all of them; of larger ones only those that are given, and a list of the others. */
const ALL = 6;
let lists = 0;

/** A form for a schema. It keeps a value of JSON; what is left out takes the schema's default. */
export class SchemaForm {
  /** @type {Map<string, HTMLElement>} places for faults, by path */
  #faults = new Map();

  /**
   * @param {Schema} schema with its `$defs`
   * @param {{ value?: any, changed?: () => void, suggest?: (source: string) => Suggestion[] }} [given]
   *   suggest: the entries of one of the game's catalogues, which a field names in `x-catalogues`, or who is named by COMBATANT or SIDE
   */
  constructor(schema, { value, changed = () => {}, suggest = () => [] } = {}) {
    this.value = value;
    this.changed = changed;
    this.suggest = suggest;
    this.defs = schema.$defs ?? {};
    this.element = h('div', { class: 'schema-form' });
    this.schema = schema;
    this.draw();
  }

  /** Draw it anew, after its value was set. */
  draw() {
    this.#faults.clear();
    guarded(this.element, () => this.element.replaceChildren(this.#input(this.schema, this.value, '', [], (value) => {
      this.value = value;
      this.changed();
    })));
  }

  /**
   * Show faults at their fields; returns those that no field here is named by.
   * @param {{ field?: string | null, message: string }[]} faults
   * @param {string} prefix the path of this form in the request
   */
  blame(faults, prefix) {
    for (const place of this.#faults.values()) place.textContent = '';
    return faults.filter(({ field, message }) => {
      if (field !== prefix && !field?.startsWith(`${prefix}.`)) return true;
      let path = (field ?? '').slice(prefix.length + 1);
      while (path && !this.#faults.has(path)) path = path.slice(0, Math.max(0, path.lastIndexOf('.')));
      const place = this.#faults.get(path);
      if (!place) return true;
      place.textContent = [place.textContent, message].filter(Boolean).join(' · ');
      for (let around = place.closest('details'); around; around = around.parentElement?.closest('details') ?? null) around.open = true;
      return false;
    });
  }

  /** @param {Schema} schema */
  #resolved(schema) {
    let found = schema;
    while (found?.$ref) found = { ...this.defs[found.$ref.split('/').at(-1)], ...(found.default === undefined ? {} : { default: found.default }) };
    return found ?? {};
  }

  /**
   * @param {Schema} given
   * @param {any} value
   * @param {string} path
   * @param {string[]} catalogues whose entries it may name
   * @param {(value: any) => void} set undefined: left out
   * @returns {HTMLElement}
   */
  #input(given, value, path, catalogues, set) {
    const schema = this.#resolved(given), options = schema.anyOf ?? schema.oneOf;
    if (options) return this.#oneOf(options.map((/** @type {Schema} */ one) => this.#resolved(one)), schema, value, path, catalogues, set);
    if (schema.enum) return this.#select(schema.enum.map((/** @type {any} */ one) => ({ value: one, label: schema['x-labels']?.[one] ?? String(one).toLowerCase().replaceAll('_', ' ') })), value ?? schema.default, set, schema.default === undefined);
    if (schema.const !== undefined) return h('output', {}, String(schema.const));
    switch (schema.type) {
      case 'object': return schema.properties ? this.#object(schema, value, path, set) : this.#map(schema, value, path, catalogues, set);
      case 'array': return this.#array(schema, value ?? schema.default ?? [], path, catalogues, set);
      // Without a default, "no" is another thing than nothing: what the game has, or what is missing.
      case 'boolean': return schema.default === undefined ? this.#select([{ value: true, label: t('dialog.yes') }, { value: false, label: t('dialog.no') }], value, set, true) : h('input', { type: 'checkbox', '.checked': value ?? schema.default, onchange: (/** @type {Event} */ event) => set(fieldOf(event).checked) });
      case 'integer': case 'number': return h('input', {
        type: 'number', min: schema.minimum, max: schema.maximum, step: schema.type === 'integer' ? 1 : 'any', value: value ?? schema.default ?? '',
        oninput: (/** @type {Event} */ event) => set(fieldOf(event).value === '' ? undefined : fieldOf(event).valueAsNumber),
      });
      default: return this.#text(schema, value, catalogues, set);
    }
  }

  /**
   * @param {Schema} schema
   * @param {any} value
   * @param {string[]} catalogues
   * @param {(value: any) => void} set
   */
  #text(schema, value, catalogues, set) {
    const names = new Map(catalogues.flatMap(this.suggest).map(({ value: key, label }) => [String(key), label])), keys = keysOf(names), id = `list-${++lists}`, given = value ?? schema.default ?? '';
    const input = h('input', {
      maxlength: names.size ? null : schema.maxLength, value: names.get(given) ?? given, list: names.size ? id : null,
      oninput: (/** @type {Event} */ event) => { const { value: said } = fieldOf(event); set((keys.get(said.toLocaleLowerCase()) ?? said) || undefined); },
    });
    if (!names.size) return input;
    return h('span', {}, input, h('datalist', { id }, ...[...names.values()].map((name) => h('option', { value: name }))));
  }

  /**
   * @param {Suggestion[]} options
   * @param {any} value
   * @param {(value: any) => void} set
   * @param {boolean} empty whether nothing may be chosen too
   */
  #select(options, value, set, empty) {
    const all = empty ? [{ value: undefined, label: '–' }, ...options] : options;
    return h('select', { onchange: (/** @type {Event} */ event) => set(all[Number(fieldOf(event).value)].value) },
      ...all.map((one, n) => h('option', { value: n, selected: one.value === value }, one.label)));
  }

  /**
   * One of several kinds. A kind and null is that kind, which may be left out.
   * @param {Schema[]} options
   * @param {Schema} schema
   * @param {any} value
   * @param {string} path
   * @param {string[]} catalogues
   * @param {(value: any) => void} set
   */
  #oneOf(options, schema, value, path, catalogues, set) {
    const kinds = options.filter((one) => one.type !== 'null');
    if (kinds.length === 1 && kinds[0].properties) return this.#optional(kinds[0], value, path, catalogues, set);
    if (kinds.length === 1) return this.#input({ default: schema.default ?? undefined, ...kinds[0] }, value ?? undefined, path, catalogues, set);
    const fits = (/** @type {Schema} */ kind) => kind.type === (Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value)
      && (kind.type !== 'object' || Object.entries(kind.properties ?? {}).every(([key, one]) => this.#resolved(one).const === undefined && !(this.#resolved(one).enum?.length === 1) || value[key] === (this.#resolved(one).const ?? this.#resolved(one).enum[0])));
    const inside = h('div', { class: 'inside' });
    const show = (/** @type {number} */ n) => inside.replaceChildren(kinds[n] ? this.#input(kinds[n], value, path, catalogues, set) : '');
    const at = value === undefined || value === null ? -1 : kinds.findIndex(fits);
    const choice = h('select', { onchange: (/** @type {Event} */ event) => { value = undefined; set(undefined); show(Number(fieldOf(event).value)); } },
      h('option', { value: -1 }, '–'), ...kinds.map((kind, n) => h('option', { value: n, selected: n === at }, kind.title ?? kind.type)));
    show(at);
    return h('div', {}, choice, inside);
  }

  /**
   * An object that is left out until it is wanted, and may be left out again.
   * @param {Schema} kind
   * @param {any} given
   * @param {string} path
   * @param {string[]} catalogues
   * @param {(value: any) => void} set
   */
  #optional(kind, given, path, catalogues, set) {
    const box = h('div', { class: 'array' });
    const put = (/** @type {any} */ value) => { set(value); draw(value); };
    const draw = (/** @type {any} */ value) => box.replaceChildren(value
      ? item(() => put(undefined), this.#input(kind, value, path, catalogues, set)) : adding(() => put({})));
    draw(given);
    return box;
  }

  /**
   * @param {Schema} schema
   * @param {any} given
   * @param {string} path
   * @param {(value: any) => void} set
   */
  #object(schema, given, path, set) {
    const value = { ...given }, names = Object.keys(schema.properties), required = new Set(schema.required ?? []);
    const shown = new Set(names.length <= ALL ? names : names.filter((name) => name in value || required.has(name)));
    const box = h('div', { class: 'object' });
    const row = (/** @type {string} */ name) => {
      const inside = schema.properties[name], at = path ? `${path}.${name}` : name, fault = h('span', { class: 'refusal' });
      this.#faults.set(at, fault);
      const input = this.#input(inside, value[name], at, [...(inside['x-catalogues'] ?? []), ...(inside['x-names'] ? [inside['x-names']] : [])], (one) => {
        if (one === undefined) delete value[name];
        else value[name] = one;
        set({ ...value });
      });
      const large = input.matches('.object, .array, div'), label = `${titled(name, inside)}${required.has(name) ? ' *' : ''}`;
      return large ? h('fieldset', {}, h('legend', {}, label), input, fault)
        : h('label', { class: 'row' }, h('span', {}, label), input, fault);
    };
    const draw = () => {
      const absent = names.filter((name) => !shown.has(name));
      const more = h('select', { 'aria-label': t('form.more'), onchange: (/** @type {Event} */ event) => { shown.add(fieldOf(event).value); draw(); } },
        h('option', { value: '' }, t('form.more')), ...absent.map((name) => h('option', { value: name }, titled(name, schema.properties[name]))));
      box.replaceChildren(...names.filter((name) => shown.has(name)).map((name) => guardedCard(() => row(name))), absent.length ? more : '');
    };
    draw();
    return box;
  }

  /**
   * @param {Schema} schema
   * @param {any[]} given
   * @param {string} path
   * @param {string[]} catalogues
   * @param {(value: any) => void} set
   */
  #array(schema, given, path, catalogues, set) {
    const value = [...given], box = h('div', { class: 'array' });
    const draw = () => box.replaceChildren(...value.map((one, n) => {
      const at = `${path}.${n}`, fault = h('span', { class: 'refusal' });
      this.#faults.set(at, fault);
      const made = item(() => { value.splice(n, 1); set([...value]); draw(); }, this.#input(schema.items ?? {}, one, at, catalogues, (changed) => { value[n] = changed ?? null; set([...value]); }));
      made.append(fault);
      return made;
    }), adding(() => { value.push(empty(this.#resolved(schema.items ?? {}))); set([...value]); draw(); }));
    draw();
    return box;
  }

  /**
   * An object of any keys.
   * @param {Schema} schema
   * @param {any} given
   * @param {string} path
   * @param {string[]} catalogues
   * @param {(value: any) => void} set
   */
  #map(schema, given, path, catalogues, set) {
    const entries = Object.entries(given ?? {}), box = h('div', { class: 'array' });
    const tell = () => set(Object.fromEntries(entries.filter(([key]) => key)));
    const draw = () => box.replaceChildren(...entries.map((entry, n) => item(() => { entries.splice(n, 1); tell(); draw(); },
      this.#text({ value: entry[0] }, entry[0], catalogues, (key) => { entry[0] = key ?? ''; tell(); }),
      this.#input(schema.additionalProperties ?? {}, entry[1], `${path}.${entry[0]}`, [], (value) => { entry[1] = value; tell(); }))),
    adding(() => { entries.push(['', empty(this.#resolved(schema.additionalProperties ?? {}))]); draw(); }));
    draw();
    return box;
  }
}

/**
 * What each entry of catalogues is called, and what it is known by there. Of two with one name each has its number.
 * @param {Map<string, string>} names which it mends
 */
function keysOf(names) {
  const keys = new Map();
  for (const [key, name] of names) {
    let own = name;
    for (let n = 2; keys.has(own.toLocaleLowerCase()); n += 1) own = `${name} ${n}`;
    keys.set(own.toLocaleLowerCase(), key);
    names.set(key, own);
  }
  return keys;
}

/**
 * What may be taken away again.
 * @param {() => void} remove
 * @param {...Node} inside
 */
const item = (remove, ...inside) => h('div', { class: 'item' }, ...inside, h('button', { type: 'button', 'aria-label': t('form.remove'), onclick: remove }, '×'));

/** @param {() => void} onclick */
const adding = (onclick) => h('button', { type: 'button', onclick }, `+ ${t('form.add')}`);

/**
 * What a field is called: its title, or its name as words.
 * @param {string} name
 * @param {Schema} schema
 */
function titled(name, schema) {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
  return schema.title ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {Schema} schema */
function empty(schema) {
  if (schema.enum) return schema.enum[0];
  return { object: {}, array: [], integer: schema.minimum ?? 0, number: schema.minimum ?? 0, boolean: false, string: '' }[/** @type {'object'} */ (schema.type)] ?? null;
}
