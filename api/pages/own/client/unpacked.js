// The bytes of a file that somebody brings, unpacked if it is packed by gzip.

/** Most bytes that a file may have: a longer one is not looked at. */
export const MOST = 256 * 2 ** 20;

/**
 * The file's bytes; null where it cannot be unpacked, or is too large.
 * @param {Blob} file
 * @returns {Promise<Uint8Array | null>}
 */
export async function unpacked(file) {
  if (file.size > MOST) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader(), parts = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > MOST) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
