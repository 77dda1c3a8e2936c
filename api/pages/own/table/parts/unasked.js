// Questions that are not asked any more because their reader said so on this page: remembered, so that he can have them back.
import * as documents from '../../client/documents.js';
import { t } from '../words.js';
import { h } from './elements.js';

/**
 * The list of these questions, for one seat. What was said elsewhere than in this browser is not in it.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {string} seat
 * @param {(done: Promise<unknown>) => void} done
 */
export function unasked(fight, seat, done) {
  const key = `skald-unasked-${fight.id}-${seat}`, list = h('div', { class: 'offers' });
  const element = h('details', { class: 'lend unasked', ontoggle: () => done(draw()) }, h('summary', {}, t('unasked.title')), list);
  /** @returns {string[]} */
  function kinds() {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '[]');
    } catch {
      return [];
    }
  }
  const show = () => { element.hidden = !kinds().length || fight.as !== null || fight.now?.status === 'ENDED'; };
  async function draw() {
    show();
    if (!element.open) return fight.now?.version;
    const { systems } = await fight.server.graphql(documents.QUESTIONS), { questions } = systems.find((/** @type {any} */ { id }) => id === fight.now?.system);
    list.replaceChildren(...kinds().map((kind) => h('button', { type: 'button', 'data-kind': kind, onclick: () => done(prefer(kind, 'ask')) },
      t('unasked.again', { what: questions.find((/** @type {any} */ one) => one.key === kind)?.label ?? kind }))));
    return fight.now?.version;
  }
  /**
   * Say what is to be done with a kind of question from now on.
   * @param {string} kind
   * @param {string} preference
   */
  async function prefer(kind, preference) {
    await fight.prefer(kind, preference);
    const others = kinds().filter((one) => one !== kind);
    localStorage.setItem(key, JSON.stringify(preference === 'ask' ? others : [...others, kind]));
    return draw();
  }
  show();
  return { element, prefer, show };
}
