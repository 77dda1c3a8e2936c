// A way of choice, square by square: a click with Shift goes on straight to a square.
import { nameOf } from '../../client/offers.js';

/**
 * @param {import('./hand.js').Hand} hand
 * @param {{ x: number, y: number }} cell
 */
export function stepTo(hand, cell) {
  const { draft, ownWay, fight: { now } } = hand;
  if (!ownWay) return;
  const { offer, number } = ownWay, same = draft?.name === nameOf(offer) ? draft : null, way = /** @type {any[]} */ (same?.picks.get(number) ?? []);
  const from = way.at(-1)?.cell ?? now?.scene.tokens.find((/** @type {any} */ one) => one.combatant === offer.combatant)?.place?.cell;
  if (!from) return;
  const picks = [...way, ...straight(from, cell).map((one) => ({ cell: one }))].slice(0, offer.fields[number].most || undefined);
  if (same) same.pick(number, picks);
  else if (picks.length) hand.choose(offer, null, new Map([[number, picks]]));
}

/**
 * The squares from one to another, as straight as they go.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 */
function straight({ x, y }, to) {
  const steps = Math.max(Math.abs(to.x - x), Math.abs(to.y - y));
  return Array.from({ length: steps }, (_, n) => ({ x: x + Math.round((to.x - x) * (n + 1) / steps), y: y + Math.round((to.y - y) * (n + 1) / steps) }));
}
