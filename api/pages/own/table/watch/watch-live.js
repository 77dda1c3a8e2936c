// A fight of this server: live while it is played, and every version of it.
import { linesOf } from '../../client/acts.js';
import { Refusal } from '../../client/refusal.js';
import { pause } from '../../client/server.js';
import * as documents from '../../client/documents-watch.js';
import { readAddress, writeAddress } from '../address.js';
import { t } from '../words.js';
import { announce } from '../shared/announcer.js';
import { bring } from '../shared/bring.js';
import { copyable } from '../shared/copyable.js';
import { h, listen } from '../shared/elements.js';
import { showFigures } from '../fight/figures.js';
import { guarded } from '../shared/guarded.js';
import { houseRules } from '../fight/house-rules.js';
import { icon } from '../shared/icon.js';
import { picturesOf, showPictures } from '../board/pictures.js';
import { ProofBadge, recordOf } from '../fight/proof-badge.js';
import { mayDirect, publishing } from '../host/publishing.js';
import { showWaiting } from '../fight/waiting-line.js';
import { View } from './watch-view.js';

const ROOT = new URL('./', location.href);

/** What changes pictures: between two of these all versions have the same ones. */
const PICTURED = new Set(['CombatantJoined', 'CombatantLooksSet', 'BackdropSet', 'Reverted']);

/** A fight that is watched. */
export class Live extends View {
  /** Whether its newest version is shown, as it comes. */
  #follows = true;
  /** What is shown as a picture, and since which version. @type {{ since: number, scene: Promise<any> } | null} */
  #pictures = null;
  #watchers = h('p', { class: 'watchers hint' });
  #many = h('span', { class: 'many', hidden: true });
  #publish = h('div', {});
  #house = h('div', {});
  #figures = h('div', {});
  /** @type {Awaited<ReturnType<typeof import('./curve-panel.js').curvePanel>> | null} */
  #curve = null;
  #askCurve = h('button', { type: 'button', hidden: true, onclick: () => void this.#showCurve().catch((error) => this.failed(error)) }, t('watch.chances'));
  #chances = h('div', { class: 'chances' }, this.#askCurve);
  #inWords = h('p', { class: 'in-words' });
  #allFigures = h('details', { class: 'all-figures', ontoggle: () => void this.#tellFigures() },
    h('summary', {}, t('watch.figures')), this.#figures, h('h3', {}, t('watch.words')), this.#inWords);

