// What every view of a film has: the table's places around it, its keys, and what stands beside it.
import { keepToken, keptToken } from '../address.js';
import { t } from '../words.js';
import { alertTo, announcer } from '../shared/announcer.js';
import { h } from '../shared/elements.js';
import { fileButton } from '../shared/file-drop.js';
import { FilmPlayer } from './film-player.js';
import { guarded } from '../shared/guarded.js';
import { icon } from '../shared/icon.js';
import { boardTools, sheetsOf } from '../fight/layout.js';
import { settingsMenu } from '../shared/settings-menu.js';

const SHEETS = [['doing', 'u-play', 'sheet.film'], ['log', 'u-scroll-text', 'sheet.log'], ['who', 'u-eye', 'sheet.who']];

/** A film on the table. */
export class View {
  /** @type {FilmPlayer | null} */
  player = null;
  parts = {
    name: h('h1', {}), state: h('p', { class: 'state', role: 'status' }), live: h('button', { type: 'button', class: 'live', hidden: true }, t('watch.back')),
    wait: h('p', { class: 'wait' }), said: h('p', { class: 'said', role: 'alert' }), board: h('section', { class: 'board-place skald-scene-auto' }), bar: h('div', {}),
    lists: h('div', { class: 'film-lists skald-scene-auto' }), beside: h('div', { class: 'beside' }), log: h('div', { class: 'log-inside' }), proof: h('div', {}), badges: h('span', { class: 'badges' }), newest: h('span', {}),
  };

  #gone = new AbortController();
  /** Listens as long as this is shown. */
  gone = this.#gone.signal;

  /**
   * @param {string} language
   * @param {(file: File) => void} opened a file was chosen
   */
  constructor(language, opened) {
    const { name, state, live, wait, said, board, bar, lists, beside, log, proof, badges, newest } = this.parts;
    const leave = () => { keepToken(''); location.hash = ''; location.reload(); };
    const main = h('main', { class: 'table play watch', 'data-sheet': 'doing' },
      h('section', { class: 'lists', 'aria-label': t('sheet.who') }, lists, beside, h('div', { class: 'less-used' }, fileButton(opened))),
      h('div', { class: 'mid' }, h('div', { class: 'wait-place' }, wait, live), boardTools(() => this.player?.board, () => { if (this.player) this.player.legend.hidden = !this.player.legend.hidden; }), board,
        h('button', { type: 'button', class: 'newest', onclick: () => sheets.show('log') }, icon('u-scroll-text'), h('span', { class: 'unseen' }, t('log.label')), newest, icon('u-chevron-right')),
        h('section', { class: 'acts', 'aria-label': t('sheet.film') }, said, bar)),
      h('section', { class: 'log-place', 'aria-label': t('log.label') }, proof, h('h2', {}, t('log.label')), log));
    const sheets = sheetsOf(main, log, SHEETS);
    this.page = [
      h('header', { class: 'top' }, h('span', { class: 'brand' }, icon('fight'), 'Skald'), name, state, h('nav', {}, badges,
        h('a', { class: 'play-nav', href: './play', hidden: !keptToken(), 'aria-label': t('nav.play') }, icon('fight'), h('span', {}, t('nav.play'))), settingsMenu({ language, leave }))),
      main, sheets.element, ...announcer(),
    ];
    addEventListener('resize', () => this.player?.resized(), { signal: this.gone });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.player?.resized(), { signal: this.gone });
    addEventListener('keydown', (event) => { if (this.player?.key(event)) event.preventDefault(); }, { signal: this.gone });
  }

  /** It is shown no more. */
  close() {
    this.player?.stop();
    this.#gone.abort();
  }

  /** @param {any} film */
  show(film) {
    this.player?.stop();
    const player = new FilmPlayer(film), { board, bar, lists, log, name } = this.parts;
    this.player = player;
    name.textContent = film.name;
    document.title = `${film.name} – Skald`;
    board.setAttribute('aria-label', film.words.board);
    board.replaceChildren(...player.parts.board);
    bar.replaceChildren(...player.parts.bar);
    lists.replaceChildren(...player.parts.lists);
    log.replaceChildren(...player.parts.log);
    player.addEventListener('moved', () => this.tell());
    return player;
  }

  /** The line above the board, and the newest of the log below it. */
  tell() {
    const { wait, newest } = this.parts, { player } = this;
    if (!player) return;
    guarded(newest, () => { newest.textContent = player.newest; });
    guarded(wait, () => this.toldIn(wait));
  }

  /**
   * What stands above the board: what is going on at the version that is shown.
   * @param {HTMLElement} wait
   */
  toldIn(wait) {
    wait.classList.remove('away');
    wait.replaceChildren(h('strong', {}, this.player?.phase ?? ''));
  }

  /** @param {string} sentence */
  say(sentence) {
    this.parts.said.textContent = sentence;
    if (sentence) alertTo(sentence);
  }
}
