// Numbers and words that float over figures: read at any size of the board, and never cut by its rim.

/** Pixels of the smallest letters, and of the room to the rim. */
const LEAST = 15, RIM = 3;

/**
 * Write what floats as large as its figures, and move inside what the rim would cut.
 * @param {SVGGElement} marks
 * @param {Element} shown
 */
export function keepInside(marks, shown) {
  const floats = /** @type {SVGTextElement[]} */ ([...marks.querySelectorAll('.float')]), turn = floats.length ? marks.getScreenCTM() : null;
  if (!turn?.a) return;
  const frame = shown.getBoundingClientRect(), px = 1 / turn.a, back = turn.inverse(), rim = RIM * px;
  const from = new DOMPoint(frame.left, frame.top).matrixTransform(back), to = new DOMPoint(frame.right, frame.bottom).matrixTransform(back);
  const largest = Math.max(LEAST, Math.min(frame.width, frame.height) / 9) * px;
  for (const one of floats) {
    const x = Number(one.dataset.x), y = Number(one.dataset.y), put = (/** @type {string} */ name, /** @type {number} */ value) => one.setAttribute(name, String(value));
    put('font-size', Math.min(largest, Math.max(LEAST * px, Number(one.dataset.letters))));
    put('x', x);
    put('y', y);
    // What floats over somebody who is not shown stays there.
    if (x < from.x || x > to.x || y < from.y - largest || y > to.y) continue;
    const box = one.getBBox();
    put('x', x + Math.max(0, from.x + rim - box.x) - Math.max(0, box.x + box.width - to.x + rim));
    put('y', y + Math.max(0, from.y + rim - box.y) - Math.max(0, box.y + box.height - to.y + rim));
  }
}
