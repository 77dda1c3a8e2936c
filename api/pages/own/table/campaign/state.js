// What a campaign keeps beside its members' figures, whatever its game.

import { titled } from '../shared/elements.js';

/** @typedef {{ sheet: any, fight: string, fellIn: string, fellAt: number }} Member */
/** @typedef {{ settings: any, members: Record<string, Member>, fights: Record<string, any>, chest: Record<string, number>, game: any }} Kept */

/** @param {string} system a campaign's */
export const gameOf = (system) => system.replace(/_campaign$/, '');

/**
 * What is kept now, as this seat may know it, and under which name.
 * @param {import('../../client/fight.js').Fight} fight
 * @returns {Promise<{ key: string, kept: Kept }>}
 */
export async function keptOf({ server, id }) {
  const told = await server.rest('GET', `v1/encounters/${id}?include=encounter`), [[key, kept]] = Object.entries(told.rules);
  return { key, kept: /** @type {Kept} */ (kept) };
}

/**
 * How a member is placed: free, in a fight, out of the company.
 * @param {any} figure of the answer of `LOOK`
 * @param {Kept} kept
 */
export const isFree = (figure, kept) => !figure.out && !kept.members[figure.key]?.fight;

/**
 * How a fight has ended, for people: a side by its name.
 * @param {any} scene of the campaign
 * @param {string | null | undefined} outcome
 */
export const outcomeText = (scene, outcome) => (outcome ? scene.sides.find((/** @type {any} */ { key }) => key === outcome)?.label ?? titled(outcome.replace(/[_-]+/g, ' ')) : '');
