// Short hints at the things themselves, in somebody's first fight: each is put away for good, that of the board by using it.
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';

const KEPT = 'skald-hints', DONE = 'done';
/** What they are of, by the place of what they are about. That of the board lies beside it: below it something may have to be pressed. */
const ALL = [['board', '.acts'], ['acts', '.acts'], ['log', '.log-place h2']];

/** Show those that were not put away yet, in this browser; in one place one after the other. */
export async function hints() {
  await styled('hints');
  const touched = matchMedia('(pointer: coarse)').matches, said = (/** @type {string} */ name) => t(touched && name !== 'log' ? `hint.${name}.touch` : `hint.${name}`);
  const away = new Set((localStorage.getItem(KEPT) ?? '').split(' '));
  const show = (/** @type {string} */ name, /** @type {string} */ place) => {
    const at = document.querySelector(place), gone = () => {
      if (away.has(name)) return;
      note.remove();
      away.add(name);
      localStorage.setItem(KEPT, ALL.every(([one]) => away.has(one)) ? DONE : [...away].join(' '));
      if (name === 'board') rest('.acts');
    };
    const note = h('p', { class: `first-hint on-${name}` }, h('span', {}, said(name)), h('button', { type: 'button', 'aria-label': t('hint.away'), title: t('hint.away'), onclick: gone }, '×'));
    if (name === 'log') at?.after(note);
    else at?.prepend(note);
    if (name === 'board') for (const one of ['pointerdown', 'keydown']) document.querySelector('.board-place')?.addEventListener(one, gone);
  };
  const rest = (/** @type {string} */ place) => {
    const [next] = ALL.filter(([name, there]) => there === place && !away.has(name));
    if (next) show(next[0], next[1]);
  };
  for (const place of new Set(ALL.map(([, one]) => one))) rest(place);
}
