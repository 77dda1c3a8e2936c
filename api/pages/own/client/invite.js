// An invitation: a link and a code that let somebody take a seat.
import { newKey } from './random.js';

/**
 * Make one. Returns its code and when it expires, the six letters that stand for it for a while, and the QR code of a link to it.
 * @param {import('./server.js').Server} server
 * @param {string} encounter
 * @param {string} seat
 * @param {boolean} [many] for any number of spectators
 * @param {string | null} [link] the address that its code is put after, for the QR code
 */
export const invite = (server, encounter, seat, many = false, link = null) => server.rest('POST', `v1/encounters/${encounter}/invitations`, {
  body: { seat, many, link }, headers: { 'idempotency-key': `"${newKey()}"` },
});
