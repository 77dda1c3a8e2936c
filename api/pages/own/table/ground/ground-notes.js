// Quiet marks on a ground that is set up, for what no colour tells: how high squares are, that they give cover, what lies on ways.
import { t } from '../words.js';
import { svg } from '../shared/elements.js';
import { CELL, entriesOf } from '../board/ground-shapes.js';

/** @param {number} height */
export const signed = (height) => `${height > 0 ? '+' : '−'}${Math.abs(height)}`;

/**
 * What lies somewhere, in words.
 * @param {any} ground
 * @param {any[]} known
 * @param {string[]} keys
 */
export function saidOf(ground, known, keys) {
  const entries = entriesOf(ground, known);
  return keys.map((key) => { const one = entries.find((entry) => entry.key === key); return one && (one.label || t(`look.${one.look}`)); }).filter(Boolean).join(', ');
}

/**
 * The marks of each group of squares that are high, or give cover, once.
 * @param {any} ground of squares
 * @param {any[]} known
 */
export function noteShapes(ground, known) {
  const noted = new Map([...entriesOf(ground, known)].reverse().map((/** @type {any} */ one) => [one.sign, one])), seen = new Set(), { rows } = ground;
  return rows.flatMap((/** @type {string} */ row, /** @type {number} */ y) => [...row].flatMap((sign, x) => {
    const entry = noted.get(sign);
    if (!entry?.height && !entry?.cover || seen.has(`${x} ${y}`)) return [];
    const wave = [[x, y]];
    seen.add(`${x} ${y}`);
    for (const [left, top] of wave) for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const near = [left + dx, top + dy];
      if (rows[near[1]]?.[near[0]] !== sign || seen.has(near.join(' '))) continue;
      seen.add(near.join(' '));
      wave.push(near);
    }
    return [
      ...(entry.height ? [svg('text', { class: 'note', x: x * CELL + 8, y: y * CELL + 32, 'font-size': 30 }, signed(entry.height))] : []),
      ...(entry.cover ? [svg('path', { class: 'note', d: `M${x * CELL + 66} ${y * CELL + 10}h24v12q0 12 -12 18q-12 -6 -12 -18Z` })] : []),
    ];
  }));
}
