// How a fight may end if bots play it on: the answer as it grows, for as long as somebody listens.
import { COMPARING, GROWING, SETUP_GROWING } from './documents-odds.js';
import { growing } from './growing.js';
import { Refusal } from './refusal.js';
import { Socket } from './socket.js';

/**
 * An answer: of the first runs, or, once it is `complete`, the last one. Chances are in tenths of a percent, each with its
 * interval of 95 per cent. They are 0 or 1000 only where nothing else can happen.
 * @typedef {import('./contract.js').GrowingSubscription['odds']} Odds
 * @typedef {Odds['nobody']} Chance
 * @typedef {import('./contract.js').ComparingSubscription['compare']} Comparison
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
export function listenToSetupOdds(server, fight, heard, wish = {}) {
  const socket = new Socket(server), over = () => socket.close();
  socket.addEventListener('refused', () => heard.failed(new Refusal('', { code: 'UNAUTHENTICATED' })));
  return growing(socket, SETUP_GROWING, { input: { ...wish, fight } }, heard, over);
}
