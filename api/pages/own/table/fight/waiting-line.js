// The line that says whom the table waits for, and for what; and the line of state at the top.
import { t } from '../words.js';
import { barText } from './figures.js';
import { replaceChanged, h } from '../shared/elements.js';

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
  const { waiting } = now, yours = own && waiting.for.some((/** @type {any} */ one) => one.seat === seat);
  const asked = own && now.decisions.find((/** @type {any} */ one) => one.yours);
  if (asked) return { head: t('asked.you'), text: asked.text, yours };
  if (yours && waiting.what === 'BEGIN') return { head: t('begin.yours'), text: '', yours };
  if (yours && now.outcomeLabel && !waiting.combatants.length) return { head: t('end.yours'), text: now.outcomeLabel, yours };
  const left = waiting.what === 'ACT' ? waiting.combatants.flatMap((/** @type {string} */ who) => leftOf(now, who)) : [];
  const next = waiting.next && now.combatants.find((/** @type {any} */ one) => one.key === waiting.next)?.name;
  const acting = now.combatants.filter((/** @type {any} */ one) => waiting.combatants.includes(one.key)).map((/** @type {any} */ one) => one.name);
  if (yours && waiting.what === 'ACT') return { head: t('turn.yours'), text: [acting.length === 1 ? t('acting', { who: acting[0] }) : acting.join(', '), ...left].filter(Boolean).join(' · '), yours };
  return { head: waiting.text, text: [...left, next ? t('waiting.next', { who: next }) : ''].filter(Boolean).join(' · '), yours };
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
