// What lets people in: six letters, a QR code and a link for each seat.
import { invite } from '../../client/invite.js';
import { t } from '../words.js';
import { copyable } from '../shared/copyable.js';
import { dialog } from '../shared/dialog.js';
import { h, svg } from '../shared/elements.js';

/** Modules around a QR code, and characters of a link that one is made of at most. */
const MARGIN = 4, LONGEST = 200;
/** Names of one's own machine: nobody else comes in by a link with them. */
const LOCAL = /^(localhost|127\..*|\[::1\])$/;

/**
 * A window with an invitation for each seat: a link and its code.
 * @param {import('../../client/server.js').Server} server
 * @param {string} id
 * @param {any[]} seats
 * @param {(error: Error) => void} failed
 * @param {{ fresh?: boolean, open?: () => void }} [given] fresh: it has just been made, and players' links are wanted; open: sits down as its game master
 */
export async function invitations(server, id, seats, failed, { fresh = false, open } = {}) {
  const root = new URL('./', server.root).href;
  /** @type {Promise<void>[]} */
  const made = [];
  const rows = seats.map((seat) => {
    const place = h('div', { class: 'invited' }), many = seat.role === 'SPECTATOR';
    const make = async () => {
      const link = `${root}${many ? 'watch' : 'play'}#invitation=`, { code, short, qr } = await invite(server, id, seat.key ?? seat.id, many, link.length > LONGEST ? null : link);
      place.replaceChildren(qr ? qrCode(qr, t('invite.qr', { name: seat.name })) : '', h('div', {}, short ? h('p', { class: 'six' }, h('span', {}, t('invite.letters')), ' ', h('code', {}, `${short.slice(0, 3)} ${short.slice(3)}`)) : '', copyable(`${link}${code}`)));
    };
    if (fresh && seat.role === 'PLAYER' && !seat.bot) made.push(make().catch(failed));
    return h('div', { class: 'card' }, h('strong', {}, seat.name), ` (${t(`role.${seat.role}`)}) `, h('button', { type: 'button', onclick: () => { make().catch(failed); } }, t(many ? 'invite.many' : 'invite.make')), place);
  });
  await Promise.all(made); // a code that came later would move the buttons under a hand
  await dialog(t('fights.invite'), [h('p', {}, t('invite.hint'), ' ', t('invite.where', { address: `${root}join` })), LOCAL.test(location.hostname) && h('p', { class: 'hint' }, t('invite.local')), ...rows,
    open && h('p', {}, h('button', { type: 'button', class: 'onward', onclick: open }, t('fights.open')))], t('dialog.done'), '');
}

/**
 * A QR code, black on white in every light, with the margin that cameras need.
 * @param {string[]} rows
 * @param {string} label
 */
function qrCode(rows, label) {
  const side = rows.length + 2 * MARGIN;
  const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index + MARGIN} ${y + MARGIN}h${run.length}v1h-${run.length}z`)).join('');
  return svg('svg', { class: 'qr', viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': label }, svg('rect', { width: side, height: side, fill: '#fff' }), svg('path', { d: path, fill: '#000' }));
}
