// An open table that is laid out: rectangles that are drawn, and wiped away again.
import { t } from '../words.js';
import { h, svg } from '../shared/elements.js';
import { GroundGhost } from './ground-ghost.js';
import { GroundHand, WIPE } from './ground-hand.js';
import { edgeShapes, patchShapes } from '../board/ground-shapes.js';

/** Of an inch or a metre, in hundredths: everything lies on whole ones. */
const STEP = 100;

/** @param {import('./ground-editor.js').GroundEditor} editor */
export function planeBoard(editor) {
  const { ground, known } = editor, { width, height } = ground.space, patches = patchShapes(ground, known);
  const brushes = known.filter((/** @type {any} */ { look }) => look !== 'FLOOR').map((/** @type {any} */ { key, label, look }) => ({ value: key, label, look }));
  const middle = (/** @type {number} */ x, /** @type {number} */ y) => ({ point: { x: x * STEP + STEP / 2, y: y * STEP + STEP / 2 } });
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  const ghost = new GroundGhost(editor), held = () => editor.brush.match(/^figure (.*)/)?.[1] ?? '';
  const band = svg('rect', { class: 'band' });

  const wipe = (/** @type {number} */ x, /** @type {number} */ y) => {
    const spot = new DOMPoint(x * STEP + STEP / 2, y * STEP + STEP / 2), top = patches.findLast((/** @type {any} */ one) => one.isPointInFill(spot) || one.matches('.strip') && one.isPointInStroke(spot));
    if (!top) return;
    ground.patches = ground.patches.filter((/** @type {any} */ { key }) => key !== top.getAttribute('data-patch'));
    editor.renew();
  };
  const corners = (/** @type {number} */ x, /** @type {number} */ y) => [[from?.x ?? x, x].sort((a, b) => a - b), [from?.y ?? y, y].sort((a, b) => a - b)];
  const end = (/** @type {number} */ x, /** @type {number} */ y) => {
    band.remove();
    const [[left, right], [top, bottom]] = corners(x, y), begun = from !== null;
    from = null;
    if (editor.brush === WIPE) return wipe(x, y);
    if (!begun || !brushes.some((/** @type {any} */ { value }) => value === editor.brush) || left === right || top === bottom) return;
    const points = [[left, top], [right, top], [right, bottom], [left, bottom]].map(([px, py]) => ({ x: px * STEP, y: py * STEP }));
    const keys = new Set((ground.patches ?? []).map((/** @type {any} */ one) => one.key));
    let n = 1;
    while (keys.has(`${editor.brush}-${n}`)) n += 1;
    ground.patches = [...(ground.patches ?? []), { key: `${editor.brush}-${n}`, entry: editor.brush, area: { outlines: [{ points }] } }];
    editor.renew();
  };
  const hand = (/** @type {SVGSVGElement} */ board) => {
    board.addEventListener('pointermove', (event) => {
      if (!from || !event.buttons) return;
      const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {DOMMatrix} */ (board.getScreenCTM()).inverse());
      const [x, y] = [Math.max(0, Math.min(width / STEP, Math.floor(spot.x / STEP))), Math.max(0, Math.min(height / STEP, Math.floor(spot.y / STEP)))], [[left, right], [top, bottom]] = corners(x, y);
      for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) band.setAttribute(name, String(value * STEP));
      if (!band.isConnected && editor.brush && editor.brush !== WIPE) board.append(band);
    });
    return new GroundHand(board, STEP, [width / STEP, height / STEP], {
      over: (id, x, y) => { if (id || held()) ghost.show(board, id || held(), middle(x, y)); }, out: () => ghost.away(),
      click: (x, y) => editor.stand(middle(x, y)), drop: (id, x, y) => editor.drop(id, middle(x, y)), begin: (x, y) => { editor.remember(); from = { x, y }; }, end, key: (key) => editor.picks(key),
    });
  };
  return { shapes: [svg('rect', { width, height, class: 'look-floor' }), ...patches, ...edgeShapes(ground, known)], hand, tools: [editor.palette([...brushes, { value: WIPE, label: t('ground.wipe'), look: 'FLOOR' }]), h('p', { class: 'hint' }, t('ground.planeHint'))] };
}
