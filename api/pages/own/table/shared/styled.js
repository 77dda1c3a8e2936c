// Style of what is brought when it is wanted: it comes with it.
import { bring } from './bring.js';
import { h } from './elements.js';

/** @type {Map<string, Promise<unknown>>} */
const brought = new Map();

/**
 * Bring a style sheet, once; it is there, or the server does not have it, when this is done.
 * @param {string} name of its file
 */
export function styled(name) {
  const found = brought.get(name) ?? bring(() => new Promise((done, failed) => {
    const link = h('link', { rel: 'stylesheet', href: new URL(`../${name}.css`, import.meta.url).href, onload: done, onerror: () => { link.remove(); failed(new TypeError('not loaded')); } });
    document.head.append(link);
  })).catch(() => {});
  brought.set(name, found);
  return found;
}
