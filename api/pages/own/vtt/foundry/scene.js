// The ground of a fight as a scene of Foundry. Walls reach the browsers of all players: only what everybody sees is in it.
import * as host from './host.js';

/** @typedef {{ c: number[], door: number, [name: string]: unknown }} Wall */
/** @typedef {{ width: number, height: number, grid: { size: number }, walls: Wall[], flags: { skald: { origin: import('./host.js').Point } } }} Drawn */
/**
 * A part of a wall, no longer than a cell where it runs along cells. whole: the door that it is a part of; '' for walls.
 * @typedef {{ cells: string[], whole: string, wall: Wall }} Piece
 */
/** What one seat sees: its pieces, and the cells of which it knows what others do not. @typedef {{ pieces: Map<string, Piece[]>, secret: Set<string> }} View */

/**
 * The scene that every person's seat besides the game master's sees: a wall is in it where all see something, and a
 * door is a wall where anybody takes it for one. Cells that only some seats know to be something else are as the others
 * see them. Error in words where there is no such seat.
 * @param {import('../../client/fight.js').Fight} fight
 */
export async function sceneForAll(fight) {
  const seats = fight.loaded.seats.filter(({ role, bot }) => role !== 'GM' && !bot), { version } = fight.loaded;
  if (!seats.length) throw new Error(host.text('nobody'));
  const asked = (/** @type {string} */ key, /** @type {string} */ path, more = '') =>
    fight.server.rest('GET', `v1/encounters/${fight.id}${path}?as=${encodeURIComponent(key)}&at=${version}${more}`);
  /** @type {Drawn[]} */
  const scenes = await Promise.all(seats.map(({ key }) => asked(key, '/scene.foundry.json')));
  const looks = await Promise.all(seats.map(({ key }) => asked(key, '', '&include=scene')));
  const [first] = scenes, { size } = first.grid, secrets = secretCells(looks.map(({ scene }) => scene.ground.patches));
  const views = scenes.map((scene, at) => ({ pieces: piecesOf(scene, size), secret: secrets[at] }));
  const { x, y, width, height } = shared(scenes.map(boxOf));
  const walls = joined(alike(views)).map((wall) => ({ ...wall, c: moved(wall.c, { x: -x * size, y: -y * size }) }));
  return { ...first, width: Math.round(width * size), height: Math.round(height * size), walls, flags: { ...first.flags, skald: { ...first.flags.skald, origin: { x, y } } } };
}

/** A line elsewhere. @param {number[]} line @param {import('./host.js').Point} by */
const moved = (line, { x, y }) => line.map((at, number) => Math.round(at + (number % 2 ? y : x)));

/** What a scene shows, in cells. @param {Drawn} scene */
const boxOf = ({ width, height, grid: { size }, flags: { skald: { origin } } }) => ({ ...origin, width: width / size, height: height / size });

/**
 * What all scenes show: a ground without an edge is drawn as far as a seat sees something.
 * @param {ReturnType<typeof boxOf>[]} boxes
 */
