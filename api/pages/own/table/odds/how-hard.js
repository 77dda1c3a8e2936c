// How hard a fight is that is not made yet: bots play it, and the answer grows until it is good enough, or not wanted any more.
import { listenToSetupOdds } from '../../client/odds.js';
import { announce } from '../shared/announcer.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';
import { loadWords, t } from '../words.js';
import { chanceText, oddsLines } from './chances.js';
import { proposing } from './proposing.js';

/** As near as somebody who prepares a fight wants to know it: the work is counted to his rate. */
const WISH = { within: 70, runs: 200, seconds: 9 };

/**
 * Ask, and tell it in a place; leaving the form for another screen ends it.
 * @param {HTMLElement} place
 * @param {{ server: import('../../client/server.js').Server, wish: unknown, side: string, label: string, take: (fight: any) => void }} fight
 *   side: whose chance it is about; label: what it is called; take: the form has this fight from now on
 * @returns {Promise<() => void>} ends it: what was told is of another fight now
 */
export async function howHard(place, { server, wish, side, label, take }) {
  await Promise.all([loadWords(document.documentElement.lang, ['words-odds']), styled('odds')]);
  const told = h('div', {}, h('p', { class: 'hint' }, t('odds.working'))), aim = proposing({ server, wish, side, label, take });
  const end = () => {
    leave();
    aim.end();
    removeEventListener('popstate', end);
    place.replaceChildren();
  };
  const leave = listenToSetupOdds(server, wish, {
    told: (odds) => {
      told.replaceChildren(...oddsLines(odds, side, label));
      const own = odds.complete && odds.sides.find((one) => one.side === side);
      if (own) announce([t('odds.wins', { side: label, chance: chanceText(own.won) })]);
    },
    failed: ({ message }) => {
      const why = h('p', { class: 'refusal' }, message);
      // What was worked out before stays true.
      if (told.querySelector('.odds-head')) told.append(why);
      else told.replaceChildren(why);
      announce([message]);
    },
  }, WISH);
  addEventListener('popstate', end);
  place.replaceChildren(h('section', { class: 'odds', 'aria-label': t('odds.title') }, h('div', { class: 'odds-told' }, told, aim.element), h('button', { type: 'button', class: 'round', 'aria-label': t('odds.away'), title: t('odds.away'), onclick: end }, '×')));
  return end;
}
