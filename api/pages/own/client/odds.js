// How a fight may end if bots play it on: the answer as it grows, for as long as somebody listens.
import { COMPARING, GROWING, PROPOSING, SETUP_GROWING } from './documents-odds.js';
import { growing } from './growing.js';
import { Refusal } from './refusal.js';
import { Socket } from './socket.js';

/**
 * An answer: of the first runs, or, once it is `complete`, the last one. Chances are in tenths of a percent, each with its
 * interval of 95 per cent. They are 0 or 1000 only where nothing else can happen.
 * @typedef {import('./contract.js').GrowingSubscription['odds']} Odds
 * @typedef {Odds['nobody']} Chance
 * @typedef {import('./contract.js').ComparingSubscription['compare']} Comparison
 * @typedef {import('./contract.js').ProposingSubscription['setupProposals']} Proposals
 */

/**
 * What is asked, each as the contract has it by default. within: tenths of a percent, half the width of the widest interval
 * of who wins, at which it is enough; runs, seconds: the most; rounds: of a run; bots: RUN for all where nothing is said.
 * @typedef {object} OddsWish
 * @property {number} [within]
 * @property {number} [runs]
 * @property {number} [seconds]
 * @property {number} [rounds]
 * @property {{ side?: string | null, bot: 'RUN' | 'GREEDY' | 'RANDOM' }[]} [bots]
 * @property {string} [seed]
 */

/**
 * told: called with each answer, at least once a second; the last one is complete. failed: there are none, or no more.
 * @typedef {{ told: (odds: Odds) => void, failed: (refusal: Refusal) => void }} OddsHeard
 */

/**
 * The odds of a fight, as far as its seat knows it, over the fight's own socket.
 * @param {import('./fight.js').Fight} fight
 * @param {OddsHeard} heard
 * @param {OddsWish & { at?: number }} [wish] at: of a version; of now, where nothing is said
 * @returns {() => void} leaves: nothing more is worked out for this caller, and nothing more is told
 */
export function listenToOdds({ socket, id }, heard, wish = {}) {
  return growing(socket, GROWING, { input: { ...wish, encounter: id } }, heard);
}

/**
 * What each offer of a combatant is worth, the best first, over the fight's own socket. Runs are given to what may be the
 * best; `chance` is that of the combatant's side.
 * @param {{ socket: Socket, id: string }} fight
 * @param {{ told: (comparison: Comparison) => void, failed: (refusal: Refusal) => void }} heard as `OddsHeard`
 * @param {{ combatant?: string, runs?: number, seconds?: number, seed?: string }} [wish] combatant: the first that is to
 *   act and that this seat orders, where nothing is said
 * @returns {() => void} leaves, as `listenToOdds`
 */
export const listenToComparison = ({ socket, id }, heard, wish = {}) => growing(socket, COMPARING, { input: { ...wish, encounter: id } }, heard);

/**
 * The odds of a fight that is not made: none is made.
 * @param {import('./server.js').Server} server
 * @param {unknown} fight as `Hosting.create` takes it; its name and its seats may be left out
 * @param {OddsHeard} heard
 * @param {OddsWish} [wish]
 * @returns {() => void} leaves, as `listenToOdds`
 */
export const listenToSetupOdds = (server, fight, heard, wish = {}) => alone(server, SETUP_GROWING, { ...wish, fight }, heard);

/**
 * With how many opponents a fight that is not made is about as hard as is wanted: proposals, the nearest first, each with the
 * request that makes it.
 * @param {import('./server.js').Server} server
 * @param {unknown} fight as for `listenToSetupOdds`
 * @param {{ told: (proposals: Proposals) => void, failed: (refusal: Refusal) => void }} heard as `OddsHeard`
 * @param {OddsWish & { chance?: number, side?: string }} [wish] chance: that the side should have, in tenths of a percent
 * @returns {() => void} leaves, as `listenToOdds`
 */
export const listenToProposals = (server, fight, heard, wish = {}) => alone(server, PROPOSING, { ...wish, fight }, heard);

/**
 * Over a socket of its own.
 * @param {import('./server.js').Server} server
 * @param {string} query
 * @param {object} input
 * @param {{ told: (answer: any) => void, failed: (refusal: Refusal) => void }} heard
 */
function alone(server, query, input, heard) {
  const socket = new Socket(server);
  socket.addEventListener('refused', () => heard.failed(new Refusal('', { code: 'UNAUTHENTICATED' })));
  return growing(socket, query, { input }, heard, () => socket.close());
}
