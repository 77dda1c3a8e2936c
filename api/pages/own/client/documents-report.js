// What a fight taught, asked for by who wants to read it. Types are generated from this and the published schema.
export const ANALYSIS = /* GraphQL */ `
  query Analysis($id: ID!) {
    analysis(encounter: $id) {
      version ended takenBack
      rolls { version by label dice faces chance passed }
      combatants { combatant name dealt taken healed felled harm { label points } conditions { label times } successes { rolls hits expected } }
      seats { name decisions median longest successes { rolls hits expected } }
      dice { sides typed dice faces corrected needed }
    }
  }
`;

/** How its chances went, as it is worked out. */
export const CURVE_GROWING = /* GraphQL */ `
  subscription CurveGrowing($id: ID!) {
    curve(encounter: $id) {
      version ended complete done fights sides { side label luck }
      points { version runs finished chances { side value error } }
      acts { first last shifts { side dice choice } }
      turns { version text shifts { side dice choice } }
    }
  }
`;

/** How its sides are told apart. */
export const SIDES = /* GraphQL */ `query Sides($id: ID!) { encounter(id: $id) { scene { sides { key emblem } } } }`;
