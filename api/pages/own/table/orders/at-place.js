// A press on a place where nobody stands and where nobody can go: what can be done to what is there, a door say.
import { placeAt, placesOf } from '../../client/places.js';
import { t } from '../words.js';

/** An order for so many places at most is for what lies there; one for more is for wherever its reader wants. */
const FEW = 8;

/**
 * Put the order together that is for that place, if there is one and no other; a tile does the same. Of a door that
 * nobody can open from here it is said.
 * @param {import('./hand.js').Hand} hand
 * @param {string | null | undefined} figure who acts
 * @param {{ x: number, y: number }} spot
 */
export function actAt(hand, figure, spot) {
  const { draft, aimed, fight: { loaded: now, as } } = hand;
  if (as || draft || aimed) return;
  const at = placeAt(spot, now.scene.space), here = JSON.stringify(at);
  const found = now.offers.filter((/** @type {any} */ offer) => offer.combatant === figure && offer.group !== 'MOVE').flatMap((/** @type {any} */ offer) =>
    offer.fields.flatMap((/** @type {any} */ { kind, reach }, /** @type {number} */ number) => {
      const places = kind === 'place' && reach ? placesOf(reach) : [];
      const place = places.length <= FEW && places.find((one) => JSON.stringify({ cell: one.cell }) === here);
      return place ? [{ offer, number, place }] : [];
    }));
  if (found.length === 1) hand.choose(found[0].offer, null, new Map([[found[0].number, found[0].place]]));
  const door = !found.length && at.cell && hand.board.querySelector(`[data-look=DOOR][data-x="${at.cell.x}"][data-y="${at.cell.y}"]:is([data-state=SHUT], [data-state=LOCKED])`);
  if (door) hand.table.say(t('door.shut', { who: now.scene.tokens.find((/** @type {any} */ one) => one.combatant === figure)?.label ?? '' }));
}
