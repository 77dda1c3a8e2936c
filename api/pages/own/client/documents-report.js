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
