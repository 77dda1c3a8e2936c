// A ready-made fight with a company in it: its members stand where its heroes would, and everybody else is as it says.

/** What a fight of a campaign takes over from a request as it is. */
const TAKEN = ['setup', 'sides', 'looks', 'backdrop', 'ground', 'singleAnswers', 'houseRules', 'odds', 'figuresOpen'];

/**
 * @param {any} request of a ready-made fight
 * @param {string[]} members who come along
 * @param {{ name: string, alone: boolean, bot: string | null }} given
 *   alone: its ground only; bot: the seat of one that plays whoever is against them, null: the game master does
 */
export function coming(request, members, { name, alone, bot }) {
  const { combatants = [] } = request, side = (combatants.find((/** @type {any} */ { seat }) => seat) ?? combatants[0])?.side ?? 'heroes';
  const heroes = combatants.filter((/** @type {any} */ one) => (one.side ?? 'heroes') === side), others = alone ? [] : combatants.filter((/** @type {any} */ one) => !heroes.includes(one));
  const setup = JSON.stringify(request.setup ?? {}), ids = new Set([...members, ...others.map((/** @type {any} */ { id }) => id)]);
  const places = heroes.map((/** @type {any} */ { place }) => place ?? null), taken = new Set(combatants.map((/** @type {any} */ { place }) => JSON.stringify(place)));
  const come = members.map((member, n) => {
    const place = places[n] ?? (places.length ? beside(places, taken, request.ground) : null), stands = heroes[n]?.id;
    if (place) taken.add(JSON.stringify(place));
    // What the fight says of a hero by his id is said of whom stands there.
    const as = stands && setup.includes(JSON.stringify(stands)) && !ids.has(stands) ? { combatant: stands } : {};
    return { member, side, ...as, ...(place ? { place } : {}) };
  });
  const kept = Object.fromEntries(TAKEN.filter((part) => request[part] !== undefined && request[part] !== null).map((part) => [part, request[part]]));
  if (alone) delete kept.setup; // it may speak of those who are not there
  return { ...kept, name, members: come, combatants: others.map((/** @type {any} */ one) => seated(one, bot)) };
}

/**
 * Whoever is against them has a seat of the campaign, and none of the ready-made fight's.
 * @param {any} one
 * @param {string | null} seat
 */
function seated(one, seat) {
  const made = { ...one };
  delete made.seat;
  return seat ? { ...made, seat } : made;
}

/**
 * A free place as near to the others as there is one, on squares and on an open table; zones and ranks hold any number.
 * @param {any[]} places
 * @param {Set<string>} taken
 * @param {any} ground
 */
function beside(places, taken, ground) {
  const [first] = places;
  if (!first?.cell && !first?.point) return first ?? null;
  const step = first.cell ? 1 : 100, { x, y } = first.cell ?? first.point;
  const free = (/** @type {{ x: number, y: number }} */ spot) => (first.cell ? { cell: spot } : { point: spot });
  for (let far = 1; far < 12; far += 1) for (let right = -far; right <= far; right += 1) for (let down = -far; down <= far; down += 1) {
    if (Math.max(Math.abs(right), Math.abs(down)) !== far) continue;
    const spot = { x: x + right * step, y: y + down * step }, place = free(spot);
    if (spot.x < 0 || spot.y < 0 || taken.has(JSON.stringify(place)) || (first.cell && ground?.rows && ground.rows[spot.y]?.[spot.x] !== '.')) continue;
    return place;
  }
  return null;
}
