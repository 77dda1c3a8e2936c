// Every GraphQL document that the page for watchers sends. Types are generated from these and the published schema.
import { BAR } from './documents.js';

/** That something has happened; what it looks like comes with the film. */
export const NEWS = /* GraphQL */ `
  subscription News($id: ID!, $after: Int!) { events(encounter: $id, after: $after) { version text weight } }
`;

/** The table of a fight, beside its film. */
export const TABLE = /* GraphQL */ `
  query Table($id: ID!) {
    encounter(id: $id) {
      id name version status outcomeLabel
      seats { key name role } combatants { key name } waiting { text what for { seat name } combatants next }
      houseRules { key name summary label defaultLabel }
    }
  }
`;

/** The figures of a version: where everybody is, and how everybody fares; and the same in words. */
export const FIGURES = /* GraphQL */ `
  query Figures($id: ID!, $at: Int) {
    encounter(id: $id, at: $at) {
      scene {
        text
        sides { key label emblem bars { ...BarParts } badges { label text tone level } }
        tokens {
          combatant side label kindLabel place { height cell { x y } point { x y } } whereabouts down hidden turn yours
          bars { ...BarParts } badges { label text tone level until }
        }
      }
    }
  }
  ${BAR}
`;

/** The pictures of what stands on the board now. */
export const PICTURES = /* GraphQL */ `
  query Pictures($id: ID!, $at: Int) {
    encounter(id: $id, at: $at) { scene { space { ... on SceneGrid { width height cell } ... on ScenePlane { width height } } backdrop { picture opacity } tokens { combatant looks { picture portrait } } } }
  }
`;

export const PRESENCE = /* GraphQL */ `
  subscription Present($id: ID!) { presence(encounter: $id) { seats { key name streams } } }
`;

export const PUBLISH = /* GraphQL */ `
  mutation Publish($id: ID!, $seat: ID) {
    publishEncounter(encounter: $id, seat: $seat) { __typename ... on Published { seat } ... on Problem { code message } }
  }
`;
