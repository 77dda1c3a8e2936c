// Who sits here: a token, or an invitation that is turned into one. Where the token is kept is its caller's matter.
import * as documents from './documents.js';
import { newKey } from './random.js';

/** @typedef {NonNullable<import('./contract.js').WhoQuery['viewer']>} Viewer */
/** @typedef {{ token: string, fight: string, seat: string, expires: string }} Seat expires: a time in ISO 8601 */

/**
 * Take a seat by an invitation. By REST, which pages of every site may call for this: where the page is not of the
 * server's own site, its origin is allowed for that fight from then on. From now on the server is asked with the token that it gives; keep it where only this
 * person can read it.
 * @param {import('./server.js').Server} server
 * @param {string} invitation
 * @returns {Promise<Seat>}
 */
export async function join(server, invitation) {
  /** @type {{ encounter: string, token: { token: string, seat: string, expires: string } }} */
  const { encounter, token: { token, seat, expires } } = await server.rest('POST', 'v1/join', {
    body: { invitation, idempotencyKey: newKey() },
  });
  server.token = token;
  return { token, fight: encounter, seat, expires };
}

/**
 * Who the server's token is; null without a token. Refusal for one that is not accepted.
 * @param {import('./server.js').Server} server
 * @returns {Promise<Viewer | null>}
 */
export async function whoIsHere(server) {
  if (!server.token) return null;
  /** @type {import('./contract.js').WhoQuery} */
  const { viewer } = await server.graphql(documents.VIEWER);
  return viewer;
}
