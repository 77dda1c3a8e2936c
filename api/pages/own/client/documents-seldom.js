// GraphQL documents that the client of a seat sends seldom: they are brought then. Their types are made as for `documents.js`.
import { PROBLEM } from './documents.js';

/** The sheet of a figure, as far as the seat knows it. */
export const STAT_BLOCK = /* GraphQL */ `
  query Sheet($id: ID!, $who: ID!, $as: ID) {
    encounter(id: $id, as: $as) {
      statBlock(combatant: $who) {
        whole
        values { key label value because text }
        groups { key label things { key label icon facts text } }
        conditions { key label level until text tone }
      }
    }
  }
`;

export const PREFER = /* GraphQL */ `
mutation Prefer($input: PreferInput!) { prefer(input: $input) { __typename ... on Preferred { kind preference } ${PROBLEM} } }
`;

export const ENTROPY = /* GraphQL */ `
mutation Entropy($input: AddEntropyInput!) { addEntropy(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const HANDOVER = /* GraphQL */ `
mutation Handover($input: AnswerHandoverInput!) {
  answerHandover(input: $input) { __typename ... on Accepted { version } ${PROBLEM} }
}
`;

/** Hand a combatant to another seat: an offer of a player's, at once if the game master does it. */
export const HAND_OVER = /* GraphQL */ `
mutation HandOver($input: HandOverInput!) { handOver(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const RECALL = /* GraphQL */ `
mutation Recall($input: RecallInput!) { recall(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const JOIN = /* GraphQL */ `
mutation Join($invitation: String!, $key: String) {
  join(invitation: $invitation, idempotencyKey: $key) {
    __typename ... on Joined { encounter token { token seat expires } } ${PROBLEM}
  }
}
`;
