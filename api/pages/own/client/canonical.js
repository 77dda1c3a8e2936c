// Canonical JSON, as hashes need it: keys sorted by their UTF-8 bytes, no blanks.

const utf8 = new TextEncoder();

/** @param {string} text */
export const bytesOf = (text) => utf8.encode(text);

/**
 * @param {string} one
 * @param {string} other
 */
function byBytes(one, other) {
  const a = bytesOf(one), b = bytesOf(other), length = Math.min(a.length, b.length);
  for (let n = 0; n < length; n += 1) if (a[n] !== b[n]) return a[n] - b[n];
  return a.length - b.length;
}

/**
 * @param {any} value as parsed
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value).sort(byBytes).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}
