// The seat of this browser in a room. Its token lies in our own storage inside the room's page, and nowhere else.
import { Refusal } from '../../client/refusal.js';
import { join, whoIsHere } from '../../client/seat.js';

/** @typedef {{ token: string, fight: string, seat: string, role: string }} Seat */

/** @param {string} room */
const keyOf = (room) => `skald-owlbear ${room}`;

/** Whether the browser lets a framed page keep anything. */
export function storageWorks() {
  try {
    localStorage.setItem('skald-try', '1');
    localStorage.removeItem('skald-try');
    return true;
  } catch {
    return false;
  }
}

/**
 * The seat that was taken here; null: none.
 * @param {string} room
 * @returns {Seat | null}
 */
export function seatIn(room) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(room)) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Take a seat by what was pasted, and keep it.
 * @param {import('../../client/server.js').Server} server
 * @param {string} room
 * @param {{ invitation: string, token: string }} pasted
 * @param {string} elsewhere what to say of a token that is of no seat
 * @returns {Promise<Seat>}
 */
export async function sitDown(server, room, { invitation, token }, elsewhere) {
  server.token = token;
  if (invitation) await join(server, invitation);
  const viewer = await whoIsHere(server);
  if (!viewer?.encounter || !viewer.seat) throw new Refusal(elsewhere);
  const seat = { token: server.token, fight: viewer.encounter, seat: viewer.seat, role: viewer.role ?? '' };
  localStorage.setItem(keyOf(room), JSON.stringify(seat));
  return seat;
}

/** @param {string} room */
export const standUp = (room) => localStorage.removeItem(keyOf(room));

/**
 * Called when the other page of this extension takes a seat, or leaves it.
 * @param {string} room
 * @param {() => void} changed
 */
export function onSeatChange(room, changed) {
  addEventListener('storage', ({ key }) => key === keyOf(room) && changed());
}
