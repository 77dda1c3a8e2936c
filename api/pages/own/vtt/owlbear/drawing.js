// What a seat sees of a fight besides the tokens, as items for this reader alone: nobody else's map shows them.
import { buildLabel, buildPath, buildShape, buildWall } from '@owlbear-rodeo/sdk';
import { outlinesOf } from '../../client/map.js';
import { DRAWN, LINK, middleOfItem } from './room.js';

/** @typedef {import('../../client/map.js').SceneMap} SceneMap */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {import('@owlbear-rodeo/sdk').PathCommand} PathCommand */
/** @typedef {import('@owlbear-rodeo/sdk').Item} Item */
/** @typedef {{ fight: string, now: any, drawn: any, map: SceneMap, items: Map<string, Item>, cell: number }} Given */

// The numbers of the commands of a path, as the room counts them.
const MOVE = /** @type {const} */ (0), LINE = /** @type {const} */ (1), CLOSE = /** @type {const} */ (5);
const TONES = { GOOD: '#2f9e44', BAD: '#e03131', WARNING: '#e8890c', PLAIN: '#1c7ed6' };
const LOOKS = {
  WALL: '#4b4540', DOOR: '#8a5a2b', WINDOW: '#74c0fc', WATER: '#3b82c4', ROUGH: '#a0865a', ROAD: '#c2ad8a', BRIDGE: '#9c7a4f', WOOD: '#4f7f45',
  HEIGHT: '#b09a7a', STAIRS: '#9a938a', PIT: '#26221f', OBSTACLE: '#7d746a', COVER: '#7a8a5c', HAZARD: '#d9480f', FIRE: '#f76707', SMOKE: '#868e96', DARK: '#212529',
};
/** Colours of sides by their shapes. */
export const EMBLEMS = { CIRCLE: '#2463a8', SQUARE: '#b0413e', DIAMOND: '#3f7d3a', TRIANGLE: '#8a5fb0', HEXAGON: '#a8741a', STAR: '#47707a' };
/** Signs of sides by their shapes, since colour alone tells nobody apart. */
const SIGNS = { CIRCLE: '●', SQUARE: '■', DIAMOND: '◆', TRIANGLE: '▲', HEXAGON: '⬢', STAR: '★' };
/** Marks that say something of every pair: lists tell it better. */
const TOO_MANY = new Set(['DISTANCE', 'GROUP']);
const CORNERS = 32;

/**
 * The colour of a combatant: its own, else its side's.
 * @param {any} scene
 * @param {any} token
 */
export function colourOf(scene, token) {
  const side = scene.sides.find((/** @type {any} */ one) => one.key === token.side);
  return token.looks.colour ?? side?.looks.colour ?? EMBLEMS[/** @type {keyof typeof EMBLEMS} */ (side?.emblem)] ?? EMBLEMS.CIRCLE;
}

/**
 * All that is to be drawn, by what it is of.
 * @param {Given} given
 * @returns {Map<string, Item>}
 */
export function drawings(given) {
  /** @type {Map<string, any>} */
  const found = new Map();
  const put = (/** @type {string} */ key, /** @type {any} */ builder) => {
    found.set(key, builder.metadata({ [DRAWN]: key, ...(key.startsWith('figure ') ? { [LINK]: { fight: given.fight, combatant: key.slice(7) } } : {}) }).build());
  };
  zones(given, put);
  ground(given, put);
  walls(given, put);
  marks(given, put);
  for (const token of given.now.scene.tokens) {
    if (token.hidden || !given.items.has(token.combatant)) figure(given, token, put);
    conditions(given, token, put);
  }
  return found;
}

/** @typedef {(key: string, builder: any) => void} Put */

/**
 * @param {Given} given
 * @param {Put} put
 */
