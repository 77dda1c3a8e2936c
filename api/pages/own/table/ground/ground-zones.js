// Zones that are drawn: each is moved by dragging, named and joined beside the board; a new one is joined at once.
import { t } from '../words.js';
import { fieldOf, h, svg } from '../shared/elements.js';
import { saidOf } from './ground-notes.js';
import { extentOf, zoneBoxes, zoneShapes } from '../board/ground-shapes.js';

/** @typedef {import('./ground-editor.js').GroundEditor} GroundEditor */

const NAMES = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** @param {GroundEditor} editor */
export function zonesBoard(editor) {
  const { ground, known } = editor, place = extentOf(ground);
  if (!ground.zones.some((/** @type {any} */ { key }) => key === editor.zone)) editor.zone = ground.zones[0]?.key ?? '';
  const shapes = [svg('rect', { ...place, class: 'look-water' }), ...zoneShapes(ground, known, (keys) => saidOf(ground, known, keys))];
  for (const one of shapes) if (one.getAttribute('data-zone') === editor.zone) one.classList.add('chosen');
  return { shapes, hand: (/** @type {SVGSVGElement} */ board) => dragged(board, editor), tools: [zoneList(editor)] };
}

/**
 * Whether a way leads from one to the other.
 * @param {any} ground
 * @param {string} a
 * @param {string} b
 */
const linked = ({ links }, a, b) => links.find((/** @type {any} */ { from, to }) => (from === a && to === b) || (from === b && to === a));

/**
 * A further zone, beside the one that is looked at and joined with it: nobody is out of reach by having forgotten a way.
 * @param {GroundEditor} editor
 */
function add(editor) {
  const { ground } = editor, keys = ground.zones.map((/** @type {any} */ zone) => zone.key);
  editor.remember();
  let n = keys.length;
  while (keys.includes(`z${n}`)) n += 1;
  const key = NAMES.find((one) => !keys.includes(one)) ?? `z${n}`, beside = editor.zone || keys.at(-1);
  settle(editor);
  ground.zones.push({ key, label: key.toUpperCase(), at: freeSpot(ground, beside) });
  if (beside) ground.links.push({ key: `${beside}-${key}`, from: beside, to: key });
  editor.zone = key;
  editor.renew();
}

/** Every zone keeps the place where it is drawn, once one has a place of its own. @param {GroundEditor} editor */
function settle({ ground }) {
  const boxes = zoneBoxes(ground);
  for (const zone of ground.zones) {
    const { x, y, wide, tall } = /** @type {any} */ (boxes.get(zone.key));
    if (!zone.at && !zone.outline?.length) zone.at = { x: Math.round(x + wide / 2), y: Math.round(y + tall / 2) };
  }
}

/**
 * The nearest free place around a zone.
 * @param {any} ground
 * @param {string | undefined} beside
 */
function freeSpot(ground, beside) {
  const boxes = [...zoneBoxes(ground)], { x = 0, y = 0 } = boxes.find(([key]) => key === beside)?.[1] ?? {};
  for (let ring = 1; ; ring += 1) for (const [across, down] of [[1, 0], [0, 1], [1, 1], [-1, 0], [0, -1], [-1, 1], [1, -1], [-1, -1]]) {
    const [left, top] = [x + across * 600 * ring, y + down * 500 * ring];
    if (left >= 0 && top >= 0 && boxes.every(([, one]) => Math.abs(one.x - left) >= 450 || Math.abs(one.y - top) >= 350)) return { x: left + 200, y: top + 150 };
  }
}

/**
 * Each zone with its name; of the one that is looked at also what lies in it, and where one comes from it.
 * @param {GroundEditor} editor
 */
function zoneList(editor) {
  const { ground, entries } = editor;
  const row = (/** @type {any} */ zone) => h('div', { class: `zone-row${zone.key === editor.zone ? ' chosen' : ''}`, 'data-zone-row': zone.key },
    h('div', { class: 'row' }, h('input', { value: zone.label, maxlength: 80, 'aria-label': t('ground.zone'), oninput: (/** @type {Event} */ event) => { zone.label = fieldOf(event).value; editor.told.changed(); }, onchange: () => editor.draw(), onfocus: () => { if (editor.zone !== zone.key) look(editor, zone.key); } }),
      h('button', { type: 'button', 'aria-label': t('form.remove'), disabled: ground.zones.length < 2, onclick: () => remove(editor, zone.key) }, '×')),
    zone.key === editor.zone ? h('div', { class: 'zone-more' }, h('fieldset', {}, h('legend', {}, t('ground.joined')), ...ground.zones.filter((/** @type {any} */ other) => other !== zone).map((/** @type {any} */ other) => h('label', {}, h('input', {
      type: 'checkbox', 'data-to': other.key, '.checked': Boolean(linked(ground, zone.key, other.key)), onchange: () => join(editor, zone.key, other.key),
    }), ` ${other.label}`))), h('fieldset', { hidden: !entries.length }, h('legend', {}, t('ground.lies')), ...entries.map((one) => h('label', {}, h('input', {
      type: 'checkbox', 'data-entry': one.key, '.checked': (zone.entries ?? []).includes(one.key), onchange: () => lay(editor, zone, one.key),
    }), ` ${one.label || t(`look.${one.look}`)}`)))) : '');
  return h('div', { class: 'zone-list' }, ...ground.zones.map(row), h('button', { type: 'button', class: 'add-zone', onclick: () => add(editor) }, `+ ${t('ground.zone')}`), h('p', { class: 'hint' }, t('ground.zonesHint')));
}

