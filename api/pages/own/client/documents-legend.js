// The document that asks what a ground means. Types are generated from it and the published schema.

/** What is on the ground, by its looks; what holds for figures, by its icon. */
export const LEGEND = /* GraphQL */ `
  query Legend($id: ID!, $as: ID) {
    encounter(id: $id, as: $as) { scene { ground { legend { key look label height cover text } } tokens { badges { icon label text tone } } } }
  }
`;
