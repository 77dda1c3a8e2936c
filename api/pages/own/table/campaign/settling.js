// What stays after a fight: a line for each thing in words, which is kept, set otherwise or dropped; then all of it is accepted.
import { newKey } from '../../client/random.js';
import { loadWords, t } from '../words.js';
import { bring } from '../shared/bring.js';
import { fieldOf, h } from '../shared/elements.js';
import { gameOf, outcomeText } from './state.js';
import { guardedCard } from '../shared/guarded-parts.js';

/**
 * @param {import('./company-page.js').CompanyPage} page
 * @param {any} fight of the list of fights
 * @param {() => void} closed it was accepted, or put off
 * @returns {Promise<HTMLElement>}
 */
export async function settling(page, fight, closed) {
  const { campaign, saying } = page, told = await campaign.settlement(fight.fight);
  /** @type {Set<string>} */
  const dropped = new Set();
  /** @type {Map<string, unknown>} */
  const set = new Map();
  let key = newKey();
  const names = new Map(page.fight.loaded.scene.tokens.map((token) => [token.combatant, token]));
  const accept = h('button', { type: 'button', class: 'primary', 'data-act': 'accept', onclick: () => void take() });
  const say = () => { accept.textContent = t('settle.accept', { n: told.lines.length - dropped.size }); };

  async function take() {
    accept.disabled = true;
    const read = { digest: told.digest, dropped: [...dropped], ...(set.size ? { set: Object.fromEntries(set) } : {}) };
    const done = await saying.done(campaign.settle(fight.fight, read, key));
    accept.disabled = false;
    if (done) closed();
    else key = newKey();
  }

  /** @param {any} line */
  function row(line) {
    const place = h('div', { class: 'set-place' }), choices = h('div', { class: 'segments', role: 'group', 'aria-label': line.text });
    const element = h('li', { class: `line kind-${line.kind.toLowerCase()}`, 'data-line': line.key });
    const turn = (/** @type {string} */ to) => {
      key = newKey();
      dropped[to === 'drop' ? 'add' : 'delete'](line.key);
      if (to !== 'change') set.delete(line.key);
      element.dataset.is = to;
      for (const button of choices.children) button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.to === to));
      place.replaceChildren();
      if (to === 'change') void changed(page, line, (value) => { key = newKey(); set.set(line.key, value); }).then((form) => { place.replaceChildren(form); /** @type {HTMLElement | null} */ (form.querySelector('input, select'))?.focus(); }, (error) => saying.failed(error));
      say();
    };
    const choice = (/** @type {string} */ to) => h('button', { type: 'button', 'data-to': to, onclick: () => turn(to) }, t(`settle.${to}`));
    choices.append(choice('keep'), ...(line.kind === 'VITAL' || line.kind === 'SHEET' ? [choice('change')] : []), choice('drop'));
    element.append(h('div', { class: 'line-said' }, h('p', {}, shortened(line.text, names.get(line.member)?.label ?? '')), typeof line.was === 'number' && typeof line.left === 'number' ? fromTo(line) : ''), choices, place);
    turn('keep');
    return element;
  }

  const members = [...new Set(told.lines.map((/** @type {any} */ { member }) => member))];
  const groups = members.map((member) => {
    const token = names.get(member);
    return h('section', { class: 'settle-member' }, h('h3', {}, token ? page.faces.of(token) : '', ` ${token?.label ?? ''}`),
      h('ul', { class: 'lines' }, ...told.lines.filter((/** @type {any} */ line) => line.member === member).map((/** @type {any} */ line) => guardedCard(() => row(line)))));
  });
  say();
  return h('section', { class: 'settling card', 'aria-label': t('settle.title', { name: fight.name }) }, h('h2', { tabindex: -1 }, t('settle.title', { name: fight.name })),
    told.outcome && h('p', { class: 'outcome' }, t('over.outcome', { what: outcomeText(page.fight.loaded.scene, told.outcome) })), h('p', { class: 'hint' }, t(told.lines.length ? 'settle.hint' : 'settle.nothing')),
    ...groups, h('div', { class: 'buttons' }, accept, h('button', { type: 'button', 'data-act': 'later', onclick: closed }, t('settle.later'))));
}

/**
 * A sentence without the name that stands above it.
 * @param {string} text
 * @param {string} name
 */
const shortened = (text, name) => (name && text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text);

/** @param {any} line */
const fromTo = ({ was, left }) => h('span', { class: `from-to${left < was ? ' less' : ''}`, 'aria-hidden': 'true' }, h('s', {}, was), ' → ', h('b', {}, left));

/**
 * A field for what a line leaves instead: a figure, or what stands on the sheet, as the game's own form asks for it.
 * @param {import('./company-page.js').CompanyPage} page
 * @param {any} line
 * @param {(value: unknown) => void} say
 * @returns {Promise<HTMLElement>}
 */
async function changed(page, line, say) {
  if (line.kind === 'VITAL') return h('label', { class: 'field' }, h('span', {}, t('settle.instead')), ' ', h('input', {
    type: 'number', step: 1, value: line.left, 'data-set': line.key, oninput: (/** @type {Event} */ event) => { const { valueAsNumber } = fieldOf(event); if (Number.isInteger(valueAsNumber)) say(valueAsNumber); },
  }));
  const { server, loaded } = page.fight, [{ SchemaForm }, system] = await Promise.all([bring(() => import('../shared/schema-form.js')), server.rest('GET', `v1/systems/${gameOf(loaded.system)}`), loadWords(document.documentElement.lang, ['words-gm'])]);
  const root = system.sheet.$ref ? system.sheet.$defs[system.sheet.$ref.split('/').at(-1)] : system.sheet, [name] = line.path.filter((/** @type {string} */ part) => part !== 'sheet'), field = root.properties[name];
  const suggest = (/** @type {string} */ catalogue) => {
    const table = system.content.find((/** @type {any} */ one) => one.key === catalogue);
    return Object.keys(table?.entries ?? {}).map((id) => ({ value: id, label: table.names[id] ?? id }));
  };
  const form = new SchemaForm({ type: 'object', properties: { [name]: field }, $defs: system.sheet.$defs }, { value: line.left === null ? {} : { [name]: line.left }, suggest, changed: () => say(form.value?.[name] ?? null) });
  return form.element;
}
