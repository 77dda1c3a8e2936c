// Lending a figure of one's own to somebody, and having it back.
import { t } from '../words.js';
import { h } from '../shared/elements.js';

/**
 * @param {import('../../client/fight.js').Fight} fight
 * @param {string} seat
 * @param {string | null} figure whom its reader looks at
 * @param {(done: Promise<unknown>) => void} done
 * @param {boolean} open whether it is unfolded already
 */
export function lending(fight, seat, figure, done, open) {
  const { loaded: now } = fight;
  if (now.status !== 'RUNNING') return [];
  const names = new Map(now.seats.map((/** @type {any} */ one) => [one.key, one.name]));
  const given = now.handovers.filter((/** @type {any} */ one) => one.giver === seat).map((/** @type {any} */ { combatant, taker, accepted }) => {
    const who = now.combatants.find((/** @type {any} */ one) => one.key === combatant)?.name ?? '?';
    return h('p', { class: 'card' }, t(accepted ? 'lend.lent' : 'lend.offered', { who, to: names.get(taker) ?? '?' }), ' ',
      h('button', { type: 'button', onclick: () => done(fight.arrange('RECALL', { combatant })) }, t('lend.back')));
  });
  const mine = now.combatants.find((/** @type {any} */ one) => one.key === figure && one.owner === seat && one.seat === seat);
  const others = now.seats.filter((/** @type {any} */ one) => one.key !== seat && one.role !== 'SPECTATOR');
  if (!mine || !others.length || now.handovers.some((/** @type {any} */ one) => one.combatant === figure)) return given;
  return [...given, h('details', { class: 'lend', '.open': open }, h('summary', {}, t('lend.title', { who: mine.name })), h('div', { class: 'offers' },
    ...others.map((/** @type {any} */ one) => h('button', { type: 'button', onclick: () => done(fight.arrange('HAND_OVER', { combatant: figure, seat: one.key })) }, one.name))))];
}
