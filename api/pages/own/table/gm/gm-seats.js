// The seats while a fight runs: names, bots with their pace, invitations, who has to leave, and new ones.
import { idOf } from '../../client/ids.js';
import { t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { fieldOf, h } from '../shared/elements.js';
import { button, folded, line, select, Shown } from './gm-parts.js';
import { invitations } from '../host/invitations.js';

const BOTS = ['SHARP', 'GREEDY', 'RANDOM'], ROLES = ['PLAYER', 'SPECTATOR', 'GM'];

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @returns {import('./gm-panel.js').Section}
 */
export function seatsSection(desk) {
  const { ruling, fight, act } = desk, inside = h('div', {}), shown = new Shown();

  /** @param {any} seat */
  function row(seat) {
    const name = h('input', { value: seat.name, maxlength: 80, 'aria-label': t('new.seatName'), onchange: (/** @type {Event} */ event) => { void desk.done(ruling.renameSeat(seat.key, fieldOf(event).value)); } });
    const bot = select(t('new.bot'), [{ value: '', label: t('bot.none') }, ...BOTS.map((value) => ({ value, label: t(`bot.${value}`) }))], seat.bot ?? '', { onchange: () => set() });
    const pace = h('input', {
      type: 'number', min: 0, max: 60, step: 'any', class: 'face', value: seat.botPace === null ? '' : seat.botPace / 1000, placeholder: t('new.pace'), 'aria-label': t('new.pace'), onchange: () => set(),
    });
    const thinks = h('input', {
      type: 'number', min: 0.1, max: 10, step: 'any', class: 'face', value: seat.botThinks === null ? '' : seat.botThinks / 1000, placeholder: t('new.thinks'), 'aria-label': t('new.thinks'), onchange: () => set(),
    });
    const ms = (/** @type {HTMLInputElement} */ field) => field.value === '' ? null : Math.round(1000 * field.valueAsNumber);
    const set = act(() => ruling.bot(seat.key, bot.value || null, bot.value ? ms(pace) : null, bot.value === 'SHARP' ? ms(thinks) : null));
    const leave = (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ done) => async () => { if (await dialog(seat.name, [h('p', {}, what)])) await desk.done(done()); };
    const mine = seat.key === desk.seat;
    return h('div', { class: 'line', 'data-seat': seat.key }, name, h('small', {}, t(`role.${seat.role}`)), seat.role === 'SPECTATOR' ? '' : bot, seat.bot ? pace : '', seat.bot === 'SHARP' ? thinks : '',
      mine ? '' : button(t('gm.revoke'), () => { void leave(t('gm.revokeAsk'), () => ruling.revoke(seat.key))(); }), mine ? '' : button('×', () => { void leave(t('gm.removeSeat'), () => ruling.removeSeat(seat.key))(); }, { 'aria-label': t('gm.removeSeat') }));
  }

  /** @param {any[]} seats */
  function draw(seats) {
    const name = h('input', { maxlength: 80, 'aria-label': t('new.seatName'), placeholder: t('new.seatName'), 'data-gm': 'newSeat' });
    const role = select(t('new.role'), ROLES.map((value) => ({ value, label: t(`role.${value}`) })));
    const add = async () => {
      const title = name.value || t('new.player', { n: seats.length });
      await ruling.addSeat(idOf(title, seats.map(({ key }) => key)), title, role.value);
    };
    inside.replaceChildren(button(t('fights.invite'), () => { void invitations(fight.server, fight.id, fight.loaded.seats, desk.failed); }, { 'data-gm': 'invite' }),
      ...seats.map(row), line(name, role, button(`+ ${t('new.seat')}`, act(add), { 'data-gm': 'addSeat' })));
  }

  return { element: folded(t('new.seats'), 'seats', inside), show: ({ seats }) => shown.when(seats, () => draw(seats)) };
}
