// Pictures of looks and the backdrop, of other hosts: only where their reader has turned them on.
import { svg } from './elements.js';

/**
 * Lay pictures where the drawing says they belong.
 * @param {Element} board
 * @param {any} scene
 */
export function showPictures(board, { backdrop, tokens }) {
  /**
   * @param {string} part
   * @param {string | null | undefined} href
   * @param {string} fit
   */
  const lay = (part, href, fit) => {
    const where = /** @type {SVGGraphicsElement | null} */ (href && board.querySelector(part));
    if (!where || !href?.startsWith('https:') || where.querySelector('image')) return;
    const { x, y, width, height } = where.getBBox();
    where.append(svg('image', { href, x, y, width, height, preserveAspectRatio: fit }));
  };
  lay('[data-part=backdrop]', backdrop?.picture, 'none');
  for (const { combatant, looks } of tokens)
    lay(`[data-part=token][data-combatant="${CSS.escape(combatant)}"]`, looks.picture, 'xMidYMid slice');
}
