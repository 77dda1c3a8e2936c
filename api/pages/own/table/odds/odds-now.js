// How the fight may end from now on, in one line, and what is best now: on request, for whom the table lets ask.
import { listenToOdds } from '../../client/odds.js';
import { announce } from '../shared/announcer.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';
import { loadWords, t } from '../words.js';
import { oddsLine } from './chances.js';

/** As near as somebody who plays wants to know it: the work is counted to his rate, and his orders come first. */
const WISH = { within: 100, runs: 100, seconds: 8 };

/**
 * Put the button below the figures, where it moves nothing. What was told goes as the fight goes on: it is of another moment then.
 * @param {import('../../client/fight.js').Fight} fight
 */
export async function settle(fight) {
  await Promise.all([loadWords(document.documentElement.lang, ['words-odds']), styled('odds')]);
  const said = h('p', { class: 'odds-line' }), element = h('div', { class: 'odds-now' }, h('button', { type: 'button', onclick: () => ask() }, t('odds.now')), said);
  const advised = h('p', { class: 'odds-line' }), best = h('div', { class: 'odds-now' }, h('button', { type: 'button', class: 'ask-best', onclick: () => void compare() }, t('odds.askBest')), advised);
  let end = () => {}, endBest = () => {}, of = 0;
  async function compare() {
    endBest();
    of = fight.loaded.version;
    advised.textContent = t('odds.working');
    const { bestOffer } = await import('./best-offer.js');
    if (of === fight.loaded.version) endBest = bestOffer(fight, (text) => { advised.textContent = text; });
  }
  function ask() {
    end();
    const { version, scene: { sides } } = fight.loaded, tell = (/** @type {string} */ text) => { said.textContent = text; };
    const label = (/** @type {string} */ side) => sides.find(({ key }) => key === side)?.label || side;
    let answer = '';
    of = version;
    tell(t('odds.working'));
    end = listenToOdds(fight, {
      told: (odds) => {
        if (odds.runs) answer = oddsLine(odds, label);
        tell(oddsLine(odds, label));
        if (odds.complete) announce([said.textContent ?? '']);
      },
      failed: ({ message }) => {
        tell(answer ? `${answer} · ${message}` : message);
        announce([message]);
      },
    }, WISH);
  }
  const follow = () => {
    const { loaded: { version, status }, as } = fight;
    element.hidden = as !== null || status === 'ENDED';
    best.hidden = element.hidden || !fight.loaded.offers.some((/** @type {any} */ one) => one.combatant);
    if (version === of && !element.hidden) return;
    end();
    endBest();
    said.textContent = advised.textContent = '';
  };
  fight.addEventListener('changed', follow);
  follow();
  document.querySelector('.play .lists')?.append(element);
  document.querySelector('.play .less-used')?.before(best);
}
