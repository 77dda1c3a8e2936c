// Every GraphQL document that the client of a seat sends. Types are generated from these and the published schema.

export const AREA = /* GraphQL */ `
fragment AreaParts on SceneArea {
  runs { x y length height }
  outlines { points { x y } holes { points { x y } } }
  strip { line { x y } width }
  disc { centre { x y } radius }
  sector { centre { x y } radius from { x y } to { x y } }
  places { zone side rank height cell { x y } point { x y } }
}
`;

export const OFFER = /* GraphQL */ `
fragment OfferParts on Offer {
  key kind group groupLabel ends label combatant rule send target name icon wayOf intent asksTwice summary
  place { zone side rank height cell { x y } point { x y } }
  price { key name amount }
  fields {
    name label path kind least most exact proposed needsPick
    among { value label towards { x y } asksTwice } words { value label }
    reach { ...AreaParts }
  }
}
`;

export const BAR = /* GraphQL */ `
fragment BarParts on SceneBar { key label now max lost band share unit tone }
`;

/** A fight as a seat sees it: what it may do, what is asked, and where everything stands. */
export const FIGHT = /* GraphQL */ `
fragment FightParts on Encounter {
  id name system version status round acting outcome outcomeLabel
  waiting { text what for { seat name } combatants next }
  dice takeBackConsent headHash mayAddEntropy odds
  signature { key value }
  seats { key name role bot botPace botThinks looks { colour } }
  combatants { key name side seat owner out outLabel kindLabel }
  handovers { combatant giver taker accepted }
  policy { kind asked pace deadline }
  singleAnswers { skip pace }
  houseRules { key name summary label defaultLabel }
  preferences { kind label preference }
  offers { ...OfferParts }
  omittedOffers { combatant text }
  unavailable { combatant key kind name icon group reason { kind text target } }
  takeBacks { ...OfferParts }
  decisions {
    id key kind seats text rule visibility openedAt dueAt deadline pace default yours mayAnswer question preferences
    interrupts { what by label }
    offers { ...OfferParts }
  }
  scene {
    text
    space {
      __typename
      ... on SceneGrid { width height cell unit }
      ... on ScenePlane { width height unit }
      ... on SceneZones { width height zones { key label at { x y } outline { x y } } }
      ... on SceneRanks { width height positions { side rank at { x y } } }
      ... on SceneNowhere { why }
    }
    ground { digest }
    backdrop { picture at { x y } width height opacity }
    tokens {
      combatant side label caption kindLabel place { zone side rank height cell { x y } point { x y } }
      whereabouts down hidden turn yours looks { colour picture portrait refs { program value } }
      bars { ...BarParts } badges { key label short text tone level until }
    }
    marks { key label text }
    badges { key label text tone level }
    sides { key label emblem enemies looks { colour } bars { ...BarParts } badges { key label text tone } }
    play { style label phase round count slots { key label combatant side seat state figure amount left { ...BarParts } } left { ...BarParts } }
  }
}
${AREA}${OFFER}${BAR}
`;

export const LOOK = /* GraphQL */ `
query Look($id: ID!, $at: Int, $as: ID) { encounter(id: $id, at: $at, as: $as) { ...FightParts } }
${FIGHT}
`;

export const EVENT = /* GraphQL */ `
fragment EventParts on Event {
  version act type time seat text weight rule
  headline { text icon outcome because actor target changes { combatant vital by } }
  because { causes withheld terms { key of amount times over rule statement source combatant private } }
  ... on DiceRolled { dice faces by why }
}
`;

/** The fight whole, and after each step what changed in it; with the events after a version. */
export const CHANGES = /* GraphQL */ `
subscription Changes($id: ID!, $after: Int) {
  changes(encounter: $id, after: $after) { version since whole { ...FightParts } patch events { ...EventParts } }
}
${FIGHT}${EVENT}
`;

/** The newest events before a version, for the log of somebody who comes later. */
export const EARLIER = /* GraphQL */ `
query Earlier($id: ID!, $before: ID, $last: Int!, $as: ID) {
  encounter(id: $id, as: $as) { events(last: $last, before: $before) { nodes { ...EventParts } pageInfo { hasPreviousPage } } }
}
${EVENT}
`;

export const PROBLEM = '... on Problem { code message } ... on Refused { rule field faults { message field } }';

export const SUBMIT = /* GraphQL */ `
mutation Submit($input: SubmitInput!) {
  submit(input: $input) {
    __typename
    ... on Accepted { version }
    ${PROBLEM}
    ... on Conflict { expected actual }
  }
}
`;

export const ANSWER = /* GraphQL */ `
mutation Answer($input: AnswerInput!) { answer(input: $input) { __typename ... on Accepted { version } ${PROBLEM} } }
`;

export const PREVIEW = /* GraphQL */ `
query Foresee($input: PreviewInput!) {
  preview(input: $input) {
    __typename
    ... on Preview {
      certain text unfinished
      ways { ...WayParts }
      next { by label area { ...AreaParts } }
      areas { ...AreaParts }
      affected { combatant label }
      tests { label combatant target dice against chance provided typed terms { source amount times over rule } }
    }
    ${PROBLEM}
    ... on Refused { ways { ...WayParts } }
  }
}
fragment WayParts on PreviewWay { combatant label cost left unit steps { zone side rank height cell { x y } point { x y } } }
${AREA}
`;

export const VIEWER = /* GraphQL */ `
query Who { viewer { admin host encounter seat role expires } }
`;

export const PRESENCE = /* GraphQL */ `
subscription Here($id: ID!) { presence(encounter: $id) { seats { key name streams } } }
`;
