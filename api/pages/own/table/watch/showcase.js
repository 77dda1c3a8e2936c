// A film of a fight that plays by itself, quietly: on the landing page. One at a time, only while somebody can see it.
import { Clock, Film } from '../../player.js';
import { mayMove } from '../settings.js';
import { sized, untangled } from '../board/board-frame.js';
import { h, svg } from '../shared/elements.js';
import { FilmBoard } from './film-board.js';
import { ornament } from '../shared/guarded.js';
import { keepInside } from '../board/floating.js';
import { layMarks, spotIn } from '../board/scene-nodes.js';

/** How much faster than in a replay, so that one can read along; and milliseconds for which the last act stands. */
const PACE = 0.55, REST = 2600;
/** Pixels of a drawing around all who are in it. */
const MARGIN = 70;

/** @typedef {{ play: string, stop: string, film: string }} Words */

/** Shows a drawing whole, or the part of it where somebody ever is. */
class Stage {
  #left = svg('g', { class: 'film-marks', 'aria-hidden': 'true' });
  #marks = svg('g', { class: 'film-marks', 'aria-hidden': 'true' });

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /** @type {{ x: number, y: number, width: number, height: number } | null} */
  part = null;

  /** @param {SVGSVGElement} drawing */
  hold(drawing) {
    const { left, top, scale = '1' } = drawing.dataset, { part } = this;
    if (part) drawing.setAttribute('viewBox', `${part.x} ${part.y} ${part.width} ${part.height}`);
    if (drawing.parentElement !== this.place) {
      layMarks(drawing, this.#left);
      drawing.append(this.#marks);
      this.place.replaceChildren(drawing);
    }
    for (const layer of [this.#left, this.#marks]) layer.setAttribute('transform', `translate(${left} ${top}) scale(${scale})`);
    this.#marks.style.setProperty('--unit', String(1 / Number(scale)));
    const [, , wide = 1, high = 1] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number), box = this.place.getBoundingClientRect();
    drawing.style.setProperty('--shown', String(Math.min(box.width / wide, box.height / high) || 1));
    sized(drawing);
    untangled(drawing);
    this.drawing = drawing;
  }

  /**
   * @param {Element[]} left
   * @param {Element[]} marks
   */
  mark(left, marks) {
    this.#left.replaceChildren(...left);
    this.#marks.replaceChildren(...marks);
    keepInside(this.#marks, this.place);
  }

  /** @param {string} combatant */
  spotOf(combatant) {
    return spotIn(this.#marks, /** @type {SVGGraphicsElement | null} */ (this.drawing?.querySelector(`[data-part=token][data-combatant="${CSS.escape(combatant)}"]`) ?? null));
  }

  /** @type {SVGSVGElement | undefined} */
  drawing = undefined;
}

/**
 * Where somebody ever is, in the form of the place that shows it: of squares and open tables. null: all of the board.
 * @param {any} film
 * @param {number} ratio
 */
function partOf(film, ratio) {
  const markup = film.markup.filter((/** @type {string} */ one) => one.includes('data-part="token"') && one.includes('data-x='));
  const spots = markup.flatMap((/** @type {string} */ one) => [...one.matchAll(/ d="M(-?[\d.]+)[ ,](-?[\d.]+)/g)].slice(-1).map(([, x, y]) => ({ x: Number(x), y: Number(y) })));
  const [wide, high] = film.steps.find((/** @type {any} */ one) => one.size)?.size ?? [1, 1];
  if (spots.length < 2) return null;
  const xs = spots.map((/** @type {any} */ one) => one.x), ys = spots.map((/** @type {any} */ one) => one.y);
  const left = Math.min(...xs) - MARGIN, top = Math.min(...ys) - MARGIN, right = Math.max(...xs) + MARGIN, bottom = Math.max(...ys) + MARGIN;
  const width = Math.min(wide, Math.max(right - left, (bottom - top) * ratio)), height = Math.min(high, Math.max(width / ratio, bottom - top));
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most, at));
  return { x: within((left + right - width) / 2, wide - width), y: within((top + bottom - height) / 2, high - height), width, height };
}

/** One place with films, one after the other. */
export class Showcase {
  /** Whether somebody sees it. */
  seen = false;
  /** Whether it is to play: its reader may stop it. */
  wanted = mayMove();
  #stage = h('div', { class: 'board' });
  #said = h('span', {});
  #button = h('button', { type: 'button', onclick: () => this.pressed() });
  #at = 0;
  /** @type {any} */
  #clock = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest = undefined;

  /**
   * @param {HTMLElement} place `data-films`: where they are; `data-told`: it tells what happens
   * @param {Words} words
   * @param {(one: Showcase) => void} chosen its reader wants another state
   */
  constructor(place, words, chosen) {
    this.place = place;
    this.words = words;
    this.chosen = chosen;
    this.films = (place.dataset.films ?? '').split(' ');
    place.replaceChildren(this.#stage, place.dataset.told === undefined ? this.#button : h('p', { class: 'say' }, this.#said, this.#button));
    this.#tell();
  }

  get playing() {
    return Boolean(this.#clock?.playing) || this.#rest !== undefined;
  }

  pressed() {
    this.wanted = !this.#plays;
    this.chosen(this);
  }

  /** @type {Promise<void> | null} */
  #loading = null;

  /** Load the first film, and show its good moment. */
  load() {
    this.#loading ??= this.#load(true);
    return this.#loading;
  }

  /** @param {boolean} still whether its good moment is shown, and not its beginning */
  async #load(still) {
    const answer = await fetch(this.films[this.#at] ?? ''), found = answer.ok ? await answer.json() : null;
    if (!found) return;
    const film = new Film({ ...found.film, markup: found.film.markup.map((/** @type {string} */ one) => one.replaceAll(`film-${found.film.system}`, this.#nameOf(found.film.system))) });
    const stage = new Stage(this.#stage), box = this.#stage.getBoundingClientRect();
    stage.part = partOf(film, box.height ? box.width / box.height : 1.55);
    const board = new FilmBoard(film, stage, {}, this.#nameOf(found.film.system));
    board.drawing.setAttribute('aria-label', this.words.film.replace('{title}', found.title));
    const go = (/** @type {number} */ version) => {
      const before = film.at;
      if (!film.seek(version)) return;
      ornament(() => board.show(before));
      this.#say(film, found.title);
    };
    this.#clock = new Clock(film, { go, speed: PACE, first: found.first, changed: () => this.#changed(film) });
    if (still) go(found.still - 1); // what it follows: who has gone stood somewhere
    go(still ? found.still : found.first);
    if (still && this.wanted) this.again = () => go(found.first);
  }

  /** Begins at the beginning, once it plays. @type {(() => void) | null} */
  again = null;

  /** @param {string} system */
  #nameOf(system) {
    return `${this.place.dataset.told === undefined ? 'card' : 'hero'}-${system}`;
  }

  /**
   * @param {any} film
   * @param {string} title
   */
  #say(film, title) {
    const told = film.events.findLast((/** @type {any} */ one) => one.version <= film.at);
    this.#said.replaceChildren(h('small', {}, title), told?.headline ?? '');
  }

  /** What it was told last: loading takes a while. */
  #plays = false;

  /** Play, or stand still. @param {boolean} play */
  async set(play) {
    if (play === this.#plays) return;
    this.#plays = play;
    if (play) await this.load();
    if (this.#plays !== play) return;
    if (!play) {
      clearTimeout(this.#rest);
      this.#rest = undefined;
      this.#clock?.stop();
    } else {
      this.again?.();
      this.again = null;
      this.#clock?.play();
    }
    this.#tell();
  }

  /** The film has begun, or has come to its end: then the next one plays. @param {any} film */
  #changed(film) {
    if (this.#plays && !this.#clock?.playing && film.at === film.version && this.#rest === undefined) {
      this.#rest = setTimeout(async () => {
        this.#at = (this.#at + 1) % this.films.length;
        if (this.films.length > 1) await this.#load(false);
        this.#rest = undefined;
        if (this.#plays) this.#clock?.play();
        this.#tell();
      }, REST);
    }
    this.#tell();
  }

  #tell() {
    const said = this.playing ? this.words.stop : this.words.play;
    this.#button.setAttribute('aria-label', said);
    this.#button.title = said;
    this.#button.replaceChildren(svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: this.playing ? 'M6 4h4v16H6zM14 4h4v16h-4z' : 'M7 4l13 8-13 8z' })));
    this.place.dataset.playing = String(this.playing);
  }
}

/**
 * Let the films of a page play: the one that its reader points at or has started, else the first that he sees.
 * @param {Iterable<HTMLElement>} places
 * @param {Words} words
 */
export function showFilms(places, words) {
  /** @type {Showcase | null} */
  let liked = null;
  const choose = () => {
    const able = shows.filter((one) => one.seen && one.wanted && !document.hidden), now = liked && able.includes(liked) ? liked : able[0];
    for (const one of shows) void one.set(one === now);
  };
  const shows = [...places].map((place) => {
    const one = new Showcase(place, words, (it) => { liked = it; choose(); });
    const near = place.closest('article') ?? place;
    near.addEventListener('pointerenter', () => { liked = one; choose(); });
    near.addEventListener('pointerleave', () => { if (liked === one) { liked = null; choose(); } });
    return one;
  });
  const sight = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting, intersectionRatio } of changes) {
      const one = shows.find(({ place }) => place === target);
      if (!one) continue;
      one.seen = isIntersecting && intersectionRatio >= 0.5;
      if (isIntersecting) void one.load();
    }
    choose();
  }, { threshold: [0, 0.5] });
  for (const { place } of shows) sight.observe(place);
  document.addEventListener('visibilitychange', choose);
}
