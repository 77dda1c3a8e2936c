// Whether a figure fits where it is put, as far as the page knows: on the ground, on nothing that lets nobody stand, on nobody else.

/** @typedef {import('./ground-editor.js').GroundEditor} GroundEditor */
/** @typedef {import('../../client/draft-fight.js').DraftFigure} DraftFigure */

/**
 * Squares along a side of a figure.
 * @param {GroundEditor} editor
 * @param {string} id
 */
export const sideOf = ({ breadths }, id) => Math.max(1, Math.ceil((breadths.get(id) ?? 100) / 100));

/**
 * The squares of a block.
 * @param {{ x: number, y: number }} corner that of least x and y
 * @param {number} side
 */
const block = ({ x, y }, side) => Array.from({ length: side * side }, (_, n) => [x + n % side, y + Math.floor(n / side)]);

/**
 * The block nearest to a square that lies on the ground whole.
 * @param {{ x: number, y: number }} corner
 * @param {number} side
 * @param {number[]} bounds squares across and down
 */
export const within = ({ x, y }, side, [wide, high]) => ({ x: Math.max(0, Math.min(wide - side, x)), y: Math.max(0, Math.min(high - side, y)) });

/**
 * @param {GroundEditor} editor
 * @param {DraftFigure} figure
 * @param {any} place
 * @param {(entry: any) => boolean} [stands] whether somebody may stand on what a square is made of
 */
export function fits(editor, figure, place, stands = ({ step, look }) => step !== 'NEVER' && (step || look !== 'WALL')) {
  const others = editor.draft.figures.filter((one) => one !== figure && one.place);
  if (place.cell) {
    const { rows } = editor.ground, signs = new Map([...editor.entries].reverse().map((one) => [one.sign, one]));
    const taken = new Set(others.flatMap((one) => (one.place.cell ? block(one.place.cell, sideOf(editor, one.id)).map(String) : [])));
    return block(place.cell, sideOf(editor, figure.id)).every((spot) => {
      const sign = rows[spot[1]]?.[spot[0]];
      return sign !== undefined && !taken.has(String(spot)) && stands(signs.get(sign) ?? { look: 'FLOOR' });
    });
  }
  const wide = (/** @type {DraftFigure} */ one) => editor.breadths.get(one.id) ?? 0;
  return !place.point || others.every((one) => !one.place.point || Math.hypot(one.place.point.x - place.point.x, one.place.point.y - place.point.y) >= (wide(one) + wide(figure)) / 2);
}
