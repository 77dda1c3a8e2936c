// graphql-sse in its default mode, a connection for each operation.
import { createClient } from 'graphql-sse';
import { ACT, LOOK, WATCH, acting, looking, tell, token, url, versions, watching } from './given.mjs';

const client = createClient({ url, headers: { authorization: `Bearer ${token}` } });

async function one(query, variables) {
  for await (const { data, errors } of client.iterate({ query, variables })) return errors ?? data;
}

const steps = client.iterate({ query: WATCH, variables: watching });
const next = steps.next();
const looked = await one(LOOK, looking);
const done = await one(ACT, acting);
const { value } = await next;
tell({ looked, done, step: versions(value.data) });
client.dispose();
