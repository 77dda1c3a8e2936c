// The keys of the table: each does what a click on what it stands for does.
import { bring } from '../shared/bring.js';
import { KEYS } from './offer-keys.js';

/**
 * @typedef {object} Keyed
 * @property {import('./hand.js').Hand} hand
 * @property {import('./pointing.js').Pointing | null} pointing null: nobody was pointed at yet
 * @property {() => Promise<import('./pointing.js').Pointing>} bringPointing
 * @property {import('../board/board.js').Board} board
 * @property {{ tray: HTMLElement, offers: HTMLElement }} places
 * @property {import('../shared/steady.js').Steady} steady
 * @property {() => void} back one step back, where nothing is pointed at
 * @property {(who: string) => void} sheet who: '': of whom one points at, or looks at
 */

/**
 * Do what a key says, unless somebody writes.
 * @param {KeyboardEvent} event
 * @param {Keyed} table
 */
export function pressed(event, { hand, pointing, bringPointing, board, places: { tray, offers }, steady, back, sheet }) {
  const target = /** @type {Element} */ (event.target), { key } = event, { draft } = hand;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, dialog, .dice-pad')) return;
  const click = (/** @type {string} */ wanted, /** @type {Element[]} */ ...inside) => {
    const button = /** @type {HTMLElement | null | undefined} */ (inside.map((one) => one.querySelector(wanted)).find(Boolean));
    steady.look();
    // A key that means something else than a moment ago does nothing yet.
    if (!button?.hasAttribute('data-fresh-key')) button?.click();
    return Boolean(button);
  };
  if (key === 'Escape') {
    if (pointing?.open) pointing.close();
    else back();
  } else if (key === 'Backspace' && draft) draft.undo();
  else if (key === 'Enter' && draft && !target.closest('button, summary, a')) hand.send();
  else if (KEYS.includes(key) && key.length === 1) {
    if (!click(`[data-key="${key}"]`, tray, offers)) return;
  } else if (key === 'm' || key === 'M') {
    if (draft || !click('.group-move .tile[data-offer]', offers)) board.focus();
  } else if (key === 'f' || key === 'F') void bringPointing().then((one) => one.next(event.shiftKey ? -1 : 1));
  else if (key === 'i' || key === 'I') sheet(pointing?.who ?? '');
  else if (key === 'r' || key === 'R') click('.asked:not(.for-others) .for-me', tray);
  else if (key === '?') void bring(() => import('./keys.js')).then(({ showKeys }) => showKeys());
  else if (key === 'e' || key === 'E') click('.tile.ends', offers);
  else return;
  event.preventDefault();
}
