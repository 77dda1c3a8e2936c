// urql with its default exchanges. Subscriptions by graphql-ws, or, by its own option, as server-sent events.
import { Client, cacheExchange, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { ACT, LOOK, WATCH, acting, looking, socket, tell, token, url, versions, watching, way } from './given.mjs';

const sockets = createClient({ url: socket, connectionParams: { token }, webSocketImpl: WebSocket });
const overSocket = subscriptionExchange({
  forwardSubscription: (request) => ({
    subscribe: (sink) => ({ unsubscribe: sockets.subscribe({ ...request, query: request.query ?? '' }, sink) }),
  }),
});

const client = new Client({
  url,
  fetchOptions: { headers: { authorization: `Bearer ${token}` } },
  ...(way === 'socket'
    ? { exchanges: [cacheExchange, fetchExchange, overSocket] }
    : { exchanges: [cacheExchange, fetchExchange], fetchSubscriptions: true }),
});

const data = (result) => {
  if (result.error) throw result.error;
  return result.data;
};
const step = new Promise((heard, failed) => {
  client.subscription(WATCH, watching).subscribe((result) => {
    if (result.error) failed(result.error);
    else heard(versions(result.data));
  });
});
const looked = data(await client.query(LOOK, looking).toPromise());
const done = data(await client.mutation(ACT, acting).toPromise());
tell({ looked, done, step: await step });
process.exit(); // on Node an unsubscribed fetch leaves a rejection that urql does not catch
