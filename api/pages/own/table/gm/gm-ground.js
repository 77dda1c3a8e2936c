// The ground while a fight runs: doors and windows by a click or from a list, cells painted by clicks.
import { idOf } from '../../client/ids.js';
import { t } from '../words.js';
import { fieldOf, h } from '../shared/elements.js';
import { button, folded, line, select, Shown } from './gm-parts.js';
import { freeLays } from './gm-places.js';

/** @typedef {{ zones: { key: string, label: string }[], links: { key: string, from: string, to: string }[] }} Zones */

const STATES = ['OPEN', 'SHUT', 'LOCKED', 'BROKEN'];

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @returns {import('./gm-panel.js').Section}
 */
export function groundSection(desk) {
  const { ruling, fight, act } = desk, inside = h('div', {}), shown = new Shown();
  const element = folded(t('new.ground'), 'ground', inside);
  element.addEventListener('toggle', () => { if (element.open) load().catch(desk.failed); });
  /** @type {any} */
  let ground = null;
  let sign = '';

  async function load() {
    const [now, system] = await Promise.all([ruling.ground(), ruling.system()]);
    ground = now;
    shown.when(now, () => draw(now, system));
  }

  const states = () => ground.edges.filter((/** @type {any} */ one) => one.state !== 'NONE');
  const set = (/** @type {string} */ edge, /** @type {string} */ state) => ruling.tool('setGround', { states: [{ edge, state }] });

  /** Every click opens or shuts the door that lies nearest, until the board is used for something else. */
  function doors() {
    desk.aim({
      lays: [...states().map((/** @type {any} */ { line: points, label }) => ({ part: /** @type {const} */ ('way'), line: points, label })), { part: 'reach', place: null }],
      pick: ({ spot }) => {
        const [nearest] = states().map((/** @type {any} */ one) => ({ one, far: distance(one.line, spot) })).sort((/** @type {any} */ a, /** @type {any} */ b) => a.far - b.far);
        if (nearest) void desk.done(set(nearest.one.key, nearest.one.state === 'OPEN' ? 'SHUT' : 'OPEN'));
      },
    });
  }

  /** Every click gives a cell the sign that is chosen. */
  function paint() {
    desk.aim({
      lays: freeLays(fight.loaded.scene.space),
      pick: ({ place }) => { if (place.cell) void desk.done(ruling.tool('setGround', { cells: [{ ...place.cell, sign }] })); },
    });
  }

  /**
   * @param {any} now
   * @param {any} system
   */
  function draw({ edges, legend, rows, zones, links }, system) {
    const labels = new Map(legend.map((/** @type {any} */ one) => [one.key, one.label]));
    const hinged = edges.filter((/** @type {any} */ one) => one.state !== 'NONE');
    const entries = [...legend, ...system.ground].filter((/** @type {any} */ one, n, all) => one.sign && all.findIndex((/** @type {any} */ other) => other.sign === one.sign) === n);
    if (!entries.some((/** @type {any} */ one) => one.sign === sign)) sign = entries[0]?.sign ?? '';
    const brush = select(t('ground.palette'), entries.map((/** @type {any} */ one) => ({ value: one.sign, label: one.label || one.sign })), sign, { 'data-gm': 'brush', onchange: () => { sign = brush.value; } });
    const painted = fight.loaded.scene.space.__typename === 'SceneGrid' && rows.length > 0 && entries.length > 0;
    inside.replaceChildren(
      hinged.length ? line(button(t('gm.doors'), doors, { 'data-gm': 'doors' })) : '',
      ...hinged.map((/** @type {any} */ one, /** @type {number} */ n) => {
        const name = one.label || labels.get(one.entry) || t('gm.door', { n: n + 1 });
        const state = select(name, STATES.map((value) => ({ value, label: t(`door.${value}`) })), one.state, { onchange: () => act(() => set(one.key, state.value))() });
        return h('label', { class: 'line', 'data-edge': one.key }, h('span', {}, name), state);
      }),
      painted ? line(brush, button(t('gm.paint'), paint, { 'data-gm': 'paint' })) : '',
      zones.length ? zoneWays({ zones, links }, (change) => act(() => ruling.tool('setGround', change))()) : '',
      hinged.length || painted ? line(button(t('gm.enough'), () => desk.aim(null))) : zones.length ? '' : h('p', { class: 'hint' }, t('gm.noGround')));
  }

  return { element, show() { if (element.open) load().catch(desk.failed); } };
}

/**
 * From where to where one comes, each pair with a box; and a further zone, joined with one that is there. A box that was
 * clicked waits until the ground is another.
 * @param {Zones} ground
 * @param {(change: object) => void} set
 */
function zoneWays({ zones, links }, set) {
  const way = (/** @type {string} */ a, /** @type {string} */ b) => links.filter(({ from, to }) => (from === a && to === b) || (from === b && to === a)).map(({ key }) => key);
  const pairs = zones.flatMap((one, n) => zones.slice(n + 1).map((other) => ({ one, other, keys: way(one.key, other.key) })));
  const toggle = (/** @type {typeof pairs[0]} */ { one, other, keys }) => set(keys.length ? { removed: { links: keys } } : { links: [{ key: idOf(`${one.key}-${other.key}`, links.map(({ key }) => key)), from: one.key, to: other.key }] });
  const name = h('input', { maxlength: 80, 'aria-label': t('gm.zoneName'), placeholder: t('gm.zoneName'), 'data-gm': 'zone-name' });
  const beside = select(t('gm.beside'), zones.map(({ key, label }) => ({ value: key, label })), zones[0].key, { 'data-gm': 'beside' });
  const add = () => {
    const label = name.value.trim(), key = idOf(label, zones.map((one) => one.key));
    if (label) set({ zones: [{ key, label }], links: [{ key: idOf(`${beside.value}-${key}`, links.map((one) => one.key)), from: beside.value, to: key }] });
  };
  return h('div', { class: 'zone-ways' }, h('p', { class: 'hint' }, t('gm.ways')),
    ...pairs.map((pair) => h('label', { class: 'line', 'data-pair': `${pair.one.key} ${pair.other.key}` }, h('input', { type: 'checkbox', '.checked': pair.keys.length > 0, onchange: (/** @type {Event} */ event) => { fieldOf(event).disabled = true; toggle(pair); } }), ` ${pair.one.label} – ${pair.other.label}`)),
    line(name, beside, button(t('gm.addZone'), add, { 'data-gm': 'add-zone' })));
}

/**
 * How far a spot lies from a line.
 * @param {Point[]} points
 * @param {Point} spot
 */
function distance(points, { x, y }) {
  return Math.min(...points.slice(1).map((b, n) => {
    const a = points[n], dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy || 1;
    const share = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length));
    return Math.hypot(a.x + share * dx - x, a.y + share * dy - y);
  }));
}
