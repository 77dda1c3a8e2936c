// A client that only watches. `variables` is read anew at every attempt: the last version in it is where it goes on.
// graphql-ws takes a connection that is refused, while the server starts, for the end, unless shouldRetry says otherwise.
import { createClient as overStreams } from 'graphql-sse';
import { createClient as overSockets } from 'graphql-ws';
import WebSocket from 'ws';
import { WATCH, socket, tell, token, url, versions, watching, way } from './given.mjs';

const client =
  way === 'sse'
    ? overStreams({ url, headers: { authorization: `Bearer ${token}` } })
    : overSockets({ url: socket, connectionParams: { token }, webSocketImpl: WebSocket, shouldRetry: () => true });

const watch = { query: WATCH, variables: { ...watching } };
client.subscribe(watch, {
  next({ data }) {
    watch.variables.after = data.events.at(-1).version;
    tell({ step: versions(data) });
  },
  error: (error) => tell({ error: String(error.reason ?? error) }),
  complete: () => tell({ ended: true }),
});
