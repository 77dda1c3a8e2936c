// The drawing of a film: its layers, and over them what the last act has done, as at the table.
import { Board as Layers, LISTS } from '../../player.js';
import { mayMove } from '../settings.js';
import { Effects } from '../board/effects.js';
import { svg } from '../shared/elements.js';
import { ornament } from '../shared/guarded.js';
import { adopt } from '../board/scene-nodes.js';

/** A jump over more versions than these is not shown as a motion. */
const FAR = 60;

/** The facts that whole drawings carry at their root, as long as nothing tells them. */
const FACTS = { space: '', scale: '1', left: '0', top: '0', cell: '' };

/**
 * The scene that a drawing shows, as far as it tells: who stands where, and how large a square is.
 * @param {SVGSVGElement} drawing
 */
export function sceneOf(drawing) {
  const { space, scale, cell } = drawing.dataset, [, , wide = 0, high = 0] = (drawing.getAttribute('viewBox') ?? '').split(/[ ,]+/).map(Number);
  const unit = Number(scale) || 1, side = Number(cell) || null;
  return {
    space: { __typename: space === 'PLANE' ? 'ScenePlane' : '', cell: side, width: wide / unit / (side ?? 1), height: high / unit / (side ?? 1) },
    tokens: [...drawing.querySelectorAll('[data-part=token]')].map((one) => {
      const { combatant, x, y, vital } = /** @type {SVGElement} */ (one).dataset, at = { x: Number(x), y: Number(y) };
      return { combatant, place: x === undefined ? null : side ? { cell: at } : { point: at }, bars: vital ? [{ key: vital }] : [] };
    }),
  };
}

/** A film's drawing. */
export class FilmBoard {
  drawing;
  #layers;
  #effects;

  /**
   * @param {any} film
   * @param {{ hold: (drawing: SVGSVGElement, scene: any) => void } & ConstructorParameters<typeof Effects>[0]} board shows the drawing
   * @param {Record<string, Element>} [lists] beside it
   * @param {string} [name] what its parts are called
   */
  constructor(film, board, lists = {}, name = 'scene') {
    const style = film.style ?? film.data.style;
    if (style) adopt(style);
    this.film = film;
    this.board = board;
    this.drawing = svg('svg', { id: name, role: 'img', 'aria-label': film.words.board ?? film.name, viewBox: '0 0 620 400' });
    this.#layers = new Layers(this.drawing, lists, name);
    this.#effects = new Effects(board);
  }

  /** Have it shown as it is drawn: again, where the board has another size. */
  hold() {
    const scene = sceneOf(this.drawing);
    this.board.hold(this.drawing, scene);
    return scene;
  }

  /**
   * Show the film where it is.
   * @param {number} before the version that was shown
   */
  show(before) {
    const { film, drawing } = this, { at } = film, follows = before > 0 && at > before && at - before < FAR;
    this.#layers.draw(film, mayMove() && before > 0 && Math.abs(at - before) < FAR);
    const facts = /** @type {SVGElement | null} */ (drawing.querySelector('[data-scale]'))?.dataset ?? {};
    for (const [name, usual] of Object.entries(FACTS)) drawing.dataset[name] = facts[name] ?? usual;
    drawing.dataset.version = String(at);
    const scene = this.hold();
    ornament(() => {
      if (!follows) this.#effects.forget();
      const told = film.events.findLast((/** @type {any} */ one) => one.version <= at && one.effect);
      if (told) this.#effects.tell([{ act: told.act, headline: told.effect }]);
      this.#effects.show(scene);
    });
  }
}

export { LISTS };
