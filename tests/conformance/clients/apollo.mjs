// Apollo Client with its default cache. Subscriptions by graphql-ws, or, by default, as multipart over HTTP.
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { ACT, LOOK, WATCH, acting, looking, socket, tell, token, url, versions, watching, way } from './given.mjs';

const http = new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } });
const overSocket = new GraphQLWsLink(createClient({ url: socket, connectionParams: { token }, webSocketImpl: WebSocket }));
const link = ApolloLink.split(
  ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
  way === 'socket' ? overSocket : http,
  http,
);
const client = new ApolloClient({ link, cache: new InMemoryCache() });

const step = new Promise((heard, failed) => {
  const watched = client.subscribe({ query: gql(WATCH), variables: watching }).subscribe({
    next({ data, error }) {
      watched.unsubscribe();
      if (error) failed(error);
      else heard(versions(data));
    },
    error: failed,
  });
});
const { data: looked } = await client.query({ query: gql(LOOK), variables: looking });
const { data: done } = await client.mutate({ mutation: gql(ACT), variables: acting });
tell({ looked, done, step: await step });
client.stop();
