// A host's fights, with what he does with them.
import { t } from '../words.js';
import { Refusal } from '../../client/refusal.js';
import { bring } from '../shared/bring.js';
import { copyable } from '../shared/copyable.js';
import { dialog } from '../shared/dialog.js';
import { fieldOf, h } from '../shared/elements.js';
import { guardedList, guardedRow } from '../shared/guarded-parts.js';
import { invitations } from './invitations.js';

/**
 * The name of a copy: the next number, so that both are told apart.
 * @param {string} name
 */
function nextName(name) {
  const [, base = name, number = '1'] = /^(.*) (\d{1,3})$/.exec(name) ?? [];
  return `${base.slice(0, 76)} ${Number(number) + 1}`;
}

/**
 * @param {import('../../client/hosting.js').Hosting} hosting
 * @param {(error: Error) => void} failed
 */
export function hostFights(hosting, failed) {
  const list = h('ul', { class: 'fights' }), none = h('p', { class: 'hint', hidden: true }, t('fights.none')), more = h('button', { type: 'button', hidden: true }, t('log.earlier'));
  const archived = h('input', { type: 'checkbox', onchange: () => fill() });
  /** @type {string | null} */
  let after = null;
  const caught = (/** @type {Promise<unknown>} */ done) => done.catch(failed);
  /** @param {string | null} from */
  async function page(from) {
    const told = await hosting.fights({ after: from, archived: archived.checked });
    after = told.after;
    more.hidden = !after;
    list.append(...told.encounters.map((/** @type {any} */ one) => h('li', { class: 'card' }, ...guardedRow(() => row(one)))));
    none.hidden = list.childElementCount > 0;
  }
  function fill() {
    list.replaceChildren();
    return guardedList(list, page(null), failed);
  }
  more.addEventListener('click', () => caught(page(after)));

  /** @param {any} fight */
  function row(fight) {
    const act = (/** @type {() => Promise<unknown>} */ done) => () => { void caught(done().then(fill)); };
    const forked = h('div', {}), time = new Date(fight.updatedAt).toLocaleString(document.documentElement.lang);
    return [h('strong', {}, fight.name), ' ', h('small', {}, [t(`fight.${fight.status}`), fight.published && t('fights.published'), time].filter(Boolean).join(' · ')),
      h('div', { class: 'offers' }, h('button', { type: 'button', class: fight.status === 'ENDED' ? '' : 'primary', onclick: () => caught(open(fight)) }, t('fights.open')),
        h('button', { type: 'button', onclick: () => caught(seats(fight)) }, t('fights.invite')),
        h('button', { type: 'button', onclick: act(() => copied(fight)) }, t('fights.copy')),
        h('button', { type: 'button', 'data-act': 'onward', onclick: () => caught(onward(fight, forked)) }, t('gm.playOn')),
        h('details', { class: 'row-more' }, h('summary', {}, t('form.more')), h('button', { type: 'button', onclick: act(() => hosting.archive(fight.id, !fight.archived)) }, t(fight.archived ? 'fights.unarchive' : 'fights.archive')),
          fight.status === 'ENDED' && h('button', { type: 'button', onclick: () => caught(publish(fight)) }, t('fights.publish'))), forked)];
  }

  /**
   * Play on from where it stands, as another fight. The list shows it once it is looked at again: its ways in stand here.
   * @param {any} fight
   * @param {HTMLElement} place
   */
  async function onward(fight, place) {
    const [{ playOn }, { version }] = await Promise.all([bring(() => import('../watch/forking.js')), hosting.look(fight.id)]);
    await playOn({ server: hosting.server, id: fight.id }, { role: 'HOST' }, version, place, failed);
  }

  /** @param {any} fight */
  async function copied(fight) {
    const { missingPictures: missing } = await hosting.copy(fight.id, nextName(fight.name));
    if (missing.length) failed(new Refusal(t('map.missing', { n: missing.length })));
  }

  /**
   * Sit down as its game master, in a tab of one's own.
   * @param {any} fight
   */
  async function open(fight) {
    // A browser lets a tab be opened only at the click itself; where it leads is known a moment later.
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    try {
      const { seats: all } = await hosting.look(fight.id), gm = all.find((/** @type {any} */ seat) => seat.role === 'GM');
      const { token } = await hosting.token(fight.id, gm.key), link = new URL(`play#token=${token}`, new URL('./', location.href)).href;
      if (tab) tab.location.replace(link);
      else await dialog(t('fights.open'), [h('p', {}, copyable(link))], t('dialog.done'), '');
    } catch (error) {
      tab?.close();
      throw error;
    }
  }

  /** @param {any} fight */
  async function seats(fight) {
    await invitations(hosting.server, fight.id, (await hosting.look(fight.id)).seats, failed);
  }

  /** @param {any} fight */
  async function publish(fight) {
    const { seats: all } = await hosting.look(fight.id);
    let seat = fight.published ?? all.find((/** @type {any} */ one) => one.role === 'SPECTATOR')?.key ?? all[0].key;
    const choice = h('select', { onchange: (/** @type {Event} */ event) => { seat = fieldOf(event).value; } }, ...all.map((/** @type {any} */ one) => h('option', { value: one.key, selected: one.key === seat }, one.name)));
    const link = new URL(`watch#fight=${fight.id}`, new URL('./', location.href)).href;
    const back = h('input', { type: 'checkbox' });
    const inside = [h('p', {}, t('fights.publishHint')), choice, h('p', {}, copyable(link)), fight.published && h('label', {}, back, ` ${t('fights.withdraw')}`)];
    if (!await dialog(t('fights.publish'), inside, t(fight.published ? 'dialog.yes' : 'fights.publish'))) return;
    await hosting.publish(fight.id, back.checked ? null : seat);
    await fill();
  }

  void fill();
  return { element: h('section', { class: 'my-fights', 'aria-label': t('fights.title') }, h('h2', {}, t('fights.title')), none, list, more, h('label', { class: 'hint' }, archived, ` ${t('fights.archived')}`)), fill, open: (/** @type {any} */ fight) => caught(open(fight)) };
}
