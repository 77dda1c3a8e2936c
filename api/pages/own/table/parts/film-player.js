// A film on the page: board, lists beside it, buttons, a slider with its rounds and turns, and the log.
import { Board, Clock, LISTS } from '../../player.js';
import { mayMove } from '../settings.js';
import { t } from '../words.js';
import { fieldOf, h, listen, svg } from './elements.js';
import './film-log.js';

/** How much faster than usual a film plays. */
const SPEEDS = [0.5, 1, 2, 4];
/** A jump over more versions than these is not shown as a motion. */
const FAR = 60;

/** @typedef {import('./film-log.js').FilmLog} FilmLog */

const sheets = new Map();

/**
 * The style sheet of a film's markup, adopted by the document: its policy lets no inline style in.
 * @param {string} text
 */
function adopt(text) {
  if (!text || sheets.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  document.adoptedStyleSheets.push(sheet);
}

/** Tells `moved`: another version is shown. `still`: it was the reader who moved. */
export class FilmPlayer extends EventTarget {
  #zoom = 1;
  #log = /** @type {FilmLog} */ (document.createElement('skald-film-log'));
  #drawing = svg('svg', { id: 'scene', role: 'img', viewBox: '0 0 620 400' });
  #lists = Object.fromEntries(LISTS.map((name) => [name, h(name === 'phase' ? 'div' : 'ul', { id: `l-${name}` })]));
  #where = h('output', { class: 'where' });
  #scrub = h('input', { type: 'range', min: 1, max: 1, value: 1 });
  #ticks = h('canvas', { height: 10, 'aria-hidden': 'true' });
  #play = h('button', { type: 'button' }, '▶');
  #board;
  /** @type {any} */
  #clock;

  /** @param {any} film */
  constructor(film) {
    super();
    this.film = film;
    const { words } = film, lists = this.#lists;
    adopt(film.style ?? film.data.style);
    this.#drawing.setAttribute('aria-label', words.board);
    this.#scrub.setAttribute('aria-label', words.version);
    this.#board = new Board(this.#drawing, lists);
    this.#clock = new Clock(film, { go: (/** @type {number} */ version) => this.#go(version), changed: () => this.#playing() });
    /** @type {Record<string, () => void>} */
    this.moves = {
      lastRound: () => this.visit(film.before(film.starts)), lastTurn: () => this.visit(film.before(film.turns)), back: () => this.visit(film.at - 1),
      forward: () => this.visit(film.at + 1), nextTurn: () => this.visit(film.after(film.turns)), nextRound: () => this.visit(film.after(film.starts)),
    };
    const button = (/** @type {string} */ name, /** @type {string} */ sign) =>
      h('button', { type: 'button', title: words[name], 'aria-label': words[name], 'data-move': name, onclick: this.moves[name] }, sign);
    this.#play.addEventListener('click', () => this.play());
    this.#scrub.addEventListener('input', () => this.visit(Number(this.#scrub.value)));
    listen(this.#log, 'visit', (version) => this.visit(version));
    const zoom = (/** @type {number} */ factor) => {
      this.#zoom = Math.min(6, Math.max(1, factor ? this.#zoom * factor : 1));
      this.#drawing.style.width = `${100 * this.#zoom}%`;
      this.#drawing.classList.toggle('enlarged', this.#zoom > 1);
    };
    const list = (/** @type {string} */ name, /** @type {boolean} */ folded = false) =>
      h('details', { open: !folded }, h('summary', {}, words[name]), lists[name]);
    /** What stands on the page: the board with its buttons, the lists, the log. */
    this.parts = {
      board: [
        h('div', { class: 'film-scroll', tabindex: 0, 'aria-label': words.board, role: 'group' }, this.#drawing),
        h('nav', { class: 'film-tools', 'aria-label': words.version },
          button('lastRound', '⇤'), button('lastTurn', '«'), button('back', '‹'), this.#play,
          button('forward', '›'), button('nextTurn', '»'), button('nextRound', '⇥'),
          h('select', { 'aria-label': t('watch.speed'), title: t('watch.speed'), onchange: (/** @type {Event} */ event) => { this.#clock.speed = Number(fieldOf(event).value); } },
            ...SPEEDS.map((speed) => h('option', { value: speed, selected: speed === 1 }, `× ${speed}`))),
          h('button', { type: 'button', 'aria-label': t('board.farther'), title: t('board.farther'), onclick: () => zoom(1 / 1.5) }, '−'),
          h('button', { type: 'button', 'aria-label': t('board.closer'), title: t('board.closer'), onclick: () => zoom(1.5) }, '+'),
          this.#where,
          h('div', { class: 'track' }, this.#ticks, this.#scrub)),
        h('p', { class: 'hint' }, words.keys),
      ],
      lists: [h('div', {}, lists.phase, h('h2', {}, words.order), lists.order, lists.field), list('sides'), list('away'), list('marks'), list('legend', true)],
      log: [h('h2', {}, words.log), this.#log],
    };
    this.#playing();
    this.#log.show(film);
  }

  get playing() {
    return this.#clock.playing;
  }

  play() {
    if (this.playing) this.#clock.stop();
    else this.#clock.play();
  }

  stop() {
    this.#clock.stop();
  }

  /**
   * Go to a version because the reader wants to.
   * @param {number} version
   */
  visit(version) {
    this.#clock.stop();
    this.#go(version);
  }

  /** The film has become longer. follow: show its newest version. @param {boolean} follow */
  grown(follow) {
    this.#log.grow();
    this.#mark();
    if (follow) this.#go(this.film.version);
    else this.#tell();
  }

  /** @param {number} version */
  #go(version) {
    const { film } = this, before = film.at;
    if (!film.seek(version)) return;
    this.#board.draw(film, mayMove() && before > 0 && Math.abs(film.at - before) < FAR);
    this.#drawing.dataset.version = String(film.at);
    this.#tell();
    this.#log.light();
    this.dispatchEvent(new Event('moved'));
  }

  #tell() {
    const { film } = this, round = film.round();
    this.#where.textContent = `${round ? film.words.round + ' ' + round + ' · ' : ''}${film.words.version} ${film.at} / ${film.version}`;
    this.#scrub.max = String(film.version);
    this.#scrub.value = String(film.at);
    this.#scrub.setAttribute('aria-valuetext', this.#where.textContent);
  }

  #playing() {
    const said = this.playing ? this.film.words.pause : this.film.words.play;
    this.#play.textContent = this.playing ? '❚❚' : '▶';
    this.#play.title = said;
    this.#play.setAttribute('aria-label', said);
  }

  /** Mark rounds and turns along the slider. */
  #mark() {
    const { film } = this, wide = this.#ticks.clientWidth, pen = this.#ticks.getContext('2d');
    if (!pen || !wide) return;
    this.#ticks.width = wide;
    pen.fillStyle = getComputedStyle(document.body).color;
    const x = (/** @type {number} */ version) => 8 + ((wide - 16) * (version - 1)) / Math.max(1, film.version - 1);
    for (const version of film.turns) pen.fillRect(x(version), 6, 1, 4);
    for (const version of film.starts) pen.fillRect(x(version) - 1, 0, wide > 1600 ? 4 : 2, 10);
  }

  /**
   * Show where a figure stands on the board.
   * @param {string} combatant
   */
  point(combatant) {
    const token = this.#drawing.querySelector(`[data-part=token][data-combatant="${CSS.escape(combatant)}"]`);
    token?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const shown = mayMove() ? [1, 0.2, 1, 0.2, 1] : [0.4, 0.4];
    token?.animate(shown.map((opacity) => ({ opacity })), 1000);
  }

  /** Draw anew what depends on the page's size and colours. */
  resized() {
    this.#mark();
    this.#log.reveal();
  }

  /**
   * The keys of a film: true if this was one.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const target = /** @type {Element} */ (event.target), { film, moves } = this;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('dialog, select, textarea, input:not([type=range])')) return false;
    if (event.key === ' ') {
      // Space presses the button, or folds the details, that have the focus.
      if (target.closest('button, summary, a')) return false;
      this.play();
      return true;
    }
    const move = {
      ArrowLeft: moves.back, ArrowRight: moves.forward, 'Shift+ArrowLeft': moves.lastTurn, 'Shift+ArrowRight': moves.nextTurn,
      ArrowUp: moves.lastTurn, ArrowDown: moves.nextTurn, PageUp: moves.lastRound, PageDown: moves.nextRound,
      Home: () => this.visit(1), End: () => this.visit(film.version),
    }[(event.shiftKey ? 'Shift+' : '') + event.key];
    if (!move || (/Up|Down/.test(event.key) && target.closest('skald-film-log, .enlarged, .film-scroll:has(.enlarged)'))) return false;
    move();
    return true;
  }
}