function shared(boxes) {
  const x = Math.max(...boxes.map((box) => box.x)), y = Math.max(...boxes.map((box) => box.y));
  const right = Math.min(...boxes.map((box) => box.x + box.width)), bottom = Math.min(...boxes.map((box) => box.y + box.height));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/**
 * The cells of which each seat knows what not all know.
 * @param {{ key: string, entry: string, area: { runs: { x: number, y: number, length: number }[] } }[][]} lists of patches
 */
function secretCells(lists) {
  const told = lists.map((patches) => new Set(patches.map((patch) => JSON.stringify(patch))));
  return lists.map((patches) => new Set(patches.filter((patch) => !told.every((known) => known.has(JSON.stringify(patch))))
    .flatMap(({ area }) => area.runs.flatMap(({ x, y, length }) => Array.from({ length }, (_, n) => `${x + n},${y}`)))));
}

/**
 * The walls of a scene, counted from the cell (0, 0), in pieces no longer than a cell: seats see rims of different lengths.
 * @param {Drawn} scene
 * @param {number} size
 */
function piecesOf({ walls, flags: { skald: { origin } } }, size) {
  /** @type {View['pieces']} */
  const found = new Map();
  for (const wall of walls) {
    const line = moved(wall.c, { x: origin.x * size, y: origin.y * size });
    for (const c of cut(line, size)) {
      const piece = { cells: touched(c, size), whole: wall.door ? String(line) : '', wall: { ...wall, c } };
      found.set(String(c), [...found.get(String(c)) ?? [], piece]);
    }
  }
  return found;
}

/**
 * A line that runs along cells, cut where cells begin; any other whole.
 * @param {number[]} line
 * @param {number} size
 */
function cut([x1, y1, x2, y2], size) {
  if ((x1 === x2) === (y1 === y2)) return [[x1, y1, x2, y2]];
  const level = y1 === y2, from = level ? x1 : y1, to = level ? x2 : y2, [low, high] = from < to ? [from, to] : [to, from];
  const ends = [low];
  for (let at = (Math.floor(low / size) + 1) * size; at < high; at += size) ends.push(at);
  ends.push(high);
  return ends.slice(1).map((end, number) => (level ? [ends[number], y1, end, y1] : [x1, ends[number], x1, end]));
}

/**
 * The cells that a piece lies on, or between.
 * @param {number[]} piece
 * @param {number} size
 */
function touched([x1, y1, x2, y2], size) {
  const around = (/** @type {number} */ at) => (at % size ? [Math.floor(at / size)] : [at / size - 1, at / size]);
  return around((x1 + x2) / 2).flatMap((x) => around((y1 + y2) / 2).map((y) => `${x},${y}`));
}

/**
 * The pieces that all seats see; at a cell of which some know more, those that the others see.
 * @param {View[]} views
 */
function alike(views) {
  const places = new Map(views.flatMap(({ pieces }) => [...pieces].map(([key, [{ cells }]]) => [key, cells])));
  return [...places].flatMap(([key, cells]) => {
    const plain = views.filter(({ secret }) => !cells.some((cell) => secret.has(cell)));
    const [seen, ...others] = (plain.length ? plain : views).map(({ pieces }) => pieces.get(key) ?? []);
    const told = seen.flatMap((piece) => {
      const same = (/** @type {Piece} */ { wall }) => JSON.stringify(wall) === JSON.stringify(piece.wall);
      const all = [piece, ...others.map((known) => known.find(same) ?? known.find(({ wall }) => wall.door === 0) ?? known[0])];
      return all.every((one) => one !== undefined) ? [all.find(({ wall }) => wall.door === 0) ?? piece] : [];
    });
    return [...new Map(told.map((piece) => [JSON.stringify(piece), piece])).values()];
  });
}

/**
 * Pieces that go on from one another, as one wall; doors stay apart.
 * @param {Piece[]} pieces
 */
function joined(pieces) {
  /** @type {Wall[]} */
  const walls = [];
  /** @type {Map<string, Wall>} a wall by its kind and the spot where it ends */
  const ends = new Map();
  const inOrder = [...pieces].sort(({ wall: { c: [x, y] } }, { wall: { c: [otherX, otherY] } }) => x - otherX || y - otherY);
  for (const { whole, wall: { c: [x1, y1, x2, y2], ...more } } of inOrder) {
    const kind = JSON.stringify([x1 === x2, y1 === y2, whole, more]), before = (x1 === x2) === (y1 === y2) ? undefined : ends.get(`${kind} ${x1},${y1}`);
    const wall = before ?? { .../** @type {Wall} */ (more), c: [x1, y1, x2, y2] };
    wall.c = [wall.c[0], wall.c[1], x2, y2];
    if (!before) walls.push(wall);
    ends.delete(`${kind} ${x1},${y1}`);
    ends.set(`${kind} ${x2},${y2}`, wall);
  }
  return walls;
}
