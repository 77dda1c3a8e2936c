// What lies over a board, and what of it may be picked.
import { inside, middleOf, outlineOf, placeAt, shapesOf } from '../../client/places.js';
import { svg } from '../shared/elements.js';

/** @typedef {import('../../client/places.js').Point} Point */
/** @typedef {import('../../client/lays.js').Lay} Lay */
/** @typedef {{ at: Point, lay: Lay, place: any }} Target */

/** Pixels from a finger within which the nearest pick is meant; and from the last pick within which it is the same. */
const NEAR = 26, SAME = 12;
const PICKED = new Set(['reach', 'next', 'stand']);

/** The picks of what lies over a board. */
export class Picks {
  /** @type {Lay[]} */
  laid = [];
  /** Picks that keys go through: where they are, and what they pick. @type {Target[]} */
  targets = [];
  /** @type {{ place: any, spot: Point } | null} */
  #last = null;

  /** What may be picked of it. */
  get open() {
    return this.laid.filter(({ part }) => PICKED.has(part));
  }

  /**
   * Take what lies there from now on; returns its shapes.
   * @param {Lay[]} lays
   * @param {any} space
   */
  lay(lays, space) {
    this.laid = lays;
    this.targets = [];
    return space ? lays.flatMap((lay) => this.#drawn(lay, space)) : [];
  }

  /**
   * @param {Lay} lay
   * @param {any} space
   */
  #drawn(lay, space) {
    const given = { 'data-part': lay.part, ...(lay.by ? { 'data-by': String(lay.by) } : {}) };
    if (lay.line) return [svg('polyline', { ...given, points: lay.line.map(({ x, y }) => `${x},${y}`).join(' ') })];
    if (!lay.area) return [];
    if (lay.left) return [...shapesOf(lay.area, space).map(({ tag, given: shape }) => svg(tag, { ...shape, ...given })), told(lay.area.disc, lay.left)];
    const picks = PICKED.has(lay.part);
    const each = picks ? apart(lay.area) : [{ area: lay.area, place: lay.place }];
    return each.flatMap(({ area, place }) => {
      if (picks && place) {
        const at = middleOf(place, space);
        if (at) this.targets.push({ at, lay, place });
      }
      return shapesOf(area, space).map(({ tag, given: shape }) => {
        const drawn = svg(tag, { ...shape, ...given });
        if (lay.label) drawn.append(svg('title', {}, lay.label));
        return drawn;
      });
    });
  }

  /**
   * What a spot picks, if anything.
   * @param {Point} spot
   * @param {any} space
   * @param {number} scale pixels of the page for each of the scene's lengths
   * @param {{ near?: boolean, beside?: boolean }} [given] near: the nearest one within a finger's width serves too; beside: nobody
   *   stands there, so that the whole of a zone is meant, and not only its middle
   */
  at(spot, space, scale, { near = false, beside = true } = {}) {
    const { open } = this;
    if (!open.length) return null;
    const [nearest] = this.targets.map((target) => ({ ...target, far: Math.hypot(target.at.x - spot.x, target.at.y - spot.y) }))
      .sort((one, other) => one.far - other.far);
    if (nearest && covers(nearest, spot, space, near ? NEAR / scale : 0)) return { place: nearest.place, lay: nearest.lay };
    const zone = beside && this.targets.find(({ place }) => inside(outlineOf(place, space) ?? [], spot));
    if (zone) return { place: zone.place, lay: zone.lay };
    const free = open.find((lay) => lay.place === null);
    return free ? { place: placeAt(spot, space), lay: free } : null;
  }

  /**
   * Whether a pick is the same as the one before; it is the last one from now on.
   * @param {any} place
   * @param {Point} spot
   * @param {number} scale as for `at`; without end: only the very same spot is the same
   */
  again(place, spot, scale) {
    const last = this.#last;
    this.#last = { place, spot };
    if (!last) return false;
    const apart = Math.hypot(last.spot.x - spot.x, last.spot.y - spot.y);
    if (place.point) return Boolean(last.place.point) && (apart === 0 || apart * scale <= SAME);
    return JSON.stringify(last.place) === JSON.stringify(place);
  }
}

/**
 * How far it is, in words, on top of the circle.
 * @param {{ centre: Point, radius: number }} disc
 * @param {{ amount: number, unit: string }} left
 */
const told = ({ centre, radius }, { amount, unit }) => svg('text', { class: 'far', x: centre.x, y: centre.y - radius }, `${(amount / 100).toLocaleString(document.documentElement.lang)} ${unit}`);

/**
 * @param {Target} target
 * @param {Point} spot
 * @param {any} space
 * @param {number} more
 */
function covers({ at, place }, spot, space, more) {
  const dx = Math.abs(at.x - spot.x), dy = Math.abs(at.y - spot.y);
  if (place.cell) return Math.max(dx, dy) <= space.cell / 2 + more;
  return Math.hypot(dx, dy) <= Math.max(space.width, space.height) / 14 + more;
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
