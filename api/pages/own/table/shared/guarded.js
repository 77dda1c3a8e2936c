// What one part of a page cannot draw is said in its place; the other parts live on.
import { t } from '../words.js';
import { h } from './elements.js';

/**
 * A line that stands where something cannot be drawn.
 * @param {unknown} error
 */
export function broken(error) {
  globalThis.console.warn(error);
  return h('p', { class: 'broken refusal', role: 'alert' }, t('part.broken'));
}

/**
 * Draw a part.
 * @param {Element} place where it says that it cannot be drawn
 * @param {() => void} draw
 */
export function guarded(place, draw) {
  const before = place.querySelector(':scope > .broken');
  try {
    draw();
    before?.remove();
  } catch (error) {
    place.replaceChildren(broken(error));
  }
}

/**
 * Draw what is only there for show: where that cannot be done, it is left out.
 * @param {() => void} draw
 */
export function ornament(draw) {
  try {
    draw();
  } catch (error) {
    globalThis.console.warn(error);
  }
}
