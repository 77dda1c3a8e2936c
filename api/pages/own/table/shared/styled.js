// Style of what is brought when it is wanted: it comes with it.
import { h } from './elements.js';

/** @type {Map<string, Promise<unknown>>} */
const brought = new Map();

/**
 * Bring a style sheet, once; it is there, or cannot be had, when this is done.
 * @param {string} name of its file
 */
export function styled(name) {
  const found = brought.get(name) ?? new Promise((done) => document.head.append(h('link', { rel: 'stylesheet', href: new URL(`../${name}.css`, import.meta.url).href, onload: done, onerror: done })));
  brought.set(name, found);
  return found;
}