function zones({ map, drawn, cell }, put) {
  if (!map.space.zones) return;
  const at = new Map(map.space.zones.map((/** @type {any} */ zone) => [zone.key, zone.at]));
  const commands = (drawn.space.links ?? []).flatMap((/** @type {any} */ { from, to }) => (at.has(from) && at.has(to) ? open([map.toMap(at.get(from)), map.toMap(at.get(to))]) : []));
  if (commands.length) put('links', line(commands, cell, '#868e96').strokeDash([cell / 5, cell / 10]).name('Skald'));
  for (const { key, label, outline } of map.space.zones) {
    if (!outline) continue;
    const points = outline.map((/** @type {Point} */ point) => map.toMap(point));
    const top = points.reduce((/** @type {Point} */ best, /** @type {Point} */ one) => (one.y < best.y ? one : best));
    const left = Math.min(...points.map((/** @type {Point} */ one) => one.x)), right = Math.max(...points.map((/** @type {Point} */ one) => one.x));
    put(`zone ${key}`, area(closed(points), cell, '#495057', 0.08).name(label));
    put(`zone-name ${key}`, words(label, { x: (left + right) / 2, y: top.y + cell * 0.3 }, cell).name(label));
  }
}

/**
 * The ground that is not plain, for those who have no picture of it.
 * @param {Given} given
 * @param {Put} put
 */
function ground({ map, drawn, cell }, put) {
  const { rows, patches, legend } = drawn.ground, side = map.space.cell;
  if (side) {
    for (const { key, sign, look, label } of legend) {
      if (!sign || look === 'FLOOR') continue;
      const runs = rows.flatMap((/** @type {string} */ row, /** @type {number} */ y) => runsOf([...row], sign, y));
      if (runs.length) put(`ground ${key}`, area(runs.flatMap((/** @type {any} */ run) => rectangle(map, run)), cell, lookOf(look), 0.4).strokeWidth(0).name(label));
    }
  }
  patches.forEach((/** @type {any} */ { key, entry, area: where, label }) => {
    const found = legend.find((/** @type {any} */ one) => one.key === entry), commands = commandsOf(map, where);
    if (found && found.look !== 'FLOOR' && commands.length) put(`patch ${key}`, area(commands, cell, lookOf(found.look), 0.35).strokeWidth(0).name(label || found.label));
  });
}

/**
 * @param {string[]} signs
 * @param {string} sign
 * @param {number} y
 */
function runsOf(signs, sign, y) {
  const runs = [];
  for (let x = 0; x < signs.length; x += 1) {
    const from = x;
    while (signs[x] === sign) x += 1;
    if (x > from) runs.push({ x: from, y, length: x - from });
  }
  return runs;
}

/**
 * What stops sight on the scene stops it on the map.
 * @param {Given} given
 * @param {Put} put
 */
function walls({ map, drawn, cell }, put) {
  const { rows, edges, legend } = drawn.ground, side = map.space.cell;
  const shut = new Set(legend.filter((/** @type {any} */ one) => one.sight === 'NEVER').map((/** @type {any} */ one) => one.key));
  for (const { key, entry, state, label, line: along } of edges) {
    const points = along.map((/** @type {Point} */ point) => map.toMap(point));
    const found = legend.find((/** @type {any} */ one) => one.key === entry), free = state === 'OPEN' || state === 'BROKEN';
    put(`edge ${key}`, line(open(points), cell, lookOf(found?.look)).strokeDash(free ? [cell / 10, cell / 10] : []).name(label || found?.label || ''));
    if (shut.has(entry) && !free) put(`wall ${key}`, buildWall().points(points).locked(true).disableHit(true).name(label || found?.label || ''));
  }
  const signs = new Set(legend.filter((/** @type {any} */ one) => one.sign && shut.has(one.key)).map((/** @type {any} */ one) => one.sign));
  if (!side || !signs.size) return;
  const cells = rows.map((/** @type {string} */ row) => [...row]), width = Math.max(0, ...cells.map((/** @type {string[]} */ one) => one.length));
  outlinesOf((x, y) => signs.has(cells[y]?.[x]), { width, height: cells.length, cell: side }).forEach((points, n) => {
    put(`wall-of-cells ${n}`, buildWall().points(points.map((point) => map.toMap(point))).locked(true).disableHit(true).name('Skald'));
  });
}

