// A live region: a screen reader tells what happens, in order, and not more than it can say.
import { h } from './elements.js';

/** Most sentences that are told at once; of more only the newest are. */
const MOST = 6;

const region = h('div', { class: 'unseen', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions' });
const urgent = h('div', { class: 'unseen', role: 'alert' });

/** Put the region into the page. */
export const announcer = () => [region, urgent];

/** @param {string[]} sentences */
export function announce(sentences) {
  region.append(...sentences.slice(-MOST).map((text) => h('p', {}, text)));
  while (region.childElementCount > 4 * MOST) region.firstElementChild?.remove();
}

/** @param {string} sentence what cannot wait, such as a refusal */
export function alertTo(sentence) {
  urgent.textContent = sentence;
}