/**
 * @param {GroundEditor} editor
 * @param {string} key
 */
function look(editor, key) {
  editor.zone = key;
  editor.draw();
  /** @type {HTMLElement | null} */ (editor.tools.querySelector(`[data-zone-row="${CSS.escape(key)}"] input`))?.focus();
}

/**
 * @param {GroundEditor} editor
 * @param {string} a
 * @param {string} b
 */
function join(editor, a, b) {
  const { ground } = editor, there = linked(ground, a, b);
  editor.remember();
  ground.links = there ? ground.links.filter((/** @type {any} */ one) => one !== there) : [...ground.links, { key: `${a}-${b}`, from: a, to: b }];
  editor.renew();
}

/**
 * @param {GroundEditor} editor
 * @param {any} zone
 * @param {string} entry
 */
function lay(editor, zone, entry) {
  const { entries = [] } = zone;
  editor.remember();
  zone.entries = entries.includes(entry) ? entries.filter((/** @type {string} */ one) => one !== entry) : [...entries, entry];
  editor.renew();
}

/**
 * Take a zone away. Its neighbours are joined with each other where nothing else joins them.
 * @param {GroundEditor} editor
 * @param {string} key
 */
function remove(editor, key) {
  const { ground, draft } = editor, near = ground.links.filter((/** @type {any} */ { from, to }) => from === key || to === key).map((/** @type {any} */ { from, to }) => (from === key ? to : from));
  editor.remember();
  ground.zones = ground.zones.filter((/** @type {any} */ zone) => zone.key !== key);
  ground.links = ground.links.filter((/** @type {any} */ { from, to }) => from !== key && to !== key);
  for (const [n, one] of near.slice(1).entries()) if (!linked(ground, near[n], one)) ground.links.push({ key: `${near[n]}-${one}`, from: near[n], to: one });
  for (const figure of draft.figures) if (figure.place?.zone === key) figure.place = null;
  editor.placeRest();
  editor.renew();
}

/**
 * Zones and figures that are dragged; a click looks at a zone, or puts the chosen figure there.
 * @param {SVGSVGElement} board
 * @param {GroundEditor} editor
 */
function dragged(board, editor) {
  const pointAt = (/** @type {{ clientX: number, clientY: number }} */ event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {DOMMatrix} */ (board.getScreenCTM()).inverse());
  const zoneAt = (/** @type {DOMPoint} */ { x, y }) => [...zoneBoxes(editor.ground)].find(([, box]) => x >= box.x && x <= box.x + box.wide && y >= box.y && y <= box.y + box.tall)?.[0];
  let figure = '', zone = '', from = new DOMPoint();
  board.addEventListener('laid', (event) => {
    const { id, ...spot } = /** @type {CustomEvent} */ (event).detail, to = zoneAt(pointAt(spot));
    if (to) editor.drop(id, { zone: to });
  });
  board.addEventListener('pointerdown', (event) => {
    const target = /** @type {Element} */ (event.target);
    board.setPointerCapture(event.pointerId);
    from = pointAt(event);
    figure = target.closest('[data-figure]')?.getAttribute('data-figure') ?? '';
    zone = figure ? '' : target.closest('[data-zone]')?.getAttribute('data-zone') ?? '';
  });
  board.addEventListener('pointermove', (event) => {
    const moved = figure ? board.querySelector(`[data-figure="${CSS.escape(figure)}"]`) : zone && board.querySelector(`[data-zone="${CSS.escape(zone)}"]`), to = pointAt(event);
    if (moved) moved.setAttribute('transform', `translate(${to.x - from.x} ${to.y - from.y})`);
  });
  board.addEventListener('pointerup', (event) => {
    const to = pointAt(event), [who, what] = [figure, zone];
    figure = zone = '';
    if (who) return zoneAt(to) ? editor.drop(who, { zone: zoneAt(to) }) : editor.draw();
    if (!what || editor.stand({ zone: what })) return;
    if (Math.hypot(to.x - from.x, to.y - from.y) < 30) return look(editor, what);
    move(editor, what, to.x - from.x, to.y - from.y);
  });
  board.addEventListener('keydown', (event) => {
    const keys = editor.ground.zones.map((/** @type {any} */ one) => one.key), step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === 'Enter') editor.stand({ zone: editor.zone });
    else if (step) { editor.zone = keys[(keys.indexOf(editor.zone) + step + keys.length) % keys.length]; editor.draw(); }
    else return;
    event.preventDefault();
  });
}

/**
 * @param {GroundEditor} editor
 * @param {string} key
 * @param {number} across
 * @param {number} down
 */
function move(editor, key, across, down) {
  editor.remember();
  settle(editor);
  const zone = editor.ground.zones.find((/** @type {any} */ one) => one.key === key), shift = (/** @type {any} */ { x, y }) => ({ x: Math.max(0, Math.round(x + across)), y: Math.max(0, Math.round(y + down)) });
  if (zone.at) zone.at = { x: Math.max(200, shift(zone.at).x), y: Math.max(150, shift(zone.at).y) };
  if (zone.outline?.length) zone.outline = zone.outline.map(shift);
  editor.renew();
}
