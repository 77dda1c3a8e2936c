// Where a figure would stand, while it is put somewhere: as large as it is, and marked where it does not fit.
import { t } from '../words.js';
import { svg } from '../shared/elements.js';
import { fits, sideOf } from './ground-fit.js';
import { CELL } from '../board/ground-shapes.js';

export class GroundGhost {
  #block = svg('rect', { class: 'ghost', rx: 12 });
  #disc = svg('circle', { class: 'ghost' });
  #shown = '';

  /** @param {import('./ground-editor.js').GroundEditor} editor */
  constructor(editor) {
    this.editor = editor;
  }

  /**
   * @param {SVGSVGElement} board
   * @param {string} id of the figure
   * @param {any} place
   */
  show(board, id, place) {
    const { editor } = this, figure = editor.draft.figures.find((one) => one.id === id), shown = JSON.stringify([id, place]);
    if (!figure || shown === this.#shown) return;
    this.#shown = shown;
    const good = fits(editor, figure, place), { cell, point } = place, side = sideOf(editor, id) * CELL;
    const where = cell ? { x: cell.x * CELL, y: cell.y * CELL, width: side, height: side } : { cx: point.x, cy: point.y, r: (editor.breadths.get(id) ?? 100) / 2 };
    const drawn = cell ? this.#block : this.#disc;
    for (const [name, value] of Object.entries(where)) drawn.setAttribute(name, String(value));
    drawn.classList.toggle('misfit', !good);
    board.append(drawn);
    editor.said.textContent = good ? '' : t('ground.misfit', { name: figure.name });
  }

  away() {
    this.#shown = '';
    this.#block.remove();
    this.#disc.remove();
    this.editor.said.textContent = '';
  }
}
