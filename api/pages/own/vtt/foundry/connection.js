// How this browser comes to its seat of a fight: by an invitation. What stands in the way is explained in words.
import { newKey } from '../../client/random.js';
import { whoIsHere } from '../../client/seat.js';
import { Server } from '../../client/server.js';
import { language, text } from './host.js';

/** Milliseconds that a server may take to answer at all. */
const PATIENCE = 8_000;

const isLoopback = (/** @type {string} */ host) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
const isPrivate = (/** @type {string} */ host) => isLoopback(host) || /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/.test(host)
  || host.endsWith('.local') || !host.includes('.') || /^\[f[cde]/i.test(host);

/**
 * Why a page may not ask a server at all; "" if it may.
 * @param {string} server
 * @param {{ protocol: string }} [page]
 */
export function mixedContent(server, page = location) {
  const { protocol, hostname, origin } = new URL(server);
  return page.protocol === 'https:' && protocol === 'http:' && !isLoopback(hostname) ? text('mixed', { server: origin }) : '';
}

/**
 * Why a server cannot be asked from here, found out by asking; "" if it can.
 * @param {string} server
 * @param {boolean} [invited] an invitation is at hand, which lets this page in
 */
export async function whyNot(server, invited = false) {
  const mixed = mixedContent(server);
  if (mixed) return mixed;
  const address = new URL('livez', server), { hostname, origin } = new URL(server);
  const asked = (/** @type {RequestMode} */ mode) => fetch(address, { mode, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }).then(() => true, () => false);
  if (await asked('cors')) return '';
  // An answer that may not be read is an answer: the server is there, and does not know this page.
  if (await asked('no-cors')) return invited ? '' : text('origin', { server: origin, page: location.origin });
  if (isPrivate(hostname) && !isPrivate(location.hostname)) return text('local', { server: origin });
  return text('silent', { server: origin });
}

/**
 * Take a seat: by an invitation, or a token that somebody has already.
 * @param {{ server: string, invitation: string, token: string }} pasted
 * @returns {Promise<import('./host.js').KeptSeat>}
 */
export async function takeSeat({ server, invitation, token }) {
  const asked = new Server(server, { token, language: language() });
  if (invitation) {
    // The one address that pages of every origin may call: the invitation lets this one in.
    const joined = await asked.rest('POST', 'v1/join', { body: { invitation }, headers: { 'idempotency-key': `"${newKey()}"` } });
    asked.token = joined.token.token;
  }
  const viewer = await whoIsHere(asked);
  if (!viewer?.encounter || !viewer.seat) throw new Error(text('noSeat'));
  return { server, fight: viewer.encounter, token: asked.token, seat: viewer.seat, role: viewer.role ?? '' };
}
