// Maps and portraits: those that the server keeps are fetched with the token; those of other hosts only where their reader wants them.
import { KEPT, Pictures } from '../../client/pictures.js';
import { settings } from '../settings.js';
import { h, svg } from '../shared/elements.js';
import { adopt } from './scene-nodes.js';

/** How much of a token its face takes: what is left is the ring in its side's colour. */
const FACE = 0.84;
/** Pixels from which a token has room for its caption below its face. */
const CAPTIONED = 30;

/** What pictures look like: where there are none, no page loads it. */
const STYLE = `.laid > :is(rect, text) { display: none; } .laid image, .faced > image { pointer-events: none; }
.portrait { width: 1.7em; height: 1.7em; margin-inline-end: .4em; border: 1px solid var(--edge-strong); border-radius: var(--r-full); object-fit: cover; vertical-align: -.45em; }`;

/** Pictures by server and fight: what was fetched once is shown again at once. @type {WeakMap<object, Map<string, Pictures>>} */
const kept = new WeakMap();
/** How often the pictures of a board were asked for: an answer that comes late lays nothing over a later one. @type {WeakMap<Element, number>} */
const turns = new WeakMap();

/**
 * The pictures of a fight.
 * @param {import('../../client/server.js').Server} server
 * @param {string} fight its id
 */
export function picturesOf(server, fight) {
  const of = kept.get(server) ?? new Map();
  kept.set(server, of);
  if (!of.has(fight)) of.set(fight, new Pictures(server, fight));
  return /** @type {Pictures} */ (of.get(fight));
}

/**
 * What is shown of an address; null: nothing.
 * @param {Pictures} pictures
 * @param {string | null | undefined} address
 */
async function shownOf(pictures, address) {
  if (address?.startsWith(KEPT)) return pictures.own(address);
  return settings().pictures && address?.startsWith('https:') ? address : null;
}

/** @param {any} looks of a figure for the table */
const faceOf = ({ picture, portrait }) => picture ?? portrait;

/**
 * Show the pictures of a fight on its board, and portraits in the lists beside it, from now on.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {Element} board
 * @param {Element[]} lists
 */
export function follow(fight, board, lists) {
  const pictures = picturesOf(fight.server, fight.id), show = () => {
    const { scene } = fight.loaded;
    void showPictures(board, scene, pictures);
    void showFaces(lists, scene, pictures);
  };
  board.addEventListener('drawn', show);
  fight.addEventListener('changed', show);
  addEventListener('skald-settings', show);
  show();
}

/**
 * Lay pictures where the drawing says they belong.
 * @param {Element} board
 * @param {any} scene
 * @param {Pictures} pictures
 */
export async function showPictures(board, scene, pictures) {
  adopt(STYLE);
  const turn = (turns.get(board) ?? 0) + 1;
  turns.set(board, turn);
  const { backdrop, tokens } = scene, faced = tokens.filter((/** @type {any} */ { looks }) => faceOf(looks));
  const [below, ...faces] = await Promise.all([shownOf(pictures, backdrop?.picture), ...faced.map((/** @type {any} */ { looks }) => shownOf(pictures, faceOf(looks)))]);
  if (turns.get(board) !== turn) return;
  const of = new Map(faced.map((/** @type {any} */ { combatant }, /** @type {number} */ n) => [combatant, faces[n]]));
  for (const token of board.querySelectorAll('[data-part=token]')) {
    const href = of.get(token.getAttribute('data-combatant'));
    renewed(token, href ?? '', (fresh) => layFace(fresh, href ?? ''));
  }
  const frame = board.querySelector('[data-part=backdrop]');
  if (frame) renewed(frame, below ? `${below} ${backdrop.opacity}` : '', (fresh) => layMap(fresh, below ?? '', backdrop, scene.space));
}

/** What was drawn before something was laid on it, and what that was. @type {WeakMap<Element, { as: string, bare: Element }>} */
const laid = new WeakMap();

/**
 * Lay something on a drawn part, in place of what was laid on it: a drawing may be there before the pictures are told.
 * @param {Element} part
 * @param {string} as what is laid; '': nothing
 * @param {(fresh: Element) => void} lay
 */
function renewed(part, as, lay) {
  // A film draws anew inside of what it has drawn.
  const before = laid.get(part), was = before?.as && !part.querySelector('image') ? undefined : before;
  if (was ? was.as === as : !as) return;
  const bare = was?.bare ?? /** @type {Element} */ (part.cloneNode(true)), fresh = was ? /** @type {Element} */ (bare.cloneNode(true)) : part;
  if (was) part.replaceWith(fresh);
  laid.set(fresh, { as, bare });
  if (as) lay(fresh);
}

