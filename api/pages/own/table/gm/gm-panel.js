// The game master's panel: what is done beside the rules while a fight runs.
import { Ruling } from '../../client/ruling.js';
import { loadWords, t } from '../words.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';
import { figureSection } from './gm-figure.js';
import { groundSection } from './gm-ground.js';
import { playingOn } from './gm-onward.js';
import { mapSection } from './gm-map.js';
import { gmToken } from './gm-token.js';
import { undoButton } from './gm-undo.js';
import { seatsSection } from './gm-seats.js';
import { spawnSection } from './gm-spawn.js';
import { tableSection } from './gm-table.js';

/**
 * What the panel needs of its table.
 * @typedef {object} Desk
 * @property {import('../../client/fight.js').Fight} fight
 * @property {string} seat the game master's
 * @property {import('../board/board.js').Board} board
 * @property {(done: Promise<unknown>) => Promise<void>} done waits for it, says a refusal, and loads the fight anew
 * @property {(error: Error) => void} failed
 * @property {(aim: import('../table.js').Aim | null) => void} aim what clicks on the board are for
 */

/** @typedef {Desk & { ruling: Ruling, act: (done: () => Promise<unknown>) => () => void }} GmDesk */
/** @typedef {{ element: HTMLElement, show: (now: any) => void, picked?: (combatant: string) => void }} Section */

/**
 * Load what only those who run fights need: words and style.
 * @param {string} language
 */
export async function prepare(language) {
  await Promise.all([loadWords(language, ['words-gm']), styled('gm')]);
}

/** @param {Desk} given */
export function gmPanel(given) {
  const desk = { ...given, ruling: new Ruling(given.fight), act: (/** @type {() => Promise<unknown>} */ done) => () => { void given.done(done()); } };
  /** @type {Section[]} */
  const sections = [tableSection(desk), figureSection(desk), spawnSection(desk), groundSection(desk), mapSection(desk), seatsSection(desk)];
  const undo = undoButton(desk);
  const element = h('section', { class: 'gm', 'aria-label': t('role.GM') }, h('h2', {}, t('role.GM')), undo.element, ...sections.map((one) => one.element));
  const show = () => {
    const { now, as } = given.fight;
    element.hidden = as !== null || !now || now.status === 'ENDED';
    if (!element.hidden) for (const one of [undo, ...sections]) one.show(now);
  };
  given.fight.addEventListener('changed', show);
  show();
  // Where everybody may ask, it stands there for everybody.
  if (given.fight.now?.odds === 'MASTER') bring(() => import('../odds/odds-now.js')).then(({ settle }) => settle(given.fight)).catch(given.failed);
  return {
    element,
    /** What follows an entry of the log. @param {number} version */
    onward: (version) => playingOn(given, () => version),
    picked: (/** @type {string} */ combatant) => { for (const one of sections) one.picked?.(combatant); },
    /**
     * What is done at a figure itself.
     * @param {any} token
     * @param {() => void} closed
     */
    atToken: (token, closed) => (element.hidden ? null : gmToken(desk, token, { closed, more: () => {
      const fold = /** @type {HTMLDetailsElement | null} */ (element.querySelector('details[data-gm=figure]'));
      if (fold) fold.open = true;
      closed();
    } })),
  };
}
