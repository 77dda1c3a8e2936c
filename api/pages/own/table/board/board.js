// <skald-board>: the drawing of a scene, moved and enlarged by mouse, touch and keys; and over it what may be picked.
import { middleOf, placeAt } from '../../client/places.js';
import { mayMove } from '../settings.js';
import { Picks } from './board-picks.js';
import { hearPointers } from './board-pointers.js';
import { BoardView } from './board-view.js';
import { bring } from '../shared/bring.js';
import { h, svg } from '../shared/elements.js';
import { adopt, glide, layMarks, renew, spotIn } from './scene-nodes.js';

/** @typedef {import('../../client/places.js').Point} Point */
/** @typedef {any} Scene */

/** @typedef {import('../../client/lays.js').Lay} Lay */

/**
 * Tells, as events: `pick` (`detail`: { place, by, spot, again, step }; again: it was the last pick too; step: it is one of
 * a way of choice), `token` and, where a finger rests on one, `held` (`detail`: a combatant's key), `missed` (`detail`:
 * the spot): nothing was there, `cursor` (`detail`: { spot, place, label }).
 */
export class Board extends HTMLElement {
  /** @type {SVGSVGElement | null} */
  #drawing = null;
  /** The scene that the drawing shows: what is laid over it and picked on it lies there. @type {Scene} */
  scene = null;
  /** @type {SVGGElement} */
  #overlay = svg('g', { id: 'overlay' });
  /** Where the last act has left marks: below the tokens. @type {SVGGElement} */
  #below = svg('g', { id: 'left', 'aria-hidden': 'true' });
  /** What it did to whom: below what may be picked. @type {SVGGElement} */
  #marks = svg('g', { id: 'marks', 'aria-hidden': 'true' });
  /** Over all that lies there, in the scene's lengths: for what is set up on the board. @type {SVGGElement} */
  top = svg('g', { id: 'top' });
  #above = svg('g', { id: 'layers' }, this.#marks, this.#overlay, this.top);
  #stage = h('div', { class: 'stage' });
  #picks = new Picks();
  /** When it was touched last, in milliseconds of the page: by the event, for the page may have been busy. */
  touched = 0;
  /** Whether a touch is for what stands between squares there, as a door. @type {((event: PointerEvent) => boolean) | null} */
  edge = null;
  /** @type {Point | null} where the keys' cursor is */
  #cursor = null;
  #kept = () => {};
  #view = new BoardView(this, () => this.#kept());

