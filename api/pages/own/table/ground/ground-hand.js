// Pointer and keys of a ground that is painted: strokes without gaps that never leave it, figures that are dragged.
import { svg } from '../shared/elements.js';

/** The brush that wipes away. */
export const WIPE = 'wipe';

/**
 * @typedef {object} Told
 * @property {(x: number, y: number) => boolean} click whether the click was used, else a stroke begins
 * @property {(id: string, x: number, y: number, from: number[] | null) => void} drop a figure that was dragged; from: the square where it was taken hold of
 * @property {(id: string, x: number, y: number, from: number[] | null) => void} [over] it would be dropped there; '': that of the brush would be put there
 * @property {() => void} [out] nothing would be put anywhere
 * @property {(x: number, y: number) => void} begin
 * @property {(x: number, y: number) => void} [paint] every square of a stroke, once
 * @property {(x: number, y: number) => void} [end]
 * @property {(sign: string) => boolean} [key] whether a key meant something
 */

/**
 * The squares from one to another, both included: whatever lies between two reports of a quick mouse is painted too.
 * @param {number[]} from
 * @param {number[]} to
 */
export function between([x0, y0], [x1, y1]) {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
  return Array.from({ length: steps + 1 }, (_, n) => [Math.round(x0 + (x1 - x0) * n / steps), Math.round(y0 + (y1 - y0) * n / steps)]);
}

/** A board that is painted by pointer and by keys. */
export class GroundHand {
  #down = false;
  #held = false;
  #dragged = '';
  #from = new DOMPoint();
  /** Where a figure was taken hold of. @type {number[]} */
  #grip = [0, 0];
  /** @type {number[]} the last square of the stroke */
  #last = [0, 0];
  #at;
  #cursor;

  /**
   * @param {SVGSVGElement} board
   * @param {number} step of a square, in the board's units
   * @param {number[]} bounds squares across and down
   * @param {Told} told
   */
  constructor(board, step, bounds, told) {
    this.board = board;
    this.step = step;
    this.bounds = bounds;
    this.told = told;
    this.#at = bounds.map((one) => Math.floor(one / 2));
    this.#cursor = svg('rect', { class: 'cursor', width: step, height: step });
    for (const [name, heard] of /** @type {[string, (event: any) => void][]} */ ([
      ['pointerdown', (event) => this.#pressed(event)], ['pointermove', (event) => this.#moved(event)], ['pointerup', (event) => this.#lifted(event)],
      ['pointercancel', () => { this.#down = false; this.#dragged = ''; }], ['pointerleave', () => told.out?.()],
      ['over', ({ detail: { id, ...spot } }) => { const [x, y] = this.#square(spot, 1); told.over?.(id, x, y, null); }], ['keydown', (event) => this.#typed(event)],
      ['laid', ({ detail: { id, ...spot } }) => { const [x, y] = this.#square(spot, 1); told.drop(id, x, y, null); }],
    ])) board.addEventListener(name, heard);
  }

  /** @param {{ clientX: number, clientY: number }} event */
  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {DOMMatrix} */ (this.board.getScreenCTM()).inverse());
  }

  /**
   * The square under a spot, or the nearest one of the ground.
   * @param {{ clientX: number, clientY: number }} event
   * @param {number} edge 1: a square; 0: a line between squares, of which there is one more
   */
  #square(event, edge) {
    const { x, y } = this.#point(event);
    return [x, y].map((one, n) => Math.max(0, Math.min(this.bounds[n] - edge, Math.floor(one / this.step))));
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const figure = /** @type {Element} */ (event.target).closest('[data-figure]');
    this.board.setPointerCapture(event.pointerId);
    if (figure) {
      this.#dragged = figure.getAttribute('data-figure') ?? '';
      this.#from = this.#point(event);
      this.#grip = this.#square(event, 1);
      return;
    }
    const [x, y] = this.#last = this.#square(event, 1);
    if (this.told.click(x, y)) return;
    this.#down = true;
    this.told.begin(x, y);
    this.told.paint?.(x, y);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (this.#down) {
      const to = this.#square(event, this.told.paint ? 1 : 0);
      for (const [x, y] of between(this.#last, to).slice(1)) this.told.paint?.(x, y);
      this.#last = to;
    }
    const [x, y] = this.#square(event, 1);
    if (!this.#dragged) {
      if (!event.buttons) this.told.over?.('', x, y, null);
      return;
    }
    this.told.over?.(this.#dragged, x, y, this.#grip);
    const to = this.#point(event);
    this.board.querySelector(`[data-figure="${CSS.escape(this.#dragged)}"]`)?.setAttribute('transform', `translate(${to.x - this.#from.x} ${to.y - this.#from.y})`);
  }

  /** @param {PointerEvent} event */
  #lifted(event) {
    const id = this.#dragged, [x, y] = this.#square(event, this.told.paint || id ? 1 : 0);
    if (this.#down) this.told.end?.(x, y);
    this.#down = false;
    this.#dragged = '';
    if (id) this.told.drop(id, x, y, this.#grip);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const { told, bounds } = this, step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      this.#at = this.#at.map((one, n) => Math.max(0, Math.min(bounds[n] - 1, one + step[n])));
      if (this.#held) told.paint?.(this.#at[0], this.#at[1]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      // The first press begins a stroke, and the next one ends it where the cursor is by then.
      const [x, y] = this.#at;
      if (this.#held) { this.#held = false; told.end?.(x, y); }
      else if (!told.click(x, y)) { told.begin(x, y); told.paint?.(x, y); this.#held = true; }
    } else {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && told.key?.(event.key)) event.preventDefault();
      return;
    }
    event.preventDefault();
    this.#cursor.setAttribute('x', String(this.#at[0] * this.step));
    this.#cursor.setAttribute('y', String(this.#at[1] * this.step));
    this.board.append(this.#cursor);
    if (step) told.over?.('', this.#at[0], this.#at[1], null);
  }
}
