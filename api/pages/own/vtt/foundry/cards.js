// Cards in the chat: what somebody is asked, for him alone, and what came of an act and its dice, for everybody.
import { actsOf } from '../../client/acts.js';
import { h } from '../../table/shared/elements.js';
import { termText } from '../../table/shared/terms.js';
import { diceText, t } from '../../table/words.js';
import * as host from './host.js';

/** @typedef {import('../../client/fight.js').Decision} Decision */
/** @typedef {import('../../client/fight.js').Fight} Fight */
/** @typedef {import('../../client/shared.js').Common} Common */
/** @typedef {{ choose: (offer: any, decision: Decision) => void, rolled: (decision: Decision, faces: number[]) => Promise<void>, busy: () => boolean, open: () => void }} Answering */

/**
 * Roll a question's dice with Foundry's roller, and answer with their faces.
 * @param {Decision} decision
 * @param {Pick<Answering, 'rolled' | 'busy'>} answering
 */
export const rollButton = (decision, { rolled, busy }) => h('button', {
  type: 'button', class: 'skald-roll', 'data-roll': decision.key,
  onclick: async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    if (busy()) return;
    button.disabled = true;
    await rolled(decision, await host.rollFaces(/** @type {any} */ (decision.question).dice));
    button.disabled = false;
  },
}, host.text('roll', { dice: diceText(/** @type {any} */ (decision.question).dice) }));

/** The cards of questions that lie in the chat of this client, by the key of the decision. @type {Map<string, HTMLElement>} */
const lying = new Map();

/**
 * Put a card into the chat for each question that is put to this seat, for this user alone. The message itself says
 * nothing of the question: who may read a whisper is Foundry's matter, so the words are added where they are shown, from
 * this seat's own view. A question that nobody else may know of is in no message at all.
 * @param {Fight} fight
 */
export async function askHere(fight) {
  const known = new Set(host.said().map((flags) => (flags.fight === fight.id ? flags.decision : undefined)));
  for (const { key, yours, visibility, text } of fight.loaded.decisions) {
    if (!yours || asked.has(key) || known.has(key)) continue;
    asked.add(key);
    host.notify('info', text);
    if (visibility === 'HIDDEN') continue;
    const content = h('div', { class: 'skald-card skald-question' }, host.text('asked')).outerHTML;
    await host.say({ content, whisper: true, flags: { fight: fight.id, decision: key } });
  }
}

/** Questions that this client has told of. @type {Set<string>} */
const asked = new Set();

/**
 * A message was drawn: fill in what its question says.
 * @param {Fight | null} fight
 * @param {{ fight?: string, decision?: string }} flags
 * @param {HTMLElement} element
 * @param {Answering} answering
 */
export function drawn(fight, flags, element, answering) {
  const place = /** @type {HTMLElement | null} */ (element.querySelector('.skald-question'));
  if (!place || !flags.decision) return;
  lying.set(flags.decision, place);
  if (fight?.now && flags.fight === fight.id) fill(fight, flags.decision, place, answering);
}

/**
 * Fill in all cards anew: a question was answered, or is asked in other words.
 * @param {Fight} fight
 * @param {Answering} answering
 */
export function fillAll(fight, answering) {
  for (const [key, place] of lying) fill(fight, key, place, answering);
}

/**
 * @param {Fight} fight
 * @param {string} key
 * @param {HTMLElement} place
 * @param {Answering} answering
 */
function fill(fight, key, place, answering) {
  const decision = fight.loaded.decisions.find((one) => one.key === key && one.mayAnswer);
  const told = JSON.stringify(decision ?? null);
  if (place.dataset.told === told) return; // the buttons stay under the finger
  place.dataset.told = told;
  place.replaceChildren(...(decision ? question(decision, answering) : [host.text('answered')]));
}

/**
 * @param {Decision} decision
 * @param {Answering} answering
 * @returns {Node[]}
 */
function question(decision, { choose, rolled, busy, open }) {
  const head = h('p', { class: 'skald-text' }, decision.text);
  if (decision.kind === 'Roll') return [head, rollButton(decision, { rolled, busy }), h('button', { type: 'button', onclick: open }, host.text('type'))];
  return [head, ...decision.offers.map((offer) => h('button', {
    type: 'button', 'data-offer': offer.key, onclick: () => choose(offer, decision),
  }, `${offer.label}${offer.fields.length ? '…' : ''}`))];
}

/**
 * Put what dice have decided into the chat, an act a card: its headline, and below it the dice and the terms of its numbers.
 * @param {Common} common
 * @param {{ server: string, fight: string }} table
 */
export async function tellRolls({ events }, { server, fight }) {
  const known = new Set(host.said().map((flags) => (flags.fight === fight ? flags.version : undefined)));
  for (const act of actsOf(events)) {
    if (known.has(act.last) || !act.told.some((event) => 'faces' in event && event.faces)) continue;
    await host.say({ content: rollCard(act, server, fight).outerHTML, flags: { fight, version: act.last } });
  }
}

/**
 * @param {import('../../client/acts.js').Act<Common['events'][number]>} act
 * @param {string} server
 * @param {string} fight
 */
function rollCard({ told, line, last }, server, fight) {
  const details = told.filter(({ weight }) => weight !== 'BOOKKEEPING').flatMap((event) => {
    const faces = 'faces' in event && event.faces ? h('span', { class: 'skald-faces' }, ` ${diceText(String(event.dice))}: ${event.faces.join(', ')}`) : null;
    const terms = event.because?.terms ?? [];
    return [h('p', { class: `skald-${event.weight.toLowerCase()}` }, event.text, faces),
      terms.length > 0 && h('ul', { class: 'skald-terms' }, ...terms.map((term) => h('li', { title: term.statement ?? null }, termText(term))))];
  });
  const proof = new URL(`watch#fight=${encodeURIComponent(fight)}&at=${last}`, server).href;
  const count = details.filter((one) => one instanceof HTMLElement && one.tagName === 'P').length;
  return h('div', { class: 'skald-card skald-rolled' }, h('p', { class: 'skald-head' }, line),
    h('details', { class: 'skald-more' }, h('summary', { 'aria-label': t('log.details', { n: count }) }, `+${count}`), ...details),
    h('p', { class: 'skald-proof' }, h('a', { href: proof, target: '_blank', rel: 'noopener noreferrer' }, host.text('proof', { version: String(last) }))));
}
