// What each offer is worth, on its tile: bots play on behind each of them, most often behind what may be the best.
import { listenToComparison } from '../../client/odds.js';
import { withWays } from '../orders/tiles.js';
import { announce } from '../shared/announcer.js';
import { h } from '../shared/elements.js';
import { t } from '../words.js';
import { chanceText, percent } from './chances.js';

/** @typedef {import('../../client/odds.js').Comparison} Comparison */

/** As long as somebody who is to act waits for it: the work is counted to his rate, and his orders come first. */
const WISH = { runs: 800, seconds: 8 };

/**
 * A chance on a tile: its interval, while few runs have shown it, else with half the width of it.
 * @param {Comparison['offers'][number]['chance']} chance
 */
const short = ({ value, low, high }) => (high - low > 300 ? `${percent(low)}–${percent(high)}` : `${percent(value)} ±${Math.ceil((high - low) / 20)}`);

/**
 * Ask for the figure whose offers are shown, and put it on them.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {(text: string) => void} tell
 * @returns {() => void} ends it: what was told is of another moment
 */
export function bestOffer(fight, tell) {
  const place = /** @type {HTMLElement | null} */ (document.querySelector('.play .offer-list')), combatant = place?.dataset.figure;
  if (!place || !combatant) {
    tell(t('odds.nobodyActs'));
    return () => {};
  }
  const tiles = withWays(fight.loaded.offers.filter((/** @type {any} */ one) => one.combatant === combatant));
  /** @type {Comparison | null} */
  let found = null;
  /** Of a tile that folds ways the best of them. @param {HTMLElement} button */
  const shownOn = ({ dataset: { offer: key }, classList }) => {
    const ways = classList.contains('tile') && tiles.find(({ head }) => head.key === key);
    const keys = ways ? [ways.head, ...ways.ways].map((one) => one.key) : [key];
    return found?.offers.find((one) => keys.includes(one.key));
  };
  const mark = () => {
    const shown = place.dataset.figure === combatant, best = found?.offers[0]?.key;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('[data-offer]'))) {
      const worth = shown ? shownOn(button) : undefined, text = worth ? short(worth.chance) : '', there = button.querySelector('.worth');
      const is = worth && worth.key === best ? 'worth best' : 'worth';
      if (!text) there?.remove();
      else if (there?.textContent !== text || there.className !== is) {
        const sign = h('span', { class: is, title: worth ? t('odds.worth', { chance: chanceText(worth.chance), runs: worth.runs }) : '' }, text);
        if (there) there.replaceWith(sign);
        else button.append(sign);
      }
    }
  };
  const watching = new MutationObserver(mark);
  watching.observe(place, { childList: true, subtree: true });
  const first = () => {
    const [best] = found?.offers ?? [], offer = best && fight.loaded.offers.find((/** @type {any} */ one) => one.combatant === combatant && one.key === best.key);
    return best && offer ? t('odds.best', { offer: offer.label, chance: chanceText(best.chance) }) : t(found?.complete ? 'odds.late' : 'odds.working');
  };
  const leave = listenToComparison(fight, {
    told: (comparison) => {
      found = comparison;
      mark();
      tell(first() + (comparison.complete ? (comparison.known === 'ASSUMED' ? ` · ${t('odds.seen')}` : '') : ' …'));
      if (comparison.complete) announce([first()]);
    },
    failed: ({ message }) => {
      tell(found?.offers.length ? `${first()} · ${message}` : message);
      announce([message]);
    },
  }, { ...WISH, combatant });
  return () => {
    leave();
    watching.disconnect();
    for (const sign of place.querySelectorAll('.worth')) sign.remove();
  };
}
