// The curve of a fight's chances as a picture: a line for each side, its interval as a band behind it.
import { svg } from '../shared/elements.js';

/** @typedef {import('../../client/report.js').Curve} Curve */
/** @typedef {Curve['points'][number]} Point */

/** Of the picture, in its own units; it is stretched to the room that there is. */
const WIDE = 1000, HIGH = 100;
/** Standard errors on each side of a chance that 95 intervals of 100 are as wide as. */
const NORMAL = 1.96;

/**
 * A chance of a point with its interval, in tenths of a percent.
 * @param {Point} point
 * @param {string} side
 */
export function chanceAt({ chances }, side) {
  const { value, error } = chances.find((one) => one.side === side) ?? { value: 0, error: 0 }, half = NORMAL * error;
  // What runs have shown is neither never nor always.
  const within = (/** @type {number} */ one) => (error ? Math.min(999, Math.max(1, Math.round(one))) : value);
  return { value, low: within(value - half), high: within(value + half) };
}

/**
 * @param {Curve} curve
 * @param {number} version the last one of the slider that it lies under
 * @param {Map<string, string>} signs how each side is told apart
 * @param {string} said the same in words
 */
export function curvePicture({ sides, points }, version, signs, said) {
  const x = (/** @type {number} */ at) => Number(((WIDE * (at - 1)) / Math.max(1, version - 1)).toFixed(1)), y = (/** @type {number} */ chance) => HIGH - (HIGH * chance) / 1000;
  const rough = points.findLast(({ finished }) => !finished)?.version ?? 0;
  const drawn = sides.flatMap(({ side }, n) => {
    const at = points.map((point) => ({ x: x(point.version), ...chanceAt(point, side) }));
    const line = at.map((one) => [one.x, y(one.value)].join()).join(' ');
    const band = [...at.map((one) => [one.x, y(one.high)]), ...at.toReversed().map((one) => [one.x, y(one.low)])].map((one) => one.join()).join(' ');
    return [svg('polygon', { class: 'band', points: band }), svg('polyline', { class: n ? 'line other' : 'line', points: line })].map((one) => svg('g', { class: signs.get(side) ?? '' }, one));
  });
  const halves = [0, 500, 1000].map((chance) => svg('path', { class: 'level', d: ['M0', y(chance), 'H', WIDE].join(' ') }));
  return svg('svg', { class: rough ? 'picture rough' : 'picture', viewBox: [0, 0, WIDE, HIGH].join(' '), preserveAspectRatio: 'none', role: 'img', 'aria-label': said }, ...halves, ...drawn);
}
