// All that a frontend may show of a fight, in one document.
export const FIGURES = `fragment Figures on Encounter {
  id version status round acting order outcome headHash seats { id key name role }
  policy { kind pace }
  combatants { id key name side seat out vitals { id key now max } conditions { id key kind left }
    place { zone cell { x y } } rules { system ... on FantasiaCombatant { initiative reacted } } }
  rules { system ... on FantasiaState { begun } }
  decisions { id key text yours offers { key label send } } offers { key label send }
  events(last: 5) { nodes { version type text data } } }`;
export const LIVE = `query Live($id: ID!, $at: Int) { encounter(id: $id, at: $at) { ...Figures } } ${FIGURES}`;
export const AGAIN = `mutation Again($input: SubmitInput!) {
  submit(input: $input) { ... on Accepted { again encounter { ...Figures } } } } ${FIGURES}`;
export const CREATED = `mutation Created($input: CreateEncounterInput!) {
  createEncounter(input: $input) { ... on Created { encounter { ...Figures } } } } ${FIGURES}`;
