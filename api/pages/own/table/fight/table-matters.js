// What is to be said beside the rules: a figure that is handed over, the dice that may be shaken, a fight that is over.
import { newKey } from '../../client/random.js';
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { keepFile } from '../shared/files.js';

/**
 * @param {import('../../client/fight.js').Fight} fight
 * @param {string} seat
 * @param {(done: Promise<unknown>) => void} done
 * @param {() => void} end shows how it ended
 */
export function tableMatters(fight, seat, done, end) {
  const { loaded: now, server, id } = fight, cards = [];
  const names = new Map(now.combatants.map((/** @type {any} */ one) => [one.key, one.name]));
  for (const { combatant, taker, giver, accepted } of now.handovers) {
    if (accepted || taker !== seat) continue;
    const reply = (/** @type {boolean} */ accept) => done(fight.arrange('HANDOVER', { combatant, accept }));
    const from = now.seats.find((/** @type {any} */ one) => one.key === giver)?.name ?? giver;
    cards.push(h('section', { class: 'card asked' }, h('p', {}, t('handover.asked', { from, who: names.get(combatant) })),
      h('div', { class: 'offers' }, h('button', { type: 'button', onclick: () => reply(true) }, t('handover.accept')),
        h('button', { type: 'button', onclick: () => reply(false) }, t('handover.decline')))));
  }
  if (now.mayAddEntropy) {
    const shake = () => done(fight.arrange('ENTROPY', { entropy: newKey() }));
    cards.push(h('p', {}, h('button', { type: 'button', class: 'shake', title: t('entropy.hint'), onclick: shake }, t('entropy.shake'))));
  }
  if (now.status === 'ENDED') {
    cards.push(h('section', { class: 'card over' }, h('h2', {}, now.outcomeLabel ? t('over.outcome', { what: now.outcomeLabel }) : t('status.ended')),
      h('p', {}, h('button', { type: 'button', class: 'primary', onclick: end }, t('over.end')), ' ', h('a', { href: `./watch#fight=${id}&at=1` }, t('over.replay'))),
      h('p', {}, h('button', { type: 'button', onclick: () => done(keep(server, id)) }, t('over.keep')), ' ', h('span', { class: 'hint' }, t('over.hint')))));
  }
  return cards;
}

/**
 * Save the fight's record as a file, as this seat may see it.
 * @param {import('../../client/server.js').Server} server
 * @param {string} id
 */
async function keep(server, id) {
  const text = await server.rest('GET', `v1/encounters/${id}/export`, { headers: { accept: 'application/x-ndjson' } });
  keepFile(text, `${id}.ndjson`, 'application/x-ndjson');
}
