// Who sits at this tab: its token stays in the tab's memory, and is forgotten once it is not accepted any more.
import * as seat from '../client/seat.js';
import { Refusal } from '../client/refusal.js';
import { keepToken, keptToken } from './address.js';

/**
 * Take a seat by an invitation; this tab keeps its token.
 * @param {import('../client/server.js').Server} server
 * @param {string} invitation
 */
export async function join(server, invitation) {
  keepToken((await seat.join(server, invitation)).token);
}

/**
 * Who the token of this tab is; null without a token. Refusal for one that is not accepted.
 * @param {import('../client/server.js').Server} server
 */
export async function whoIsHere(server) {
  server.token = keptToken();
  try {
    return await seat.whoIsHere(server);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') keepToken('');
    throw error;
  }
}
