// The drawing of a scene as nodes: its style adopted, and a fresh drawing put into the one that is shown.

const GLIDE = 260;

const sheets = new Map();

/**
 * The drawing's own style sheet, adopted by the document: its policy lets no inline style in.
 * @param {string} text
 */
export function adopt(text) {
  if (sheets.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Make what is drawn like a fresh drawing. What is the same in both stays: a browser does not lay out and paint it again.
 * @param {Element} drawn
 * @param {Element} fresh
 * @param {Element[]} [others] stand in it too, and stay where they are; the last one at its end
 * @returns {[Element, Element][]} tokens that are drawn anew, before and after
 */
export function renew(drawn, fresh, others = []) {
  /** @type {[Element, Element][]} */
  const tokens = [];
  for (const { name, value } of fresh.attributes) if (drawn.getAttribute(name) !== value) drawn.setAttribute(name, value);
  const keyOf = (/** @type {Element} */ one, /** @type {number} */ n) => one.id || one.getAttribute('data-combatant') || `${n}`;
  const there = new Map([...drawn.children].filter((one) => !others.includes(one)).map((one, n) => [keyOf(one, n), one]));
  const passed = (/** @type {Element | null} */ one) => (one && one.nextElementSibling && others.includes(one) ? one.nextElementSibling : one);
  let at = passed(drawn.firstElementChild);
  for (const [n, one] of [...fresh.children].entries()) {
    const key = keyOf(one, n), before = there.get(key), same = before?.isEqualNode(one);
    const parts = before && !same && one.hasAttribute('data-layer'), kept = before && (same || parts) ? before : one;
    if (parts) tokens.push(...renew(before, one));
    else if (before && !same && one.matches('[data-part=token]')) tokens.push([before, one]);
    if (kept === at) at = passed(at.nextElementSibling);
    else drawn.insertBefore(kept, at);
    if (kept === before) there.delete(key);
  }
  for (const gone of there.values()) gone.remove();
  return tokens;
}

/**
 * Lay what the last act has left below the tokens of a drawing.
 * @param {SVGSVGElement} drawing
 * @param {SVGGElement} left
 */
export function layMarks(drawing, left) {
  const tokens = [...drawing.children].find(({ id }) => id.endsWith('-tokens'));
  if (tokens && tokens.previousElementSibling !== left) tokens.before(left);
}

/**
 * Where a token's first line begins, in pixels of the drawing: told by the drawing itself, without a layout of the page.
 * @param {Element} token
 */
function beginOf(token) {
  const [x = 0, y = 0] = token.querySelector('path')?.getAttribute('d')?.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y };
}

/**
 * Let a token that was drawn anew come from where it was drawn before.
 * @param {Element} before
 * @param {Element} after
 */
export function glide(before, after) {
  const from = beginOf(before), to = beginOf(after), dx = from.x - to.x, dy = from.y - to.y;
  if (Math.abs(dx) + Math.abs(dy) > 1)
    after.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0px 0px' }], { duration: GLIDE, easing: 'ease' });
}

/**
 * The middle of a figure as it is drawn, and how wide it is, in the lengths of what lies over the drawing; null where it
 * is not drawn.
 * @param {SVGGraphicsElement} over
 * @param {SVGGraphicsElement | null} token
 */
export function spotIn(over, token) {
  const to = over.getCTM()?.inverse(), from = token?.getCTM();
  if (!token || !to || !from) return null;
  const box = token.getBBox(), turn = to.multiply(from);
  const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + Math.min(box.width, box.height) / 2).matrixTransform(turn);
  return { x, y, size: box.width * turn.a };
}
