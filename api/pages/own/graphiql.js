// GraphiQL at the very address that it asks. `?query=...&variables=...` opens with a document, and runs nothing.
// It opens on the fight that it knows: of the token in the bar, or of the address, `#fight=...`.
import { fight, headers, language, loaded, onFight, openBar, token } from './caller.js';

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

const FIGHT = `# A fight as your seat may see it. Its id is in
# the variables once your token is in the bar.
# With "at" you look at any past version.

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

const NONE = 'the id of a fight';
const pretty = (value) => JSON.stringify(value, null, 2);

await openBar();
if (loaded('React', 'ReactDOM', 'GraphiQL')) open();

function open() {
  // Whether something was sent since a token was entered: its answer stays, also if the fight becomes known only then.
  let sent = false;
  document.getElementById('token').addEventListener('change', () => { sent = false; });
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
  // After a change of tab GraphiQL may still name the operation of the tab before: that name is left out.
  const send = (params, options) => {
    sent = true;
    const named = params.operationName && new RegExp(`\\b${params.operationName}\\b`).test(params.query);
    return fetcher(named ? params : { ...params, operationName: undefined }, options);
  };
  const asked = new URLSearchParams(location.search);
  const root = ReactDOM.createRoot(document.getElementById('tool'));
  const draw = () => {
    const games = { query: SYSTEMS };
    const about = { query: FIGHT, variables: pretty({ id: fight ?? NONE }) };
    const watch = { query: WATCH, variables: pretty({ id: fight ?? NONE, after: 0 }) };
    root.render(
      React.createElement(GraphiQL, {
        key: fight ?? NONE, // with another fight it is made anew, from what it remembers
        fetcher: send,
        defaultTabs: fight ? [about, watch, games] : [games, about, watch],
        isHeadersEditorEnabled: false, // a token that is pasted there would be kept with the history
        ...(fight && (location.hash || !localStorage.getItem('graphiql:tabState')) && about),
        ...(asked.has('query') && { query: asked.get('query'), variables: asked.get('variables') ?? '' }),
      }),
    );
  };
  if (fight) fill();
  onFight(() => { if ((fill() || !localStorage.getItem('graphiql:tabState')) && !sent) draw(); });
  draw();
}

/**
 * Write the fight where GraphiQL remembers that one is still to be written; what a person has written stays.
 * Whether there was such a place.
 */
function fill() {
  const open = Object.entries(localStorage).filter(([name, kept]) => name.startsWith('graphiql:') && kept.includes(NONE));
  for (const [name, kept] of open) localStorage.setItem(name, kept.replaceAll(NONE, fight));
  return open.length > 0;
}
