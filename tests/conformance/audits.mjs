// All audits of graphql-http, as its own docs run them.
import { auditServer } from 'graphql-http';

const { url } = JSON.parse(process.env.GIVEN);
const results = await auditServer({ url });
console.log(JSON.stringify(results.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));
