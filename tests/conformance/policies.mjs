// The guide's policies for Apollo's cache, at work: what it warns of, and the log that pages grow into.
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client';
import { LIVE } from './clients/figures.mjs';

const { url, id, token, guide, command } = JSON.parse(process.env.GIVEN);
const warned = [];
console.warn = console.error = (...words) => warned.push(words.join(' '));

const PAGE = `query Page($id: ID!, $after: ID) { encounter(id: $id) { id
  events(first: 4, after: $after) { nodes { version text } pageInfo { hasNextPage endCursor } } } }`;
const ACT = 'mutation Act($input: SubmitInput!) { submit(input: $input) { ... on Problem { code } ... on Accepted { version } } }';
const OTHER = `query Other($id: ID!) { encounter(id: $id) { id rules { system ... on FantasiaState { setup { __typename } } }
  combatants { id rules { ... on FantasiaCombatant { group } } } } }`;

const { cache } = guide ? await import(guide) : { cache: new InMemoryCache() };
const client = new ApolloClient({ cache, link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } }) });
const look = (query, variables) => client.query({ query: gql(query), variables, fetchPolicy: 'network-only' });

await look(LIVE, { id });
await look(OTHER, { id });
await client.mutate({ mutation: gql(ACT), variables: { input: { encounter: id, command } } });
await look(LIVE, { id });
const rules = client.readQuery({ query: gql(OTHER), variables: { id } });

const log = client.watchQuery({ query: gql(PAGE), variables: { id } });
const shown = [];
log.subscribe(({ data }) => data?.encounter?.events?.nodes && shown.push(data.encounter.events.nodes.map((e) => e.version)));
let { data } = await look(PAGE, { id });
for (let pages = 0; pages < 2; pages++) {
  const { endCursor: after } = data.encounter.events.pageInfo;
  ({ data } = await log.fetchMore({ variables: { after } }));
}
await new Promise((later) => setTimeout(later)); // a cache tells its watchers in the next turn
console.log(JSON.stringify({ warned, rules, shown: shown.at(-1) ?? [] }));
client.stop();
