// Random keys, which also work over plain http, where browsers have no crypto.randomUUID.

/** A new idempotency key: 32 hex digits. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
