// Handles on a picture that lies on a board: all of it is dragged, a corner scales it, and arrow keys do both.
import { t } from '../words.js';
import { h, svg } from '../shared/elements.js';
import { adopt } from './scene-nodes.js';

/** Milliseconds after the last key until a place counts. */
const REST = 500;
/** Pixels of a corner's handle, from its middle. */
const SEEN = 9;
/** Of the shorter side at least, and of the longer one at most, in hundredths of the unit. */
const LEAST = 50, MOST = 1_000_000;
/** The corners, each with the way that it lies from the middle. @type {[number, number][]} */
const CORNERS = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
const ARROWS = new Map([['ArrowLeft', [-1, 0]], ['ArrowRight', [1, 0]], ['ArrowUp', [0, -1]], ['ArrowDown', [0, 1]]]);

/** --px: a pixel of the page, in the lengths of the board. A finger needs more than is seen of a corner. */
const STYLE = `.picture-handles { touch-action: none; outline: none; }
.picture-handles * { outline: none; }
.picture-handles .whole { fill: transparent; stroke: var(--lamp-line); stroke-width: calc(2 * var(--px)); cursor: move; }
.picture-handles .whole:focus-visible { stroke-width: calc(5 * var(--px)); }
.picture-handles .grip { fill: transparent; r: calc(22 * var(--px)); }
.picture-handles .corner { cursor: nwse-resize; } .picture-handles .other { cursor: nesw-resize; }
.picture-handles .seen { r: calc(8 * var(--px)); fill: var(--lamp); stroke: var(--lamp-ink); stroke-width: calc(2 * var(--px)); }
.picture-handles .corner:focus-visible .seen { r: calc(11 * var(--px)); stroke-width: calc(4 * var(--px)); }
.handles-bar { position: absolute; inset: .5rem 0 auto; z-index: 2; width: fit-content; margin: auto; box-shadow: var(--shadow); }`;

/** @typedef {import('../shared/picture-files.js').Laid} Laid */
/** @typedef {{ x: number, y: number, width: number, height: number }} Bounds of the board, in hundredths of the unit */

/**
 * Elsewhere, but not off the board: some of it can still be taken hold of.
 * @param {Laid} laid
 * @param {number} dx
 * @param {number} dy
 * @param {Bounds} bounds
 * @returns {Laid}
 */
function moved(laid, dx, dy, bounds) {
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ room) => {
    const kept = Math.min(100, size, room);
    return Math.round(Math.max(from - size + kept, Math.min(from + room - kept, at)));
  };
  return { ...laid, at: { x: within(laid.at.x + dx, laid.width, bounds.x, bounds.width), y: within(laid.at.y + dy, laid.height, bounds.y, bounds.height) } };
}

/**
 * Larger or smaller, in the same proportions. The corner that lies across stays where it is.
 * @param {Laid} laid
 * @param {[number, number]} corner
 * @param {number} factor
 * @param {number} ratio of height to width
 * @returns {Laid}
 */
function scaled(laid, [right, down], factor, ratio) {
  const { at, width: wide, height: high } = laid, by = Math.max(LEAST / Math.min(wide, high), Math.min(MOST / Math.max(wide, high), factor));
  const width = Math.max(1, Math.round(wide * by)), height = Math.max(1, Math.round(width * ratio));
  return { ...laid, at: { x: right < 0 ? at.x + wide - width : at.x, y: down < 0 ? at.y + high - height : at.y }, width, height };
}

