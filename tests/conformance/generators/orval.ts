// Plays with the client that Orval generated. Prints what came of it as JSON.
import { create, look, submit } from './made';

const given = JSON.parse(process.env.GIVEN ?? '');
const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } });

const made = await create(given.wish, as(given.admin));
if (made.status !== 201) throw new Error(JSON.stringify(made.data));
const { encounter, tokens } = made.data;
const gm = as(tokens.find(({ seat }) => seat === 'gm')?.token ?? '');
const begun = await submit(encounter.id, { command: { fantasia: { begin: {} } } }, gm);
if (begun.status !== 200) throw new Error(JSON.stringify(begun.data));
const refused = await submit(encounter.id, { command: { fantasia: { begin: {} } } }, gm);
const seen = await look(encounter.id, { scene: true }, gm);
if (seen.status !== 200) throw new Error(String(seen.status));
console.log(JSON.stringify({
  version: begun.data.version, seen: seen.data.version, names: seen.data.combatants.map(({ name }) => name),
  refused: refused.status, code: refused.status === 200 ? '' : refused.data.code,
}));