/**
 * @param {Given} given
 * @param {Put} put
 */
function marks({ map, drawn, now, cell }, put) {
  const middle = (/** @type {string | null} */ who) => {
    const token = now.scene.tokens.find((/** @type {any} */ one) => one.combatant === who);
    return token && map.middleOf(token);
  };
  for (const { key, kind, label, tone, from, to, members, area: where } of drawn.marks) {
    if (TOO_MANY.has(kind)) continue;
    const colour = TONES[/** @type {keyof typeof TONES} */ (tone)] ?? TONES.PLAIN, commands = where ? commandsOf(map, where) : [];
    const ends = [from, to, ...members].map(middle).filter((one) => one !== undefined);
    if (commands.length) {
      const points = commands.filter((one) => one.length > 1), xs = points.map((one) => /** @type {number} */ (one[1])), ys = points.map((one) => /** @type {number} */ (one[2]));
      put(`mark ${key}`, area(commands, cell, colour, 0.25).name(label));
      put(`mark-name ${key}`, words(label, { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }, cell).name(label));
    }
    if (ends.length > 1) put(`tie ${key}`, line(open(ends), cell, colour).strokeDash([cell / 8, cell / 8]).name(label));
  }
}

/**
 * A figure that has no token in the room is drawn for this reader alone; one that some do not see has none, whatever is matched.
 * @param {Given} given
 * @param {any} token
 * @param {Put} put
 */
function figure({ map, now, cell }, token, put) {
  const middle = map.middleOf(token);
  if (!middle) return;
  const { width, height } = map.sizeOf(token.combatant);
  put(`figure ${token.combatant}`, buildShape().shapeType('CIRCLE').width(width * map.scale * 0.9).height(height * map.scale * 0.9).position(middle)
    .fillColor(colourOf(now.scene, token)).fillOpacity(0.55).strokeColor('#ffffff').strokeWidth(cell / 30).strokeDash([cell / 10, cell / 15]).layer('CHARACTER').name(token.label));
}

/**
 * What holds for a figure, on its token: its name, its first bar, its conditions.
 * @param {Given} given
 * @param {any} token
 * @param {Put} put
 */
function conditions({ map, items, now, cell }, token, put) {
  const item = token.hidden ? undefined : items.get(token.combatant), middle = item ? middleOfItem(item) : map.middleOf(token);
  if (!middle) return;
  const { height } = map.sizeOf(token.combatant), [bar] = token.bars;
  const amount = bar && bar.now !== null ? `${bar.unit ? bar.now / 100 : bar.now}${bar.max === null ? '' : `/${bar.unit ? bar.max / 100 : bar.max}`}` : bar?.lost ? `−${bar.lost}` : bar?.band ?? '';
  const badges = token.badges.map((/** @type {any} */ one) => `${one.short || one.label}${one.level ? ' ' + one.level : ''}`);
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (now.scene.sides.find((/** @type {any} */ one) => one.key === token.side)?.emblem)] ?? '';
  const text = [[sign, token.label, amount].filter(Boolean).join(' '), badges.join(' · ')].filter(Boolean).join('\n');
  const label = words(text, { x: middle.x, y: middle.y + (height * map.scale) / 2 }, cell).name(token.label);
  if (item) label.attachedTo(item.id).disableAttachmentBehavior(['ROTATION', 'SCALE', 'LOCKED', 'COPY']).layer('ATTACHMENT');
  put(`conditions ${token.combatant}`, label);
}

/** @param {string | undefined} look */
const lookOf = (look) => LOOKS[/** @type {keyof typeof LOOKS} */ (look)] ?? '#868e96';

/**
 * @param {string} text
 * @param {Point} at
 * @param {number} cell
 */
const words = (text, at, cell) => buildLabel().plainText(text).fontSize(Math.max(10, cell / 7)).padding(cell / 25).position(at).pointerHeight(0).pointerWidth(0)
  .backgroundColor('#1b1a19').backgroundOpacity(0.75).cornerRadius(cell / 20).locked(true).disableHit(true).layer('TEXT');

