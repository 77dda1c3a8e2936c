// Applies patches by the client library and by a library of other people. GIVEN: a file of {module, cases: [{whole, patches}]}.
import { readFileSync } from 'node:fs';
import { applyPatch } from 'rfc6902';

const { module, cases } = JSON.parse(readFileSync(process.env.GIVEN, 'utf8')), { patched } = await import(module);
const frozen = (value) => {
  if (value && typeof value === 'object') for (const inside of Object.values(Object.freeze(value))) frozen(inside);
  return value;
};
console.log(JSON.stringify(cases.map(({ whole, patches }) => {
  const theirs = { value: structuredClone(whole) }, ours = patches.reduce((value, patch) => frozen(patched(value, patch)), frozen(whole));
  for (const patch of patches) {
    const faults = applyPatch(theirs, patch.map((one) => ({ ...one, path: `/value${one.path}` }))).filter(Boolean);
    if (faults.length) throw faults[0];
  }
  return { ours, theirs: theirs.value };
})));
