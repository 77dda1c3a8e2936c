// The fights of a company as a timeline, the last one first, a page at a time; and what is to be done about them now.
import { t } from '../words.js';
import { dialog } from '../shared/dialog.js';
import { Fight } from '../../client/fight.js';
import { guardedCard } from '../shared/guarded-parts.js';
import { h, keepingFocus } from '../shared/elements.js';
import { icon } from '../shared/icon.js';
import { outcomeText } from './state.js';
import { readLink } from '../../client/links.js';

export class Timeline {
  #list = h('ol', { class: 'timeline' });
  #none = h('p', { class: 'hint' }, t('fights.noneYet'));
  #more = h('button', { type: 'button', hidden: true, onclick: () => void this.page.saying.done(this.#older()) }, t('log.earlier'));
  /** @type {any[]} */
  #fights = [];
  /** @type {string | null} */
  #after = null;
  /** Fights that are not settled, as they are told while they are played, by id. @type {Map<string, Fight>} */
  #open = new Map();
  element = h('section', { class: 'fights-of', 'aria-label': t('fights.played') }, h('h2', {}, t('fights.played')), this.#none, this.#list, this.#more);

  /** @param {import('./company-page.js').CompanyPage} page */
  constructor(page) {
    this.page = page;
  }

  /** Read the newest page anew; older ones that were looked at stay. */
  async fill() {
    const { fights, after } = await this.page.campaign.fights(), known = new Set(fights.map((/** @type {any} */ one) => one.fight));
    const older = this.#fights.filter(({ fight }) => !known.has(fight));
    if (!older.length) this.#after = after;
    this.#fights = [...fights, ...older];
    await this.#follow();
  }

  async #older() {
    const { fights, after } = await this.page.campaign.fights(this.#after);
    this.#after = after;
    this.#fights.push(...fights);
    await this.#follow();
    this.draw();
    return this.page.fight.loaded.version;
  }

  /** Hear of every fight that is not settled: that it goes on, and that it has ended. */
  async #follow() {
    const now = new Set(this.#fights.filter(({ stage, settlesAnew }) => stage === 'RUNNING' && !settlesAnew).map(({ fight, replacedBy }) => replacedBy ?? fight));
    for (const [id, fight] of this.#open) if (!now.has(id)) {
      fight.close();
      this.#open.delete(id);
    }
    await Promise.all([...now].filter((id) => !this.#open.has(id)).map(async (id) => {
      const fight = new Fight(this.page.fight.server, id);
      this.#open.set(id, fight);
      await fight.open();
      fight.addEventListener('changed', () => this.page.draw());
    }));
  }

  /** Look at once whether something was missed. */
  look() {
    for (const fight of this.#open.values()) fight.wake();
  }

  /** @param {any} one */
  #stands(one) {
    const now = this.#open.get(one.replacedBy ?? one.fight)?.now;
    if (one.settlesAnew) return 'ANEW';
    if (one.stage !== 'RUNNING') return one.stage;
    return now?.status === 'ENDED' ? 'ENDED' : 'RUNNING';
  }

