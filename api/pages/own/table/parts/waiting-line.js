// The line that says whom the table waits for, and for what; and the line of state at the top.
import { t } from '../words.js';
import { barText } from './figures.js';
import { replaceChanged, h } from './elements.js';

/**
 * Round, phase, outcome.
 * @param {HTMLElement} state
 * @param {any} now
 */
export function showState(state, now) {
  const { play } = now.scene;
  const parts = [
    play.round ? t('round', { n: play.round }) : '', now.status === 'RUNNING' ? play.phase : '',
    now.status === 'ENDED' ? t('status.ended') : now.status === 'PAUSED' ? t('status.paused') : '', now.outcomeLabel && t('over.outcome', { what: now.outcomeLabel }),
  ];
  state.textContent = parts.filter(Boolean).join(' · ');
}

/**
 * Whom the table waits for, and for what.
 * @param {HTMLElement} place
 * @param {any} now
 * @param {{ away: boolean, seat: string, as: string | null }} given
 */
export function showWaiting(place, now, { away, seat, as }) {
  const { head, text, yours } = away ? { head: t('status.away'), text: '', yours: false } : waitedFor(now, as ?? seat, as === null);
  place.classList.toggle('away', away);
  place.classList.toggle('you', yours);
  replaceChanged(place, [
    { says: ['head', head], made: () => h('strong', {}, head) },
    ...(text ? [{ says: ['text', text], made: () => h('span', {}, text) }] : []),
  ]);
}

/**
 * @param {any} now
 * @param {string} seat
 * @param {boolean} own whether its reader may act himself
 */
function waitedFor(now, seat, own) {
  if (now.status === 'ENDED') return { head: t('status.ended'), text: now.outcomeLabel ?? '', yours: false };
  if (now.status === 'PAUSED') return { head: t('status.paused'), text: '', yours: false };
  const name = (/** @type {string} */ key) => now.seats.find((/** @type {any} */ one) => one.key === key)?.name ?? '';
  const names = (/** @type {string[]} */ keys) => [...new Set(keys.map(name))].filter(Boolean).join(', ');
  const asked = now.decisions.find((/** @type {any} */ one) => one.yours && own);
  if (asked) return { head: t('asked.you'), text: asked.text, yours: true };
  const acting = now.acting.map((/** @type {string} */ key) => now.combatants.find((/** @type {any} */ one) => one.key === key)).filter(Boolean);
  const mine = acting.filter((/** @type {any} */ one) => one.seat === seat && now.offers.some((/** @type {any} */ offer) => offer.combatant === one.key));
  if (own && mine.length) {
    const who = mine.map((/** @type {any} */ one) => one.name).join(', ');
    return { head: t('turn.yours'), text: [t('acting', { who }), ...leftOf(now, mine[0].key)].join(' · '), yours: true };
  }
  const [open] = now.decisions;
  if (open) return { head: t('decision.waits', { whom: names(open.seats) }), text: open.text ?? '', yours: false };
  if (acting.length) {
    const players = names(acting.map((/** @type {any} */ one) => one.seat));
    return { head: t('decision.waits', { whom: players }), text: [t('acting', { who: acting.map((/** @type {any} */ one) => one.name).join(', ') }), ...leftOf(now, acting[0].key)].join(' · '), yours: false };
  }
  const may = own && now.offers.some((/** @type {any} */ offer) => offer.combatant === null || now.combatants.some((/** @type {any} */ one) => one.key === offer.combatant && one.seat === seat));
  return may ? { head: t('turn.yours'), text: '', yours: true } : { head: t('waiting.table'), text: now.scene.play.label ?? '', yours: false };
}

/**
 * What somebody has left to act with, in words.
 * @param {any} now
 * @param {string} combatant
 */
export function leftOf(now, combatant) {
  const slot = now.scene.play.slots.find((/** @type {any} */ one) => one.combatant === combatant && one.state === 'ACTING');
  return [...(slot?.left ?? []), ...now.scene.play.left].map(barText).filter(Boolean);
}