/**
 * @param {PathCommand[]} commands
 * @param {number} cell
 * @param {string} colour
 * @param {number} opacity
 */
const area = (commands, cell, colour, opacity) => buildPath().commands(commands).fillRule('nonzero').fillColor(colour).fillOpacity(opacity).strokeColor(colour).strokeOpacity(0.9)
  .strokeWidth(cell / 40).locked(true).disableHit(true).layer('DRAWING');

/**
 * @param {PathCommand[]} commands
 * @param {number} cell
 * @param {string} colour
 */
const line = (commands, cell, colour) => buildPath().commands(commands).fillOpacity(0).strokeColor(colour).strokeOpacity(0.9).strokeWidth(cell / 20).locked(true).disableHit(true).layer('DRAWING');

/** @param {Point[]} points @returns {PathCommand[]} */
const open = (points) => points.map(({ x, y }, n) => (n ? [LINE, x, y] : [MOVE, x, y]));

/** @param {Point[]} points @returns {PathCommand[]} */
const closed = (points) => (points.length ? [...open(points), [CLOSE]] : []);

/**
 * @param {SceneMap} map
 * @param {{ x: number, y: number, length: number }} run of cells
 */
function rectangle(map, { x, y, length }) {
  const side = map.space.cell, corners = [[x, y], [x + length, y], [x + length, y + 1], [x, y + 1]];
  return closed(corners.map(([across, down]) => map.toMap({ x: across * side, y: down * side })));
}

/**
 * The outlines of an area on the map. All turn the same way, but holes the other: so what several parts cover counts once.
 * @param {SceneMap} map
 * @param {any} area
 * @returns {PathCommand[]}
 */
export function commandsOf(map, { runs, outlines, strip, disc, sector, places }) {
  const on = (/** @type {Point[]} */ points, hole = false) => {
    const there = points.map((point) => map.toMap(point));
    return closed((turned(there) < 0) === hole ? there : there.reverse());
  };
  /** @type {PathCommand[]} */
  const found = map.space.cell ? runs.flatMap((/** @type {any} */ run) => rectangle(map, run)) : [];
  for (const { points, holes } of outlines) found.push(...on(points), ...holes.flatMap((/** @type {any} */ hole) => on(hole.points, true)));
  if (disc) found.push(...on(arc(disc.centre, disc.radius, 0, 2 * Math.PI)));
  if (sector) {
    const from = Math.atan2(sector.from.y, sector.from.x), to = Math.atan2(sector.to.y, sector.to.x);
    found.push(...on([sector.centre, ...arc(sector.centre, sector.radius, from, to > from ? to : to + 2 * Math.PI)]));
  }
  if (strip) {
    // Each piece ends in half a disc, so that bends and ends are round.
    strip.line.slice(1).forEach((/** @type {Point} */ end, /** @type {number} */ n) => {
      const begin = strip.line[n], along = Math.atan2(end.y - begin.y, end.x - begin.x), half = Math.PI / 2;
      found.push(...on([...arc(end, strip.width / 2, along - half, along + half), ...arc(begin, strip.width / 2, along + half, along + 3 * half)]));
    });
  }
  for (const { zone } of places) {
    const outline = zone && map.space.zones?.find((/** @type {any} */ one) => one.key === zone)?.outline;
    if (outline) found.push(...on(outline));
  }
  return found;
}

/**
 * Twice what a closed line surrounds: above 0 where it turns as a clock's hands do.
 * @param {Point[]} points
 */
const turned = (points) => points.reduce((sum, { x, y }, n) => {
  const next = points[(n + 1) % points.length];
  return sum + x * next.y - next.x * y;
}, 0);

/**
 * @param {Point} centre
 * @param {number} radius
 * @param {number} from
 * @param {number} to
 */
const arc = (centre, radius, from, to) => Array.from({ length: CORNERS + 1 }, (_, n) => {
  const angle = from + ((to - from) * n) / CORNERS;
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
});
