// Taking back the last step, whoever's it was, with one button of the game master.
import { h } from '../shared/elements.js';
import { icon } from '../shared/icon.js';

/** The offers that do it without asking anybody, the best first. */
const KEYS = ['revertLast', 'revert', 'takeBack'];

/** Letters of the button; all of it is its title. */
const LONGEST = 64;

/** @param {import('./gm-panel.js').GmDesk} desk */
export function undoButton({ fight, done }) {
  /** @type {any} */
  let offer;
  const said = h('span', {}), element = h('button', { type: 'button', class: 'undo', 'data-gm': 'undo', hidden: true, onclick: () => { if (offer) void done(fight.submit(offer.send, { version: fight.now?.version })); } }, icon('u-undo-2'), ' ', said);
  return {
    element,
    /** @param {any} now */
    show({ takeBacks }) {
      offer = KEYS.map((key) => takeBacks.find((/** @type {any} */ one) => one.key === key)).find(Boolean);
      element.hidden = !offer;
      const label = /** @type {string} */ (offer?.label ?? '');
      said.textContent = label.length > LONGEST ? `${label.slice(0, LONGEST - 2)} …` : label;
      element.title = label;
    },
  };
}
