// graphql-ws, everything over its socket. Where the socket is cut it connects again by itself and sends the payload
// as it is by then: with the last version in it nothing comes twice and nothing is missed.
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { ACT, LOOK, WATCH, acting, looking, socket, tell, token, versions, watching } from './given.mjs';

const client = createClient({ url: socket, connectionParams: { token }, webSocketImpl: WebSocket });

async function one(query, variables) {
  for await (const { data, errors } of client.iterate({ query, variables })) return errors ?? data;
}

const watch = { query: WATCH, variables: { ...watching } };
client.subscribe(watch, {
  next({ data }) {
    watch.variables.after = data.events.at(-1).version;
    tell({ step: versions(data) });
  },
  error: (error) => tell({ error: String(error.reason ?? error) }),
  complete: () => tell({ ended: true }),
});

tell(await one(LOOK, looking));
tell(await one(ACT, acting));
