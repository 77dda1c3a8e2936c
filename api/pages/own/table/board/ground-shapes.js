// A ground as it is set up, drawn: its squares, patches, lines and zones; in hundredths of its unit.
import { shapesOf } from '../../client/places.js';
import { t } from '../words.js';
import { svg } from '../shared/elements.js';

/** Of a square, in hundredths. */
export const CELL = 100;
/** Of a zone's box that has no place of its own, and between two of them: as the server lays them out. */
const WIDE = 400, TALL = 300, GAP = 200;

/** @typedef {{ key: string, sign?: string | null, label?: string, look: string, height?: number, cover?: number | null }} Entry */

/**
 * What a ground consists of, by sign and by key: its own legend, then what the game knows.
 * @param {any} ground
 * @param {Entry[]} known
 * @returns {Entry[]}
 */
export const entriesOf = (ground, known) => [...(ground?.legend ?? []), ...known];

/** @param {string | undefined} look */
export const lookOf = (look) => `look-${(look ?? 'FLOOR').toLowerCase()}`;

/** What is seen around zones. */
const MARGIN = 60;

/**
 * Where a ground begins, and how wide and high it is.
 * @param {any} ground
 * @returns {{ x: number, y: number, width: number, height: number }}
 */
export function extentOf(ground) {
  const { kind, width, height } = ground?.space ?? { kind: 'NOWHERE' };
  if (kind === 'GRID') return { x: 0, y: 0, width: (ground.rows?.[0]?.length ?? (width || 18)) * CELL, height: (ground.rows?.length || height || 12) * CELL };
  if (kind === 'PLANE') return { x: 0, y: 0, width, height };
  if (kind !== 'ZONES') return { x: 0, y: 0, width: 1600, height: 900 };
  const boxes = [...zoneBoxes(ground).values()];
  const left = Math.min(...boxes.map(({ x }) => x), 0) - MARGIN, top = Math.min(...boxes.map(({ y }) => y), 0) - MARGIN;
  return { x: left, y: top, width: Math.max(...boxes.map(({ x, wide }) => x + wide), 0) + MARGIN - left, height: Math.max(...boxes.map(({ y, tall }) => y + tall), 0) + MARGIN - top };
}

/**
 * An area as a request has it, as an answer has it.
 * @param {any} area
 */
const whole = (area) => ({ runs: [], strip: null, disc: null, sector: null, ...area, outlines: (area.outlines ?? []).map((/** @type {any} */ one) => ({ holes: [], ...one })), places: [] });

/**
 * The patches that are laid over a ground, each with its key.
 * @param {any} ground
 * @param {Entry[]} known
 */
export function patchShapes(ground, known) {
  const looks = new Map(entriesOf(ground, known).map(({ key, look }) => [key, look]));
  return (ground.patches ?? []).flatMap((/** @type {any} */ patch) => shapesOf(whole(patch.area), { cell: CELL }).map(({ tag, given }) =>
    svg(tag, { ...given, class: `patch ${lookOf(looks.get(patch.entry))}${patch.area.strip ? ' strip' : ''}`, 'data-patch': patch.key })));
}

/**
 * What stands along lines, as a map file has it.
 * @param {any} ground
 * @param {Entry[]} known
 */
export function edgeShapes(ground, known) {
  const entries = new Map(entriesOf(ground, known).map((one) => [one.key, one])), unit = ground.space.kind === 'GRID' ? CELL / (ground.space.cell ?? 100) : 1;
  return (ground.edges ?? []).map((/** @type {any} */ { line, entry, label }) => svg('polyline', {
    class: `edge ${lookOf(entries.get(entry)?.look ?? 'WALL')}`, 'data-entry': entry, 'vector-effect': 'non-scaling-stroke',
    points: line.map((/** @type {any} */ { x, y }) => `${x * unit},${y * unit}`).join(' '),
  }, svg('title', {}, label || entries.get(entry)?.label || t(`look.${entries.get(entry)?.look ?? 'WALL'}`))));
}

/**
 * The squares of a grid, those of one kind in a row as one.
 * @param {any} ground
 * @param {Entry[]} known
 */
function runShapes(ground, known) {
  const looks = new Map(entriesOf(ground, known).map(({ sign, look }) => [sign, look]));
  return (ground.rows ?? []).flatMap((/** @type {string} */ row, /** @type {number} */ y) => [...row.matchAll(/(.)\1*/gu)].map(({ 0: run, 1: sign, index }) =>
    svg('rect', { x: index * CELL, y: y * CELL, width: run.length * CELL, height: CELL, class: lookOf(looks.get(sign)) })));
}

/**
 * Where each zone is drawn. Those without a place of their own lie in rows, neighbours by a link one after the other.
 * @param {any} ground
 * @returns {Map<string, { x: number, y: number, wide: number, tall: number }>} the corner at its top and left, and its size
 */
