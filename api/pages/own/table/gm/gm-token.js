// What a game master does at a figure itself: points by plus and minus, a condition, seen or not, who plays it, gone.
import { t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { h } from '../shared/elements.js';
import { portraitButtons } from './gm-map.js';
import { button, line, select } from './gm-parts.js';

/** Steps of the buttons beside the field. */
const STEPS = ['−5', '−1', '+1', '+5'];

/**
 * The number that somebody has after what was typed: `-9` and `+3` go from what is, `12` is set; null: nothing was said.
 * @param {string} typed
 * @param {number} now
 * @param {{ least: number | null, most: number | null }} bounds
 */
export function after(typed, now, { least, most }) {
  const [, sign, figure] = /^\s*([-−+]?)\s*(\d{1,6})\s*$/.exec(typed) ?? [];
  if (figure === undefined) return null;
  const wished = sign === '+' ? now + Number(figure) : sign ? now - Number(figure) : Number(figure);
  return Math.min(most ?? wished, Math.max(least ?? wished, wished));
}

/**
 * The game master's part of the menu that hangs at a figure.
 * @param {import('./gm-panel.js').GmDesk} desk
 * @param {any} token
 * @param {{ more: () => void, closed: () => void }} told more: all else is done in the bar
 */
export function gmToken(desk, token, { more, closed }) {
  const { ruling, fight } = desk, who = token.combatant, combatants = [who], points = h('div', {}), conditions = h('div', {});
  const done = (/** @type {Promise<unknown>} */ act) => { closed(); void desk.done(act); };
  const seen = (/** @type {string} */ tool) => done(ruling.tool(tool, { combatants, seats: null, reason: '' }));
  const remove = async () => { if (await dialog(t('gm.remove'), [h('p', {}, t('gm.removeAsk', { who: token.label }))], t('gm.remove'))) done(ruling.tool('remove', { combatants, reason: '' })); };
  const { seats, combatants: all } = fight.loaded;
  const taker = select(t('new.plays'), [{ value: '', label: t('role.GM') }, ...seats.filter(({ role }) => role === 'PLAYER').map((one) => ({ value: one.key, label: one.name }))],
    all.find((/** @type {any} */ one) => one.key === who)?.seat ?? '', { onchange: () => done(ruling.handOver(who, taker.value || null)) });
  void fill().catch(desk.failed);
  return h('div', { class: 'gm-token' }, points, conditions, line(button(t(token.hidden ? 'gm.reveal' : 'gm.hide'), () => seen(token.hidden ? 'reveal' : 'hide'), { 'data-act': 'seen' }),
    button(t('gm.remove'), () => { remove().catch(desk.failed); }, { 'data-act': 'remove' }), taker, button(t('form.more'), more, { 'data-act': 'more' })), portraitButtons(desk, token, done));

  async function fill() {
    const [figure, system] = await Promise.all([ruling.figure(who), ruling.system()]);
    const vitals = figure.corrections.filter((/** @type {any} */ one) => one.kind === 'NUMBER' && /\.vitals\.[^.]+\.now$/.test(one.path));
    points.replaceChildren(...vitals.slice(0, 1).map(vital));
    const has = new Set(figure.conditions.map((/** @type {any} */ one) => one.key));
    const kind = select(t('gm.condition'), [{ value: '', label: `${t('gm.condition')} …` }, ...system.conditions.filter((/** @type {any} */ one) => !has.has(one.key)).map((/** @type {any} */ one) => ({ value: one.key, label: one.label }))], '', {
      'data-act': 'condition', onchange: () => done(ruling.tool('setCondition', { combatant: who, kind: kind.value, left: null, amount: null, reason: '' })),
    });
    conditions.replaceChildren(line(kind, ...figure.conditions.map((/** @type {any} */ one) => button(`${one.label} ×`, () => done(ruling.tool('endCondition', { combatant: who, condition: one.key, reason: '' })), { 'aria-label': t('gm.endCondition', { what: one.label }) }))));
  }

  /** @param {any} one */
  function vital(one) {
    const field = h('input', { inputmode: 'text', class: 'face', placeholder: '−9', 'aria-label': one.label, 'data-act': 'points' }), said = h('output', {}, String(one.now));
    const wished = () => after(field.value, one.now, one);
    const set = (/** @type {number | null} */ value) => { if (value !== null && value !== one.now) done(ruling.tool('correct', { path: one.path, value, reason: '' })); };
    field.addEventListener('input', () => { const value = wished(); said.textContent = value === null ? String(one.now) : `${one.now} → ${value}`; });
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
      set(wished());
    });
    return line(h('span', {}, one.label), ...STEPS.slice(0, 2).map(step), field, ...STEPS.slice(2).map(step), said);
    /** @param {string} by */
    function step(by) { return button(by, () => set(after(by, one.now, one)), { 'data-by': by }); }
  }
}