  /** What is to be done now, in a line with its button. @returns {(Node | '')[]} */
  lead() {
    const { directs, free } = this.page, open = this.#fights.map((one) => ({ one, stands: this.#stands(one) }));
    const rows = open.filter(({ stands }) => ['RUNNING', 'ENDED', 'ANEW'].includes(stands)).map(({ one, stands }) => h('div', { class: `lead-row ${stands.toLowerCase()}` },
      h('p', {}, h('strong', {}, one.name), ' ', h('span', {}, t(directs && stands === 'RUNNING' && this.#open.get(one.replacedBy ?? one.fight)?.now?.outcomeLabel ? 'lead.decided' : directs || stands === 'RUNNING' ? `lead.${stands}` : 'lead.waits'))), this.#act(one, stands, true)));
    if (rows.length) return rows;
    return [h('p', {}, h('strong', {}, t(directs && free.length ? 'lead.ready' : directs ? 'lead.nobody' : 'lead.rest')), ' ', h('span', {}, t(directs ? (free.length ? 'lead.readyHint' : 'lead.nobodyHint') : 'lead.restHint')))];
  }

  /**
   * What may be done with a fight.
   * @param {any} one
   * @param {string} stands
   * @param {boolean} [lit] the one thing that is to be done now
   */
  #act(one, stands, lit = false) {
    const { directs } = this.page, link = h('a', { class: `button${lit && stands === 'RUNNING' ? ' primary' : ''}`, 'data-act': 'play', href: `./play#fight=${encodeURIComponent(one.replacedBy ?? one.fight)}` }, icon('fight'), ` ${t(stands === 'RUNNING' ? 'fights.join' : 'fights.look')}`);
    if (!directs) return link;
    const act = (/** @type {string} */ name, /** @type {string} */ word, /** @type {() => unknown} */ done, chosen = false) => h('button', { type: 'button', class: chosen && lit ? 'primary' : '', 'data-act': name, onclick: () => void done() }, t(word));
    return h('span', { class: 'buttons' }, (stands === 'ENDED' || stands === 'ANEW') && act('settle', stands === 'ANEW' ? 'fights.anew' : 'fights.settle', () => this.page.settle(one), true), link,
      !lit && (stands === 'RUNNING' || stands === 'ENDED') && act('release', 'fights.release', () => this.#release(one)),
      !lit && (stands === 'SETTLED' || stands === 'ENDED') && act('replace', 'fights.replace', () => this.#replace(one)));
  }

  /** @param {any} one */
  async #release(one) {
    const note = h('input', { maxlength: 500, name: 'note', 'aria-label': t('release.note'), placeholder: t('release.note') });
    if (!await dialog(t('release.title', { name: one.name }), [h('p', {}, t('release.hint')), note], t('fights.release'))) return;
    await this.page.saying.done(this.page.campaign.release(one.fight, note.value));
  }

  /** Another end takes its place: that of a copy that was played on from somewhere in it. @param {any} one */
  async #replace(one) {
    const link = h('input', { name: 'fork', required: true, 'aria-label': t('replace.link'), placeholder: t('replace.link') });
    if (!await dialog(t('replace.title', { name: one.name }), [h('p', {}, t('replace.hint')), link], t('fights.replace')) || !link.value.trim()) return;
    const { fight } = readLink(link.value);
    await this.page.saying.done(this.page.campaign.replace(one.fight, fight || link.value.trim()));
  }

  draw() {
    this.#none.hidden = this.#fights.length > 0;
    this.#more.hidden = !this.#after;
    const opened = new Set([...this.#list.querySelectorAll('details[open]')].map((one) => one.closest('li')?.dataset.fight));
    keepingFocus(this.#list, () => this.#list.replaceChildren(...this.#fights.map((one) => guardedCard(() => this.#row(one, opened.has(one.fight))))));
  }

  /**
   * @param {any} one
   * @param {boolean} opened
   */
  #row(one, opened) {
    const stands = this.#stands(one), { scene } = this.page.fight.loaded, there = new Map(scene.tokens.map((token) => [token.combatant, token]));
    const now = this.#open.get(one.replacedBy ?? one.fight)?.now, outcome = outcomeText(scene, one.outcome) || (stands === 'ENDED' ? now?.outcomeLabel : '');
    const people = one.members.map((/** @type {any} */ { member }) => there.get(member)).filter(Boolean);
    const left = h('div', { class: 'left-lines' }), fold = h('details', { open: opened, ontoggle: () => void this.#left(one, left) }, h('summary', {}, t('fights.left')), left);
    return h('li', { class: `stage-${stands.toLowerCase()}`, 'data-fight': one.fight },
      h('div', { class: 'fight-head' }, h('strong', {}, one.name), h('small', { class: 'stage' }, t(`stage.${stands}`))),
      outcome && h('p', { class: 'outcome' }, t('over.outcome', { what: outcome })), now && stands === 'RUNNING' && now.round > 0 && h('p', { class: 'hint' }, t('round', { n: now.round })),
      h('p', { class: 'who-came' }, ...people.map((/** @type {any} */ token) => this.page.faces.of(token)), h('small', {}, people.map((/** @type {any} */ { label }) => label).join(', '))),
      one.settled && fold, this.#act(one, stands));
  }

  /**
   * What was taken over from a fight, as the table was told it.
   * @param {any} one
   * @param {HTMLElement} place
   */
  async #left(one, place) {
    if (place.childElementCount) return;
    const { server, id } = this.page.fight, { events } = await server.rest('GET', `v1/encounters/${id}/events?after=${one.settled}&first=100`);
    const lines = events.filter((/** @type {any} */ { type, data }) => data.fight === one.fight && ['Carried', 'MemberDied'].includes(type)).map((/** @type {any} */ { text }) => h('li', {}, text));
    place.replaceChildren(lines.length ? h('ul', { class: 'plain' }, ...lines) : h('p', { class: 'hint' }, t('fights.leftNothing')));
  }
}
