// GraphiQL at the very address that it asks. `?query=...&variables=...` opens with a document, and runs nothing.
import { headers, language, loaded, openBar, token } from './caller.js';

const SYSTEMS = `# Skald keeps tabletop fights.
#
# This tab needs no token. The tabs beside it need
# a seat's: paste it above. The GM's sees the whole
# fight, a player's what that player may see.
#
# Ctrl-Enter runs it; Ctrl-Space says what fits at
# the cursor; the book on the left has all types.

query Games {
  systems {
    id
    name
    language
    rulesVersion
    commands { key description }
  }
}
`;

const FIGHT = `# A fight as your seat may see it. Write its id,
# which stands beside your token, into the variables
# below. With "at" you look at any past version.

query Fight($id: ID!, $at: Int) {
  encounter(id: $id, at: $at) {
    name
    version
    status
    round
    acting
    combatants {
      key
      name
      side
      vitals { key now max }
      conditions { kind left }
    }
    # What you may order now: "send" is the command
    # of the mutation "submit", as it stands.
    offers { label send }
    # What you are asked: "send" is the choice of
    # the mutation "answer".
    decisions { id text offers { label send } }
  }
}
`;

const WATCH = `# Every event after a version, a step at a time:
# first what has happened, then what happens. After
# a disconnect, go on after the last version you have.

subscription Watch($id: ID!, $after: Int!) {
  events(encounter: $id, after: $after) {
    version
    type
    text
    data
  }
}
`;

const id = 'the id of a fight';
const pretty = (value) => JSON.stringify(value, null, 2);

openBar();
if (loaded('React', 'ReactDOM', 'GraphiQL')) open();

function open() {
  const here = new URL(location.pathname, location.href);
  const socket = new URL(here);
  socket.protocol = here.protocol === 'https:' ? 'wss:' : 'ws:';
  const fetcher = GraphiQL.createFetcher({
    url: here.href,
    subscriptionUrl: socket.href,
    // The schema is for everybody: a token that has expired is no reason to show none.
    schemaFetcher: GraphiQL.createFetcher({ url: here.href, enableIncrementalDelivery: false }),
    fetch: (url, request) => fetch(url, { ...request, headers: { ...headers(), ...request.headers } }),
    // Read when a subscription begins.
    wsConnectionParams: {
      get token() { return token(); },
      get locale() { return language(); },
    },
  });
  const asked = new URLSearchParams(location.search);
  ReactDOM.createRoot(document.getElementById('tool')).render(
    React.createElement(GraphiQL, {
      fetcher,
      defaultTabs: [
        { query: SYSTEMS },
        { query: FIGHT, variables: pretty({ id }) },
        { query: WATCH, variables: pretty({ id, after: 0 }) },
      ],
      isHeadersEditorEnabled: false, // a token that is pasted there would be kept with the history
      ...(asked.has('query') && { query: asked.get('query'), variables: asked.get('variables') ?? '' }),
    }),
  );
}
