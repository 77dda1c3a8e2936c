// The bar of a film: buttons, a slider with its rounds and turns, and where one is.
import { t } from '../words.js';
import { fieldOf, h } from '../shared/elements.js';
import { icon } from '../shared/icon.js';

/** How much faster than usual a film plays. */
const SPEEDS = [0.5, 1, 2, 4];

/** Shows where a film is, and moves it. */
export class FilmBar {
  #where = h('output', { class: 'where' });
  #scrub = h('input', { type: 'range', min: 1, max: 1, value: 1, 'aria-describedby': 'curve-told' });
  #ticks = h('canvas', { height: 10, 'aria-hidden': 'true' });
  /** What belongs to the slider, as wide as it is. */
  under = h('div', {});
  #play = h('button', { type: 'button', class: 'primary round', onclick: () => this.given.play() });

  /**
   * @param {any} film
   * @param {{ moves: Record<string, () => void>, visit: (version: number) => void, play: () => void, speed: (factor: number) => void }} given
   */
  constructor(film, given) {
    this.film = film;
    this.given = given;
    const { words } = film;
    this.#scrub.setAttribute('aria-label', words.version);
    this.#scrub.addEventListener('input', () => given.visit(Number(this.#scrub.value)));
    const button = (/** @type {string} */ name, /** @type {Node | string} */ sign) =>
      h('button', { type: 'button', class: 'round', title: words[name], 'aria-label': words[name], 'data-move': name, onclick: given.moves[name] }, sign);
    this.element = h('nav', { class: 'film-tools', 'aria-label': words.version },
      h('div', { class: 'film-buttons' }, button('lastRound', icon('u-skip-back')), button('lastTurn', '«'), button('back', '‹'), this.#play,
        button('forward', '›'), button('nextTurn', '»'), button('nextRound', icon('u-skip-forward')),
        h('select', { 'aria-label': t('watch.speed'), title: t('watch.speed'), onchange: (/** @type {Event} */ event) => given.speed(Number(fieldOf(event).value)) },
          ...SPEEDS.map((speed) => h('option', { value: speed, selected: speed === 1 }, `× ${speed}`)))),
      h('div', { class: 'track' }, this.#ticks, this.#scrub, this.#where, this.under));
    this.playing(false);
  }

  /** Tell where the film is. */
  tell() {
    const { film } = this, round = film.round();
    this.#where.textContent = `${round ? film.words.round + ' ' + round + ' · ' : ''}${film.words.version} ${film.at} / ${film.version}`;
    this.#scrub.max = String(film.version);
    this.#scrub.value = String(film.at);
    this.#scrub.setAttribute('aria-valuetext', this.#where.textContent);
  }

  /** @param {boolean} playing */
  playing(playing) {
    const said = playing ? this.film.words.pause : this.film.words.play;
    this.#play.replaceChildren(icon(playing ? 'u-pause' : 'u-play'));
    this.#play.title = said;
    this.#play.setAttribute('aria-label', said);
  }

  /** Mark rounds and turns along the slider. */
  mark() {
    const { film } = this, wide = this.#ticks.clientWidth, pen = this.#ticks.getContext('2d');
    if (!pen || !wide) return;
    this.#ticks.width = wide;
    pen.fillStyle = getComputedStyle(document.body).color;
    const x = (/** @type {number} */ version) => 8 + ((wide - 16) * (version - 1)) / Math.max(1, film.version - 1);
    for (const version of film.turns) pen.fillRect(x(version), 6, 1, 4);
    for (const version of film.starts) pen.fillRect(x(version) - 1, 0, wide > 1600 ? 4 : 2, 10);
  }
}
