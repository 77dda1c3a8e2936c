// Figures of the fight and tokens of the map: a step that Skald tells moves the token, a token that is dragged is an order.
import { obey, orderTo } from '../../client/moves.js';
import * as host from './host.js';

/** @typedef {import('../../client/shared.js').Common} Common */
/** @typedef {Common['tokens'][number]} Figure */

/**
 * How many cells a figure measures.
 * @param {Figure} figure
 */
function measured({ footprint }) {
  const runs = footprint?.runs ?? [];
  if (!runs.length) return { width: 1, height: 1 };
  const left = Math.min(...runs.map(({ x }) => x)), top = Math.min(...runs.map(({ y }) => y));
  return { width: Math.max(...runs.map(({ x, length }) => x + length)) - left, height: Math.max(...runs.map(({ y }) => y)) + 1 - top };
}

/**
 * What a figure's looks name in Foundry.
 * @param {{ looks: Figure['looks'] }} figure
 */
const namedBy = ({ looks }) => looks.refs.filter(({ program }) => program === 'foundry').map(({ value }) => value);

/**
 * The token of each figure: the one that is bound to it, else one that its looks name, by itself before by its actor.
 * No token stands for two.
 * @param {Figure[]} figures
 * @param {string} fight
 */
export function paired(figures, fight) {
  const free = new Set(host.pieces(fight));
  /** @type {Map<string, import('./host.js').Piece | null>} */
  const pairs = new Map(figures.map(({ combatant }) => [combatant, null]));
  /** @type {((piece: import('./host.js').Piece, figure: Figure) => boolean)[]} */
  const ways = [
    ({ combatant }, figure) => combatant === figure.combatant,
    ({ combatant, refs }, figure) => combatant === null && refs.some((ref) => namedBy(figure).includes(ref)),
    ({ combatant, actor }, figure) => combatant === null && actor !== null && namedBy(figure).includes(actor),
  ];
  for (const fits of ways) {
    for (const figure of figures.filter(({ combatant }) => !pairs.get(combatant))) {
      const piece = [...free].find((one) => fits(one, figure));
      if (!piece) continue;
      pairs.set(figure.combatant, piece);
      free.delete(piece);
    }
  }
  return pairs;
}

/**
 * Move the tokens to where everybody sees their figures; those of figures that somebody does not see are hidden. Only the client that acts for all does it.
 * @param {Common} common
 * @param {string} fight
 */
export async function follow({ tokens }, fight) {
  const scene = host.viewedScene();
  if (!scene) return;
  const pairs = paired(tokens, fight);
  // A token that looks name is bound, so that it is hidden with its figure when nothing tells any more whom it stands for.
  for (const [combatant, piece] of pairs) if (piece && piece.combatant === null) await host.bind(piece.document, fight, combatant);
  const seen = new Set(tokens.map(({ combatant }) => combatant)), bound = host.pieces(fight).filter(({ combatant }) => combatant !== null);
  const hid = (/** @type {boolean} */ wanted) => bound.filter((piece) => seen.has(String(piece.combatant)) !== wanted && piece.hid !== wanted).map(({ id }) => id);
  await host.hideTokens(hid(true), true);
  await host.moveTokens(tokens.flatMap((figure) => {
    const piece = pairs.get(figure.combatant), at = piece && host.pixelsOf(scene, figure.place, piece);
    return piece && at && (piece.x !== at.x || piece.y !== at.y) ? [{ _id: piece.id, ...at }] : [];
  }));
  await host.hideTokens(hid(false), false);
}

/**
 * Make tokens for the figures that everybody sees and that have none.
 * @param {Common} common
 * @param {string} fight
 * @returns {Promise<number>} how many were made
 */
export async function place({ tokens }, fight) {
  const scene = host.viewedScene();
  if (!scene) return 0;
  const pairs = paired(tokens, fight);
  const missing = tokens.flatMap((figure) => {
    const size = measured(figure), at = host.pixelsOf(scene, figure.place, size), { label, combatant, looks: { picture } } = figure;
    return pairs.get(combatant) || !at ? [] : [{ name: label, ...at, ...size, picture: picture ?? null, fight, combatant }];
  });
  if (missing.length) await host.makeTokens(missing);
  return missing.length;
}

/**
 * Who a token stands for, as this seat sees the fight; null: nobody of it.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {TokenDocument} document
 */
function figureOf(fight, document) {
  const { combatant, refs, actor } = host.pieceOf(document, fight.id), tokens = fight.now?.scene.tokens ?? [];
  if (combatant) return combatant;
  const named = tokens.find((figure) => namedBy(figure).some((ref) => refs.includes(ref))) ?? tokens.find((figure) => actor !== null && namedBy(figure).includes(actor));
  return named?.combatant ?? null;
}

/**
 * A token was dragged: it stays where it is, and what it would be goes to the server as an order.
 * @param {import('../../client/fight.js').Fight | null} fight null: this browser has no seat
 * @param {string} bound the fight of the world
 * @param {TokenDocument} document
 * @param {import('./host.js').Point} corner where it was dragged to
 * @param {(order: Promise<unknown>) => void} sent
 * @returns {boolean} whether Foundry may move it
 */
export function dragged(fight, bound, document, corner, sent) {
  const scene = host.viewedScene();
  if (!scene || !bound) return true;
  if (!fight?.now) {
    if (!host.pieceOf(document, bound).combatant) return true;
    host.notify('warn', host.text('drag.unpaired'));
    return false;
  }
  const combatant = figureOf(fight, document);
  if (!combatant) return true;
  const piece = host.pieceOf(document, fight.id), cells = fight.now.scene.space.__typename === 'SceneGrid';
  sent(order(fight, combatant, host.placeAt(scene, corner, piece, cells)));
  return false;
}

/**
 * @param {import('../../client/fight.js').Fight} fight
 * @param {string} combatant
 * @param {any} place
 */
async function order(fight, combatant, place) {
  const { status, decisions } = fight.loaded;
  if (status === 'ENDED') throw new Error(host.text('drag.over'));
  const found = await orderTo(fight, combatant, place);
  if (!found) throw new Error(host.text(decisions.length ? 'drag.asked' : 'drag.none'));
  await obey(fight, found);
}
