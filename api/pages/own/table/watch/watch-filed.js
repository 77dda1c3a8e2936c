// A file that somebody brought: it plays, as far as it is whole, and it is proven beside its board.
import { Film } from '../../player.js';
import { Refusal } from '../../client/refusal.js';
import { unpacked } from '../../client/unpacked.js';
import { SLOW } from '../../client/watched.js';
import { writeAddress } from '../address.js';
import { t } from '../words.js';
import { h } from '../shared/elements.js';
import { guarded } from '../shared/guarded.js';
import { ProofBadge } from '../fight/proof-badge.js';
import { View } from './watch-view.js';

/** A file as a film. */
export class Filed extends View {
  #server = h('div', {});

  /**
   * @param {import('../../client/server.js').Server} server
   * @param {string} language
   * @param {string[]} keys of this server
   * @param {(file: File) => void} opened
   */
  constructor(server, language, keys, opened) {
    super(language, opened);
    this.server = server;
    this.keys = keys;
    this.proof = new ProofBadge(async () => null);
    this.parts.state.textContent = t('file.state');
    this.parts.badges.append(this.proof.badge);
    this.parts.proof.append(this.proof.panel);
    this.parts.beside.append(this.#server);
  }

  /** @param {File} file */
  async open(file) {
    this.parts.name.textContent = file.name;
    document.title = `${file.name} – Skald`;
    const bytes = await unpacked(file);
    if (!bytes) {
      this.say(t('file.unreadable'));
      return;
    }
    await Promise.all([this.proof.judge(bytes, this.keys), this.#play(file)]);
  }

  /** @param {File} file */
  async #play(file) {
    let found;
    try {
      found = await this.server.rest('POST', 'v1/replays', { bytes: file, patience: SLOW, headers: { 'content-type': 'application/octet-stream' } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.message);
      return;
    }
    const { report, film } = found, notes = [];
    guarded(this.#server, () => this.#server.replaceChildren(this.#found(report, film)));
    if (!film) notes.push(t('file.noFilm'));
    else if (!film.steps.length) notes.push(t('file.noBoard'));
    // The server that has the fight knows enough for a board, and shows it to whoever may see it.
    const again = () => { writeAddress({ fight: report.encounter }); location.reload(); };
    if (film && !film.steps.length && this.server.token) this.#server.append(h('p', {}, h('button', { type: 'button', class: 'on-server', onclick: again }, t('file.onServer'))));
    if (film && report.brokenAt !== null) notes.push(t('file.cut', { n: report.brokenAt }));
    this.say(notes.join(' '));
    if (!film) return;
    const player = this.show(new Film(film));
    player.resized();
    player.grown(false);
    player.visit(1);
  }

  /**
   * What this server finds.
   * @param {any} report
   * @param {any} film
   */
  #found(report, film) {
    const state = (/** @type {string} */ one) => t(`server.${one}`);
    return h('section', { class: 'card' }, h('h2', {}, t('server.title')),
      h('dl', { class: 'verdicts' }, ...Object.entries(report.verdicts).flatMap(([name, one]) => [h('dt', {}, t(`server.${name}`)),
        h('dd', { 'data-state': one.state, title: one.detail ?? null }, one.version && one.state === 'BROKEN' ? `${state(one.state)} (${film?.words.version ?? '#'} ${one.version})` : state(one.state))])));
  }
}
