// Plays with the client that hey-api generated. Prints what came of it as JSON.
import { client } from './made/client.gen';
import { create, look, submit } from './made/sdk.gen';

const given = JSON.parse(process.env.GIVEN ?? '');
client.setConfig({ baseUrl: given.url });
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

const made = await create({ body: given.wish, headers: as(given.admin) });
if (!made.data) throw new Error(JSON.stringify(made.error));
const path = { id: made.data.encounter.id };
const gm = as(made.data.tokens.find(({ seat }) => seat === 'gm')?.token ?? '');
const begun = await submit({ path, body: { command: { fantasia: { begin: {} } } }, headers: gm });
const refused = await submit({ path, body: { command: { fantasia: { begin: {} } } }, headers: gm });
const seen = await look({ path, query: { scene: true }, headers: gm });
console.log(JSON.stringify({
  version: begun.data?.version, seen: seen.data?.version, names: seen.data?.combatants.map(({ name }) => name),
  refused: refused.response.status, code: refused.error?.code,
}));
