// What somebody asks who wants to know how a fight may end. Types are generated from this and the published schema.

/** What an answer tells, the last one as those before it. */
const ODDS = /* GraphQL */ `
fragment OddsParts on Odds {
  encounter version known runs complete stopped milliseconds
  sides { side bot won { value low high } lost { value low high } }
  nobody { value low high } undecided { value low high }
  combatants { key name side stands { value low high } vitals { vital left { q1 median q3 } } }
  rounds { q1 median q3 }
}
`;

export const GROWING = /* GraphQL */ `
  subscription Growing($input: OddsInput!) { odds(input: $input) { ...OddsParts } }
  ${ODDS}
`;

/** With how many opponents a fight that is not made is about as hard as is wanted. */
export const PROPOSING = /* GraphQL */ `
  subscription Proposing($input: SetupProposalsInput!) {
    setupProposals(input: $input) { side chance complete proposals { kinds { name side count was } won { value low high } runs fight } }
  }
`;

/** What each offer of a combatant is worth. */
export const COMPARING = /* GraphQL */ `
  subscription Comparing($input: CompareInput!) {
    compare(input: $input) { version combatant side known runs complete stopped offers { key send runs chance { value low high } } }
  }
`;

/** Of a fight that is not made yet. */
export const SETUP_GROWING = /* GraphQL */ `
  subscription SetupGrowing($input: SetupOddsInput!) { setupOdds(input: $input) { ...OddsParts } }
  ${ODDS}
`;
