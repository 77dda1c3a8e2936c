// Who watches a fight live.
import * as documents from './documents.js';

/**
 * Told at once, and whenever it changes; over the fight's own socket.
 * @param {import('./fight.js').Fight} fight
 * @param {(seats: { key: string, name: string, streams: number }[]) => void} told
 * @returns {() => void} ends it
 */
export const listenToPresence = ({ socket, id }, told) => socket.subscribe({
  query: documents.PRESENCE,
  variables: () => ({ id }),
  next: ({ presence }) => told(presence.seats),
  done: () => {},
  failed: () => told([]),
});
