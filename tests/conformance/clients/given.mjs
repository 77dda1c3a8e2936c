// What the test hands over, and the documents that every client sends.
export const { way, url, socket, token, encounter, version, command } = JSON.parse(process.env.GIVEN);

export const LOOK = `query Look($id: ID!) { encounter(id: $id) { id version } }`;
export const ACT = `mutation Act($input: SubmitInput!) {
  submit(input: $input) { __typename ... on Accepted { version } ... on Problem { code message } } }`;
export const WATCH = `subscription Watch($id: ID!, $after: Int!) {
  events(encounter: $id, after: $after) { version type text data } }`;

export const looking = { id: encounter };
export const acting = { input: { encounter, command } };
export const watching = { id: encounter, after: version };

export const versions = (step) => step.events.map((event) => event.version);
export const tell = (what) => console.log(JSON.stringify(what));
