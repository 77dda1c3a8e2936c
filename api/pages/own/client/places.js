// Where places of a scene lie, and what an area covers: in hundredths of the scene's unit, for every kind of space.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {any} Place */
/** @typedef {any} Area */
/** @typedef {any} Space */

/**
 * The middle of a place; undefined where the space does not have it.
 * @param {Place | null | undefined} place
 * @param {Space} space
 * @returns {Point | undefined}
 */
export function middleOf(place, space) {
  if (!place) return undefined;
  if (place.cell) return { x: (place.cell.x + 0.5) * space.cell, y: (place.cell.y + 0.5) * space.cell };
  if (place.point) return place.point;
  if (place.zone) return space.zones?.find((/** @type {any} */ zone) => zone.key === place.zone)?.at;
  return space.positions?.find((/** @type {any} */ one) => one.side === place.side && one.rank === place.rank)?.at;
}

/**
 * The place that a spot of the board belongs to, as it is written in orders: a cell of a grid, else a point.
 * @param {Point} spot
 * @param {Space} space
 */
export function placeAt({ x, y }, space) {
  if (space.cell) return { cell: { x: Math.floor(x / space.cell), y: Math.floor(y / space.cell) } };
  return { point: { x: Math.round(x), y: Math.round(y) } };
}

/**
 * A place without what says nothing, as orders take it.
 * @param {Place} place
 */
export function bare(place) {
  return Object.fromEntries(Object.entries(place).filter(([name, value]) => value !== null && name !== '__typename'));
}

/**
 * Every place that an area names one by one: cells of its runs, zones, positions. An outline or a disc names none.
 * @param {Area} area
 * @returns {Place[]}
 */
export function placesOf({ runs, places }) {
  const cells = runs.flatMap((/** @type {any} */ { x, y, length, height }) => Array.from({ length }, (_, n) => ({
    cell: { x: x + n, y }, ...(height === null ? {} : { height }),
  })));
  return [...cells, ...places.map(bare)];
}

/** @param {Point[]} points */
const listed = (points) => points.map(({ x, y }) => `${x},${y}`).join(' ');

/** @typedef {{ tag: 'rect' | 'circle' | 'path', given: Record<string, string | number> }} Shape */

/**
 * What to draw for an area.
 * @param {Area} area
 * @param {Space} space
 * @returns {Shape[]}
 */
export function shapesOf({ runs, outlines, strip, disc, sector, places }, space) {
  const side = space.cell;
  /** @type {Shape[]} */
  const found = [];
  for (const { x, y, length } of runs)
    found.push({ tag: 'rect', given: { x: x * side, y: y * side, width: length * side, height: side } });
  for (const { points, holes } of outlines) {
    const d = [{ points }, ...holes].map((one) => `M${listed(one.points)}Z`).join('');
    found.push({ tag: 'path', given: { d, 'fill-rule': 'evenodd' } });
  }
  if (strip) found.push({ tag: 'path', given: { d: `M${listed(strip.line)}`, class: 'strip', 'stroke-width': strip.width } });
  if (disc) found.push({ tag: 'circle', given: { cx: disc.centre.x, cy: disc.centre.y, r: disc.radius } });
  if (sector) found.push({ tag: 'path', given: { d: slice(sector) } });
  for (const place of places) {
    const at = middleOf(place, space), outline = outlineOf(place, space);
    if (outline) found.push({ tag: 'path', given: { d: `M${listed(outline)}Z` } });
    else if (at) found.push({ tag: 'circle', given: { cx: at.x, cy: at.y, r: spotRadius(space) } });
  }
  return found;
}

/**
 * The outline of a zone; undefined of anything else.
 * @param {Place} place
 * @param {Space} space
 * @returns {Point[] | undefined}
 */
export function outlineOf(place, space) {
  const outline = place.zone && space.zones?.find((/** @type {any} */ zone) => zone.key === place.zone)?.outline;
  return outline?.length ? outline : undefined;
}

/**
 * How large a spot is drawn that stands for a position.
 * @param {Space} space
 */
export const spotRadius = (space) => Math.max(space.width ?? 0, space.height ?? 0, 1) / 20;

/** @param {any} sector */
function slice({ centre, radius, from, to }) {
  const end = (/** @type {Point} */ { x, y }) => {
    const length = Math.hypot(x, y) || 1;
    return `${centre.x + (x / length) * radius},${centre.y + (y / length) * radius}`;
  };
  const wide = from.x * to.y < from.y * to.x; // more than half of the disc
  return `M${centre.x},${centre.y}L${end(from)}A${radius} ${radius} 0 ${+wide} 1 ${end(to)}Z`;
}

/**
 * Whether a spot lies in one of an area's discs, sectors or outlines: a first look, the server judges.
 * @param {Area} area
 * @param {Point} spot
 */
export function holds({ outlines, disc, sector }, spot) {
  if (disc && Math.hypot(spot.x - disc.centre.x, spot.y - disc.centre.y) <= disc.radius) return true;
  if (sector && Math.hypot(spot.x - sector.centre.x, spot.y - sector.centre.y) <= sector.radius) return true;
  return outlines.some((/** @type {any} */ { points, holes }) =>
    inside(points, spot) && !holes.some((/** @type {any} */ hole) => inside(hole.points, spot)));
}

/**
 * @param {Point[]} points
 * @param {Point} spot
 */
export function inside(points, { x, y }) {
  let odd = false;
  points.forEach((a, n) => {
    const b = points[(n + 1) % points.length];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  });
  return odd;
}