  connectedCallback() {
    if (this.childElementCount) return;
    this.tabIndex = 0;
    if (!this.hasAttribute('role')) this.setAttribute('role', 'application');
    this.append(this.#stage);
    hearPointers(this, {
      touched: (event) => this.#touched(event), held: (event) => this.#held(event),
      dragged: (dx, dy) => this.#view.move(dx, dy), pinched: (factor, around) => this.zoom(factor, around),
    });
    this.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.#view.measure()).observe(this);
  }

  /**
   * Show a drawing.
   * @param {string} text the SVG, as the server draws it
   * @param {Scene} scene the scene that it shows
   */
  show(text, scene) {
    const plain = text.replace(/<style[^>]*>([^<]*)<\/style>/g, (_, rules) => {
      adopt(rules);
      return '';
    });
    const fresh = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (new DOMParser().parseFromString(plain, 'image/svg+xml').documentElement));
    const { left, top, scale } = fresh.dataset, was = this.#drawing?.dataset;
    // In a drawing of another size everything stands elsewhere, and nothing has moved.
    const moves = mayMove() && was?.scale === scale && was?.left === left && was?.top === top;
    for (const side of ['width', 'height']) fresh.removeAttribute(side);
    if (this.#drawing) {
      const tokens = renew(this.#drawing, fresh, [this.#below, this.#above]);
      if (moves) for (const [before, after] of tokens) glide(before, after);
    } else {
      this.#take(document.importNode(fresh, true));
    }
    this.#placed(scene);
  }

  /**
   * Show a drawing that somebody else draws: again whenever it has changed.
   * @param {SVGSVGElement} drawing
   * @param {Scene} scene the scene that it shows
   */
  hold(drawing, scene) {
    if (this.#drawing !== drawing) this.#take(drawing);
    this.#placed(scene);
  }

  /** @param {SVGSVGElement} drawing */
  #take(drawing) {
    this.#drawing = drawing;
    drawing.append(this.#above);
    this.#stage.replaceChildren(drawing);
  }

  /** @param {Scene} scene */
  #placed(scene) {
    const drawing = /** @type {SVGSVGElement} */ (this.#drawing), { left, top, scale } = drawing.dataset;
    const [, , width = 1, height = 1] = (drawing.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number);
    layMarks(drawing, this.#below);
    for (const layer of [this.#below, this.#marks, this.#overlay, this.top]) layer.setAttribute('transform', `translate(${left} ${top}) scale(${scale})`);
    this.#above.style.setProperty('--unit', String(1 / Number(scale)));
    this.scene = scene;
    this.#view.draw(drawing, { width, height });
    this.#view.frame(scene);
  }

  /** The width in pixels that it has. */
  get width() {
    return this.#view.measured();
  }

  /**
   * The width in pixels that a drawing is best made for.
   * @param {any} scene
   */
  widthFor(scene) {
    return this.#view.widthFor(scene);
  }

  /**
   * Lay something over the board, in place of what was.
   * @param {Lay[]} lays
   */
  lay(lays) {
    const space = this.scene?.space;
    this.#overlay.replaceChildren(...this.#picks.lay(lays, space), ...(space ? this.#cursorDrawn() : []));
    this.classList.toggle('picking', this.#picks.open.some((lay) => lay.part !== 'stand'));
  }

  /**
   * Mark what has happened, in place of what was marked.
   * @param {Element[]} left below the tokens, in the scene's lengths
   * @param {Element[]} marks over them
   */
  mark(left, marks) {
    this.#below.replaceChildren(...left);
    this.#marks.replaceChildren(...marks);
    this.#kept();
    if (marks.length) void bring(() => import('./floating.js')).then(({ keepInside }) => { this.#kept = () => keepInside(this.#marks, this); this.#kept(); });
  }

  /**
   * The middle of a figure as it is drawn, and how wide it is, in the scene's lengths; null where it is not drawn.
   * @param {string} combatant
   */
  spotOf(combatant) {
    return spotIn(this.#marks, /** @type {SVGGraphicsElement | null} */ (this.tokenOf(combatant) ?? null));
  }

  /** Show as much as there is. */
  whole() {
    this.#view.whole();
  }

  /**
   * Show it larger or smaller, around a spot.
   * @param {number} factor
   * @param {Point} [around] in shares of what is shown
   */
  zoom(factor, around) {
    this.#view.zoom(factor, around);
  }

  /**
   * Bring a place into what is shown.
   * @param {any} place
   */
  reveal(place) {
    const space = this.scene?.space, at = space && middleOf(place, space);
    if (at && this.#view.share < 1 && !this.#view.shows(at)) this.#view.centre(at);
  }

  /** The drawn figures. */
  get tokens() {
    return [...this.querySelectorAll('[data-part=token]')];
  }

  /** @param {string} combatant */
  tokenOf(combatant) {
    return this.tokens.find((one) => one.getAttribute('data-combatant') === combatant);
  }

  #cursorDrawn() {
    if (!this.#cursor || document.activeElement !== this) return [];
    const space = this.scene.space, { x, y } = this.#cursor;
    const side = space.cell ?? Math.max(space.width, space.height) / 25;
    return [svg('rect', { 'data-part': 'cursor', x: x - side / 2, y: y - side / 2, width: side, height: side })];
  }

  // -- pointers
  /**
   * Whoever is drawn at a spot of the window.
   * @param {PointerEvent} event
   */
  #tokenAt({ clientX, clientY }) {
    return document.elementsFromPoint(clientX, clientY).map((one) => one.closest('[data-part=token]')).find(Boolean)?.getAttribute('data-combatant');
  }

  /** @param {PointerEvent} event */
  #touched(event) {
    this.touched = event.timeStamp;
    const token = this.#tokenAt(event), spot = this.#spotAt(event.clientX, event.clientY), standing = this.#picks.open.every((lay) => lay.part === 'stand');
    if (event.shiftKey && spot && this.scene?.space.cell) {
      this.dispatchEvent(new CustomEvent('pick', { detail: { place: placeAt(spot, this.scene.space), by: null, spot, again: false, step: true } }));
      return;
    }
    if (standing && !token && this.edge?.(event)) return;
    // Where one has only to walk somewhere, whoever stands there is meant, and not his place.
    if (spot && !(token && standing) && this.#picked(spot, { near: event.pointerType === 'touch', beside: !token })) return;
    if (token) this.dispatchEvent(new CustomEvent('token', { detail: token }));
    else this.dispatchEvent(new CustomEvent('missed', { detail: spot }));
  }

  /** @param {PointerEvent} event */
  #held(event) {
    const token = this.#tokenAt(event);
    if (token) this.dispatchEvent(new CustomEvent('held', { detail: token }));
    return Boolean(token);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const box = this.getBoundingClientRect();
    const around = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    this.zoom(Math.exp(-event.deltaY / (event.deltaMode ? 20 : 400)), around);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Point | null} in the scene's lengths
   */
  #spotAt(x, y) {
    const matrix = this.#overlay.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : null;
  }

  /**
   * Pick what may be picked at a spot; returns whether there was something.
   * @param {Point} spot
   * @param {{ near?: boolean, beside?: boolean, exact?: boolean }} [given] exact: the same pick again is the very same spot
   */
  #picked(spot, given) {
    if (!this.scene) return false;
    const scale = this.#overlay.getScreenCTM()?.a ?? 1, found = this.#picks.at(spot, this.scene.space, scale, given);
    if (!found) return false;
    const again = this.#picks.again(found.place, spot, given?.exact ? Infinity : scale);
    this.dispatchEvent(new CustomEvent('pick', { detail: { place: found.place, by: found.lay.by ?? null, spot, again } }));
    return true;
  }

  // -- keys
  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = this.getAttribute('role') === 'application' && { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) this.#go(step[0], step[1], event.shiftKey);
    else if (event.key === '+') this.zoom(1.4);
    else if (event.key === '-') this.zoom(1 / 1.4);
    else if (event.key === '0') this.whole();
    else if ((event.key === 'Enter' || event.key === ' ') && this.#cursor && this.#picked(this.#cursor, { exact: true })) { /* picked */ }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Move the cursor: to the nearest pick in that direction, or by a step where every spot may be picked.
   * @param {number} dx
   * @param {number} dy
   * @param {boolean} fine
   */
  #go(dx, dy, fine) {
    const space = this.scene?.space;
    if (!space) return;
    const { targets } = this.#picks, free = this.#picks.open.some((lay) => lay.place === null);
    const here = this.#cursor ?? this.#start();
    if (free || !targets.length) {
      const step = space.cell ?? 100 / (fine ? 10 : 1);
      this.#cursor = { x: here.x + dx * step, y: here.y + dy * step };
    } else {
      const ahead = targets.map(({ at }) => ({ at, along: (at.x - here.x) * dx + (at.y - here.y) * dy, aside: Math.abs((at.x - here.x) * dy) + Math.abs((at.y - here.y) * dx) }))
        .filter(({ along }) => along > 0.5).sort((one, other) => one.along + 3 * one.aside - other.along - 3 * other.aside);
      this.#cursor = ahead[0]?.at ?? here;
    }
    this.lay(this.#picks.laid);
    if (this.#cursor && this.#view.share < 1 && !this.#view.shows(this.#cursor)) this.#view.centre(this.#cursor);
    const target = targets.find(({ at }) => at.x === this.#cursor?.x && at.y === this.#cursor?.y);
    this.dispatchEvent(new CustomEvent('cursor', { detail: { spot: this.#cursor, place: target?.place ?? placeAt(this.#cursor ?? here, space), label: target?.lay.label ?? '' } }));
  }

  /** @returns {Point} where the cursor begins: at who acts, else in the middle */
  #start() {
    const { space, tokens } = this.scene;
    const acting = tokens.find((/** @type {any} */ token) => token.turn === 'ACTING' && token.place);
    return middleOf(acting?.place, space) ?? this.#picks.targets[0]?.at ?? { x: (space.width ?? 0) / 2, y: (space.height ?? 0) / 2 };
  }
}

customElements.define('skald-board', Board);
