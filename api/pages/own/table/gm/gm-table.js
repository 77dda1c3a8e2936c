// What the game master rules for the whole table: pause, notes, other eyes, questions, taking back, the end.
import { Refusal } from '../../client/refusal.js';
import { t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { h } from '../shared/elements.js';
import { correctionForm, goingOn } from './gm-correct.js';
import { playingOn } from './gm-onward.js';
import { button, folded, labelled, line, reasonField, select, Shown, singleAnswers } from './gm-parts.js';

const CONSENTS = ['AFFECTED', 'ALWAYS', 'GM', 'NEVER'];

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @returns {import('./gm-panel.js').Section}
 */
export function tableSection(desk) {
  const { ruling, fight, act } = desk, head = h('div', {}), pausing = h('div', {}), idle = h('p', { class: 'hint', role: 'status', hidden: true }), notes = h('div', {}), asked = h('div', {}), single = h('div', {}), consents = h('div', {}), whole = h('div', {});
  const reason = reasonField(), typed = new Map();
  const shown = { head: new Shown(), notes: new Shown(), asked: new Shown(), single: new Shown(), consent: new Shown(), whole: new Shown() };
  const questions = folded(t('gm.questions'), 'questions', asked, single, consents), corrections = folded(t('gm.wholeFight'), 'fight', head, whole);
  questions.addEventListener('toggle', () => { if (questions.open) policies(fight.loaded).catch(desk.failed); });
  corrections.addEventListener('toggle', () => { if (corrections.open) correct().catch(desk.failed); });
  const element = h('div', {}, idle, pausing, folded(t('gm.notes'), 'notes', notes), questions, corrections);

  /** @param {any} now */
  function drawHead({ status, seats, decisions }) {
    const paused = status === 'PAUSED', others = seats.filter((/** @type {any} */ one) => one.key !== desk.seat);
    const eyes = select(t('gm.eyes'), others.map((/** @type {any} */ one) => ({ value: one.key, label: one.name })), undefined, { 'data-gm': 'eyes' });
    // The bar has one row: what is seldom used lies in what unfolds.
    pausing.replaceChildren(
      line(button(t(paused ? 'gm.resume' : 'gm.pause'), act(() => (paused ? ruling.tool('resume') : ruling.tool('pause', { reason: reason.value }))), { 'data-gm': paused ? 'resume' : 'pause' }),
        decisions.length ? button(t('gm.cancel'), act(() => ruling.tool('cancel', { reason: reason.value })), { 'data-gm': 'cancel' }) : ''));
    head.replaceChildren(line(reason), others.length ? line(labelled(t('gm.eyes'), eyes), button(t('gm.look'), act(() => fight.lookAs(eyes.value)), { 'data-gm': 'look' })) : '',
      playingOn(desk, () => fight.loaded.version), line(button(t('gm.end'), () => { end().catch(desk.failed); }, { 'data-gm': 'end' })));
  }

  /** End the fight, asked twice: nothing brings it back. */
  async function end() {
    const outcome = h('input', { maxlength: 200, 'data-gm': 'outcome' }), why = reasonField();
    if (!await dialog(t('gm.end'), [line(labelled(t('gm.outcome'), outcome)), line(why)], t('gm.end'))) return;
    if (!await dialog(t('gm.endSure'), [h('p', {}, t('gm.endHint'))])) return;
    await desk.done(ruling.tool('end', { outcome: outcome.value, reason: why.value }));
  }

  /** Say why a fight that has not begun cannot begin: that is not offered then. @param {any} now */
  async function drawIdle(now) {
    idle.hidden = true;
    const still = now.status === 'RUNNING' && !now.round && !now.decisions.length && !now.acting.length;
    if (!still || now.offers.some((/** @type {any} */ { kind }) => kind === 'begin')) return;
    const { key } = await ruling.system();
    try {
      await fight.preview({ command: { [key]: { begin: {} } } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (fight.loaded.version !== now.version) return;
      idle.textContent = t('gm.idle', { why: error.message });
      idle.hidden = false;
    }
  }

  /** @param {any} now */
  function drawNotes({ seats }) {
    const text = h('textarea', { maxlength: 2000, rows: 2, 'aria-label': t('gm.note') });
    const to = seats.filter((/** @type {any} */ one) => one.key !== desk.seat).map((/** @type {any} */ one) => ({ key: one.key, box: h('input', { type: 'checkbox' }), name: one.name }));
    const write = async () => {
      await ruling.tool('note', { note: text.value, to: to.filter((/** @type {any} */ { box }) => box.checked).map((/** @type {any} */ { key }) => key) });
      text.value = '';
    };
    notes.replaceChildren(text, line(...to.map((/** @type {any} */ { box, name }) => h('label', {}, box, ` ${name}`)), button(t('gm.write'), act(write), { 'data-gm': 'write' })), h('p', { class: 'hint' }, t('gm.noteHint')));
  }

  /** @param {any} now */
  async function policies(now) {
    const { questions: kinds } = await ruling.system();
    const seconds = (/** @type {string} */ label) => h('input', { type: 'number', min: 0, max: 86400, value: 0, class: 'face', 'aria-label': label });
    // Each form by itself: what is chosen in one stays while the other is sent.
    shown.asked.when(now.policy, () => {
      const policy = (/** @type {string} */ kind) => fight.loaded.policy.find((/** @type {any} */ one) => one.kind === kind) ?? { asked: true, pace: 0, deadline: 0 };
      const before = /** @type {HTMLSelectElement | null} */ (asked.querySelector('select'));
      const open = before?.value ?? fight.loaded.decisions[0]?.kind;
      const which = select(t('gm.question'), kinds.map((/** @type {any} */ { key, label }) => ({ value: key, label })), open, { 'data-gm': 'question', onchange: () => take() });
      const box = h('input', { type: 'checkbox' }), pace = seconds(t('gm.pace')), deadline = seconds(t('gm.deadline'));
      const take = () => {
        const one = policy(which.value);
        box.checked = one.asked;
        pace.value = String(one.pace);
        deadline.value = String(one.deadline);
      };
      const set = () => ruling.tool('setPolicy', { kind: which.value, asked: box.checked, pace: pace.valueAsNumber || 0, deadline: deadline.valueAsNumber || 0, reason: reason.value });
      take();
      asked.replaceChildren(line(labelled(t('gm.question'), which)), line(labelled(t('gm.asked'), box), labelled(t('gm.pace'), pace), labelled(t('gm.deadline'), deadline), button(t('gm.set'), act(set), { 'data-gm': 'policy' })));
    });
    shown.single.when(now.singleAnswers, () => {
      const { fields, said } = singleAnswers(now.singleAnswers);
      single.replaceChildren(line(...fields, button(t('gm.set'), act(() => ruling.tool('setSingleAnswers', { ...said(), reason: reason.value })), { 'data-gm': 'single' })));
    });
    shown.consent.when(now.takeBackConsent, () => {
      const consent = select(t('gm.consent'), CONSENTS.map((one) => ({ value: one, label: t(`consent.${one}`) })), now.takeBackConsent, { 'data-gm': 'consent' }), silence = seconds(t('gm.deadline'));
      consents.replaceChildren(
        line(labelled(t('gm.consent'), consent), labelled(t('gm.deadline'), silence), button(t('gm.set'), act(() => ruling.tool('setTakeBacks', { consent: consent.value, deadline: silence.valueAsNumber || 0, reason: reason.value })), { 'data-gm': 'takeBacks' })));
    });
  }

  async function correct() {
    const { corrections: all } = await ruling.figure(null);
    shown.whole.when(all, () => goingOn(whole, () => whole.replaceChildren(correctionForm(desk, all, typed, () => { correct().catch(desk.failed); }))));
  }

  return {
    element,
    show(now) {
      shown.head.when([now.status, now.seats, now.decisions.length > 0], () => drawHead(now));
      shown.notes.when(now.seats, () => drawNotes(now));
      drawIdle(now).catch(desk.failed);
      if (questions.open) policies(now).catch(desk.failed);
      if (corrections.open) correct().catch(desk.failed);
    },
  };
}
