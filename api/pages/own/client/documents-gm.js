// Every GraphQL document that the game master's panel sends. Types are generated from these and the published schema.
import { PROBLEM } from './documents.js';

/** What the game of a fight tells of itself, in the reader's language. */
export const SYSTEM = /* GraphQL */ `
  query Game($id: ID!) {
    system(id: $id) {
      id key questions { key label } sheet
      conditions { key label text until }
      ground { key sign label look }
      sides { key label }
      content { key names { key value } }
    }
  }
`;

/** What the game master changes of a figure beside the rules; of none: of the fight. */
export const CORRECTIONS = /* GraphQL */ `
  query Corrections($id: ID!, $combatant: ID) {
    encounter(id: $id) {
      corrections(combatant: $combatant) { path label kind now least most nullable among { value label } send }
      combatants { key owner conditions { key label left amount } looks { colour caption picture portrait refs { program value } } }
    }
  }
`;

/** The ground as the game master knows it, for what is changed by a click. */
export const GROUND = /* GraphQL */ `
  query Ground($id: ID!) {
    encounter(id: $id) {
      scene { space { ... on SceneZones { zones { key label } links { key from to } } } ground { digest rows edges { key entry label state line { x y } } legend { key sign label look state } } }
    }
  }
`;

export const SET_BOT = /* GraphQL */ `
  mutation Bot($input: SetBotInput!) { setBot(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const ADD_SEAT = /* GraphQL */ `
  mutation AddSeat($input: AddSeatInput!) { addSeat(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const REMOVE_SEAT = /* GraphQL */ `
  mutation RemoveSeat($input: RemoveSeatInput!) { removeSeat(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const RENAME_SEAT = /* GraphQL */ `
  mutation RenameSeat($input: RenameSeatInput!) { renameSeat(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const REVOKE = /* GraphQL */ `
  mutation Revoke($encounter: ID!, $seat: ID!) { revokeToken(encounter: $encounter, seat: $seat) { __typename ${PROBLEM} } }
`;
