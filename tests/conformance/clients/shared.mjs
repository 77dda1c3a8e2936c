// What all seats see alike, of a real fight, and of views that are made up here.
import WebSocket from 'ws';

const { root, token, library, parts, fight: id } = JSON.parse(process.env.GIVEN);
const { Fight, Server } = await import(library);
const { commonOf } = await import(parts.shared);
const { sceneForAll } = await import(parts.scene);

const fight = new Fight(new Server(root, { token, WebSocket }), id);
await fight.open();
const common = await commonOf(fight, 0), scene = await sceneForAll(fight);
fight.close();

const figure = (combatant, x, more = {}) => ({ combatant, label: combatant, down: false, turn: 'WAITING', place: { cell: { x, y: 0 } }, footprint: null, looks: { picture: 'a.png', refs: [] }, ...more });
const event = (version, text, because = null, headline = null) => ({ version, act: version, weight: 'DETAIL', text, because, headline });
const slot = (key, state) => ({ key, combatant: key, state });
const view = (version, round, tokens, slots, nodes) => ({ encounter: { version, round, scene: { tokens, play: { slots } }, events: { nodes } } });
const ana = [figure('a', 0), figure('b', 1, { label: 'The Queen', down: true, turn: 'ACTING' }), figure('c', 2), figure('d', 3)];
const bob = [figure('d', 3), figure('b', 1, { label: 'A stranger', looks: { picture: null, refs: [] } }), figure('a', 5)];
const views = {
  ana: [view(7, 3, ana, [slot('a', 'ACTED'), slot('b', 'ACTING'), slot('c', 'WAITING')], [event(5, 'all', null, { text: 'all' }), event(6, 'why', { terms: [1] }, { text: 'by Ana' }), event(7, 'Ana alone')])],
  bob: [view(6, 2, bob, [], []), view(7, 2, bob, [slot('c', 'WAITING'), slot('b', 'ACTING'), slot('a', 'WAITING')], [event(5, 'all', null, { text: 'all' }), event(6, 'why', null, { text: 'by something unseen' }), event(7, '')])],
};
const asked = [];
const seats = [{ key: 'gm', role: 'GM' }, { key: 'ana', role: 'PLAYER' }, { key: 'bob', role: 'SPECTATOR' }, { key: 'bot', role: 'PLAYER', bot: {} }];
const madeUp = (loaded) => ({
  id: 'f', loaded: { seats: loaded },
  server: { graphql: async (_, { as }) => { asked.push(as); return views[as].length > 1 ? views[as].shift() : views[as][0]; } },
});
const made = await commonOf(madeUp(seats), 4), nobody = await commonOf(madeUp(seats.slice(0, 1)), 4);
const never = await commonOf({ ...madeUp(seats), server: { graphql: async (_, { as }) => view(as === 'ana' ? 1 : 2, 1, [], [], []) } }, 0);
console.log(JSON.stringify({ common, scene, made, asked, nobody, never }));
