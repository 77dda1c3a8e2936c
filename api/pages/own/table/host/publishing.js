// Making an ended fight public, as one of its seats sees it: for its game master, its host, and the operator.
import * as documents from '../../client/documents-watch.js';
import { t } from '../words.js';
import { copyable } from '../shared/copyable.js';
import { h } from '../shared/elements.js';

/**
 * Whether somebody may do what a fight's game master, its host and the operator may: nobody else's pages offer it.
 * @param {import('../../client/seat.js').Viewer} viewer
 * @param {string} id
 */
export const mayDirect = (viewer, id) => Boolean(viewer.admin || viewer.host || (viewer.role === 'GM' && viewer.encounter === id));

/**
 * @param {import('../../client/watched.js').Watched} fight
 * @param {import('../../client/seat.js').Viewer | null} viewer
 * @param {(error: unknown) => void} failed
 */
export function publishing({ server, id, table }, viewer, failed) {
  if (table.status !== 'ENDED' || !viewer || !mayDirect(viewer, id)) return [];
  const seat = h('select', {}, ...table.seats.map((/** @type {any} */ one) => h('option', { value: one.key }, one.name)));
  const said = h('p', { role: 'status' });
  /** @param {string | null} key */
  const publish = async (key) => {
    try {
      await server.act(documents.PUBLISH, { id, seat: key });
      said.replaceChildren(...(key ? [t('publish.done'), ' ', copyable(new URL(`watch#fight=${id}&at=1`, server.root).href)] : [t('publish.ended')]));
    } catch (error) {
      failed(error);
    }
  };
  return [h('section', { class: 'card' }, h('h2', {}, t('publish.title')), h('p', { class: 'hint' }, t('publish.hint')),
    h('label', {}, t('publish.as'), ' ', seat), h('div', { class: 'buttons' },
      h('button', { type: 'button', onclick: () => void publish(seat.value) }, t('publish.do')),
      h('button', { type: 'button', onclick: () => void publish(null) }, t('publish.undo'))), said)];
}
