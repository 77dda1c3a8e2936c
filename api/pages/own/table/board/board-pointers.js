// Mouse and fingers on a board: a touch, a long one, dragging, and two fingers that pinch.

/** Pixels that a pointer may move between down and up and still have clicked. */
const STILL = 8;
/** Milliseconds after which a finger that rests means more than a touch. */
const LONG = 500;

/**
 * @typedef {object} Heard
 * @property {(event: PointerEvent) => void} touched
 * @property {(event: PointerEvent) => boolean} held a finger rests; whether that meant something
 * @property {(dx: number, dy: number) => void} dragged in pixels of the page
 * @property {(factor: number, around: { x: number, y: number }) => void} pinched around: in shares of the element
 */

/**
 * Hear what pointers do on an element.
 * @param {HTMLElement} element
 * @param {Heard} heard
 */
export function hearPointers(element, heard) {
  /** @type {Map<number, { x: number, y: number, from: { x: number, y: number }, moved: boolean, timer?: ReturnType<typeof setTimeout> }>} */
  const pointers = new Map();
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    const at = { x: event.clientX, y: event.clientY }, pointer = { ...at, from: at, moved: false, timer: /** @type {any} */ (undefined) };
    if (event.pointerType === 'touch') pointer.timer = setTimeout(() => { if (!pointer.moved) pointer.moved = heard.held(event); }, LONG);
    pointers.set(event.pointerId, pointer);
    if (pointers.size > 1) for (const one of pointers.values()) one.moved = true;
  });
  element.addEventListener('pointermove', (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const [other] = [...pointers.values()].filter((one) => one !== pointer), before = { x: pointer.x, y: pointer.y };
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    pointer.moved ||= Math.hypot(pointer.x - pointer.from.x, pointer.y - pointer.from.y) > STILL;
    if (!pointer.moved) return;
    if (!other) {
      heard.dragged(pointer.x - before.x, pointer.y - before.y);
      return;
    }
    const box = element.getBoundingClientRect();
    const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    if (was > 0) heard.pinched(is / was, { x: ((pointer.x + other.x) / 2 - box.left) / box.width, y: ((pointer.y + other.y) / 2 - box.top) / box.height });
  });
  const gone = (/** @type {PointerEvent} */ event) => {
    const pointer = pointers.get(event.pointerId);
    clearTimeout(pointer?.timer);
    pointers.delete(event.pointerId);
    return pointer;
  };
  element.addEventListener('pointercancel', gone);
  element.addEventListener('pointerup', (event) => {
    const pointer = gone(event);
    if (pointer && !pointer.moved && event.button <= 0) heard.touched(event);
  });
  // A finger that rests opens what is ours, and not the browser's menu too.
  element.addEventListener('contextmenu', (event) => event.preventDefault());
}
