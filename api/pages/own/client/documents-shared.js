// What a plugin asks about what a whole table may see: its game master's client does, for every other seat.
import { AREA, EVENT } from './documents.js';

/** A fight with the eyes of a seat: where its figures stand, whose turn it is, and what it has heard since. */
export const SHARED = /* GraphQL */ `
  query Shared($id: ID!, $as: ID!, $after: ID, $first: Int!) {
    encounter(id: $id, as: $as) {
      version round
      scene {
        tokens { combatant label down turn place { zone side rank height cell { x y } point { x y } } footprint { ...AreaParts } looks { picture refs { program value } } }
        play { label phase round slots { key combatant state } }
      }
      events(first: $first, after: $after) { nodes { ...EventParts } }
    }
  }
  ${AREA}${EVENT}
`;
