// What a fight taught: its analysis, and the curve of its chances as it grows, for as long as somebody listens.
import { ANALYSIS, CURVE_GROWING } from './documents-report.js';
import { growing } from './growing.js';

/**
 * @typedef {import('./contract.js').AnalysisQuery['analysis']} Analysis rolls with their chances, who did what, how the
 *   dice fell, who thought how long
 * @typedef {import('./contract.js').CurveGrowingSubscription['curve']} Curve the chances of each side after every act, in
 *   tenths of a percent, with their standard errors; once it is `complete`, what turned the fight
 * @typedef {{ told: (curve: Curve) => void, failed: (refusal: import('./refusal.js').Refusal) => void }} CurveHeard
 *   told: called with each answer, at least once a second; the last one is complete. failed: there is none, or no more.
 */

/**
 * The analysis of a fight, as its reader may know it. Rejects with a Refusal.
 * @param {{ server: import('./server.js').Server, id: string }} fight
 * @returns {Promise<Analysis>}
 */
export async function readAnalysis({ server, id }) {
  return (await server.graphql(ANALYSIS, { id })).analysis;
}

/**
 * How the chances of a fight went up to now, over the fight's own socket. For its game master, its host and the operator;
 * once it has ended, for whoever has seen all of it; `failed` says so to others.
 * @param {{ socket: import('./socket.js').Socket, id: string }} fight
 * @param {CurveHeard} heard
 * @returns {() => void} leaves: nothing more is worked out for this caller, and nothing more is told
 */
export const listenToCurve = ({ socket, id }, heard) => growing(socket, CURVE_GROWING, { id }, heard);
