// Numbers and words that float over figures: never too small, never cut by the rim.

/**
 * @param {SVGGElement} marks
 * @param {Element} shown
 */
export function keepInside(marks, shown) {
  const turn = marks.firstChild && marks.getScreenCTM();
  if (!turn?.a) return;
  const frame = shown.getBoundingClientRect(), px = 1 / turn.a, back = turn.inverse(), rim = 3 * px;
  const from = new DOMPoint(frame.left, frame.top).matrixTransform(back), to = new DOMPoint(frame.right, frame.bottom).matrixTransform(back);
  const largest = Math.max(15, Math.min(frame.width, frame.height) / 9) * px;
  for (const one of /** @type {NodeListOf<SVGTextElement>} */ (marks.querySelectorAll('.float'))) {
    const x = Number(one.dataset.x), y = Number(one.dataset.y), put = (/** @type {any} */ given) => { for (const name in given) one.setAttribute(name, given[name]); };
    put({ x, y, 'font-size': Math.min(largest, Math.max(15 * px, Number(one.dataset.letters))) });
    // What floats over somebody who is not shown stays there.
    if (x < from.x || x > to.x || y < from.y - largest || y > to.y) continue;
    const box = one.getBBox(), within = (/** @type {number} */ low, /** @type {number} */ long, /** @type {number} */ least, /** @type {number} */ most) => Math.max(0, least + rim - low) - Math.max(0, low + long - most + rim);
    put({ x: x + within(box.x, box.width, from.x, to.x), y: y + within(box.y, box.height, from.y, to.y) });
  }
}
