// The links that let people in.
import { invite } from '../../client/invite.js';
import { t } from '../words.js';
import { copyable, dialog } from './dialog.js';
import { h } from './elements.js';

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
  const rows = seats.map((seat) => {
    const place = h('span', {}), many = seat.role === 'SPECTATOR';
    const make = async () => {
      const { code } = await invite(server, id, seat.key ?? seat.id, many);
      place.replaceChildren(copyable(new URL(`${many ? 'watch' : 'play'}#invitation=${code}`, server.root).href), h('small', {}, `${t('invite.code')} `), h('code', {}, code));
    };
    if (fresh && seat.role === 'PLAYER' && !seat.bot) make().catch(failed);
    return h('div', { class: 'card' }, h('strong', {}, seat.name), ` (${t(`role.${seat.role}`)}) `, h('button', { type: 'button', onclick: () => { make().catch(failed); } }, t(many ? 'invite.many' : 'invite.make')), place);
  });
  await dialog(t('fights.invite'), [h('p', {}, t('invite.hint')), LOCAL.test(location.hostname) && h('p', { class: 'hint' }, t('invite.local')), ...rows,
    open && h('p', {}, h('button', { type: 'button', onclick: open }, t('fights.open')))], t('dialog.done'), '');
}
