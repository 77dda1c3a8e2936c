// Who sits where: people, bots and who only watches, each in a line; what is rare of a seat is folded away.
import { t } from '../words.js';
import { fieldOf, h } from '../shared/elements.js';
import { guardedCard } from '../shared/guarded-parts.js';
import { icon } from '../shared/icon.js';

/** @typedef {import('../../client/draft-fight.js').DraftSeat} DraftSeat */

const ROLES = ['GM', 'PLAYER', 'SPECTATOR'];
const BOTS = ['SHARP', 'GREEDY', 'RANDOM'];
/** How each is marked. */
const FACES = { GM: 'runs', PLAYER: 'plays', SPECTATOR: 'watches' };

/**
 * @param {import('../../client/draft-fight.js').DraftFight} draft
 * @param {{ renew: () => void, changed: () => void, sides: () => { key: string, label: string }[] }} told renew: what is drawn elsewhere is another
 */
export function seatsForm(draft, { renew, changed, sides }) {
  const element = h('div', { class: 'seats' });
  /** The seats whose rare things are unfolded. @type {Set<string>} */
  const unfolded = new Set();

  function draw() {
    element.replaceChildren(...draft.seats.map((one) => guardedCard(() => row(one))), h('div', { class: 'buttons' }, adding(t('seats.player'), () => draft.seat(newName(), 'PLAYER')),
      adding(t('seats.bot'), () => draft.setBot(draft.seat(t('seats.botName'), 'PLAYER'), 'GREEDY')), adding(t('role.SPECTATOR'), () => draft.seat(t('role.SPECTATOR'), 'SPECTATOR'))), typing());
  }

  function newName() {
    const names = draft.seats.map(({ name }) => name);
    let n = draft.seats.filter(({ role, bot }) => role === 'PLAYER' && !bot).length + 1;
    while (names.includes(t('new.player', { n }))) n += 1;
    return t('new.player', { n });
  }

  /**
   * @param {string} label
   * @param {() => void} add
   */
  const adding = (label, add) => h('button', { type: 'button', class: 'add-seat', onclick: () => { add(); draft.share(); redraw(); } }, `+ ${label}`);
  const redraw = () => { draw(); renew(); };

  /** @param {DraftSeat} seat */
  function row(seat) {
    const who = seat.bot ? t('seats.bot') : t(`role.${seat.role}`), plays = draft.figures.filter((one) => one.seat === seat.id).map(({ name }) => name).join(', ');
    return h('div', { class: 'row seat', 'data-seat': seat.id }, h('span', { class: `face ${seat.bot ? 'bot' : FACES[seat.role]}` }, icon(seat.bot ? 'u-settings' : seat.role === 'GM' ? 'dice' : seat.role === 'SPECTATOR' ? 'u-eye' : 'u-hand')),
      h('input', { value: seat.name, maxlength: 80, 'aria-label': t('new.seatName'), onchange: (/** @type {Event} */ event) => { seat.name = fieldOf(event).value; redraw(); } }),
      h('small', {}, [who, plays].filter(Boolean).join(': ')),
      h('button', { type: 'button', 'aria-label': t('form.remove'), onclick: () => { draft.removeSeat(seat.id); redraw(); } }, '×'),
      h('details', { open: unfolded.has(seat.id), ontoggle: (/** @type {Event} */ event) => { const { open } = /** @type {HTMLDetailsElement} */ (event.target); unfolded[open ? 'add' : 'delete'](seat.id); } }, h('summary', {}, t('seats.more')), h('div', { class: 'row' }, ...rare(seat))));
  }

  /** @param {DraftSeat} seat */
  function rare(seat) {
    return [h('select', { 'aria-label': t('new.role'), onchange: (/** @type {Event} */ event) => { seat.role = /** @type {any} */ (fieldOf(event).value); redraw(); } },
      ...ROLES.map((one) => h('option', { value: one, selected: one === seat.role }, t(`role.${one}`)))),
    seat.role === 'SPECTATOR' ? '' : h('select', { 'aria-label': t('new.bot'), onchange: (/** @type {Event} */ event) => { draft.setBot(seat, fieldOf(event).value || null); redraw(); } },
      h('option', { value: '' }, t('bot.none')), ...BOTS.map((one) => h('option', { value: one, selected: one === seat.bot }, t(`bot.${one}`)))),
    seat.bot ? h('input', { type: 'number', min: 0, max: 60, step: 'any', value: seat.botPace === null ? '' : seat.botPace / 1000, placeholder: t('new.pace'), 'aria-label': t('new.pace'), onchange: (/** @type {Event} */ event) => { seat.botPace = fieldOf(event).value === '' ? null : Math.round(1000 * fieldOf(event).valueAsNumber); changed(); } }) : '',
    seat.bot === 'SHARP' ? h('input', { type: 'number', min: 0.1, max: 10, step: 'any', value: seat.botThinks === null ? '' : seat.botThinks / 1000, placeholder: t('new.thinks'), 'aria-label': t('new.thinks'), onchange: (/** @type {Event} */ event) => { seat.botThinks = fieldOf(event).value === '' ? null : Math.round(1000 * fieldOf(event).valueAsNumber); changed(); } }) : '',
    draft.dice === 'MIXED' && seat.role === 'PLAYER' ? h('label', {}, h('input', { type: 'checkbox', '.checked': seat.types, onchange: (/** @type {Event} */ event) => { seat.types = fieldOf(event).checked; changed(); } }), ` ${t('new.types')}`) : ''];
  }

  /** Whose dice are typed, where some are. */
  function typing() {
    if (draft.dice !== 'MIXED') return '';
    return h('div', {}, ...sides().map(({ key, label }) => h('label', { class: 'row' }, h('input', {
      type: 'checkbox', '.checked': draft.typingSides.includes(key), 'data-side': key, onchange: (/** @type {Event} */ event) => { draft.typesSide(key, fieldOf(event).checked); changed(); },
    }), h('span', {}, t('new.typing', { side: label })))));
  }

  return { element, draw };
}
