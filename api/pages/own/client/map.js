// A scene on the map of another program: where its places lie there, in pixels, and which place a spot of the map is.
import { inside, middleOf } from './places.js';

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {any} Place */

/** How far, in hundredths of the unit, a figure on an open table may be off and still count as where it is. */
const NEAR = 3;

export class SceneMap {
  /**
   * @param {any} scene of the answer of `LOOK`
   * @param {any} drawn that of the answer of `MAP`
   * @param {{ cell: number, corner: Point }} on cell: pixels of a cell of the map; corner: where the scene begins on it
   */
  constructor(scene, drawn, { cell, corner }) {
    const outlines = new Map((drawn.space.zones ?? []).map((/** @type {any} */ zone) => [zone.key, zone.outline]));
    const zones = scene.space.zones?.map((/** @type {any} */ zone) => ({ ...zone, outline: outlines.get(zone.key) }));
    this.space = zones ? { ...scene.space, zones } : scene.space;
    this.corner = corner;
    /** Pixels of a hundredth of the scene's unit. */
    this.scale = cell / (this.space.cell ?? 100);
    /** What combatants cover, by key. @type {Map<string, any>} */
    this.footprints = new Map(drawn.tokens.map((/** @type {any} */ one) => [one.combatant, one.footprint]));
    /** @type {any[]} */
    this.tokens = scene.tokens;
  }

  /** @param {Point} spot of the scene */
  toMap({ x, y }) {
    return { x: this.corner.x + x * this.scale, y: this.corner.y + y * this.scale };
  }

  /** @param {Point} spot of the map */
  toScene({ x, y }) {
    return { x: (x - this.corner.x) / this.scale, y: (y - this.corner.y) / this.scale };
  }

  /**
   * The size of a combatant, in hundredths of the unit.
   * @param {string} combatant
   */
  sizeOf(combatant) {
    const { cell = 100 } = this.space, found = this.footprints.get(combatant);
    if (found?.disc) return { width: 2 * found.disc.radius, height: 2 * found.disc.radius };
    const runs = found?.runs ?? [], points = (found?.outlines ?? []).flatMap((/** @type {any} */ one) => one.points);
    if (points.length) return { width: span(points, 'x'), height: span(points, 'y') };
    if (!runs.length) return { width: cell, height: cell };
    const left = Math.min(...runs.map((/** @type {any} */ one) => one.x)), right = Math.max(...runs.map((/** @type {any} */ one) => one.x + one.length));
    const rows = new Set(runs.map((/** @type {any} */ one) => one.y));
    return { width: (right - left) * cell, height: rows.size * cell };
  }

  /**
   * Where the middle of a combatant lies on the map; undefined where it has no place. Those of one zone stand side by side.
   * @param {any} token of the scene
   * @returns {Point | undefined}
   */
  middleOf(token) {
    const { place, combatant } = token, { cell } = this.space;
    if (!place) return undefined;
    if (place.cell) {
      const { width, height } = this.sizeOf(combatant);
      return this.toMap({ x: place.cell.x * cell + width / 2, y: place.cell.y * cell + height / 2 });
    }
    const at = middleOf(place, this.space);
    if (!at || place.point) return at && this.toMap(at);
    const crowd = this.tokens.filter((one) => !one.hidden && sameSpot(one.place, place));
    if (!crowd.includes(token)) crowd.push(token);
    const columns = Math.ceil(Math.sqrt(crowd.length)), rows = Math.ceil(crowd.length / columns), n = crowd.indexOf(token);
    return this.toMap({
      x: at.x + ((n % columns) - (columns - 1) / 2) * 100, y: at.y + (Math.floor(n / columns) - (rows - 1) / 2) * 100,
    });
  }

  /**
   * The place of a combatant whose middle lies at a spot of the map; null where the spot is none.
   * @param {string} combatant
   * @param {Point} spot
   * @returns {Place | null}
   */
  placeAt(combatant, spot) {
    const { space } = this, at = this.toScene(spot);
    if (space.cell) {
      const { width, height } = this.sizeOf(combatant);
      const x = Math.round((at.x - width / 2) / space.cell), y = Math.round((at.y - height / 2) / space.cell);
      return { cell: { x, y } };
    }
    if (space.zones) {
      const zone = space.zones.find((/** @type {any} */ one) => one.outline && inside(one.outline, at));
      return zone ? { zone: zone.key } : null;
    }
    if (space.positions) {
      const [nearest] = [...space.positions].sort((one, other) => apart(one.at, at) - apart(other.at, at));
      return nearest && apart(nearest.at, at) <= 150 ? { side: nearest.side, rank: nearest.rank } : null;
    }
    return space.__typename === 'ScenePlane' ? { point: { x: Math.round(at.x), y: Math.round(at.y) } } : null;
  }

  /**
   * Whether a combatant whose middle lies at a spot of the map stands where the scene has it.
   * @param {any} token
   * @param {Point} spot
   */
  stands({ combatant, place }, spot) {
    const at = this.placeAt(combatant, spot);
    if (!at || !place) return false;
    if (at.cell) return at.cell.x === place.cell?.x && at.cell.y === place.cell?.y;
    if (at.point) return Boolean(place.point) && apart(at.point, place.point) <= NEAR;
    return sameSpot(at, place);
  }
}

/**
 * Whether two places are the same zone or position.
 * @param {Place} one
 * @param {Place} other
 */
const sameSpot = (one, other) => Boolean(one && other && (one.zone ? one.zone === other.zone : one.rank && one.side === other.side && one.rank === other.rank));

/**
 * @param {Point} one
 * @param {Point} other
 */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * @param {Point[]} points
 * @param {'x' | 'y'} name
 */
function span(points, name) {
  const all = points.map((one) => one[name]);
  return Math.max(...all) - Math.min(...all);
}

/**
 * The lines around cells that nobody sees through, each as long as it goes straight on: pairs of points in hundredths of the unit.
 * @param {(x: number, y: number) => boolean} shut
 * @param {{ width: number, height: number, cell: number }} space
 * @returns {[Point, Point][]}
 */
export function outlinesOf(shut, { width, height, cell }) {
  /** @type {[Point, Point][]} */
  const found = [];
  const lines = (/** @type {number} */ across, /** @type {number} */ along, /** @type {(line: number, n: number) => boolean} */ edge, /** @type {(line: number, n: number) => Point} */ point) => {
    for (let line = 0; line <= across; line += 1) {
      for (let n = 0; n < along; n += 1) {
        if (!edge(line, n)) continue;
        const from = n;
        while (n + 1 < along && edge(line, n + 1)) n += 1;
        found.push([point(line, from), point(line, n + 1)]);
      }
    }
  };
  const at = (/** @type {number} */ x, /** @type {number} */ y) => x >= 0 && y >= 0 && x < width && y < height && shut(x, y);
  lines(height, width, (y, x) => at(x, y) !== at(x, y - 1), (y, x) => ({ x: x * cell, y: y * cell }));
  lines(width, height, (x, y) => at(x, y) !== at(x - 1, y), (x, y) => ({ x: x * cell, y: y * cell }));
  return found;
}
