// Where anything may be put: what lies over the board while the game master picks a place beside the rules.

/**
 * @param {any} space
 * @returns {import('../board/board.js').Lay[]}
 */
export function freeLays({ zones, positions }) {
  const none = { runs: [], outlines: [], strip: null, disc: null, sector: null };
  if (zones) return [{ part: 'reach', area: { ...none, places: zones.map((/** @type {any} */ { key }) => ({ zone: key })) } }];
  if (positions) return [{ part: 'reach', area: { ...none, places: positions.map((/** @type {any} */ { side, rank }) => ({ side, rank })) } }];
  return [{ part: 'reach', place: null }];
}
