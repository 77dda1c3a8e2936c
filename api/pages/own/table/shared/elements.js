// Making elements. Every text is set as text: nothing that players write is ever read as markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} given attributes; `on...` listens, `.name` is set as a property; null and false: left out
 * @param {Child[]} children
 */
function dressed(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name.startsWith('.')) /** @type {any} */ (element)[name.slice(1)] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [given]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const h = (tag, given = {}, ...children) => dressed(document.createElement(tag), given, children);

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [given]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export const svg = (tag, given = {}, ...children) =>
  dressed(/** @type {SVGElementTagNameMap[Tag]} */ (document.createElementNS('http://www.w3.org/2000/svg', tag)), given, children);

/**
 * Listen to an event that brings something along.
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => void} heard
 */
export const listen = (target, name, heard) =>
  target.addEventListener(name, (event) => heard(/** @type {CustomEvent} */ (event).detail));

/**
 * What stands in the field that an event is of.
 * @param {Event} event
 */
export const fieldOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * Put other children into an element, and keep those that are the same: focus and scrolling stay where they were.
 * @param {Element} parent
 * @param {Node[]} children
 */
export function replace(parent, children) {
  const stay = new Set(children);
  for (const child of Array.from(parent.childNodes)) if (!stay.has(child)) child.remove();
  children.forEach((child, at) => {
    if (parent.childNodes[at] !== child) parent.insertBefore(child, parent.childNodes[at] ?? null);
  });
}

/** What was made for an element by `replaceChanged`, by what it says. @type {WeakMap<Element, Map<string, Element>>} */
const lying = new WeakMap();

/**
 * All that an element depends on, which no other of its parent says; how it is made; what stands in it.
 * @typedef {{ says: unknown, made: () => Element, inside?: Part[] }} Part
 */

/**
 * Fill an element with parts. One that says what was there already is not made again, and is not laid out again: a press
 * that began on it ends on it.
 * @param {Element} parent
 * @param {Part[]} parts
 */
export function replaceChanged(parent, parts) {
  const before = lying.get(parent), now = new Map(parts.map(({ says, made }) => {
    const key = JSON.stringify(says);
    return [key, before?.get(key) ?? made()];
  }));
  lying.set(parent, now);
  replace(parent, [...now.values()]);
  for (const { says, inside } of parts) if (inside) replaceChanged(/** @type {Element} */ (now.get(JSON.stringify(says))), inside);
  return [...now.values()];
}

/**
 * Draw a part of the page anew, and put the focus where it was: on the element that stands for the same.
 * @param {Element} parent
 * @param {() => void} draw
 */
export function keepingFocus(parent, draw) {
  const active = document.activeElement, inside = active && parent.contains(active);
  draw();
  if (!inside || active.isConnected) return;
  const named = (/** @type {Element} */ one) => one.getAttribute('data-offer') ?? one.getAttribute('aria-label') ?? one.textContent;
  const again = [...parent.querySelectorAll(active.localName)].find((one) => named(one) === named(active));
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * A name that begins with a capital, as names of figures do; entries of a catalogue may be common nouns.
 * @param {string} name
 */
export const titled = (name) => name.slice(0, 1).toLocaleUpperCase(document.documentElement.lang) + name.slice(1);