/**
 * @param {Element} frame where the drawing says that the picture lies
 * @param {string} href
 * @param {any} backdrop
 * @param {any} space
 */
function layMap(frame, href, { opacity }, space) {
  const rim = frame.querySelector('rect'), drawing = frame.closest('svg');
  if (!rim || !drawing) return;
  const where = Object.fromEntries(['x', 'y', 'width', 'height'].map((name) => [name, rim.getAttribute(name)]));
  const { left = 0, top = 0, scale = 1 } = drawing.dataset, side = (/** @type {number | undefined} */ cells) => (cells ?? 0) * (space?.cell ?? 1) * Number(scale);
  const clip = 'map-edge', edge = space?.width ? [svg('clipPath', { id: clip }, svg('rect', { x: left, y: top, width: side(space.width), height: side(space.height) }))] : [];
  frame.classList.add('laid');
  frame.prepend(...edge, svg('g', edge.length ? { 'clip-path': `url(#${clip})` } : {}, svg('image', { href, ...where, opacity: (opacity ?? 100) / 100, preserveAspectRatio: 'none' })));
}

/**
 * Show the map's picture elsewhere, until it is drawn there.
 * @param {Element} board
 * @param {import('../shared/picture-files.js').Laid} laid
 */
export function shiftMap(board, { at, width, height }) {
  const { left = 0, top = 0, scale = 1 } = /** @type {SVGSVGElement} */ (board.querySelector('svg')).dataset, by = Number(scale);
  const where = { x: Number(left) + at.x * by, y: Number(top) + at.y * by, width: width * by, height: height * by };
  for (const part of board.querySelectorAll('[data-part=backdrop] image, [data-part=backdrop] > rect')) for (const [name, value] of Object.entries(where)) part.setAttribute(name, String(value));
}

let faces = 0;

/**
 * A face in the shape of its token, inside the ring of its side.
 * @param {Element} token
 * @param {string} href
 */
function layFace(token, href) {
  const shape = /** @type {SVGGraphicsElement | undefined} */ ([...token.children].find((one) => one.matches('path.inked:not(.thin)')));
  if (!shape) return;
  const { x, y, width, height } = shape.getBBox(), clip = `face-${faces += 1}`, middle = `${x + width / 2} ${y + height / 2}`;
  const inner = `translate(${middle}) scale(${FACE}) translate(${-(x + width / 2)} ${-(y + height / 2)})`;
  shape.after(svg('clipPath', { id: clip }, svg('path', { d: shape.getAttribute('d'), transform: inner })),
    svg('image', { href, x, y, width, height, preserveAspectRatio: 'xMidYMid slice', 'clip-path': `url(#${clip})`, ...(token.getAttribute('data-down') ? { opacity: 0.45 } : {}) }));
  token.classList.add('faced');
  token.querySelector('[data-part=face]')?.remove();
  const caption = token.querySelector('text.cap'), named = token.closest('svg')?.querySelector(`[data-part=name][data-combatant="${CSS.escape(token.getAttribute('data-combatant') ?? '')}"]`);
  if (!caption) return;
  if (named || height < CAPTIONED) {
    caption.remove();
    return;
  }
  // Nothing else names it: below its face, and above its bars.
  const bars = [...token.querySelectorAll('[data-part=bar] rect')].map((one) => Number(one.getAttribute('y'))), letters = Math.max(9, height * 0.2);
  caption.setAttribute('font-size', String(letters));
  caption.setAttribute('y', String(Math.min(y + height, ...bars) - letters * 0.25));
}

/**
 * Portraits before the names of a list: of the order of play, and of all figures.
 * @param {Element[]} lists
 * @param {any} scene
 * @param {Pictures} pictures
 */
export async function showFaces(lists, { tokens }, pictures) {
  const looks = new Map(tokens.map((/** @type {any} */ one) => [one.combatant, one.looks]));
  for (const line of lists.flatMap((list) => [...list.querySelectorAll('li[data-combatant]')])) {
    const of = looks.get(line.getAttribute('data-combatant')), src = of && await shownOf(pictures, of.portrait ?? of.picture);
    const there = line.querySelector('img.portrait');
    if (!src) there?.remove();
    else if (!there) (line.querySelector('strong') ?? line).prepend(h('img', { class: 'portrait', alt: '', src }));
    else if (there.getAttribute('src') !== src) there.setAttribute('src', src);
  }
}
