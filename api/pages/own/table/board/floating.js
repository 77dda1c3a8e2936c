// Numbers and words that float over figures: read at any size of the board, and never cut by its rim.

/** Pixels of the page: the smallest letters, those of a board of usual size at most, and the room left to the rim. */
const LEAST = 15, RIM = 3;
/** The largest letters: this part of the board's shorter side. */
const LARGEST = 1 / 9;

/**
 * Write what floats as large as its figures are shown, and move what would be cut by the rim inside. What floats over
 * somebody who is not shown stays there.
 * @param {SVGGElement} marks has them, each with where it belongs: `data-x`, `data-y`, `data-letters`, in the scene's lengths
 * @param {Element} shown the board, or what else cuts them
 */
export function keepInside(marks, shown) {
  const floats = /** @type {SVGTextElement[]} */ ([...marks.querySelectorAll('.float')]), turn = floats.length ? marks.getScreenCTM() : null;
  if (!turn?.a) return;
  const frame = shown.getBoundingClientRect(), px = 1 / turn.a, back = turn.inverse();
  const from = new DOMPoint(frame.left, frame.top).matrixTransform(back), to = new DOMPoint(frame.right, frame.bottom).matrixTransform(back);
  const largest = Math.max(LEAST, Math.min(frame.width, frame.height) * LARGEST) * px;
  for (const one of floats) {
    const x = Number(one.dataset.x), y = Number(one.dataset.y);
    one.setAttribute('font-size', String(Math.min(largest, Math.max(LEAST * px, Number(one.dataset.letters)))));
    one.setAttribute('x', String(x));
    one.setAttribute('y', String(y));
    if (x < from.x || x > to.x || y < from.y - largest || y > to.y) continue;
    const box = one.getBBox(), rim = RIM * px;
    one.setAttribute('x', String(x + Math.max(0, from.x + rim - box.x) - Math.max(0, box.x + box.width - to.x + rim)));
    one.setAttribute('y', String(y + Math.max(0, from.y + rim - box.y) - Math.max(0, box.y + box.height - to.y + rim)));
  }
}
