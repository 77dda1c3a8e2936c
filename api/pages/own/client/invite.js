// An invitation: a link and a code that let somebody take a seat.
import { newKey } from './random.js';

/**
 * Make one. Returns its code and when it expires.
 * @param {import('./server.js').Server} server
 * @param {string} encounter
 * @param {string} seat
 * @param {boolean} [many] for any number of spectators
 */
export const invite = (server, encounter, seat, many = false) => server.rest('POST', `v1/encounters/${encounter}/invitations`, {
  body: { seat, many }, headers: { 'idempotency-key': `"${newKey()}"` },
});
