// Short hints at the things themselves, in somebody's first fight: each is put away for good, that of the board by using it.
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';

const KEPT = 'skald-hints', DONE = 'done';
/** What they are of, by the place of what they are about. */
const ALL = [['acts', '.acts'], ['log', '.log-place h2'], ['board', '.board-place']];

/** Show those that were not put away yet, in this browser. */
export async function hints() {
  await styled('hints');
  const touched = matchMedia('(pointer: coarse)').matches, said = (/** @type {string} */ name) => t(touched && name !== 'log' ? `hint.${name}.touch` : `hint.${name}`);
  const away = new Set((localStorage.getItem(KEPT) ?? '').split(' '));
  for (const [name, place] of ALL.filter(([one]) => !away.has(one))) {
    const at = document.querySelector(place), gone = () => {
      note.remove();
      away.add(name);
      localStorage.setItem(KEPT, ALL.every(([one]) => away.has(one)) ? DONE : [...away].join(' '));
    };
    const note = h('p', { class: `first-hint on-${name}` }, h('span', {}, said(name)), name !== 'board' && h('button', { type: 'button', 'aria-label': t('hint.away'), title: t('hint.away'), onclick: gone }, '×'));
    if (name === 'log') at?.after(note);
    else at?.prepend(note);
    if (name === 'board') for (const one of ['pointerdown', 'keydown']) at?.addEventListener(one, gone, { once: true });
  }
}
