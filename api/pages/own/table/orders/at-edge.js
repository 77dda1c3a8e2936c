// A press on a door between squares: the order that alone is for it is put together.

/**
 * The door, or what else stands between squares, that is drawn within so many pixels of a spot of the window: its key.
 * @param {{ clientX: number, clientY: number }} spot
 * @param {number} near
 */
function edgeAt({ clientX, clientY }, near) {
  for (const far of [0, near / 2, near]) {
    for (let turn = 0; turn < (far ? 8 : 1); turn += 1) {
      const x = clientX + far * Math.cos(turn * Math.PI / 4), y = clientY + far * Math.sin(turn * Math.PI / 4);
      const key = document.elementsFromPoint(x, y).map((one) => one.closest('[data-part=edge][data-key]')).find(Boolean)?.getAttribute('data-key');
      if (key) return key;
    }
  }
  return '';
}

/**
 * A place is touched where no token is: whether an order was put together for the door there.
 * @param {import('./hand.js').Hand} hand
 * @param {PointerEvent} event
 */
export function orderAtEdge(hand, event) {
  const { draft, aimed, figure, fight: { now, as } } = hand;
  const key = as || draft || aimed || !now ? '' : edgeAt(event, event.pointerType === 'touch' ? 16 : 8);
  if (!key || now?.scene.tokens.some((/** @type {any} */ { combatant }) => combatant === key)) return false;
  const found = (now?.offers ?? []).filter(({ combatant }) => combatant === figure).flatMap((/** @type {any} */ offer) => offer.fields.flatMap(
    (/** @type {any} */ { kind, among }, /** @type {number} */ number) => (kind === 'one' && among.some((/** @type {any} */ { value }) => value === key) ? [{ offer, number }] : [])));
  if (found.length !== 1) return false;
  hand.choose(found[0].offer, null, new Map([[found[0].number, key]]));
  return true;
}
