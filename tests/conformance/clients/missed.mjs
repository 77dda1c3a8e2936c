// A seat that watches by the client library over sockets that lose one message. GIVEN: root, library, fight, token, lost
// (which message of the stream). A line of JSON for each change, and each subscription.
import { isDeepStrictEqual } from 'node:util';
import WebSocket from 'ws';

const { root, library, fight: id, token, lost } = JSON.parse(process.env.GIVEN), say = (what) => console.log(JSON.stringify(what));
const { documents, Fight, Server } = await import(library);
let heard = 0;

class Lossy extends WebSocket {
  send(data) {
    if (JSON.parse(data).type === 'subscribe') say({ subscribed: JSON.parse(data).payload.variables.after });
    super.send(data);
  }

  set onmessage(hear) {
    this.addEventListener('message', (message) => {
      const { type } = JSON.parse(message.data);
      if (type !== 'next' || (heard += 1) !== lost) hear(message);
    });
  }
}

const server = new Server(root, { token, WebSocket: Lossy }), fight = new Fight(server, id), asked = [];
const { graphql } = server;
server.graphql = (...given) => { asked.push(given[0] === documents.LOOK); return graphql.apply(server, given); };
fight.addEventListener('changed', async () => {
  const { now } = fight, { encounter } = await graphql.call(server, documents.LOOK, { id });
  say({ changed: now.version, right: isDeepStrictEqual(JSON.parse(JSON.stringify(now)), encounter), looked: asked.filter(Boolean).length });
});
fight.addEventListener('told', ({ detail }) => say({ told: detail.map(({ version }) => version) }));
await fight.open();
