// A press on a place where nobody stands and where nobody can go: what can be done to what is there, a door say.
import { placeAt, placesOf } from '../../client/places.js';

/** An order for so many places at most is for what lies there; one for more is for wherever its reader wants. */
const FEW = 8;

/**
 * Put the order together that is for that place, if there is one and no other. A tile does the same.
 * @param {import('./hand.js').Hand} hand
 * @param {string | null | undefined} figure who acts
 * @param {{ x: number, y: number }} spot
 */
export function actAt(hand, figure, spot) {
  const { draft, aimed, fight: { loaded: now, as } } = hand;
  if (as || draft || aimed) return;
  const here = JSON.stringify(placeAt(spot, now.scene.space));
  const found = now.offers.filter((/** @type {any} */ offer) => offer.combatant === figure && offer.group !== 'MOVE').flatMap((/** @type {any} */ offer) =>
    offer.fields.flatMap((/** @type {any} */ { kind, reach }, /** @type {number} */ number) => {
      const places = kind === 'place' && reach ? placesOf(reach) : [];
      const place = places.length <= FEW && places.find((one) => JSON.stringify({ cell: one.cell }) === here);
      return place ? [{ offer, number, place }] : [];
    }));
  if (found.length === 1) hand.choose(found[0].offer, null, new Map([[found[0].number, found[0].place]]));
}
