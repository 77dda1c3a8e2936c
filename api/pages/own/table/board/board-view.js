// What is shown of a drawing: moved and enlarged, drawn sharp again when it rests.
import { middleOf } from '../../client/places.js';
import { framed, sized, untangled } from './board-frame.js';

/** @typedef {import('../../client/places.js').Point} Point */

const CLOSEST = 0.12;
/** Pixels from the rim to the middle of whoever is shown whole. */
const WHOLE = 20;
/** Milliseconds after which a drawing that was enlarged is drawn sharp; and how far off its size may be till then. */
const REST = 150, SMALLEST = 0.6, LARGEST = 3;

/** The part of a drawing that an element shows: its middle, and how much of it. */
export class BoardView {
  /** How much of it is shown. */
  share = 1;
  #x = 0.5;
  #y = 0.5;
  /** The share that it is drawn sharp for. */
  #sharp = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest = undefined;
  /** @type {SVGSVGElement | null} */
  #drawing = null;
  /** Its own size, and that of the drawing: in pixels each. */
  #size = { width: 1, height: 1 };
  #whole = { width: 1, height: 1 };
  /** Whether its reader has chosen what is shown: then it stays. */
  #chosen = false;
  /** Pixels for one of the scene's lengths that drawings are made for; 0: not known yet. */
  #px = 0;

  /**
   * @param {HTMLElement} element what shows it
   * @param {() => void} moved
   */
  constructor(element, moved) {
    this.element = element;
    this.moved = moved;
  }

  /** Pixels that the element has, as they were measured last. */
  get width() {
    return this.#size.width;
  }