export function zoneBoxes({ zones, links = [] }) {
  const found = new Map(), far = (/** @type {any[]} */ points, /** @type {'x' | 'y'} */ by) => points.map((one) => one[by]);
  for (const { key, at, outline = [] } of zones) {
    if (outline.length) {
      const x = Math.min(...far(outline, 'x')), y = Math.min(...far(outline, 'y'));
      found.set(key, { x, y, wide: Math.max(...far(outline, 'x')) - x, tall: Math.max(...far(outline, 'y')) - y });
    } else if (at) found.set(key, { x: at.x - WIDE / 2, y: at.y - TALL / 2, wide: WIDE, tall: TALL });
  }
  const left = Math.max(...[...found.values()].map(({ x, wide }) => x + wide), -GAP) + GAP;
  const rest = byLinks(zones.map((/** @type {any} */ { key }) => key).filter((/** @type {string} */ key) => !found.has(key)), links);
  const columns = Math.floor(Math.sqrt(Math.max(rest.length - 1, 0))) + 1;
  rest.forEach((key, n) => {
    const row = Math.floor(n / columns), at = row % 2 ? columns - 1 - (n % columns) : n % columns;
    found.set(key, { x: left + at * (WIDE + GAP), y: row * (TALL + GAP), wide: WIDE, tall: TALL });
  });
  return found;
}

/**
 * @param {string[]} keys
 * @param {any[]} links
 */
function byLinks(keys, links) {
  const near = new Map(keys.map((key) => [key, /** @type {string[]} */ ([])])), found = new Set();
  for (const { from, to } of links) if (near.has(from) && near.has(to)) { near.get(from)?.push(to); near.get(to)?.push(from); }
  for (const key of keys) {
    const waiting = [key];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (found.has(one)) continue;
      found.add(one);
      waiting.push(...[...near.get(one) ?? []].reverse());
    }
  }
  return [...found];
}

/**
 * Zones as land, with the ways between them.
 * @param {any} ground
 * @param {Entry[]} known
 * @param {(keys: string[]) => string} [said] what lies on a zone or a way, in words; in a small picture nothing is said
 */
export function zoneShapes(ground, known, said = () => '') {
  const boxes = zoneBoxes(ground), looks = new Map(entriesOf(ground, known).map(({ key, look }) => [key, look]));
  const middle = (/** @type {string} */ key) => { const { x = 0, y = 0, wide = 0, tall = 0 } = boxes.get(key) ?? {}; return [x + wide / 2, y + tall / 2]; };
  const ways = (ground.links ?? []).filter((/** @type {any} */ { from, to }) => boxes.has(from) && boxes.has(to)).map((/** @type {any} */ { from, to, entries = [] }) => {
    const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
    return svg('line', { x1, y1, x2, y2, class: `zone-way${entries.length ? ' hard' : ''}` });
  });
  const told = (ground.links ?? []).flatMap((/** @type {any} */ { from, to, entries = [] }) => {
    const words = boxes.has(from) && boxes.has(to) && said(entries), [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
    return words ? [svg('text', { x: (x1 + x2) / 2, y: (y1 + y2) / 2 + 44, class: 'note', 'text-anchor': 'middle', 'font-size': 30 }, words)] : [];
  });
  const lands = ground.zones.map((/** @type {any} */ { key, label, entries = [] }) => {
    const { x, y, wide, tall } = /** @type {any} */ (boxes.get(key));
    return svg('g', { class: 'zone', 'data-zone': key }, svg('rect', { x, y, width: wide, height: tall, rx: 60, class: lookOf(looks.get(entries[0]) ?? 'WOOD') }),
      svg('text', { x: x + wide / 2, y: y + 46, 'text-anchor': 'middle', 'font-size': 38 }, label), said(entries) ? svg('text', { x: x + wide / 2, y: y + tall - 18, class: 'note', 'text-anchor': 'middle', 'font-size': 30 }, said(entries)) : '');
  });
  return [...ways, ...lands, ...told];
}

/**
 * A ground as a picture: nothing of it is touched.
 * @param {any} ground null: the sides face each other
 * @param {Entry[]} known
 */
export function groundShapes(ground, known) {
  const { x, y, width, height } = extentOf(ground), floor = svg('rect', { width, height, class: 'look-floor' });
  if (!ground?.space || ['NOWHERE', 'RANKS'].includes(ground.space.kind)) return [floor, svg('ellipse', { cx: width / 2, cy: height / 2, rx: width * 0.44, ry: height * 0.4, class: 'look-rough' })];
  if (ground.space.kind === 'ZONES') return [svg('rect', { x, y, width, height, class: 'look-water' }), ...zoneShapes(ground, known)];
  return [floor, ...runShapes(ground, known), ...patchShapes(ground, known), ...edgeShapes(ground, known)];
}
