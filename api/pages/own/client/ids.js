// Ids for what is named by people.

/**
 * An id made of a name: letters, digits, `_` and `-`; different from all that are taken.
 * @param {string} name
 * @param {Iterable<string>} taken
 */
export function idOf(name, taken) {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[łŁ]/g, 'l').replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'one';
  const used = new Set(taken);
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? plain.slice(0, 50) : `${plain.slice(0, 50)}_${n}`;
    if (!used.has(id)) return id;
  }
}