  /** Pixels that the element has now: at least 320. */
  measured() {
    this.#sized();
    return Math.max(320, Math.round(this.#size.width));
  }

  /**
   * The width in pixels that a drawing is made for, so that it is shown as large as it is drawn.
   * @param {any} scene
   */
  widthFor(scene) {
    // Measuring costs a layout, and nothing has been resized since the last time.
    if (this.#size.width <= 1) this.#sized();
    // What is not laid out yet, as in a panel that is shut, is given a usual size.
    const width = Math.max(320, this.#size.width), height = this.#size.height > 1 ? this.#size.height : width, { space } = scene, frame = framed(scene, { width, height });
    if (!space.cell && frame) {
      if (this.#size.width > 1) this.#px ||= frame.px;
      return Math.round(Math.min(2400, Math.max(320, space.width * (this.#px || frame.px) + 20)));
    }
    // Of zones and lines of positions only a drawing tells how high it is.
    const ratio = space.cell ? space.width / space.height : this.#drawing ? this.#whole.width / this.#whole.height : 0;
    const wide = Math.max(320, Math.round(ratio ? Math.min(width, height * Math.max(space.cell ? 1 : 0.5, ratio)) : width));
    return Math.min(frame ? Math.round(width * 2) : wide, space.cell ? Math.max(320, space.width * 60) : 1200);
  }

  /** Where everybody stood when it was framed last. */
  #stand = '';

  /**
   * Show all figures as large as may be, until its reader chooses himself what is shown.
   * @param {any} scene
   */
  frame(scene) {
    // As long as everybody stands where he stood, what is shown stays: nothing moves away for being pointed at.
    const { width, height } = this.#size, stand = JSON.stringify([width, height, scene.tokens.map((/** @type {any} */ { place }) => place)]);
    if (stand === this.#stand) return;
    this.#stand = stand;
    const frame = this.#chosen || !this.#drawing || this.#size.width <= 1 ? null : framed(scene, this.#size);
    if (!frame || !this.#drawing) return;
    const { left, top, scale } = this.#drawing.dataset, share = Math.min(1, Math.max(CLOSEST, this.#fitted * Number(scale) / frame.px));
    // It stays as it is while everybody is in it, and not much smaller than could be.
    if (this.share < 1 && share / this.share < 1.05 && share / this.share > 0.6 && this.#holds(scene)) return;
    this.share = share;
    this.#x = (Number(left) + frame.at.x * Number(scale)) / this.#whole.width;
    this.#y = (Number(top) + frame.at.y * Number(scale)) / this.#whole.height;
    this.#sharp = share;
    this.#fit();
  }

  /**
   * Whether everybody is shown.
   * @param {any} scene
   */
  #holds({ space, tokens }) {
    return tokens.every((/** @type {any} */ { place }) => {
      const at = middleOf(place, space);
      return !at || this.shows(at, WHOLE);
    });
  }

  /**
   * Whether a spot is shown.
   * @param {Point} at in the scene's lengths
   * @param {number} [rim] pixels that it is away from the rim at least
   */
  shows(at, rim = 10) {
    if (!this.#drawing) return false;
    const { left, top, scale } = this.#drawing.dataset, px = this.#fitted / this.share;
    const dx = Math.abs(Number(left) + at.x * Number(scale) - this.#x * this.#whole.width) * px, dy = Math.abs(Number(top) + at.y * Number(scale) - this.#y * this.#whole.height) * px;
    return dx < this.#size.width / 2 - rim && dy < this.#size.height / 2 - rim;
  }

  /**
   * Show a drawing of a size.
   * @param {SVGSVGElement} drawing
   * @param {{ width: number, height: number }} size
   */
  draw(drawing, size) {
    sized(drawing);
    const { width: wide, height: high } = this.#whole;
    this.#drawing = drawing;
    this.#whole = size;
    if (this.#size.width <= 1 || size.width / size.height !== wide / high) {
      this.element.style.setProperty('--ratio', String(size.width / size.height));
      this.measure();
    } else this.#fit();
  }

  /** The element has another size, or another drawing. */
  measure() {
    this.#sized();
    this.#fit();
  }

  /** Show as much as there is. */
  whole() {
    Object.assign(this, { share: 1 });
    this.#chosen = true;
    this.#x = this.#y = 0.5;
    this.#fit();
  }

  /**
   * Show it larger or smaller, around a spot.
   * @param {number} factor
   * @param {Point} [around] in shares of what is shown
   */
  zoom(factor, around = { x: 0.5, y: 0.5 }) {
    const share = Math.min(1, Math.max(CLOSEST, this.share / factor)), by = (this.share - share) / this.#fitted;
    const { width, height } = this.#size, { width: wide, height: high } = this.#whole;
    this.#chosen = true;
    this.#x += (around.x - 0.5) * by * width / wide;
    this.#y += (around.y - 0.5) * by * height / high;
    this.share = share;
    this.#fit();
  }

  /**
   * Move it by pixels of the page.
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    const scale = this.#fitted / this.share;
    this.#chosen = true;
    this.#x -= dx / scale / this.#whole.width;
    this.#y -= dy / scale / this.#whole.height;
    this.#fit();
  }

  /** @param {Point} at in the scene's lengths */
  centre(at) {
    if (!this.#drawing) return;
    const { left, top, scale } = this.#drawing.dataset;
    this.#x = (Number(left) + at.x * Number(scale)) / this.#whole.width;
    this.#y = (Number(top) + at.y * Number(scale)) / this.#whole.height;
    this.#fit();
  }

  /** Pixels that a pixel of the drawing takes, where it is shown whole. */
  get #fitted() {
    return Math.min(this.#size.width / this.#whole.width, this.#size.height / this.#whole.height);
  }

  #sized() {
    this.#size = { width: Math.max(1, this.element.clientWidth), height: Math.max(1, this.element.clientHeight) };
  }

  /** What moves is only put elsewhere, as it was drawn. It is drawn anew when it rests, and where its size is far off. */
  #fit() {
    const { share } = this, off = this.#sharp / share, scale = this.#fitted / share;
    // Half of what is shown of it, of all: nothing beyond its rim is, where it is larger than its place.
    const within = (/** @type {number} */ at, /** @type {number} */ shown, /** @type {number} */ all) => { const free = Math.min(0.5, shown / (2 * all * scale)); return Math.min(1 - free, Math.max(free, at)); };
    this.#x = within(this.#x, this.#size.width, this.#whole.width);
    this.#y = within(this.#y, this.#size.height, this.#whole.height);
    clearTimeout(this.#rest);
    if (off < SMALLEST || off > LARGEST) this.#sharp = share;
    else if (off !== 1) this.#rest = setTimeout(() => { this.#sharp = this.share; this.#put(); }, REST);
    this.#put();
    if (this.#drawing) untangled(this.#drawing);
    this.element.classList.toggle('enlarged', share < 1);
  }

  #put() {
    if (!this.#drawing) return;
    const { style } = this.#drawing, sharp = this.#sharp, { share } = this, scale = this.#fitted / share;
    const { width, height } = this.#size, { width: wide, height: high } = this.#whole;
    const left = width / 2 * (1 - 1 / share) - (this.#x - 0.5) * wide * scale, top = height / 2 * (1 - 1 / share) - (this.#y - 0.5) * high * scale;
    style.setProperty('--shown', String(scale));
    style.width = style.height = `${100 / sharp}%`;
    style.transform = sharp === share ? `translate(${Math.round(left)}px, ${Math.round(top)}px)` : `translate(${left}px, ${top}px) scale(${sharp / share})`;
    this.moved();
  }
}
