// What of a fight stands in a room of Owlbear Rodeo, where everybody in the room can read it: never a token, nor what is hidden.
import OBR from '@owlbear-rodeo/sdk';

/** In the metadata of the room: { fight, version }. All extensions of a room share 16 kB. */
export const ROOM = 'skald/fight';
/** In the metadata of the scene: where the fight's ground begins on the map, in pixels: { x, y }. */
export const CORNER = 'skald/corner';
/** In the metadata of an item: { fight, combatant }, and whether the fight has hidden it. */
export const LINK = 'skald/combatant';
/** In the metadata of a player: { fight, gm }: the seat that this connection has taken. */
export const SEAT = 'skald/seat';
/** In the metadata of what is drawn for this reader alone. */
export const DRAWN = 'skald/drawn';

/** @typedef {import('@owlbear-rodeo/sdk').Item} Item */
/** @typedef {import('@owlbear-rodeo/sdk').Player} Player */

/** Resolves once the room answers; never outside of one. */
export const ready = () => new Promise((done) => { OBR.onReady(() => done(undefined)); });

/** @param {unknown} value @returns {{ fight: string, version: number } | null} */
export const fightOf = (value) => (value && typeof value === 'object' && 'fight' in value && typeof value.fight === 'string' ? /** @type {any} */ (value) : null);

/** What the room says it plays; null: nothing. */
export const played = async () => fightOf((await OBR.room.getMetadata())[ROOM]);

/**
 * Let the room play a fight.
 * @param {string} fight
 * @param {number} version
 */
export const play = (fight, version) => OBR.room.setMetadata({ [ROOM]: { fight, version } });

/** @param {Record<string, any>} metadata of the scene */
export function cornerOf(metadata) {
  const { x, y } = /** @type {any} */ (metadata[CORNER] ?? {});
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : { x: 0, y: 0 };
}

/**
 * Where the middle of an item lies: pictures and circles lie on their middle, rectangles on their corner.
 * @param {any} item
 */
export function middleOfItem({ position: { x, y }, type, shapeType, width, height, scale }) {
  return type === 'SHAPE' && shapeType === 'RECTANGLE' ? { x: x + (width * scale.x) / 2, y: y + (height * scale.y) / 2 } : { x, y };
}

/**
 * The position of an item whose middle is to lie at a spot.
 * @param {any} item
 * @param {{ x: number, y: number }} spot
 */
export function positionFor(item, spot) {
  const middle = middleOfItem(item);
  return { x: item.position.x + spot.x - middle.x, y: item.position.y + spot.y - middle.y };
}

/**
 * The item of each combatant: as it was matched by hand, else as its look names it for Owlbear Rodeo, by id or name.
 * @param {Item[]} items
 * @param {string} fight
 * @param {any[]} tokens of the answer of `MAP`
 * @param {Record<string, string>} kept what only this browser knows: items of combatants that are hidden
 * @returns {Map<string, Item>}
 */
export function itemsOf(items, fight, tokens, kept) {
  const found = new Map(), used = new Set(), known = new Set(tokens.map((one) => one.combatant));
  const take = (/** @type {string} */ combatant, /** @type {Item | undefined} */ item) => {
    if (!item || found.has(combatant) || used.has(item.id)) return;
    found.set(combatant, item);
    used.add(item.id);
  };
  for (const item of items) {
    const link = /** @type {any} */ (item.metadata[LINK]);
    if (link?.fight === fight && known.has(link.combatant)) take(link.combatant, item);
  }
  for (const { combatant, looks } of tokens) {
    take(combatant, items.find(({ id }) => id === kept[combatant]));
    for (const { value } of looks.refs.filter((/** @type {any} */ one) => one.program === 'owlbear'))
      take(combatant, items.find((item) => item.id === value) ?? items.find((item) => item.layer === 'CHARACTER' && item.name === value));
  }
  return found;
}

/**
 * Match an item and a combatant; of one that is hidden only this browser knows.
 * @param {string} room
 * @param {string} fight
 * @param {any} token of the scene
 * @param {string | null} item null: none any more
 */
export async function match(room, fight, { combatant, hidden }, item) {
  const kept = keptLinks(room, fight);
  delete kept[combatant];
  if (hidden && item) kept[combatant] = item;
  localStorage.setItem(`skald-owlbear-links ${room} ${fight}`, JSON.stringify(kept));
  const before = (await OBR.scene.items.getItems()).filter((one) => /** @type {any} */ (one.metadata[LINK])?.combatant === combatant || one.id === item);
  await OBR.scene.items.updateItems(before, (items) => {
    for (const one of items) {
      if (one.id === item && !hidden) one.metadata[LINK] = { fight, combatant };
      else delete one.metadata[LINK];
    }
  });
}

/**
 * @param {string} room
 * @param {string} fight
 * @returns {Record<string, string>}
 */
export function keptLinks(room, fight) {
  try {
    return JSON.parse(localStorage.getItem(`skald-owlbear-links ${room} ${fight}`) ?? '{}');
  } catch {
    return {};
  }
}
