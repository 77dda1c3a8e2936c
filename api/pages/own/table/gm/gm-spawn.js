// Newcomers: several at once from the bestiary, hidden or not, put on the board by clicks.
import { idOf } from '../../client/ids.js';
import { bare } from '../../client/places.js';
import { t } from '../words.js';
import { h, titled } from '../shared/elements.js';
import { button, folded, labelled, line, select, Shown } from './gm-parts.js';
import { freeLays } from './gm-places.js';
import { SchemaForm } from '../shared/schema-form.js';

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @returns {import('./gm-panel.js').Section}
 */
export function spawnSection(desk) {
  const { ruling, fight, act } = desk, inside = h('div', {});
  const element = folded(t('gm.spawn'), 'spawn', inside);
  /** @type {any[]} */
  let places = [];
  /** @type {any[]} entries that wait to enter together */
  let waiting = [];
  /** Fills the lists of sides and seats anew. */
  let refill = () => {};
  element.addEventListener('toggle', () => { if (element.open && !inside.childElementCount) draw().catch(desk.failed); });

  async function draw() {
    const system = await ruling.system(), { combatants } = fight.loaded;
    const { ref } = (system.sheet.$defs[system.sheet.$ref?.split('/').at(-1)] ?? system.sheet).properties;
    const labels = new Map(system.content.flatMap((/** @type {any} */ one) => one.names.map((/** @type {any} */ { key, value }) => [key, value])));
    const ready = (ref?.['x-entries'] ?? []).map((/** @type {string} */ value) => ({ value, label: titled(labels.get(value) ?? value) }));
    const which = select(t('new.which'), [...ready, { value: '', label: t('new.ownSheet') }], undefined, { 'data-gm': 'which', onchange: () => take() });
    const name = h('input', { maxlength: 80, 'aria-label': t('new.figureName'), 'data-gm': 'name' });
    const count = h('input', { type: 'number', min: 1, max: 20, value: 1, class: 'face', 'aria-label': t('new.count'), 'data-gm': 'count', oninput: () => said() });
    const usual = system.sides.length ? system.sides : [{ key: 'heroes', label: t('side.heroes') }, { key: 'foes', label: t('side.foes') }];
    const sides = () => {
      const { scene, combatants } = fight.loaded, found = new Map([...scene.sides, ...usual].map((/** @type {any} */ one) => [one.key, one.label]));
      for (const one of combatants) if (!found.has(one.side)) found.set(one.side, titled(one.side.replace(/[_-]+/g, ' ')));
      return [...found].map(([value, label]) => ({ value, label }));
    };
    const players = () => [{ value: '', label: t('role.GM') }, ...fight.loaded.seats.filter((/** @type {any} */ one) => one.role === 'PLAYER').map((/** @type {any} */ one) => ({ value: one.key, label: one.name }))];
    const foes = combatants.findLast((/** @type {any} */ one) => one.seat === null || one.seat === desk.seat)?.side ?? usual.at(-1).key;
    const side = select(t('new.side'), sides(), foes, { 'data-gm': 'side' }), seat = select(t('new.plays'), players());
    const known = new Shown();
    refill = () => known.when([sides(), players()], () => {
      for (const [list, options] of /** @type {[HTMLSelectElement, { value: string, label: string }[]][]} */ ([[side, sides()], [seat, players()]])) {
        const before = list.value;
        list.replaceChildren(...options.map((one) => h('option', { value: one.value, selected: one.value === before }, one.label)));
      }
    });
    const hidden = h('input', { type: 'checkbox', '.checked': true, 'data-gm': 'hidden' }), placed = h('output', {}), queue = h('ul', {});
    const form = new SchemaForm(system.sheet, { value: {}, suggest: (source) => {
      if (source === 'SIDE') return sides();
      return source === 'COMBATANT' ? fight.loaded.combatants.map((/** @type {any} */ { key, name: label }) => ({ value: key, label })) : suggested(system, source);
    } });
    const take = () => {
      name.value = titled(labels.get(which.value) ?? '');
      form.value = which.value ? { ref: which.value } : {};
      form.draw();
    };
    const many = () => Math.max(1, count.valueAsNumber || 1);
    const said = () => { placed.textContent = t('gm.placed', { n: places.length, most: many() }); };
    const pick = () => {
      places = [];
      said();
      const aim = () => desk.aim({ lays: [...freeLays(fight.loaded.scene.space), ...places.map(marked)], pick: aimed });
      function aimed(/** @type {any} */ { place }) {
        places.push(bare(place));
        said();
        if (places.length < many()) aim();
        else desk.aim(null);
      }
      aim();
    };
    const made = () => {
      const copies = many(), title = name.value || which.value || t('new.figure'), taken = [...fight.loaded.combatants.map((/** @type {any} */ one) => one.key), ...waiting.map((one) => one.id)];
      return {
        id: idOf(title, copies > 1 ? [] : taken), name: title, side: side.value, sheet: form.value ?? {}, count: copies,
        ...(seat.value ? { seat: seat.value } : {}), ...(hidden.checked ? { seenBy: seat.value ? [seat.value] : [] } : {}), ...(places.length ? (copies > 1 ? { places } : { place: places[0] }) : {}),
      };
    };
    const renew = () => {
      places = [];
      said();
      queue.replaceChildren(...waiting.map((one) => h('li', {}, `${one.count} × ${one.name} `, button('×', () => { waiting = waiting.filter((other) => other !== one); renew(); }, { 'aria-label': t('form.remove') }))));
    };
    const enter = async () => {
      await ruling.spawn(waiting.length ? waiting : [made()]);
      waiting = [];
      renew();
    };
    take();
    said();
    inside.replaceChildren(line(which, name), line(labelled(t('new.count'), count), labelled(t('new.side'), side)),
      line(labelled(t('new.plays'), seat), labelled(t('new.hidden'), hidden)), h('details', { class: 'fold' }, h('summary', {}, t('new.sheet')), form.element),
      ...(fight.loaded.scene.space.__typename === 'SceneNowhere' ? [] : [line(button(t('gm.place'), pick, { 'data-gm': 'place' }), placed)]),
      queue, line(button(t('gm.queue'), () => { waiting.push(made()); renew(); }), button(t('gm.enter'), act(enter), { class: 'primary', 'data-gm': 'enter' })));
  }

  return { element, show: () => refill() };
}

/** @param {any} place */
const marked = (place) => ({ part: /** @type {const} */ ('picked'), area: {
  runs: place.cell ? [{ ...place.cell, length: 1, height: null }] : [], outlines: [], strip: null, disc: null, sector: null, places: place.cell ? [] : [place] } });

/**
 * The entries of one of the game's catalogues.
 * @param {any} system
 * @param {string} catalogue
 */
function suggested({ content }, catalogue) {
  const table = content.find((/** @type {any} */ one) => one.key === catalogue);
  return (table?.names ?? []).map((/** @type {any} */ { key, value }) => ({ value: key, label: titled(value) }));
}
