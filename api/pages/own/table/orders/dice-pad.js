// A pad for dice that fell on a real table: a key for each face, several dice in one go, corrected before they are sent.
import { TypedDice } from '../../client/dice.js';
import { diceText, t } from '../words.js';
import { h } from '../shared/elements.js';
import { icon } from '../shared/icon.js';

/** Most faces that have a key of their own; more are typed as numbers. */
const KEYS = 20;

/**
 * @param {string} notation as in `2d6`
 * @param {(faces: number[]) => Promise<unknown>} send
 */
export function dicePad(notation, send) {
  const dice = new TypedDice(notation);
  const shown = h('div', { class: 'dice', role: 'group', 'aria-label': t('dice.rolled') });
  const done = h('button', { class: 'primary', type: 'submit' }, t('dice.send'));
  const number = h('input', { type: 'number', min: 1, max: dice.sides, 'aria-label': t('dice.face'), class: 'face' });
  const type = (/** @type {number} */ face) => {
    if (dice.type(face)) draw();
  };
  const choose = (/** @type {number} */ n) => { dice.correct(n); draw(); };
  // The same buttons for good: a die that has the focus keeps it while it is typed.
  shown.append(...dice.faces.map((_, n) => h('button', { type: 'button', class: 'die', onclick: () => choose(n), onfocus: () => choose(n) })));
  let busy = false;
  function draw() {
    dice.faces.forEach((face, n) => {
      const die = shown.children[n];
      die.setAttribute('aria-pressed', String(n === dice.at));
      die.setAttribute('aria-label', t('dice.die', { n: n + 1, face: face ?? '–' }));
      die.textContent = String(face ?? '·');
    });
    done.disabled = busy || !dice.complete;
  }
  let digits = '', /** @type {ReturnType<typeof setTimeout> | undefined} */ timer;
  /** Whoever has no die at hand has them rolled here, each face as likely as the others. */
  const forMe = () => {
    if (busy) return;
    dice.faces.forEach((_, n) => { dice.correct(n); dice.type(thrown(dice.sides)); });
    draw();
    form.requestSubmit();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === number) return;
    const onButton = event.target instanceof HTMLButtonElement && !event.target.classList.contains('die');
    const more = () => { clearTimeout(timer); dice.type(Number(digits)); digits = ''; draw(); };
    if (event.key === 'r' || event.key === 'R') forMe();
    else if ((event.key === ' ' || event.key === 'Enter') && digits) more();
    else if (event.key === 'Enter' && dice.complete && !onButton) form.requestSubmit();
    else if (event.key === 'Backspace') dice.back();
    else if (/^\d$/.test(event.key)) {
      clearTimeout(timer);
      digits += event.key;
      // Of a d20 a 1 may be the beginning of a 12: wait for the rest, or for a space.
      if (Number(digits) * 10 > dice.sides) more();
      else timer = setTimeout(more, 600);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    draw();
  };
  const keys = dice.sides <= KEYS
    ? Array.from({ length: dice.sides }, (_, n) => h('button', { type: 'button', onclick: () => type(n + 1) }, n + 1))
    : [number, h('button', { type: 'button', onclick: () => { type(number.valueAsNumber); number.value = ''; number.focus(); } }, t('dice.add'))];
  const form = h('form', {
    class: 'dice-pad', onkeydown: key, tabindex: -1,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (document.activeElement === number && number.value) { type(number.valueAsNumber); number.value = ''; return; }
      if (busy || !dice.complete) return;
      busy = true;
      draw();
      await send(/** @type {number[]} */ (dice.faces));
      busy = false;
      draw();
    },
  },
  h('p', { class: 'hint' }, t('dice.hint', { dice: diceText(notation) })), shown,
  h('div', { class: 'faces' }, ...keys, h('button', { type: 'button', 'aria-label': t('dice.back'), onclick: () => { dice.back(); draw(); } }, '⌫')),
  h('div', { class: 'buttons' }, done, h('button', { type: 'button', class: 'for-me', title: t('dice.forMeHint'), onclick: forMe }, icon('dice'), ` ${t('dice.forMe')} `, h('kbd', { 'aria-hidden': 'true' }, 'R'))));
  draw();
  return form;
}

/**
 * A face by chance.
 * @param {number} sides
 * @returns {number}
 */
function thrown(sides) {
  const [number] = crypto.getRandomValues(new Uint32Array(1)), even = 2 ** 32 - 2 ** 32 % sides;
  return number < even ? number % sides + 1 : thrown(sides);
}
