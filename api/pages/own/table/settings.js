// What a reader has set for this browser: sound, motion, pictures, size. Nothing of it is sent anywhere.

const KEPT = 'skald-settings';

/** @typedef {{ sound: boolean, motion: boolean, pictures: boolean }} Settings */

/** @returns {Settings} */
export function settings() {
  const usual = { sound: false, motion: true, pictures: false };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') };
  } catch {
    return usual;
  }
}

/**
 * @param {keyof Settings} name
 * @param {boolean} value
 */
export function set(name, value) {
  localStorage.setItem(KEPT, JSON.stringify({ ...settings(), [name]: value }));
}

/** Whether anything may move: neither this reader's settings nor those of his system forbid it. */
export const mayMove = () => settings().motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
