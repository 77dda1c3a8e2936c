// What of a board is shown at first, and how small a figure may be on it.
import { middleOf } from '../../client/places.js';

/** @typedef {import('../../client/places.js').Point} Point */

/** Pixels that whoever may be touched has at least; of a figure on a table where nothing tells how large it is. */
const LEAST = 30;
/** The margin around all figures: of the longer side of the board. */
const MARGIN = 1 / 14;

/** @param {any} scene */
const standing = ({ space, tokens }) => tokens.map((/** @type {any} */ one) => middleOf(one.place, space)).filter((/** @type {any} */ one) => one);

/**
 * Where all figures are, on squares and on an open table: the middle, and the pixels for one of the scene's lengths that
 * show them all. null: all of the board is shown, for nothing on it is too small.
 * @param {any} scene
 * @param {{ width: number, height: number }} room
 */
export function framed(scene, room) {
  const { space } = scene, spots = /** @type {Point[]} */ (space.cell || space.__typename === 'ScenePlane' ? standing(scene) : []);
  const wide = space.cell ? space.width * space.cell : space.width, high = space.cell ? space.height * space.cell : space.height;
  if (!spots.length || !wide || !high) return null;
  const all = Math.min(room.width / wide, room.height / high);
  if (space.cell && space.cell * all >= LEAST) return null;
  const margin = Math.max(wide, high) * MARGIN, xs = spots.map(({ x }) => x), ys = spots.map(({ y }) => y);
  const left = Math.min(...xs) - margin, right = Math.max(...xs) + margin, top = Math.min(...ys) - margin, bottom = Math.max(...ys) + margin;
  const closest = space.cell ? 2 * LEAST / space.cell : 5 * all;
  return { at: { x: (left + right) / 2, y: (top + bottom) / 2 }, px: Math.max(all, Math.min(closest, room.width / (right - left), room.height / (bottom - top))), all };
}

/**
 * Tell the style sheet how large figures and their names are drawn, so that it keeps those of a table readable.
 * @param {SVGSVGElement} drawing
 */
export function sized(drawing) {
  const { left, top, scale, space } = drawing.dataset;
  drawing.classList.toggle('readable', space === 'PLANE');
  if (space !== 'PLANE') return;
  const centres = new Map();
  for (const one of /** @type {Iterable<SVGElement>} */ (drawing.querySelectorAll('[data-part=token]'))) {
    const { x, y, size = '17', combatant } = one.dataset;
    centres.set(combatant, { x: Number(left) + Number(x) * Number(scale), y: Number(top) + Number(y) * Number(scale), size });
  }
  for (const one of /** @type {Iterable<SVGElement>} */ (drawing.querySelectorAll('[data-part=token], [data-part=name]'))) {
    const { x = 0, y = 0, size = '17' } = centres.get(one.dataset.combatant) ?? {}, name = one.dataset.part === 'name';
    const letters = Number(one.getAttribute('font-size') ?? 0), line = Number(one.getAttribute('y')), below = line > y;
    one.style.setProperty('--size', size);
    if (name) {
      one.style.setProperty('--letters', String(letters));
      one.style.setProperty('--away', below ? '1' : '-1');
    }
    one.style.transformOrigin = name ? `${one.getAttribute('x')}px ${below ? line - letters : line}px` : `${x}px ${y}px`;
  }
}

/**
 * A name is shown whole or not at all: of those that lie over each other the first, and none over a figure.
 * @param {SVGSVGElement} drawing
 */
export function untangled(drawing) {
  if (!drawing.matches('.readable')) return;
  const names = /** @type {SVGElement[]} */ ([...drawing.querySelectorAll('[data-part=name]')]);
  const taken = [...drawing.querySelectorAll('[data-part=token]')].map((one) => ({ who: one.getAttribute('data-combatant'), box: one.getBoundingClientRect() }));
  const free = names.map((one) => {
    const box = one.getBoundingClientRect(), who = one.dataset.combatant;
    const over = taken.some((other) => other.who !== who && box.left < other.box.right - 2 && box.right > other.box.left + 2 && box.top < other.box.bottom - 2 && box.bottom > other.box.top + 2);
    if (!over) taken.push({ who: '', box });
    return !over;
  });
  names.forEach((one, n) => one.classList.toggle('covered', !free[n]));
}
