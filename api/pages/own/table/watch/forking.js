// Playing on from a version that is watched: a new fight is made, and the one that is watched stays.
import * as documents from '../../client/documents-fork.js';
import { Hosting } from '../../client/hosting.js';
import { newKey } from '../../client/random.js';
import { Server } from '../../client/server.js';
import { invitations } from '../host/invitations.js';
import { dialog } from '../shared/dialog.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';
import { loadWords, t } from '../words.js';

/**
 * Ask whether it shall be, make it, and show the ways into it: they stay in a place of the page, since nobody else has them.
 * @param {{ server: Server, id: string }} fight
 * @param {{ role?: string | null }} viewer its game master; or a host or the operator, who takes the game master's seat for this
 * @param {number} at
 * @param {HTMLElement} place
 * @param {(error: Error) => void} failed
 */
export async function playOn({ server, id }, viewer, at, place, failed) {
  const { lang } = document.documentElement;
  const [{ encounter: now, systems }] = await Promise.all([server.graphql(documents.RULES, { id, at }), loadWords(lang, ['words-gm', 'words-fork']), styled('gm')]);
  const today = await agreed(now, systems.find((/** @type {any} */ one) => one.id === now.system)?.rulesVersion ?? now.rulesVersion, at);
  if (today === null) return;
  const master = new Server(server.root, { language: lang });
  master.token = viewer.role === 'GM' ? server.token : (await new Hosting(server).token(id, now.seats.find((/** @type {any} */ one) => one.role === 'GM').key)).token;
  const { encounter: made, tokens } = await master.act(documents.FORK, { id, at, today, key: newKey() });
  // The new fight is another one, with tokens of its own.
  master.token = tokens.find((/** @type {any} */ one) => one.seat === made.seats.find((/** @type {any} */ seat) => seat.role === 'GM').key).token;
  const open = () => { window.open(new URL(`play#token=${master.token}`, server.root), '_blank', 'noopener'); };
  const invite = (fresh = false) => invitations(master, made.id, made.seats, failed, { fresh, open });
  place.replaceChildren(h('section', { class: 'card forked', role: 'status' }, h('p', {}, t('fork.made', { n: at })), h('div', { class: 'buttons' },
    h('button', { type: 'button', class: 'primary', onclick: open }, t('fights.open')), h('button', { type: 'button', onclick: () => void invite() }, t('fights.invite')))));
  await invite(true);
}

/**
 * Whether a new fight is wanted, and by today's rules; null: it is not wanted.
 * @param {{ rulesVersion: number, unplayed: string | null }} now
 * @param {number} installed
 * @param {number} at
 * @returns {Promise<boolean | null>}
 */
async function agreed({ rulesVersion: old, unplayed }, installed, at) {
  const versions = { old, installed }, box = h('input', { type: 'checkbox', name: 'today', checked: unplayed !== null });
  const choice = unplayed === null ? h('label', {}, box, ` ${t('fork.today', versions)}`) : h('p', {}, t('fork.unplayed', versions));
  const inside = [h('p', {}, t('fork.what', { n: at })), h('p', { class: 'hint' }, t('fork.who')), installed !== old && choice];
  return (await dialog(t('fork.title'), inside, t('fork.make'), t('dialog.no'))) ? box.checked : null;
}
