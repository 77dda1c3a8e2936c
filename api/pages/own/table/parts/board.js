// <skald-board>: the drawing of a scene, moved and enlarged by mouse, touch and keys; and over it what may be picked.
import { inside, middleOf, outlineOf, placeAt, shapesOf } from '../../client/places.js';
import { mayMove } from '../settings.js';
import { h, svg } from './elements.js';

/** @typedef {import('../../client/places.js').Point} Point */
/** @typedef {any} Scene */

/** Pixels that a pointer may move between down and up and still have clicked. */
const STILL = 8;
/** Pixels from a finger within which the nearest pick is meant. */
const NEAR = 26;
const CLOSEST = 0.12, GLIDE = 260;
/** Milliseconds after which a drawing that was enlarged is drawn sharp; and how far off its size may be till then. */
const REST = 150, SMALLEST = 0.6, LARGEST = 3;

/** @typedef {import('../../client/draft.js').Lay} Lay */

const sheets = new Map();

/**
 * The drawing's own style sheet, adopted by the document: its policy lets no inline style in.
 * @param {string} text
 */
function adopt(text) {
  if (sheets.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Make what is drawn like a fresh drawing. What is the same in both stays: a browser does not lay out and paint it again.
 * @param {Element} drawn
 * @param {Element} fresh
 * @param {Element} [other] stands in it too, and stays
 * @returns {[Element, Element][]} tokens that are drawn anew, before and after
 */
function renew(drawn, fresh, other) {
  /** @type {[Element, Element][]} */
  const tokens = [];
  for (const { name, value } of fresh.attributes) if (drawn.getAttribute(name) !== value) drawn.setAttribute(name, value);
  const keyOf = (/** @type {Element} */ one, /** @type {number} */ n) => one.id || one.getAttribute('data-combatant') || `${n}`;
  const there = new Map([...drawn.children].filter((one) => one !== other).map((one, n) => [keyOf(one, n), one]));
  let at = drawn.firstElementChild;
  for (const [n, one] of [...fresh.children].entries()) {
    const key = keyOf(one, n), before = there.get(key), same = before?.isEqualNode(one);
    const parts = before && !same && one.hasAttribute('data-layer'), kept = before && (same || parts) ? before : one;
    if (parts) tokens.push(...renew(before, one));
    else if (before && !same && one.matches('[data-part=token]')) tokens.push([before, one]);
    if (kept === at) at = at.nextElementSibling;
    else drawn.insertBefore(kept, at);
    if (kept === before) there.delete(key);
  }
  for (const gone of there.values()) gone.remove();
  return tokens;
}

/**
 * Where a token's first line begins, in pixels of the drawing: told by the drawing itself, without a layout of the page.
 * @param {Element} token
 */
function beginOf(token) {
  const [x = 0, y = 0] = token.querySelector('path')?.getAttribute('d')?.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y };
}

/**
 * Tells, as events: `pick` (`detail`: { place, by, spot }), `token` (`detail`: a combatant's key).
 */
export class Board extends HTMLElement {
  /** @type {SVGSVGElement | null} */
  #drawing = null;
  /** The scene that the drawing shows: what is laid over it and picked on it lies there. @type {Scene} */
  scene = null;
  /** @type {SVGGElement} */
  #overlay = svg('g', { id: 'overlay' });
  /** @type {Lay[]} */
  #laid = [];
  /** Picks that keys go through: where they are, and what they pick. @type {{ at: Point, lay: Lay, place: any }[]} */
  #targets = [];
  /** @type {Point | null} where the keys' cursor is */
  #cursor = null;
  /** The part of the drawing that is shown: its middle, and how much of it. */
  #view = { x: 0.5, y: 0.5, share: 1 };
  /** The share that it is drawn sharp for. */
  #sharp = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest = undefined;
  /** Its own size, and that of the drawing: in pixels each. */
  #size = { width: 1, height: 1 };
  #whole = { width: 1, height: 1 };
  /** @type {Map<number, { x: number, y: number, from: Point, moved: boolean }>} */
  #pointers = new Map();

  connectedCallback() {
    if (this.childElementCount) return;
    this.tabIndex = 0;
    this.setAttribute('role', 'application');
    this.append(h('div', { class: 'stage' }));
    this.addEventListener('pointerdown', (event) => this.#down(event));
    this.addEventListener('pointermove', (event) => this.#move(event));
    this.addEventListener('pointerup', (event) => this.#up(event));
    this.addEventListener('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    this.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.#measure()).observe(this);
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
    const [, , width = 1, height = 1] = (fresh.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number);
    for (const side of ['width', 'height']) fresh.removeAttribute(side);
    if (this.#drawing) {
      const tokens = renew(this.#drawing, fresh, this.#overlay);
      if (moves) for (const [before, after] of tokens) this.#glide(before, after);
    } else {
      this.#drawing = document.importNode(fresh, true);
      this.#drawing.append(this.#overlay);
      /** @type {Element} */ (this.firstElementChild).replaceChildren(this.#drawing);
    }
    this.#overlay.setAttribute('transform', `translate(${left} ${top}) scale(${scale})`);
    this.#overlay.style.setProperty('--unit', String(1 / Number(scale)));
    this.scene = scene;
    const { width: wide, height: high } = this.#whole;
    this.#whole = { width, height };
    if (this.#size.width <= 1 || width / height !== wide / high) {
      this.style.setProperty('--ratio', String(width / height));
      this.#measure();
    } else this.#fit();
  }

  /** The width in pixels that it has. */
  get width() {
    this.#sized();
    return Math.max(320, Math.round(this.#size.width));
  }

  /**
   * The width in pixels that a drawing is best made for: a large screen shows the same drawing larger, without margins.
   * @param {any} space the scene's
   */
  widthFor(space) {
    // Measuring costs a layout, and nothing has been resized since the last time.
    const width = this.#size.width > 1 ? Math.max(320, Math.round(this.#size.width)) : this.width;
    return Math.min(width, space.cell ? Math.max(320, space.width * 60) : 1200);
  }

  /**
   * Lay something over the board, in place of what was.
   * @param {Lay[]} lays
   */
  lay(lays) {
    this.#laid = lays;
    this.#targets = [];
    const space = this.scene?.space;
    if (!space) return;
    this.#overlay.replaceChildren(...lays.flatMap((lay) => this.#drawn(lay, space)), ...this.#cursorDrawn());
    this.classList.toggle('picking', lays.some((lay) => lay.part === 'reach' || lay.part === 'next'));
  }

  /** Show as much as there is. */
  whole() {
    this.#view = { x: 0.5, y: 0.5, share: 1 };
    this.#fit();
  }

  /**
   * Show it larger or smaller, around a spot.
   * @param {number} factor
   * @param {Point} [around] in shares of what is shown
   */
  zoom(factor, around = { x: 0.5, y: 0.5 }) {
    const share = Math.min(1, Math.max(CLOSEST, this.#view.share / factor)), by = (this.#view.share - share) / this.#fitted;
    const { width, height } = this.#size, { width: wide, height: high } = this.#whole;
    this.#view = { x: this.#view.x + (around.x - 0.5) * by * width / wide, y: this.#view.y + (around.y - 0.5) * by * height / high, share };
    this.#fit();
  }

  /**
   * Bring a place into what is shown.
   * @param {any} place
   */
  reveal(place) {
    const at = middleOf(place, this.scene?.space);
    if (at && this.#view.share < 1) this.#centre(at);
  }

  /**
   * @param {Lay} lay
   * @param {any} space
   */
  #drawn(lay, space) {
    const given = { 'data-part': lay.part, ...(lay.by ? { 'data-by': String(lay.by) } : {}) };
    if (lay.line) return [svg('polyline', { ...given, points: lay.line.map(({ x, y }) => `${x},${y}`).join(' ') })];
    if (!lay.area) return [];
    const picks = lay.part === 'reach' || lay.part === 'next';
    const each = picks ? apart(lay.area) : [{ area: lay.area, place: lay.place }];
    return each.flatMap(({ area, place }) => {
      if (picks && place) {
        const at = middleOf(place, space);
        if (at) this.#targets.push({ at, lay, place });
      }
      return shapesOf(area, space).map(({ tag, given: shape }) => {
        const drawn = svg(tag, { ...shape, ...given });
        if (lay.label) drawn.append(svg('title', {}, lay.label));
        return drawn;
      });
    });
  }

  #cursorDrawn() {
    if (!this.#cursor || document.activeElement !== this) return [];
    const space = this.scene.space, { x, y } = this.#cursor;
    const side = space.cell ?? Math.max(space.width, space.height) / 25;
    return [svg('rect', { 'data-part': 'cursor', x: x - side / 2, y: y - side / 2, width: side, height: side })];
  }

  // -- what is shown of it
  /** Pixels that a pixel of the drawing takes, where it is shown whole. */
  get #fitted() {
    return Math.min(this.#size.width / this.#whole.width, this.#size.height / this.#whole.height);
  }

  #sized() {
    this.#size = { width: Math.max(1, this.clientWidth), height: Math.max(1, this.clientHeight) };
  }

  /** It has another size, or another drawing. */
  #measure() {
    this.#sized();
    this.#fit();
  }

  /** What moves is only put elsewhere, as it was drawn. It is drawn anew when it rests, and where its size is far off. */
  #fit() {
    const { share } = this.#view, free = share / 2, off = this.#sharp / share;
    const x = Math.min(1 - free, Math.max(free, this.#view.x)), y = Math.min(1 - free, Math.max(free, this.#view.y));
    this.#view = { x, y, share };
    clearTimeout(this.#rest);
    if (off < SMALLEST || off > LARGEST) this.#sharp = share;
    else if (off !== 1) this.#rest = setTimeout(() => { this.#sharp = this.#view.share; this.#put(); }, REST);
    this.#put();
    this.classList.toggle('enlarged', share < 1);
  }

  #put() {
    if (!this.#drawing) return;
    const { style } = this.#drawing, sharp = this.#sharp, { x, y, share } = this.#view, scale = this.#fitted / share;
    const { width, height } = this.#size, { width: wide, height: high } = this.#whole;
    const left = width / 2 * (1 - 1 / share) - (x - 0.5) * wide * scale, top = height / 2 * (1 - 1 / share) - (y - 0.5) * high * scale;
    style.width = style.height = `${100 / sharp}%`;
    style.transform = sharp === share ? `translate(${Math.round(left)}px, ${Math.round(top)}px)` : `translate(${left}px, ${top}px) scale(${sharp / share})`;
  }

  /** @param {Point} at in the scene's lengths */
  #centre(at) {
    const { left, top, scale } = /** @type {SVGSVGElement} */ (this.#drawing).dataset;
    this.#view.x = (Number(left) + at.x * Number(scale)) / this.#whole.width;
    this.#view.y = (Number(top) + at.y * Number(scale)) / this.#whole.height;
    this.#fit();
  }

  /**
   * @param {Element} before
   * @param {Element} after
   */
  #glide(before, after) {
    const from = beginOf(before), to = beginOf(after), dx = from.x - to.x, dy = from.y - to.y;
    if (Math.abs(dx) + Math.abs(dy) > 1)
      after.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], { duration: GLIDE, easing: 'ease' });
  }

  // -- pointers
  /** @param {PointerEvent} event */
  #down(event) {
    this.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: { x: event.clientX, y: event.clientY }, moved: false });
    if (this.#pointers.size > 1) for (const pointer of this.#pointers.values()) pointer.moved = true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const others = [...this.#pointers.values()].filter((one) => one !== pointer);
    const before = { x: pointer.x, y: pointer.y };
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    pointer.moved ||= Math.hypot(pointer.x - pointer.from.x, pointer.y - pointer.from.y) > STILL;
    if (!pointer.moved) return;
    const [other] = others;
    if (other) {
      const box = this.getBoundingClientRect();
      const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const around = { x: ((pointer.x + other.x) / 2 - box.left) / box.width, y: ((pointer.y + other.y) / 2 - box.top) / box.height };
      if (was > 0) this.zoom(is / was, around);
      return;
    }
    const scale = this.#fitted / this.#view.share;
    this.#view.x -= (pointer.x - before.x) / scale / this.#whole.width;
    this.#view.y -= (pointer.y - before.y) / scale / this.#whole.height;
    this.#fit();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const pointer = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (!pointer || pointer.moved || event.button > 0) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const token = under.map((one) => one.closest('[data-part=token]')).find(Boolean);
    const spot = this.#spotAt(event.clientX, event.clientY);
    if (spot && this.#picked(spot, { near: event.pointerType === 'touch', beside: !token })) return;
    if (token) this.dispatchEvent(new CustomEvent('token', { detail: token.getAttribute('data-combatant') }));
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
   * @param {{ near?: boolean, beside?: boolean }} [given] near: the nearest one within a finger's width serves too; beside: nobody
   *   stands there, so that the whole of a zone is meant, and not only its middle
   */
  #picked(spot, { near = false, beside = true } = {}) {
    const open = this.#laid.filter((lay) => lay.part === 'reach' || lay.part === 'next');
    if (!open.length) return false;
    const space = this.scene.space, scale = this.#overlay.getScreenCTM()?.a ?? 1;
    const [nearest] = this.#targets.map((target) => ({ ...target, far: Math.hypot(target.at.x - spot.x, target.at.y - spot.y) }))
      .sort((one, other) => one.far - other.far);
    if (nearest && this.#covers(nearest, spot, near ? NEAR / scale : 0)) {
      this.#tell(nearest.place, nearest.lay, spot);
      return true;
    }
    const zone = beside && this.#targets.find(({ place }) => inside(outlineOf(place, space) ?? [], spot));
    if (zone) {
      this.#tell(zone.place, zone.lay, spot);
      return true;
    }
    const free = open.find((lay) => lay.place === null);
    if (!free) return false;
    this.#tell(placeAt(spot, space), free, spot);
    return true;
  }

  /**
   * @param {{ at: Point, place: any }} target
   * @param {Point} spot
   * @param {number} more
   */
  #covers({ at, place }, spot, more) {
    const space = this.scene.space, dx = Math.abs(at.x - spot.x), dy = Math.abs(at.y - spot.y);
    if (place.cell) return Math.max(dx, dy) <= space.cell / 2 + more;
    return Math.hypot(dx, dy) <= Math.max(space.width, space.height) / 14 + more;
  }

  /**
   * @param {any} place
   * @param {Lay} lay
   * @param {Point} spot
   */
  #tell(place, lay, spot) {
    this.dispatchEvent(new CustomEvent('pick', { detail: { place, by: lay.by ?? null, spot } }));
  }

  // -- keys
  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) this.#go(step[0], step[1], event.shiftKey);
    else if (event.key === '+') this.zoom(1.4);
    else if (event.key === '-') this.zoom(1 / 1.4);
    else if (event.key === '0') this.whole();
    else if ((event.key === 'Enter' || event.key === ' ') && this.#cursor && this.#picked(this.#cursor)) { /* picked */ }
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
    const free = this.#laid.some((lay) => lay.place === null && (lay.part === 'reach' || lay.part === 'next'));
    const here = this.#cursor ?? this.#start();
    if (free || !this.#targets.length) {
      const step = space.cell ?? 100 / (fine ? 10 : 1);
      this.#cursor = { x: here.x + dx * step, y: here.y + dy * step };
    } else {
      const ahead = this.#targets.map(({ at }) => ({ at, along: (at.x - here.x) * dx + (at.y - here.y) * dy, aside: Math.abs((at.x - here.x) * dy) + Math.abs((at.y - here.y) * dx) }))
        .filter(({ along }) => along > 0.5).sort((one, other) => one.along + 3 * one.aside - other.along - 3 * other.aside);
      this.#cursor = ahead[0]?.at ?? here;
    }
    this.lay(this.#laid);
    if (this.#view.share < 1 && this.#cursor) this.#centre(this.#cursor);
    const target = this.#targets.find(({ at }) => at.x === this.#cursor?.x && at.y === this.#cursor?.y);
    this.dispatchEvent(new CustomEvent('cursor', { detail: { spot: this.#cursor, place: target?.place ?? placeAt(this.#cursor ?? here, space), label: target?.lay.label ?? '' } }));
  }

  /** @returns {Point} where the cursor begins: at who acts, else in the middle */
  #start() {
    const { space, tokens } = this.scene;
    const acting = tokens.find((/** @type {any} */ token) => token.turn === 'ACTING' && token.place);
    return middleOf(acting?.place, space) ?? this.#targets[0]?.at ?? { x: (space.width ?? 0) / 2, y: (space.height ?? 0) / 2 };
  }
}

/**
 * The places of an area one by one; an outline, disc, sector or strip is one part, whose spots are picked.
 * @param {any} area
 */
function apart(area) {
  const none = { runs: [], outlines: [], strip: null, disc: null, sector: null, places: [] };
  return [
    ...area.runs.flatMap((/** @type {any} */ { x, y, length, height }) => Array.from({ length }, (_, n) => ({
      area: { ...none, runs: [{ x: x + n, y, length: 1, height }] },
      place: { cell: { x: x + n, y }, ...(height === null ? {} : { height }) },
    }))),
    ...area.places.map((/** @type {any} */ place) => ({
      area: { ...none, places: [place] },
      place: Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null)),
    })),
    { area: { ...area, runs: [], places: [] }, place: null },
  ];
}

customElements.define('skald-board', Board);
