// What a drag means, and where places lie on another program's map: the library's functions on a board that is made up here.
const { library } = JSON.parse(process.env.GIVEN);
const { SceneMap, orderTo, obey, outlinesOf, Refusal } = await import(library);

const WALLS = new Set(['2,0', '2,1', '2,2']);
const asked = [];
const step = (name, most, more = {}) => ({
  key: name, kind: 'move', group: 'MOVE', combatant: 'ada', send: { game: { move: { who: 'ada', to: null, path: [], off: false, ...more } } },
  fields: [{ kind: 'path', path: ['game', 'move', 'path'], most, least: 0, reach: null }],
});
const spot = (name, reach = null) => ({
  key: name, kind: 'move', group: 'MOVE', combatant: 'ada', send: { game: { move: { who: 'ada', to: { cell: { x: 0, y: 0 } }, path: [], off: false } } },
  fields: [{ kind: 'place', path: ['game', 'move', 'to'], most: 1, least: 0, reach }],
});
/** Judges a way as a server would: one cell at a time, not into walls, not over the edge. */
function judged(path) {
  let at = { x: 0, y: 1 };
  for (const { cell } of path) {
    if (Math.abs(cell.x - at.x) + Math.abs(cell.y - at.y) !== 1) throw new Refusal('a step too long', { code: 'NOT_LEGAL' });
    if (WALLS.has(`${cell.x},${cell.y}`)) throw new Refusal('a wall', { code: 'NOT_LEGAL' });
    at = cell;
  }
  const next = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, y]) => ({ x: at.x + x, y: at.y + y }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < 6 && y < 5 && !WALLS.has(`${x},${y}`));
  return { unfinished: path.length ? '' : 'no step yet', next: [
    { by: null, area: { runs: next.map(({ x, y }) => ({ x, y, length: 1, height: null })) } },
    { by: 'JUMP', area: { runs: [{ x: at.x + 2, y: at.y, length: 1, height: null }] } },
  ] };
}
const fight = (offers, decisions = []) => ({
  now: { version: 7 }, loaded: { offers, decisions, scene: { tokens: [{ combatant: 'ada', place: { cell: { x: 0, y: 1 } } }], space: { cell: 100, diagonals: false } } },
  async preview({ command, decision, choice }) {
    asked.push(decision ?? 'order');
    const { to, path } = (command ?? choice).game.move;
    if (!to) return judged(path);
    if (to.cell.x > 4) throw new Refusal('too far', { code: 'NOT_LEGAL' });
    return { unfinished: '', next: [] };
  },
  done: [],
  async submit(send, more) { this.done.push(['submit', send, more.version]); },
  async answer({ key }, { choice }) { this.done.push(['answer', key, choice]); },
});
const tried = async (offers, cell, decisions) => {
  asked.length = 0;
  try {
    const order = await orderTo(fight(offers, decisions), 'ada', { cell });
    return order && { key: order.offer.key, move: order.send.game.move, decision: order.decision?.key ?? null, asked: asked.length };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.message, asked: asked.length };
  }
};
const decision = { key: '9', yours: true, mayAnswer: true, question: { who: 'ada' }, offers: [{ ...spot('step-back'), combatant: null, group: null }] };
const table = fight([spot('move')]), order = await orderTo(table, 'ada', { cell: { x: 3, y: 3 } });
await obey(table, order);
const reached = { runs: [{ x: 2, y: 4, length: 3, height: 2 }] };

const scene = (space, tokens) => ({ space, tokens });
const nothing = { space: {}, tokens: [] };
const on = { cell: 50, corner: { x: 10, y: 20 } };
const big = { combatant: 'ogre', place: { cell: { x: 2, y: 1 } } };
const grid = new SceneMap(scene({ cell: 100 }, [big]), { space: {}, tokens: [{ combatant: 'ogre', footprint: { runs: [{ x: 2, y: 1, length: 2 }, { x: 2, y: 2, length: 2 }], outlines: [] } }] }, on);
const plane = new SceneMap(scene({ __typename: 'ScenePlane' }, []), nothing, on);
const mini = { combatant: 'mini', place: { point: { x: 150, y: 200 } } };
const row = (side, rank, x, y) => ({ side, rank, at: { x, y } });
const ranks = new SceneMap(scene({ positions: [row('us', 1, 100, 0), row('us', 2, 0, 0), row('them', 1, 300, 0)] }, []), nothing, on);
const hall = [{ x: 0, y: 0 }, { x: 200, y: 0 }, { x: 200, y: 200 }, { x: 0, y: 200 }];
const crowd = ['a', 'b', 'c'].map((combatant) => ({ combatant, place: { zone: 'hall' }, hidden: false }));
const zones = new SceneMap(scene({ zones: [{ key: 'hall', at: { x: 100, y: 100 } }] }, crowd), { space: { zones: [{ key: 'hall', outline: hall }] }, tokens: [] }, on);

console.log(JSON.stringify({
  place: await tried([spot('move')], { x: 3, y: 3 }), far: await tried([spot('move'), step('move-path', 9)], { x: 5, y: 1 }),
  straight: await tried([step('walk', 9)], { x: 1, y: 3 }), around: await tried([step('walk', 9)], { x: 4, y: 1 }), short: await tried([step('walk', 6)], { x: 4, y: 1 }),
  leaving: await tried([spot('move'), step('move-off', 9, { off: true })], { x: 5, y: 0 }), height: await tried([spot('move', reached)], { x: 3, y: 4 }),
  nothing: await tried([{ ...spot('strike'), group: 'STRIKE' }], { x: 1, y: 1 }), asked: await tried([], { x: 1, y: 1 }, [decision]),
  other: await tried([], { x: 1, y: 1 }, [{ ...decision, yours: false, mayAnswer: false }]), done: table.done,
  grid: [grid.middleOf(big), grid.placeAt('ogre', { x: 160, y: 120 }), grid.stands(big, { x: 165, y: 118 }), grid.stands(big, { x: 200, y: 120 })],
  plane: [plane.middleOf(mini), plane.placeAt('mini', { x: 85, y: 120 }), plane.stands(mini, { x: 86, y: 121 }), plane.stands(mini, { x: 95, y: 120 })],
  ranks: [ranks.placeAt('x', { x: 55, y: 25 }), ranks.placeAt('x', { x: 150, y: 20 }), ranks.placeAt('x', { x: 900, y: 20 })],
  zones: [crowd.map((one) => zones.middleOf(one)), zones.placeAt('a', { x: 20, y: 30 }), zones.placeAt('a', { x: 5, y: 30 }), zones.stands(crowd[0], { x: 100, y: 115 })],
  outlines: outlinesOf((x, y) => y === 0 && x < 2, { width: 3, height: 2, cell: 100 }),
}));