  /**
   * @param {import('../../client/watched.js').Watched} fight
   * @param {import('../../client/seat.js').Viewer | null} viewer
   * @param {string} language
   * @param {number} at where to begin; 0: at its newest
   * @param {(file: File) => void} opened
   */
  constructor(fight, viewer, language, at, opened) {
    super(language, opened);
    this.fight = fight;
    this.viewer = viewer;
    this.at = at;
    this.proof = new ProofBadge(async () => (this.#over ? recordOf(fight.server, fight.id) : null));
    this.parts.badges.append(this.proof.badge, this.#many);
    this.parts.proof.append(this.proof.panel);
    this.parts.beside.append(this.#allFigures, this.#house, this.#watchers, this.#share(), this.#report(), ...this.#playOn(), this.#publish);
    this.#listen();
  }

  #listen() {
    const { fight } = this;
    fight.addEventListener('begun', () => this.#begun());
    fight.addEventListener('grown', () => {
      this.player?.grown(this.#follows && !this.player.playing);
      this.#curve?.draw();
      this.say('');
      this.#state();
    });
    listen(fight, 'told', (events) => announce(linesOf(events)));
    fight.addEventListener('table', () => { this.say(''); this.#state(); });
    fight.addEventListener('present', () => this.#present());
    fight.addEventListener('refused', () => this.say(t('refused')));
    listen(fight, 'failed', (error) => this.failed(error));
    for (const name of ['away', 'back']) fight.server.addEventListener(name, () => this.#state());
    this.parts.live.addEventListener('click', () => this.#toLive());
    addEventListener('hashchange', () => {
      const said = readAddress();
      if (said.fight && said.fight !== fight.id) location.reload();
      else if (said.at) this.player?.visit(said.at);
      else this.#toLive();
    }, { signal: this.gone });
    addEventListener('skald-settings', () => void this.#showPictures(), { signal: this.gone });
    // A page in the background is frozen, and the network may have changed: look at once when it comes back.
    for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, () => document.hidden || fight.wake(), { signal: this.gone });
    for (const name of ['online', 'pageshow']) addEventListener(name, () => fight.wake(), { signal: this.gone });
  }

  close() {
    super.close();
    this.#curve?.close();
    this.fight.close();
  }

  get #over() {
    return this.fight.table?.status === 'ENDED';
  }

  #begun() {
    const before = this.player?.film.at ?? this.at, player = this.show(this.fight.film);
    player.addEventListener('moved', () => this.#moved());
    player.under.replaceChildren(this.#chances);
    player.resized();
    this.#follows = before === 0 || this.#follows && this.player !== null && this.at === 0;
    player.grown(false);
    player.visit(this.#follows ? this.fight.film.version : before);
  }

  #moved() {
    const { at, version } = this.fight.film;
    this.#follows = at === version && !this.player?.playing;
    this.at = this.#follows ? 0 : at;
    writeAddress({ fight: this.fight.id, at: this.at });
    this.#state();
    this.#curve?.tell();
    void this.#showPictures();
    void this.#tellFigures();
  }

  #toLive() {
    this.player?.visit(this.fight.film.version);
    this.#follows = true;
    this.#state();
  }

  #state() {
    const { table, film, server } = this.fight, { state, live } = this.parts;
    if (!table || !film) return;
    const how = this.#over ? [t('status.ended'), table.outcomeLabel] : [this.#follows ? t('watch.live') : '', table.status === 'PAUSED' ? t('status.paused') : ''];
    state.textContent = server.away ? t('status.away') : how.filter(Boolean).join(' · ');
    state.classList.toggle('away', server.away);
    live.hidden = this.#over || this.#follows;
    this.tell();
    this.proof.follow(this.#over);
    this.#askCurve.hidden = this.#curve !== null || !(this.#over || this.viewer && mayDirect(this.viewer, this.fight.id));
    if (!this.#house.childElementCount) guarded(this.#house, () => this.#house.replaceChildren(...houseRules(table.houseRules)));
    guarded(this.#publish, () => this.#publish.replaceChildren(...publishing(this.fight, this.viewer, (error) => this.failed(error))));
    this.#present();
  }

  /**
   * Whom the table waits for, while its newest version is shown; else what was going on then.
   * @param {HTMLElement} wait
   */
  toldIn(wait) {
    const { table, film, server } = this.fight;
    if (!table || film.at < film.version || this.player?.playing) super.toldIn(wait);
    else showWaiting(wait, { ...table, decisions: [], scene: { play: { slots: [], left: [] } } }, { away: server.away, seat: '', as: null });
  }

  #present() {
    const { present, table } = this.fight, shown = present && table && !this.#over ? present : [];
    guarded(this.#watchers, () => {
      const names = shown.map(({ name, streams }) => (streams > 1 ? `${name} ×${streams}` : name));
      this.#watchers.textContent = shown === present ? t('watch.watchers', { who: names.join(', ') || '–' }) : '';
      const many = shown.reduce((sum, { streams }) => sum + streams, 0);
      this.#many.hidden = !many;
      this.#many.title = this.#watchers.textContent;
      this.#many.replaceChildren(icon('u-eye'), h('span', {}, many));
    });
  }

  #share() {
    const place = h('div', {});
    return h('div', { class: 'share' }, h('button', {
      type: 'button', onclick: () => {
        const link = new URL(`watch#fight=${this.fight.id}&at=${this.fight.film.at}`, ROOT);
        place.replaceChildren(copyable(link.href));
      },
    }, t('watch.link')), place);
  }

  #telling = 0;

  /** What the fight taught, brought as it is pressed. */
  #report() {
    const show = () => void bring(() => import('./reporting.js')).then(({ showReport }) => showReport(this.fight, (version) => this.player?.visit(version))).catch((error) => this.failed(error));
    return h('div', { class: 'reporting' }, h('button', { type: 'button', onclick: show }, t('watch.report')));
  }

  /** How its chances went: worked out once it is wanted, for as long as it is. */
  async #showCurve() {
    const gone = () => { this.#curve = null; this.#state(); this.player?.resized(); this.#askCurve.focus(); };
    this.#askCurve.disabled = true;
    try {
      const { curvePanel } = await import('./curve-panel.js');
      this.#curve = await curvePanel(this.fight, { visit: (version) => this.player?.visit(version), gone });
      this.#chances.append(this.#curve.element);
      this.player?.resized();
    } finally {
      this.#askCurve.disabled = false;
      this.#state();
    }
  }

  /** For whoever may make a new fight of what is in sight: what it takes is brought as it is pressed. */
  #playOn() {
    const { fight, viewer } = this;
    if (!viewer || !mayDirect(viewer, fight.id)) return [];
    const place = h('div', {}), failed = (/** @type {unknown} */ error) => this.failed(error);
    return [h('div', { class: 'play-on' }, h('button', {
      type: 'button', onclick: () => void bring(() => import('./forking.js')).then(({ playOn }) => playOn(fight, viewer, fight.film.at, place, failed)).catch(failed),
    }, t('watch.playOn')), place)];
  }

  /** The figures one by one and in words, while somebody reads them: of the version that stays in sight. */
  async #tellFigures() {
    const { id, film, server } = this.fight, mine = ++this.#telling, { at } = film;
    if (!this.#allFigures.open) return;
    await pause(300);
    if (mine !== this.#telling) return;
    try {
      const { encounter } = await server.graphql(documents.FIGURES, { id, at });
      if (mine !== this.#telling) return;
      guarded(this.#figures, () => showFigures(this.#figures, encounter.scene, { picked: (who) => this.player?.point(who), chosen: null }));
      this.#inWords.textContent = encounter.scene.text;
    } catch (error) {
      this.failed(error);
    }
  }

  /** Maps and portraits, those of other hosts where they are wanted: as they were at the version in sight. */
  async #showPictures() {
    const { server, id, film: { at, events } } = this.fight;
    const since = events.findLast((/** @type {any} */ one) => one.version <= at && PICTURED.has(one.type))?.version ?? 0;
    if (this.#pictures === null || this.#pictures.since !== since) {
      const scene = server.graphql(documents.PICTURES, { id, at }).then(({ encounter }) => encounter.scene);
      this.#pictures = { since, scene };
    }
    const shown = this.#pictures;
    try {
      const scene = await shown.scene;
      // Somebody may have gone on to other pictures meanwhile.
      if (this.#pictures === shown) await showPictures(this.parts.board, scene, picturesOf(server, id));
    } catch {
      this.#pictures = null; // the fight is shown without them, and they come with its next version
    }
  }

  /** @param {unknown} error */
  failed(error) {
    if (!(error instanceof Refusal)) throw error;
    this.say([error.message, ...error.others.map(({ message }) => message).filter((text) => text !== error.message)].join(' · '));
  }
}
