// Every GraphQL document that the page of a host sends. Types are generated from these and the published schema.

/** The games with their ready-made fights, and no more of them: all of a game is large. */
export const READY = /* GraphQL */ `
  query Ready {
    systems { id name spaces ground { key sign label look } readyFights { key title summary request } }
  }
`;
