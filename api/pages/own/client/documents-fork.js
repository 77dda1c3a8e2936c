// What the page for watchers asks where somebody plays on from what he sees. Types are generated from these and the published schema.

/** By which rules a version was played, and which are installed. */
export const RULES = /* GraphQL */ `
  query Rules($id: ID!, $at: Int!) {
    encounter(id: $id, at: $at) { system rulesVersion unplayed seats { key role } }
    systems { id rulesVersion }
  }
`;

export const FORK = /* GraphQL */ `
  mutation Fork($id: ID!, $at: Int!, $today: Boolean!, $key: String!) {
    fork(encounter: $id, at: $at, todaysRules: $today, idempotencyKey: $key) {
      __typename
      ... on Created { encounter { id seats { key name role } } tokens { seat token } }
      ... on Problem { code message }
    }
  }
`;
