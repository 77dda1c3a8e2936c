// Saving a text as a file.
import { h } from './elements.js';

/**
 * @param {string} text
 * @param {string} name
 * @param {string} type
 */
export function keepFile(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
