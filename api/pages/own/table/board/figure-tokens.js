// Figures on a ground that is set up: where each stands, and as what it is drawn.
import { svg } from '../shared/elements.js';
import { CELL, extentOf, zoneBoxes } from './ground-shapes.js';

/** @typedef {{ id: string, name: string, side: string, place?: any, hidden?: boolean }} Standing */

/**
 * Where figures are drawn: on squares and tables where they stand, in zones beside each other, elsewhere in two lines.
 * @param {any} ground
 * @param {Standing[]} figures
 * @param {string} heroes the side that is drawn below, where nobody has a place
 * @param {(figure: Standing) => number} [sizeOf] squares along a side of it
 * @returns {{ figure: Standing, x: number, y: number, r: number }[]} r: half of its width
 */
export function spotsOf(ground, figures, heroes, sizeOf = () => 1) {
  const { width, height } = extentOf(ground), kind = ground?.space?.kind ?? 'NOWHERE';
  if (kind === 'GRID') return figures.filter(({ place }) => place?.cell).map((figure) => {
    const half = sizeOf(figure) * CELL / 2;
    return { figure, x: figure.place.cell.x * CELL + half, y: figure.place.cell.y * CELL + half, r: half * 0.84 };
  });
  if (kind === 'PLANE') return figures.filter(({ place }) => place?.point).map((figure) => ({ figure, ...figure.place.point, r: Math.max(width / 60, sizeOf(figure) * CELL / 2) }));
  if (kind !== 'ZONES') return [true, false].flatMap((near) => {
    const line = figures.filter(({ side }) => (side === heroes) === near), step = width / (line.length + 1);
    return line.map((figure, n) => ({ figure, x: step * (n + 1), y: height * (near ? 0.7 : 0.3), r: Math.min(80, step * 0.38) }));
  });
  return [...zoneBoxes(ground)].flatMap(([key, { x, y, wide, tall }]) => {
    const there = figures.filter(({ place }) => place?.zone === key), across = Math.max(1, Math.ceil(Math.sqrt(there.length * wide / tall)));
    const down = Math.max(2, Math.ceil(there.length / across)), r = Math.min(wide / across, (tall - 60) / down, 120) * 0.4;
    return there.map((figure, n) => ({ figure, x: x + wide * (n % across + 0.5) / across, y: y + 60 + (tall - 60) * (Math.floor(n / across) + 0.5) / down, r }));
  });
}

/**
 * A figure: round on the side of the players, square on all others; dashed where it is hidden.
 * @param {{ figure: Standing, x: number, y: number, r: number }} spot
 * @param {{ first: boolean, fault?: boolean, face?: string | null }} shown face: where its portrait is shown from
 */
export function token({ figure, x, y, r }, { first, fault = false, face = null }) {
  const inner = r * 0.86;
  const kind = ['figure-token', first && 'first', figure.hidden && 'hidden-one', fault && 'fault'].filter(Boolean).join(' ');
  return svg('g', { class: kind, 'data-figure': figure.id },
    first ? svg('circle', { cx: x, cy: y, r }) : svg('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r / 4 }),
    face ? svg('image', { href: face, x: x - inner, y: y - inner, width: 2 * inner, height: 2 * inner, preserveAspectRatio: 'xMidYMid slice' })
      : svg('text', { x, y, 'font-size': r * 0.95, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, letters(figure.name)), svg('title', {}, figure.name));
}

/**
 * Names, whole, below their figures: over all of them, so that no neighbour covers one.
 * @param {{ figure: Standing, x: number, y: number, r: number }[]} spots
 * @param {number} letter how high they are written, at most
 */
export const names = (spots, letter) => svg('g', { class: 'names' }, ...spots.map(({ figure, x, y, r }) => svg('text', { x, y: y + r + Math.min(letter, r), 'font-size': Math.min(letter, r), 'text-anchor': 'middle' }, figure.name)));

/** What is written on a token: the first letters of its words, and its number. The whole name stands below. @param {string} name */
function letters(name) {
  const [, words = name, number = ''] = name.match(/^(.*?) ?(\d*)$/) ?? [];
  return words.split(/\s+/).slice(0, 2).map((one) => one.slice(0, 1)).join('').toLocaleUpperCase() + number;
}
