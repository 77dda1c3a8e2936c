// JSON Patch (RFC 6902), as far as the server sends it: `add`, `remove` and `replace`.

/**
 * A value after operations, in their order. It stays as it is itself; what nothing changes is the same object in both.
 * @template Value
 * @param {Value} value
 * @param {{ op: string, path: string, value?: any }[]} operations
 * @returns {Value}
 */
export function patched(value, operations) {
  const own = new Set(), copied = (/** @type {any} */ thing) => {
    if (own.has(thing)) return thing;
    const copy = Array.isArray(thing) ? [...thing] : { ...thing };
    own.add(copy);
    return copy;
  };
  const root = copied({ value });
  for (const { op, path, value: given } of operations) {
    const parts = `value${path}`.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')), last = parts.pop() ?? '';
    let at = root;
    for (const part of parts) at = at[part] = copied(at[part]);
    if (Array.isArray(at) && op !== 'replace') at.splice(Number(last), op === 'add' ? 0 : 1, ...(op === 'add' ? [given] : []));
    else if (op === 'remove') delete at[last];
    else at[last] = given;
  }
  return root.value;
}
