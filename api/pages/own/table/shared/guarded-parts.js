// What one card, row or list cannot draw is said in its place; the others live on.
import { Refusal } from '../../client/refusal.js';
import { h } from './elements.js';
import { broken } from './guarded.js';

/**
 * Draw a part that keeps what it is made of: where it cannot be drawn anew, that is said above it.
 * @param {Element} place
 * @param {() => void} draw
 */
export function guardedAbove(place, draw) {
  place.querySelector(':scope > .broken')?.remove();
  try {
    draw();
  } catch (error) {
    place.prepend(broken(error));
  }
}

/**
 * Fill a list with what is asked for; what cannot be drawn is said in its place, and a refusal where all of them are.
 * @param {Element} list
 * @param {Promise<unknown>} filled
 * @param {(error: Error) => void} failed
 */
export const guardedList = (list, filled, failed) => filled.catch((error) => {
  if (error instanceof Refusal) failed(error);
  else list.replaceChildren(h('li', {}, broken(error)));
});

/**
 * Make a card; one that cannot be made says so.
 * @param {() => HTMLElement} made
 */
export function guardedCard(made) {
  try {
    return made();
  } catch (error) {
    return h('section', { class: 'card' }, broken(error));
  }
}

/**
 * Make what stands in a row; one that cannot be made says so.
 * @param {() => import('./elements.js').Child[]} made
 */
export function guardedRow(made) {
  try {
    return made();
  } catch (error) {
    return [broken(error)];
  }
}
