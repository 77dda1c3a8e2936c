// What the page of a company asks beside what every seat asks. Its types are made as for `documents.js`.

/** A game with its ready-made fights, and no more of it: all of a game is large. */
export const READY_OF = /* GraphQL */ `
  query ReadyOf($id: ID!) {
    system(id: $id) { id name sides { key label } ground { key sign label look } readyFights { key title summary request } }
  }
`;

/** What the things of a game are called, for goods in a chest. */
export const NAMES_OF = /* GraphQL */ `
  query NamesOf($id: ID!) { system(id: $id) { content { names { key value } } } }
`;
