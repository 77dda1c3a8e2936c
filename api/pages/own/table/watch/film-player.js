// A film on the page: board, lists beside it, bar and log. What one of them cannot show leaves the others alone.
import { Clock } from '../../player.js';
import { mayMove } from '../settings.js';
import '../board/board.js';
import { h, listen } from '../shared/elements.js';
import { FilmBar } from './film-bar.js';
import { FilmBoard, LISTS } from './film-board.js';
import './film-log.js';
import { guarded, ornament } from '../shared/guarded.js';
import { icon } from '../shared/icon.js';
import { t } from '../words.js';

/**
 * Bring something into its place, which may have said that it cannot be shown; returns whether it was not there.
 * @param {Element} place
 * @param {Element} thing
 */
function brought(place, thing) {
  const gone = thing.parentNode !== place;
  if (gone) place.append(thing);
  return gone;
}

/** Tells `moved`: another version is shown. */
export class FilmPlayer extends EventTarget {
  #board = /** @type {import('../board/board.js').Board} */ (document.createElement('skald-board'));
  #log = /** @type {import('./film-log.js').FilmLog} */ (document.createElement('skald-film-log'));
  #lists = Object.fromEntries(LISTS.map((name) => [name, h(name === 'phase' ? 'div' : 'ul', { id: `l-${name}` })]));
  #pointed = h('output', { class: 'cursor' });
  #boardPlace = h('div', { class: 'film-board' });
  /** What the ground means, where its reader wants it. */
  legend = h('section', { class: 'card legend', hidden: true, 'aria-label': t('legend.title') });
  #barPlace = h('div', { class: 'film-bar' });
  #logPlace = h('div', { class: 'film-log-place' });
  #bar;
  /** @type {FilmBoard | null} */
  #drawn = null;
  /** @type {any} */
  #clock;

  /** @param {any} film */
  constructor(film) {
    super();
    this.film = film;
    const { words } = film, lists = this.#lists;
    this.#board.setAttribute('role', 'group');
    this.#board.setAttribute('aria-label', words.board);
    this.#clock = new Clock(film, { go: (/** @type {number} */ version) => this.#go(version), changed: () => this.#bar?.playing(this.playing) });
    /** @type {Record<string, () => void>} */
    this.moves = {
      lastRound: () => this.visit(film.before(film.starts)), lastTurn: () => this.visit(film.before(film.turns)), back: () => this.visit(film.at - 1),
      forward: () => this.visit(film.at + 1), nextTurn: () => this.visit(film.after(film.turns)), nextRound: () => this.visit(film.after(film.starts)),
    };
    this.#bar = new FilmBar(film, { moves: this.moves, visit: (version) => this.visit(version), play: () => this.play(), speed: (factor) => { this.#clock.speed = factor; } });
    listen(this.#log, 'visit', (version) => this.visit(version));
    listen(this.#board, 'token', (who) => this.#tellOf(who));
    this.#board.addEventListener('missed', () => this.#tellOf(''));
    const list = (/** @type {string} */ name, /** @type {boolean} */ open = true) =>
      h('details', { open }, h('summary', {}, words[name]), lists[name]);
    const away = h('button', { type: 'button', class: 'round', 'aria-label': t('keys.close'), title: t('keys.close'), onclick: () => { this.legend.hidden = true; } }, icon('u-x'));
    this.legend.append(h('h2', {}, t('legend.title'), away), lists.legend ?? '', h('p', { class: 'hint' }, t('legend.plain')));
    /** What stands on the page: the board, the bar, the lists, the log. */
    this.parts = {
      board: [this.#boardPlace, this.#pointed, this.legend],
      bar: [this.#barPlace],
      lists: [h('div', {}, lists.phase, h('h2', { class: 'unseen' }, words.order), lists.order, lists.field), list('sides'), list('away'), list('marks', false)],
      log: [this.#logPlace],
    };
    this.#boardPlace.append(this.#board);
    this.#inLog(() => {});
  }

  /** The board that shows it: larger, smaller, whole. */
  get board() {
    return this.#board;
  }

  /** What is going on where the film is. */
  get phase() {
    return this.#lists.phase?.textContent ?? '';
  }

  /** The place below the slider, as wide as it is. */
  get under() {
    return this.#bar.under;
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
    this.#inLog(() => this.#log.grow());
    ornament(() => this.#bar.mark());
    if (follow) this.#go(this.film.version);
    else this.#inBar(() => this.#bar.tell());
  }

  /** The newest line of the log, as far as the film is shown. */
  get newest() {
    const { film } = this, last = film.events.findLast((/** @type {any} */ one) => one.version <= film.at && (one.headline || (one.text && one.weight === 'HEADLINE')));
    return last ? last.headline || last.text : '';
  }

  /** @param {number} version */
  #go(version) {
    const { film } = this, before = film.at;
    /** @type {unknown} */
    let fault;
    try {
      if (!film.seek(version)) return;
    } catch (error) {
      fault = error;
    }
    guarded(this.#boardPlace, () => {
      if (fault) throw fault;
      brought(this.#boardPlace, this.#board);
      this.#drawn ??= new FilmBoard(film, this.#board, this.#lists);
      this.#drawn.show(before);
    });
    this.#tellOf('');
    this.#inBar(() => this.#bar.tell());
    this.#inLog(() => this.#log.light());
    this.dispatchEvent(new Event('moved'));
  }

  /** @param {() => void} draw */
  #inLog(draw) {
    guarded(this.#logPlace, () => {
      if (brought(this.#logPlace, this.#log)) this.#log.show(this.film);
      draw();
    });
  }

  /** @param {() => void} draw */
  #inBar(draw) {
    guarded(this.#barPlace, () => { brought(this.#barPlace, this.#bar.element); draw(); });
  }

  /** Whoever is pointed at, in words. @param {string} who */
  #tellOf(who) {
    this.#pointed.textContent = who ? this.#board.tokenOf(who)?.getAttribute('aria-label') ?? '' : '';
  }

  /**
   * Show where a figure stands on the board.
   * @param {string} combatant
   */
  point(combatant) {
    const shown = mayMove() ? [1, 0.2, 1, 0.2, 1] : [0.4, 0.4];
    this.#board.tokenOf(combatant)?.animate(shown.map((opacity) => ({ opacity })), 1000);
    this.#tellOf(combatant);
  }

  /** Draw anew what depends on the page's size and colours. */
  resized() {
    ornament(() => this.#bar.mark());
    ornament(() => this.#drawn?.hold());
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
    if (!move || (/Up|Down/.test(event.key) && target.closest('skald-film-log, .lists'))) return false;
    move();
    return true;
  }
}
