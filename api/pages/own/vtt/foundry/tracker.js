// The combat tracker shows the fight's order of play; its "next turn" ends the turn in the fight.
import { needsNothing } from '../../client/offers.js';
import { paired } from './figures.js';
import * as host from './host.js';

/**
 * Show the order that everybody sees. Only the client that acts for all does it.
 * @param {import('../../client/shared.js').Common} common
 * @param {string} fight
 */
export async function track({ slots, tokens, round }, fight) {
  const known = new Map(tokens.map((token) => [token.combatant, token])), pairs = paired(tokens, fight);
  const order = [...new Map(slots.filter(({ combatant }) => combatant && known.has(combatant)).map((slot) => [slot.combatant, slot])).values()];
  const combat = host.combatOf(fight) ?? (order.length ? await host.makeCombat(fight) : null);
  if (!combat) return;
  const acting = order.find(({ state }) => state === 'ACTING')?.combatant ?? null;
  await host.showOrder(combat, order.map(({ combatant }, at) => {
    const key = String(combatant);
    return { combatant: key, name: known.get(key)?.label ?? '?', initiative: order.length - at, tokenId: pairs.get(key)?.id ?? null, defeated: known.get(key)?.down ?? false };
  }), { round, acting });
}

/**
 * Somebody asks the tracker for the next turn: whoever acts ends his, if this seat may.
 * @param {import('../../client/fight.js').Fight | null} fight
 */
export async function endTurn(fight) {
  const now = fight?.now, offer = now?.offers.find((one) => one.group === 'END' && needsNothing(one, now));
  if (!fight || !now || !offer) throw new Error(host.text(fight ? 'turn.none' : 'drag.unpaired'));
  await fight.submit(offer.send, { version: now.version });
}
