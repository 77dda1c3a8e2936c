// What the extension for Owlbear Rodeo draws of a scene that is made up here, with the real SDK, which finds just so much of a room as it needs.
import { register } from 'node:module';

const { sdk, drawing, map } = JSON.parse(process.env.GIVEN);
const found = `export const resolve = (name, context, next) => (name === '@owlbear-rodeo/sdk' ? { url: ${JSON.stringify(sdk)}, format: 'module', shortCircuit: true } : next(name, context));`;
register(`data:text/javascript,${encodeURIComponent(found)}`);
const room = 'https://www.owlbear.rodeo';
globalThis.window = {
  location: { search: `?obrref=${btoa(`${room} a-room`)}` },
  addEventListener: (kind, hear) => kind === 'message' && hear({ origin: room, data: { id: 'OBR_READY', data: { ref: 'r', userId: 'me' } } }),
};
const { commandsOf, drawings } = await import(drawing), { SceneMap } = await import(map);

const at = (x, y) => ({ x, y });
const square = (x, y, side) => [at(x, y), at(x + side, y), at(x + side, y + side), at(x, y + side)];
const area = (more) => ({ runs: [], outlines: [], strip: null, disc: null, sector: null, places: [], ...more });
const outline = (points, ...holes) => ({ points, holes: holes.map((hole) => ({ points: hole })) });
const AREAS = {
  runs: area({ runs: [{ x: 1, y: 0, length: 2 }, { x: 1, y: 1, length: 1 }] }),
  hole: area({ outlines: [outline(square(0, 0, 400), square(100, 100, 100))] }),
  turned: area({ outlines: [outline(square(0, 0, 400).reverse(), square(100, 100, 100))] }),
  together: area({ outlines: [outline(square(0, 0, 200)), outline(square(100, 100, 200).reverse())], disc: { centre: at(150, 150), radius: 20 } }),
  disc: area({ disc: { centre: at(200, 200), radius: 100 } }),
  quarter: area({ sector: { centre: at(200, 200), radius: 100, from: at(1, 0), to: at(0, 1) } }),
  rest: area({ sector: { centre: at(200, 200), radius: 100, from: at(0, 1), to: at(1, 0) } }),
  strip: area({ strip: { line: [at(100, 100), at(300, 100), at(300, 300)], width: 100 } }),
  zone: area({ places: [{ zone: 'hall' }, { zone: 'unknown' }] }),
};
const nothing = { space: {}, tokens: [] }, on = { cell: 50, corner: at(10, 20) };
const grid = new SceneMap({ space: { cell: 100 }, tokens: [] }, nothing, on);
const zones = new SceneMap({ space: { zones: [{ key: 'hall', at: at(50, 50) }] }, tokens: [] }, { space: { zones: [{ key: 'hall', outline: square(0, 0, 100) }] }, tokens: [] }, on);

const figure = (combatant, x) => ({ combatant, place: { cell: at(x, 3) }, hidden: false, side: 'us', label: combatant, looks: { colour: null }, bars: [], badges: [] });
const now = { scene: { space: { cell: 100 }, tokens: [figure('ada', 0), figure('bo', 2), figure('cy', 4)], sides: [{ key: 'us', emblem: 'CIRCLE', looks: { colour: null } }] } };
const mark = (key, kind, more) => ({ key, kind, label: key, tone: 'BAD', from: null, to: null, members: [], area: null, ...more });
const drawn = {
  space: {}, tokens: [],
  ground: {
    rows: ['..~~', '.#~.'],
    legend: [
      { key: 'floor', sign: '.', label: 'Floor', look: 'FLOOR', step: 'FREE', sight: 'FREE' }, { key: 'river', sign: '~', label: 'River', look: 'WATER', step: 'HARD', sight: 'FREE' },
      { key: 'wall', sign: '#', label: 'Wall', look: 'WALL', step: 'NEVER', sight: 'NEVER' }, { key: 'fire', sign: null, label: 'Fire', look: 'FIRE', step: 'FREE', sight: 'FREE' },
      { key: 'door', sign: null, label: 'Door', look: 'DOOR', step: 'FREE', sight: 'NEVER' }, { key: 'odd', sign: null, label: 'Odd', look: 'UNKNOWN_YET', step: 'FREE', sight: 'FREE' },
    ],
    patches: [
      { key: 'camp', entry: 'fire', label: 'Camp fire', area: AREAS.disc }, { key: 'plain', entry: 'floor', label: '', area: AREAS.disc }, { key: 'odd', entry: 'odd', label: '', area: AREAS.runs },
    ],
    edges: [
      { key: 'shut', entry: 'door', state: 'SHUT', label: '', line: [at(0, 0), at(0, 100)] }, { key: 'open', entry: 'door', state: 'OPEN', label: 'Way out', line: [at(100, 0), at(200, 0)] },
    ],
  },
  marks: [
    mark('blast', 'EFFECT', { area: AREAS.hole }), mark('grip', 'HOLDS', { from: 'ada', to: 'cy' }), mark('melee', 'ENGAGED', { members: ['ada', 'bo', 'cy'], tone: 'WARNING' }),
    mark('alone', 'AIMS', { from: 'ada', to: 'nobody' }), mark('far', 'DISTANCE', { from: 'ada', to: 'bo' }),
  ],
};
const shown = drawings({ fight: 'f', now, drawn, map: new SceneMap(now.scene, { space: {}, tokens: [] }, on), items: new Map(), cell: 50 });

console.log(JSON.stringify({
  areas: Object.fromEntries(Object.entries(AREAS).map(([name, one]) => [name, commandsOf(name === 'zone' ? zones : grid, one)])),
  drawn: Object.fromEntries([...shown].map(([key, { type, name, style, commands, fillRule, points, text, position, layer, createdUserId }]) => [
    key, { type, name, style, commands, fillRule, points, text: text?.plainText, position, layer, createdUserId },
  ])),
}));
