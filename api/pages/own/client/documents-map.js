// The GraphQL document of who draws a fight on a map of his own, as plugins of virtual tables do.
import { AREA } from './documents.js';

/** What lies on the map, beside what `LOOK` tells: the ground, what figures cover, the marks and where they lie. */
export const MAP = /* GraphQL */ `
  query Map($id: ID!, $at: Int) {
    encounter(id: $id, at: $at) {
      version
      scene {
        space { __typename ... on SceneZones { zones { key label outline { x y } } links { from to } } }
        ground {
          digest rows
          patches { key entry label area { ...AreaParts } }
          edges { key entry state label line { x y } }
          legend { key sign label look step sight }
        }
        tokens { combatant footprint { ...AreaParts } looks { caption refs { program value } } }
        marks { key kind label tone from to members area { ...AreaParts } }
      }
    }
  }
  ${AREA}
`;
