// A company as one seat sees it: who is in it, what is to be done now, what may be done between fights, its fights.
import { Campaign } from '../../client/campaign.js';
import { loadWords, t } from '../words.js';
import { BetweenFights } from './between-fights.js';
import { bring } from '../shared/bring.js';
import { chest } from './chest.js';
import { Faces } from './faces.js';
import { guarded } from '../shared/guarded.js';
import { h, listen, replace } from '../shared/elements.js';
import { icon } from '../shared/icon.js';
import { isFree, keptOf } from './state.js';
import { memberCards } from './members.js';
import { Saying } from '../fight/saying.js';
import { settingsMenu } from '../shared/settings-menu.js';
import { styled } from '../shared/styled.js';
import { Timeline } from './timeline.js';

/** @typedef {import('./state.js').Kept} Kept */

/** Keeps what is shown in step with the campaign. */
export class CompanyPage {
  /** @type {Kept} */
  kept = { settings: {}, members: {}, fights: {}, chest: {}, game: {} };
  /** The name of its game's part in an order. */
  key = '';
  #version = 0;
  #loading = false;
  #parts = {
    name: h('h1', {}), said: h('p', { class: 'said', role: 'alert' }), lead: h('section', { class: 'lead', 'aria-label': t('company.now') }),
    work: h('div', { class: 'work' }), own: h('div', { class: 'own' }), members: h('ul', { class: 'members' }), chest: h('div', {}), seats: h('div', { class: 'buttons' }),
  };

  /**
   * @param {import('../../client/fight.js').Fight} fight the campaign's stream
   * @param {string} seat
   * @param {string} role
   * @param {{ language: string, leave: () => void }} given
   */
  constructor(fight, seat, role, given) {
    this.fight = fight;
    this.seat = seat;
    this.directs = role === 'GM';
    this.campaign = new Campaign(fight.server, fight.id);
    this.saying = new Saying(fight, this.#parts.said);
    this.faces = new Faces(fight, () => { this.#people(); this.timeline.draw(); this.#renew(); });
    this.between = new BetweenFights(this);
    this.timeline = new Timeline(this);
    const { name, said, lead, work, own, members, chest: goods, seats } = this.#parts;
    this.page = [
      h('header', { class: 'top' }, h('span', { class: 'brand' }, icon('fight'), 'Skald'), name, h('p', { class: 'state' }, t('company.title')), h('nav', {}, settingsMenu(given))),
      h('main', { class: `company${this.directs ? ' directs' : ''}`, tabindex: -1 }, said, lead,
        h('div', { class: 'company-main' }, work, own, h('section', { 'aria-label': t('company.members') }, h('h2', {}, t('company.members')), members, seats), this.between.element),
        h('aside', {}, this.timeline.element, goods)),
    ];
  }

  /** Draw all of it for the first time, and follow it. */
  async begin() {
    const { fight } = this;
    fight.addEventListener('changed', () => void this.load());
    fight.addEventListener('refused', () => this.saying.say(t('refused')));
    listen(fight, 'failed', (error) => this.saying.failed(error));
    for (const name of ['visibilitychange', 'resume', 'online', 'pageshow'])
      (name === 'online' || name === 'pageshow' ? globalThis : document).addEventListener(name, () => { if (!document.hidden) { fight.wake(); this.timeline.look(); } });
    if (this.directs) this.#seats();
    await this.load();
  }

  /** What is kept beside the figures is read, and all is drawn; calls in the meantime lead to one more. */
  async load() {
    if (this.#loading) return;
    this.#loading = true;
    try {
      while (this.#version < this.fight.loaded.version) {
        const { version } = this.fight.loaded;
        Object.assign(this, await keptOf(this.fight));
        await this.timeline.fill();
        this.#version = version;
      }
    } catch (error) {
      this.saying.failed(error);
    } finally {
      this.#loading = false;
    }
    this.draw();
  }

  draw() {
    const { name } = this.fight.loaded, { lead, work } = this.#parts;
    document.title = `${name} – Skald`;
    this.#parts.name.textContent = name;
    guarded(lead, () => lead.replaceChildren(...this.timeline.lead()));
    this.#people();
    this.timeline.draw();
    this.between.draw();
    guarded(this.#parts.chest, () => chest(this.#parts.chest, this));
    if (this.directs && !work.childElementCount && this.free.length) void this.prepare();
    work.hidden = work.dataset.is === 'begin' && !this.free.length;
    this.#renew();
    document.querySelector('main')?.setAttribute('data-version', String(this.fight.loaded.version));
  }

  /** Whoever comes along may be others now, or look otherwise. */
  #renew() {
    if (this.fight.now) this.#parts.work.firstElementChild?.dispatchEvent(new Event('renew'));
  }

  /** Who may come along. @returns {any[]} */
  get free() {
    return this.fight.loaded.combatants.filter((one) => isFree(one, this.kept));
  }

  #people() {
    if (!this.fight.now) return;
    const { members, own } = this.#parts;
    void this.faces.follow();
    guarded(members, () => memberCards(members, this));
    if (!this.directs) void bring(() => import('./own-character.js')).then(({ ownCharacters }) => ownCharacters(own, this)).catch((error) => this.saying.failed(error));
  }

  /** What comes next is put together: tonight's fight. */
  async prepare() {
    const { work } = this.#parts;
    work.dataset.is = 'begin';
    const { tonightsFight } = await bring(() => import('./tonights-fight.js'));
    if (work.dataset.is === 'begin') replace(work, [await tonightsFight(this)]);
  }

  /**
   * The list of what a fight leaves takes the place of what comes next.
   * @param {any} fight
   */
  async settle(fight) {
    const { work } = this.#parts;
    try {
      const [{ settling }] = await Promise.all([bring(() => import('./settling.js')), styled('settling')]);
      const element = await settling(this, fight, () => { work.replaceChildren(); delete work.dataset.is; this.draw(); });
      work.dataset.is = 'settle';
      work.hidden = false;
      replace(work, [element]);
      element.querySelector('h2')?.focus();
    } catch (error) {
      this.saying.failed(error);
    }
  }

  /** What a member is and has. @param {string} who */
  async sheet(who) {
    if (!who) return;
    const { showSheet } = await bring(() => import('../fight/sheet.js'));
    await showSheet(this.fight, who).catch((error) => this.saying.failed(error));
  }

  #seats() {
    const { server, id } = this.fight;
    const invite = async () => {
      const [{ invitations }] = await Promise.all([bring(() => import('../host/invitations.js')), loadWords(document.documentElement.lang, ['words-gm'])]);
      await invitations(server, id, this.fight.loaded.seats, (error) => this.saying.failed(error));
    };
    this.#parts.seats.replaceChildren(h('button', { type: 'button', 'data-act': 'invite', onclick: () => void invite() }, icon('u-user-round-plus'), ` ${t('company.invite')}`));
  }
}
