// A live view of a fight in a normalising cache, as its client sets it up by itself, while all else is looked at.
// A cache holds what one token sees: a page for two seats has two clients.
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { AGAIN, CREATED, LIVE } from './clients/figures.mjs';

const { cache, url, id, token, versions, second, repeated } = JSON.parse(process.env.GIVEN);
const by = (token) => ({ headers: { authorization: `Bearer ${token}` } });

function apollo() {
  const client = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache() });
  return {
    watch: (query, variables, token, told) =>
      client.watchQuery({ query: gql(query), variables, context: by(token) }).subscribe(({ data }) => data && told(data)),
    query: async (query, variables, token) =>
      (await client.query({ query: gql(query), variables, context: by(token) })).data,
    mutate: async (mutation, variables, token) =>
      (await client.mutate({ mutation: gql(mutation), variables, context: by(token) })).data,
    kept: async (query, variables) => client.readQuery({ query: gql(query), variables }),
  };
}

function graphcache() {
  const client = new Client({ url, exchanges: [cacheExchange(), fetchExchange] });
  const data = ({ data, error }) => {
    if (error) throw error;
    return data;
  };
  return {
    watch: (query, variables, token, told) =>
      client.query(query, variables, { fetchOptions: by(token) }).subscribe((result) => told(data(result))),
    query: async (query, variables, token) => data(await client.query(query, variables, { fetchOptions: by(token) })),
    mutate: async (query, variables, token) => data(await client.mutation(query, variables, { fetchOptions: by(token) })),
    kept: async (query, variables) => data(await client.query(query, variables, { requestPolicy: 'cache-only' })),
  };
}

const client = { apollo, graphcache }[cache]();
const told = [];
await new Promise((first) => {
  client.watch(LIVE, { id }, token, (data) => {
    told.push(data.encounter);
    first();
  });
});

const looks = versions.map((at) => ({ id, at })).concat(versions.map((at) => ({ id: `${id}@${at}` })));
for (const look of looks) await client.query(LIVE, look, token);
await client.query(LIVE, { id: second.id }, second.token);
const { submit, createEncounter } = repeated.command
  ? await client.mutate(AGAIN, { input: repeated }, token)
  : await client.mutate(CREATED, { input: repeated }, token);
await new Promise((later) => setTimeout(later)); // a cache tells its watchers in the next turn

const plain = async (variables, token) => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...by(token).headers } };
  const answer = await fetch(url, { ...request, body: JSON.stringify({ query: LIVE, variables }) });
  return (await answer.json()).data.encounter;
};
const kept = [];
for (const look of [{ id }, ...looks, { id: second.id }]) {
  const { encounter } = await client.kept(LIVE, look);
  kept.push({ ...look, encounter, true: await plain(look, look.id === second.id ? second.token : token) });
}
const withoutTypes = (key, value) => (key === '__typename' ? undefined : value);
const result = JSON.stringify({ told, kept, again: (submit ?? createEncounter).encounter }, withoutTypes);
process.stdout.write(result, () => process.exit()); // a pipe takes 64 KiB at once: all of it has to be gone