export class PictureHandles {
  /** @type {Laid | null} */
  #laid = null;
  /** Where it lay when the handles came: what is taken back goes there. @type {Laid | null} */
  #before = null;
  #bounds = { x: 0, y: 0, width: 0, height: 0 };
  #step = 100;
  #ratio = 1;
  /** @type {{ x: number, y: number, laid: Laid, corner: [number, number] | null } | null} */
  #drag = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #scale = 0;
  #following = false;
  #whole = svg('rect', { class: 'whole', tabindex: 0, role: 'button', 'aria-label': t('map.move') });
  #corners = CORNERS.map(([x, y]) => svg('g', { class: x === y ? 'corner' : 'corner other', tabindex: 0, role: 'button', 'aria-label': t('map.scale') }, svg('circle', { class: 'grip' }), svg('circle', { class: 'seen' })));
  /** Drawn in hundredths of the unit. */
  element = svg('g', { class: 'picture-handles', role: 'group', 'aria-label': t('map.handles') }, this.#whole, ...this.#corners);
  /** Lies over the board: it lies well. */
  bar = h('button', { type: 'button', class: 'primary handles-bar', 'data-map': 'done', onpointerdown: (/** @type {Event} */ event) => event.stopPropagation(), onclick: () => this.#done() }, t('dialog.done'));

  /**
   * @param {{ shown: (laid: Laid) => void, changed: (laid: Laid) => void, done: () => void }} told
   *   shown: while it moves; changed: where it lies from now on; done: the handles are wanted no longer
   */
  constructor(told) {
    this.told = told;
    adopt(STYLE);
    for (const [name, heard] of /** @type {[string, (event: any) => void][]} */ ([
      ['pointerdown', (event) => this.#taken(event)], ['pointermove', (event) => this.#dragged(event)], ['pointerup', () => this.#dropped()],
      ['pointercancel', () => this.#back()], ['lostpointercapture', () => this.#dropped()], ['keydown', (event) => this.#typed(event)],
    ])) this.element.addEventListener(name, heard);
  }

  /**
   * Where the picture lies. Not heard while somebody moves it.
   * @param {Laid} laid
   * @param {Bounds} bounds
   * @param {number} step what an arrow key moves it by, in hundredths of the unit
   */
  lay(laid, bounds, step) {
    this.#bounds = bounds;
    this.#step = step;
    this.#before ??= laid;
    if (!this.#drag && this.#timer === undefined) {
      if (laid.width !== this.#laid?.width || laid.height !== this.#laid.height) this.#ratio = laid.height / laid.width;
      this.#laid = laid;
    }
    this.#draw();
    if (!this.#following) this.#follow();
  }

  /** Whether one of them has the focus. */
  get held() {
    return this.element.contains(document.activeElement) || document.activeElement === this.bar;
  }

  /** Away with them; what was typed counts. */
  remove() {
    this.#finish();
    this.element.remove();
    this.bar.remove();
  }

  #done() {
    this.#finish();
    this.told.done();
  }

  /** What was typed counts, without waiting for more. */
  #finish() {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#laid) this.told.changed(this.#laid);
  }

  focus() {
    this.#whole.focus({ preventScroll: true });
  }

  #draw() {
    const laid = this.#laid, bounds = this.#bounds;
    if (!laid) return;
    for (const [name, value] of Object.entries({ ...laid.at, width: laid.width, height: laid.height })) this.#whole.setAttribute(name, String(value));
    // A corner beyond the board could not be seen: its handle waits at the edge, whole.
    const seen = this.#scale ? SEEN / this.#scale : 0;
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room) => Math.max(from + seen, Math.min(from + room - seen, at));
    for (const [n, [right, down]] of CORNERS.entries()) {
      const x = within(laid.at.x + (right > 0 ? laid.width : 0), bounds.x, bounds.width), y = within(laid.at.y + (down > 0 ? laid.height : 0), bounds.y, bounds.height);
      this.#corners[n].setAttribute('transform', `translate(${x} ${y})`);
    }
  }

  /** Handles are as large on the screen, however the board is enlarged meanwhile. */
  #follow() {
    const scale = this.element.getScreenCTM()?.a ?? 0;
    if (scale && scale !== this.#scale) {
      this.#scale = scale;
      this.element.style.setProperty('--px', String(1 / scale));
      this.#draw();
    }
    this.#following = true;
    requestAnimationFrame(() => {
      this.#following = this.element.isConnected;
      if (this.#following) this.#follow();
    });
  }

  /** @param {Laid} laid */
  #put(laid) {
    this.#laid = laid;
    this.#draw();
    this.told.shown(laid);
  }

  /** @param {PointerEvent} event */
  #spot(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {DOMMatrix} */ (this.element.getScreenCTM()).inverse());
  }

  /** @param {PointerEvent} event */
  #taken(event) {
    if (event.button > 0 || !this.#laid) return;
    event.stopPropagation();
    event.preventDefault();
    if (this.#drag) return;
    const corner = this.#corners.findIndex((one) => one.contains(/** @type {Node} */ (event.target))), { x, y } = this.#spot(event);
    this.#finish();
    /** @type {SVGElement} */ (this.#corners[corner] ?? this.#whole).focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.#drag = { x, y, laid: this.#laid, corner: CORNERS[corner] ?? null };
  }

  /** @param {PointerEvent} event */
  #dragged(event) {
    if (!this.#drag) return;
    const { laid, corner, x, y } = this.#drag, at = this.#spot(event), dx = at.x - x, dy = at.y - y;
    if (!corner) return this.#put(moved(laid, dx, dy, this.#bounds));
    // As far as the pointer has gone along the line from the corner that lies across.
    const { width, height } = laid, along = (dx * corner[0] * width + dy * corner[1] * height) / (width ** 2 + height ** 2);
    this.#put(scaled(laid, corner, 1 + along, this.#ratio));
  }

  #dropped() {
    const drag = this.#drag;
    this.#drag = null;
    if (drag && this.#laid && this.#laid !== drag.laid) this.told.changed(this.#laid);
  }

  /** As it was before it was taken hold of. */
  #back() {
    const drag = this.#drag;
    this.#drag = null;
    if (drag) this.#put(drag.laid);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const laid = this.#laid, arrow = ARROWS.get(event.key);
    if (!laid || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') this.#undo();
    else if (event.key === 'Enter') this.#done();
    else if (arrow && !this.#drag) this.#go(laid, /** @type {[number, number]} */ (arrow), this.#step / (event.shiftKey ? 10 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {Laid} laid
   * @param {[number, number]} arrow
   * @param {number} step
   */
  #go(laid, [dx, dy], step) {
    const corner = CORNERS[this.#corners.findIndex((one) => one === document.activeElement)];
    const by = corner && (dx ? dx * corner[0] * step / laid.width : dy * corner[1] * step / laid.height);
    this.#put(corner ? scaled(laid, corner, 1 + by, this.#ratio) : moved(laid, dx * step, dy * step, this.#bounds));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#finish(), REST);
  }

  /** One step back: what is dragged, then all that was moved, then the handles. */
  #undo() {
    const before = this.#before, laid = this.#laid, where = (/** @type {Laid | null} */ one) => JSON.stringify(one && [one.at.x, one.at.y, one.width, one.height]);
    if (this.#drag) return this.#back();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!before || !laid || where(before) === where(laid)) return this.told.done();
    this.#put({ ...laid, at: before.at, width: before.width, height: before.height });
    this.told.changed(/** @type {Laid} */ (this.#laid));
  }
}
