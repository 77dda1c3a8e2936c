// One figure in the game master's hand: seen by whom, ordered by whom, what holds for it, how it looks, and every number.
import { t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { h } from '../shared/elements.js';
import { correctionForm, goingOn } from './gm-correct.js';
import { button, folded, labelled, line, reasonField, select, Shown } from './gm-parts.js';

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @returns {import('./gm-panel.js').Section}
 */
export function figureSection(desk) {
  const { ruling, act, fight } = desk;
  const which = h('select', { 'aria-label': t('gm.figure'), onchange: () => load() }), inside = h('div', {}), reason = reasonField();
  const element = folded(t('gm.figure'), 'figure', line(labelled(t('gm.figure'), which)), inside);
  const names = new Shown(), shown = new Shown();
  element.addEventListener('toggle', () => load());
  let asked = 0;
  /** Whose corrections are being typed, and which. @type {{ of: string, typed: import('./gm-correct.js').Typed }} */
  let writing = { of: '', typed: new Map() };
  /** The form of a figure's looks: what is being typed there stays until its looks are others. @type {{ of: string, form?: HTMLElement }} */
  let looking = { of: '' };
  /** To whom a figure is to be revealed: what was chosen stays, whatever happens meanwhile. */
  let audience = { of: '', seat: '' };

  async function load() {
    const key = which.value, mine = ++asked;
    if (!element.open || !key) return inside.replaceChildren();
    const [figure, system] = await Promise.all([ruling.figure(key), ruling.system()]);
    if (mine !== asked || !figure.key) return;
    const { seats } = fight.loaded, token = fight.loaded.scene.tokens.find((/** @type {any} */ one) => one.combatant === key);
    shown.when([figure, seats, token?.hidden], () => {
      const open = new Set([...inside.querySelectorAll('details[open]')].map((one) => one.getAttribute('data-gm')));
      if (writing.of !== key) writing = { of: key, typed: new Map() };
      goingOn(inside, () => {
        inside.replaceChildren(...drawn(key, figure, system, seats, token));
        for (const one of inside.querySelectorAll('details')) one.open = open.has(one.getAttribute('data-gm'));
      });
    });
  }

  /**
   * @param {string} key
   * @param {any} figure
   * @param {any} system
   * @param {any[]} seats
   * @param {any} token
   */
  function drawn(key, figure, system, seats, token) {
    const players = seats.filter(({ role }) => role !== 'GM'), combatants = [key];
    if (audience.of !== key) audience = { of: key, seat: '' };
    const whom = select(t('gm.whom'), [{ value: '', label: t('gm.everybody') }, ...players.map((one) => ({ value: one.key, label: one.name }))],
      audience.seat, { onchange: () => { audience.seat = whom.value; } });
    const seen = () => ({ combatants, seats: whom.value ? [whom.value] : null, reason: reason.value });
    const taker = select(t('new.plays'), [{ value: '', label: t('role.GM') }, ...seats.filter(({ role }) => role === 'PLAYER').map((one) => ({ value: one.key, label: one.name }))],
      fight.loaded.combatants.find((/** @type {any} */ one) => one.key === key)?.seat ?? '', { onchange: () => desk.done(ruling.handOver(key, taker.value || null)) });
    const remove = async () => { if (await dialog(t('gm.remove'), [h('p', {}, t('gm.removeAsk', { who: token?.label ?? '?' }))], t('gm.remove'))) await ruling.tool('remove', { combatants, reason: reason.value }); };
    return [
      line(reason),
      line(whom, button(t('gm.reveal'), act(() => ruling.tool('reveal', seen())), { 'data-gm': 'reveal' }), button(t('gm.hide'), act(() => ruling.tool('hide', seen())), { 'data-gm': 'hide' })),
      token?.hidden && h('p', { class: 'hint' }, t('figure.hidden')),
      line(labelled(t('new.plays'), taker), button(t('gm.remove'), act(remove), { 'data-gm': 'remove' })),
      conditions(key, figure.conditions, system.conditions),
      folded(t('gm.correctTitle'), 'correct', correctionForm(desk, figure.corrections, writing.typed, () => { void load(); })),
      looksOf(key, figure.looks),
    ].filter((one) => one instanceof Node);
  }

  /**
   * @param {string} combatant
   * @param {any[]} has
   * @param {any[]} known
   */
  function conditions(combatant, has, known) {
    const kind = select(t('gm.condition'), known.map((one) => ({ value: one.key, label: one.label })), undefined, { 'data-gm': 'kind', onchange: () => hint() });
    const left = h('input', { type: 'number', min: 1, class: 'face', 'aria-label': t('gm.left'), placeholder: t('gm.left') });
    const amount = h('input', { type: 'number', class: 'face', 'aria-label': t('gm.amount'), placeholder: t('gm.amount') });
    const text = h('p', { class: 'hint' });
    const hint = () => { text.textContent = known.find((one) => one.key === kind.value)?.text ?? ''; };
    const number = (/** @type {HTMLInputElement} */ { valueAsNumber }) => (Number.isNaN(valueAsNumber) ? null : valueAsNumber);
    hint();
    return h('fieldset', { class: 'field' }, h('legend', {}, t('gm.conditions')),
      h('div', { class: 'badges' }, ...has.map((one) => h('span', { class: 'badge' }, one.label, one.amount === null ? '' : ` ${one.amount}`, one.left === null ? '' : ` (${one.left})`, ' ',
        button('×', act(() => ruling.tool('endCondition', { combatant, condition: one.key, reason: reason.value })), { 'aria-label': t('gm.endCondition', { what: one.label }), 'data-end': one.key })))),
      known.length ? line(kind, amount, left, button(t('form.add'), act(() => ruling.tool('setCondition', {
        combatant, kind: kind.value, left: number(left), amount: number(amount), reason: reason.value })), { 'data-gm': 'condition' })) : '', text);
  }

  /**
   * @param {string} combatant
   * @param {any} now
   */
  function looksOf(combatant, now) {
    const of = JSON.stringify([combatant, now]);
    if (looking.of !== of) looking = { of, form: looks(combatant, now) };
    return looking.form;
  }

  /**
   * @param {string} combatant
   * @param {any} now
   */
  function looks(combatant, now) {
    const own = h('input', { type: 'checkbox', '.checked': now.colour !== null }), colour = h('input', { type: 'color', value: now.colour ?? '#8a2f2b', 'aria-label': t('gm.colour'), oninput: () => { own.checked = true; } });
    const caption = h('input', { value: now.caption, maxlength: 12, class: 'face' }), picture = h('input', { type: 'url', value: now.picture ?? '', placeholder: 'https://…' }), portrait = h('input', { type: 'url', value: now.portrait ?? '', placeholder: 'https://…' });
    const set = () => ruling.tool('setLooks', { combatant, looks: { colour: own.checked ? colour.value : null, caption: caption.value, picture: picture.value || null, portrait: portrait.value || null, refs: now.refs } });
    return folded(t('gm.looks'), 'looks', line(labelled(t('gm.colour'), own), colour), line(labelled(t('gm.caption'), caption)), line(labelled(t('gm.picture'), picture)), line(labelled(t('gm.portrait'), portrait)),
      h('p', { class: 'hint' }, t('settings.picturesHint')), button(t('gm.show'), act(set)));
  }

  return {
    element,
    show(now) {
      names.when(now.combatants.map((/** @type {any} */ one) => [one.key, one.name]), () => {
        const before = which.value;
        which.replaceChildren(...now.combatants.map((/** @type {any} */ one) => h('option', { value: one.key, selected: one.key === before }, one.name)));
      });
      void load().catch(desk.failed);
    },
    picked(combatant) {
      which.value = combatant;
      void load().catch(desk.failed);
    },
  };
}
