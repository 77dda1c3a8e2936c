// A host's companies: each is opened as its game master in a tab of its own; others may join it, and new ones are made.
import { Campaign } from '../../client/campaign.js';
import { loadWords, t } from '../words.js';
import { bring } from '../shared/bring.js';
import { copyable } from '../shared/copyable.js';
import { dialog } from '../shared/dialog.js';
import { gameOf } from './state.js';
import { guardedList, guardedRow } from '../shared/guarded-parts.js';
import { h } from '../shared/elements.js';
import { icon } from '../shared/icon.js';
import { invitations } from '../host/invitations.js';
import { Server } from '../../client/server.js';

/**
 * @param {import('../../client/hosting.js').Hosting} hosting
 * @param {any[]} systems the games in short
 * @param {{ failed: (error: Error) => void, put: (one: { element: HTMLElement }) => void, back: () => void }} given
 */
export async function campaigns(hosting, systems, { failed, put, back }) {
  const { server } = hosting, language = document.documentElement.lang;
  await loadWords(language, ['words-campaign']);
  const list = h('ul', { class: 'fights' }), none = h('p', { class: 'hint', hidden: true }, t('campaigns.none')), more = h('button', { type: 'button', hidden: true, onclick: () => void page(after).catch(failed) }, t('log.earlier'));
  /** @type {string | null} */
  let after = null;

  /** @param {string | null} from */
  async function page(from) {
    const told = await Campaign.page(server, from);
    after = told.after;
    more.hidden = !after;
    list.append(...told.campaigns.map((/** @type {any} */ one) => h('li', { class: 'card', 'data-campaign': one.id }, ...guardedRow(() => row(one)))));
    none.hidden = list.childElementCount > 0;
  }
  function fill() {
    list.replaceChildren();
    return guardedList(list, page(null), failed);
  }

  /** @param {any} one */
  function row(one) {
    const game = systems.find(({ id }) => id === gameOf(one.system))?.name ?? '', time = new Date(one.updatedAt).toLocaleDateString(language);
    return [h('strong', {}, one.name), h('small', {}, [game, time].filter(Boolean).join(' · ')), h('div', { class: 'offers' },
      h('button', { type: 'button', class: 'primary', 'data-act': 'open', onclick: () => { open(one.id).catch(failed); } }, t('campaigns.open')),
      h('button', { type: 'button', 'data-act': 'invite', onclick: () => { hosting.look(one.id).then(({ seats }) => invitations(server, one.id, seats, failed)).catch(failed); } }, t('fights.invite')),
      h('button', { type: 'button', 'data-act': 'joins', onclick: () => { joins(one).catch(failed); } }, t('campaigns.joins')))];
  }

  /** @param {string} id */
  async function masterOf(id) {
    const { seats } = await hosting.look(id), { token } = await hosting.token(id, seats.find((/** @type {any} */ { role }) => role === 'GM').key);
    return { token, seats };
  }

  /** Sit down as its game master, in a tab of one's own. @param {string} id */
  async function open(id) {
    // A browser lets a tab be opened only at the click itself; where it leads is known a moment later.
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    try {
      const { token } = await masterOf(id), link = new URL(`campaign#token=${token}`, new URL('./', location.href)).href;
      if (tab) tab.location.replace(link);
      else await dialog(t('campaigns.open'), [h('p', {}, copyable(link))], t('dialog.done'), '');
    } catch (error) {
      tab?.close();
      throw error;
    }
  }

  /** @param {string} game */
  async function begin(game) {
    const { CompanyForm } = await bring(() => import('./company-form.js'));
    const form = await CompanyForm.of(hosting, game, { failed, back });
    form.done = async () => {
      const { encounter } = await Campaign.create(server, form.wish);
      back();
      void fill();
      void invitations(server, encounter.id, encounter.seats, failed, { fresh: true, open: () => { open(encounter.id).catch(failed); } });
    };
    put(form);
  }

  /** Somebody joins a company that there is. @param {any} one */
  async function joins(one) {
    const [{ CompanyForm }, { token, seats }] = await Promise.all([bring(() => import('./company-form.js')), masterOf(one.id)]);
    const form = await CompanyForm.of(hosting, gameOf(one.system), { failed, back }, { name: one.name, seats, there: (await hosting.look(one.id)).combatants });
    form.done = async () => {
      const master = new Server(server.root, { language });
      master.token = token;
      await master.rest('POST', `v1/encounters/${one.id}/commands`, { body: { command: { [form.key]: { spawn: { combatants: form.newcomers } } } } });
      back();
      void fill();
    };
    put(form);
  }

  await fill();
  return h('section', { class: 'my-campaigns my-fights', 'aria-label': t('campaigns.title') }, h('h2', {}, t('campaigns.title')), none, list, more,
    h('details', { class: 'begin-company' }, h('summary', {}, icon('u-plus'), ` ${t('campaigns.new')}`),
      h('div', { class: 'buttons' }, ...systems.map(({ id, name }) => h('button', { type: 'button', 'data-company': id, onclick: () => { begin(id).catch(failed); } }, name)))));
}
