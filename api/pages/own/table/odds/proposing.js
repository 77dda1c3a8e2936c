// A fight as hard as is wanted: numbers of opponents are proposed, in words, and taken by a press.
import { listenToProposals } from '../../client/odds.js';
import { announce } from '../shared/announcer.js';
import { h } from '../shared/elements.js';
import { t } from '../words.js';
import { chanceText, percent } from './chances.js';

/** @typedef {import('../../client/odds.js').Proposals['proposals'][number]} Proposal */

/** The work is counted to the rate of who prepares a fight. */
const WISH = { within: 70, runs: 120, seconds: 40 };
/** Percent that a fight is usually wanted to have, and proposals that are shown. */
const USUAL = 70, SHOWN = 3;

/**
 * The field that asks for it, and what is proposed.
 * @param {{ server: import('../../client/server.js').Server, wish: unknown, side: string, label: string, take: (fight: any) => void }} given
 *   side: whose chance it is about; label: what it is called; take: the form has this fight from now on
 * @returns {{ element: HTMLElement, end: () => void }}
 */
export function proposing({ server, wish, side, label, take }) {
  let leave = () => {};
  const wanted = h('input', { type: 'number', min: 1, max: 99, step: 1, value: USUAL, 'aria-label': t('odds.wanted', { side: label }) }), list = h('div', { class: 'proposals' });
  /** @param {Proposal} proposal */
  const line = ({ kinds, won, fight }) => {
    const said = kinds.filter(({ count }) => count).map(({ name, count, was }) => (count === was ? `${count} × ${name}` : t('odds.instead', { n: count, name, was }))).join(', ');
    return h('button', { type: 'button', onclick: () => { announce([said]); take(fight); } }, `${said}: `, h('strong', {}, t('odds.wins', { side: label, chance: chanceText(won) })));
  };
  const ask = () => {
    leave();
    const chance = Math.min(99, Math.max(1, Math.round(wanted.valueAsNumber || USUAL)));
    list.replaceChildren(h('p', { class: 'hint' }, t('odds.working')));
    leave = listenToProposals(server, wish, {
      told: ({ complete, proposals }) => {
        const hint = complete ? t(proposals.length ? 'odds.take' : 'odds.late') : t('odds.trying', { n: proposals.length });
        list.replaceChildren(...proposals.slice(0, SHOWN).map(line), h('p', { class: 'hint' }, hint));
        if (complete) announce([t('odds.nearest', { chance: percent(proposals[0]?.won.value ?? 0) })]);
      },
      failed: ({ message }) => {
        list.replaceChildren(h('p', { class: 'refusal' }, message));
        announce([message]);
      },
    }, { ...WISH, chance: 10 * chance, side });
  };
  // Enter in the field asks; it does not make the fight.
  wanted.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); ask(); } });
  const element = h('div', { class: 'aim' }, h('p', {}, t('odds.wanted', { side: label }), ' ', wanted, ' % ', h('button', { type: 'button', class: 'propose', onclick: ask }, t('odds.propose'))), list);
  return { element, end: () => leave() };
}
