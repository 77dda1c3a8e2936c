// Squares that are painted: strokes of a brush of one to three squares.
import { t } from '../words.js';
import { fieldOf, h, svg } from '../shared/elements.js';
import { sideOf, within } from './ground-fit.js';
import { GroundGhost } from './ground-ghost.js';
import { GroundHand, WIPE } from './ground-hand.js';
import { noteShapes, signed } from './ground-notes.js';
import { CELL, edgeShapes, lookOf, patchShapes } from '../board/ground-shapes.js';

/** @typedef {import('./ground-editor.js').GroundEditor} GroundEditor */

/** @param {GroundEditor} editor */
export function gridBoard(editor) {
  const { ground, known } = editor, rows = /** @type {string[]} */ (ground.rows), wide = rows[0].length, high = rows.length;
  const entries = editor.entries.filter((one, n, all) => one.sign && all.findIndex((other) => other.sign === one.sign) === n);
  const looks = new Map(entries.map(({ sign, look }) => [sign, look])), floor = entries.find(({ look }) => look === 'FLOOR')?.sign ?? '.';
  const cells = rows.flatMap((row, y) => [...row].map((sign, x) => svg('rect', { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: lookOf(looks.get(sign)), 'data-x': x, 'data-y': y })));
  const notes = svg('g', { class: 'notes' }), note = () => notes.replaceChildren(...noteShapes(ground, known));
  note();
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ sign) => {
    if (x < 0 || y < 0 || x >= wide || y >= high || rows[y][x] === sign) return;
    rows[y] = rows[y].slice(0, x) + sign + rows[y].slice(x + 1);
    cells[y * wide + x].setAttribute('class', lookOf(looks.get(sign)));
    editor.told.changed();
  };
  const paint = (/** @type {number} */ x, /** @type {number} */ y) => {
    if (!editor.brush || editor.brush.startsWith('figure ')) return;
    const sign = editor.brush === WIPE ? floor : editor.brush, { width } = editor, from = Math.floor((width - 1) / 2);
    for (let n = 0; n < width * width; n += 1) put(x - from + n % width, y - from + Math.floor(n / width), sign);
  };
  // It is taken hold of anywhere, and stands by the corner of its block.
  const place = (/** @type {string} */ id, /** @type {number} */ x, /** @type {number} */ y, /** @type {number[] | null} */ from) => {
    const { x: left, y: top } = from && editor.draft.figures.find((one) => one.id === id)?.place?.cell || { x, y };
    return { cell: within(from ? { x: left + x - from[0], y: top + y - from[1] } : { x, y }, sideOf(editor, id), [wide, high]) };
  };
  const ghost = new GroundGhost(editor), held = () => editor.brush.match(/^figure (.*)/)?.[1] ?? '';
  const hand = (/** @type {SVGSVGElement} */ board) => new GroundHand(board, CELL, [wide, high], {
    click: (x, y) => editor.stand(place(held(), x, y, null)), drop: (id, x, y, from) => editor.drop(id, place(id, x, y, from)),
    over: (id, x, y, from) => { if (id || held()) ghost.show(board, id || held(), place(id || held(), x, y, from)); }, out: () => ghost.away(), begin: () => editor.remember(), paint, end: note, key: (key) => editor.picks(key),
  });
  const brushes = entries.filter(({ sign }) => sign !== floor).map(({ sign, label, look, height }) => ({ value: sign ?? '', label: (label || t(`look.${look}`)) + (height ? ' ' + signed(height) : ''), look }));
  return { shapes: [...cells, ...patchShapes(ground, known), ...edgeShapes(ground, known), notes], hand, tools: [editor.palette([...brushes, { value: WIPE, label: t('ground.wipe'), look: 'FLOOR' }]), brushSize(editor), size(editor, floor)] };
}

/** @param {GroundEditor} editor */
const brushSize = (editor) => h('div', { class: 'segments', role: 'group', 'aria-label': t('ground.brush') }, h('span', {}, t('ground.brush')), ...[1, 2, 3].map((width) => h('button', {
  type: 'button', 'aria-pressed': String(editor.width === width), onclick: () => { editor.width = width; editor.draw(); },
}, width)));

/**
 * How many squares it has across and down; who would stand outside stands nowhere.
 * @param {GroundEditor} editor
 * @param {string} floor
 */
function size(editor, floor) {
  const { rows } = editor.ground, now = [rows[0].length, rows.length];
  const field = (/** @type {string} */ label, /** @type {number} */ n) => h('label', {}, `${label} `, h('input', { type: 'number', min: 2, max: 100, value: now[n], onchange: (/** @type {Event} */ event) => {
    const to = fieldOf(event).valueAsNumber, [width, height] = now.map((one, at) => (at === n ? to : one));
    if (!(to >= 2 && to <= 100)) return;
    editor.remember();
    editor.ground.rows = Array.from({ length: height }, (_, y) => (rows[y] ?? '').slice(0, width).padEnd(width, floor));
    editor.renew();
  } }));
  return h('div', { class: 'pair' }, field(t('ground.width'), 0), field(t('ground.height'), 1));
}
