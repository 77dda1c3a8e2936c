// The Mod script in a sandbox of nothing but the documented calls: `node mod.mjs SCRIPT`. It fails by an assertion.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

import './standin.js';

const source = readFileSync(process.argv[2], 'utf8');
const NONCE = '0123456789abcdef0123456789abcdef', OTHER = 'f'.repeat(32);
const packed = (value) => encodeURIComponent(JSON.stringify(value)).replace(/[!'()*~._-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

function game() {
  const heard = [], timers = [];
  const roll20 = makeRoll20((message) => heard.push(message), {
    set: (done) => timers.push(done) - 1, clear: (number) => { timers[number] = null; },
  });
  roll20.player('-G', 'Gil', true);
  roll20.player('-A', 'Ana');
  roll20.player('-E', 'Eve');
  for (const [id, name, x, held] of [['-t1', 'Cloud', 0, '-A'], ['-t2', 'Ogre', 6, '']])
    roll20.add('graphic', { _id: id, name, left: x * 70 + 35, top: 105, controlledby: held });
  vm.runInNewContext(source, { ...roll20.api });
  roll20.ready();
  const token = (id) => roll20.api.getObj('graphic', id);
  const at = (id) => [token(id).get('left'), token(id).get('top')];
  const last = () => heard.at(-1);
  const here = (player, nonce = NONCE, language = 'en') => roll20.says(player, `!skald-here ${nonce} ${language}`);
  const board = (more = {}) => ({
    fight: 'f1', version: 7, first: true, last: true, order: ['ogre', 'cloud'],
    tokens: [{ key: 'cloud', name: 'Cloud', x: 0, y: 1, hidden: false }, { key: 'ogre', name: 'Ogre', x: 5, y: 1, hidden: false }], ...more,
  });
  const show = (more, player = '-G', nonce = NONCE) => roll20.says(player, `!skald-board ${nonce} 0 ${packed(board(more))}`);
  const carried = () => /^skald-carry:([0-9a-f]{32}):(\d+):(.*):$/.exec(last().html);
  return { roll20, heard, timers, token, at, last, here, show, carried };
}

// What a player says is carried by his own extension, in a whisper to him alone, and the answer is whispered with buttons.
{
  const { roll20, heard, last, here, carried } = game();
  assert.deepEqual(heard.map((one) => one.html), ['skald-hello']);
  roll20.says('-A', '!skald attack ogre');
  assert.match(last().html, /no Skald extension/);
  here('-A');
  assert.deepEqual([last().html, last().to, last().noarchive], [`skald-ready:${NONCE}:`, ['-A'], true]);
  roll20.says('-A', '!skald attack ogre [[1d20]] @{x}');
  const [, nonce, id, line] = carried();
  assert.deepEqual([nonce, decodeURIComponent(line), last().to], [NONCE, 'attack ogre [[1d20]] @{x}', ['-A']]);
  here('-E', OTHER);
  const before = heard.length;
  const lines = [{ text: 'You may:' }, { text: '7.1 Hit <b>[[9d9]] @{Eve|secret}</b>', say: '7.1' }, { text: 'x', say: '7.2) [y](!gm' }];
  for (const [player, one] of [['-E', NONCE], ['-E', OTHER], ['-A', OTHER]]) roll20.says(player, `!skald-answer ${one} ${id} ${packed({ lines })}`);
  assert.equal(heard.length, before, 'an answer by somebody else, or without the nonce');
  roll20.says('-A', `!skald-answer ${NONCE} ${id} ${packed({ lines })}`);
  assert.deepEqual(last().to, ['-A']);
  assert.match(last().html, /^You may:<br><a href="!skald 7\.1">7&#46;1 Hit &#60;b&#62;&#91;&#91;9d9/);
  assert.ok(last().html.endsWith('<br>x'), 'a command that is no number is no button');
  roll20.says('-A', `!skald-answer ${NONCE} ${id} ${packed({ lines })}`);
  assert.equal(heard.length, before + 1, 'an answer comes once');
  assert.deepEqual(roll20.failures, []);
}

// Tokens stand where the fight has them; whom not everybody sees stands on the game master's layer; the order is kept.
{
  const { roll20, token, at, here, show } = game();
  here('-G');
  here('-A', OTHER);
  roll20.campaign.set('turnorder', JSON.stringify([{ id: '-1', pr: 3, custom: 'Lair' }]));
  show({}, '-A', OTHER);
  assert.deepEqual(at('-t2'), [455, 105], 'a player tells nothing of the board');
  show();
  assert.deepEqual([at('-t1'), at('-t2')], [[35, 105], [385, 105]]);
  assert.deepEqual(JSON.parse(roll20.campaign.get('turnorder')).map((one) => one.custom || one.id), ['-t2', '-t1', 'Lair']);
  assert.equal(JSON.stringify(roll20.api.state), '{"skald":{"fight":"f1","version":7}}');
  show({ version: 8, tokens: [{ key: 'cloud', name: 'Cloud', x: 0, y: 1, hidden: false }, { key: 'ogre', name: 'Ogre', x: 4, y: 1, hidden: true }] });
  assert.deepEqual([token('-t2').get('layer'), at('-t2')], ['gmlayer', [315, 105]]);
  assert.deepEqual(JSON.parse(roll20.campaign.get('turnorder')).map((one) => one.custom || one.id), ['-t1', 'Lair']);
  show({ version: 6 });
  assert.equal(token('-t2').get('layer'), 'gmlayer', 'an older version tells nothing');
  show({ version: 9 });
  assert.equal(token('-t2').get('layer'), 'objects');
  show({ version: 9, fight: 'f2' });
  assert.equal(roll20.api.state.skald.fight, 'f1');
  roll20.says('-A', '!skald forget');
  assert.ok(roll20.api.state.skald);
  roll20.says('-G', '!skald forget');
  assert.equal(roll20.api.state.skald, undefined);
  show({ version: 1, fight: 'f2' });
  assert.deepEqual(roll20.api.state.skald.fight, 'f2');
  assert.deepEqual(roll20.failures, []);
}

// A token that is dragged is an order of whoever controls it; refused, unanswered or unheard it goes back.
{
  const { roll20, heard, timers, at, here, show, carried, last } = game();
  here('-G');
  show();
  roll20.drags('-t1', 175, 105);
  assert.deepEqual([carried()[3], last().to], ['cloud%202%2C1', ['-G']], 'its player has no extension: the game master');
  roll20.says('-G', `!skald-answer ${NONCE} ${carried()[2]} ${packed({ lines: [{ text: 'Too far' }], refused: true })}`);
  assert.deepEqual(at('-t1'), [35, 105]);
  here('-A', OTHER);
  roll20.drags('-t1', 178, 101);
  assert.deepEqual([carried()[1], last().to], [OTHER, ['-A']]);
  roll20.says('-A', `!skald-answer ${OTHER} ${carried()[2]} ${packed({ lines: [] })}`);
  show({ version: 8, tokens: [{ key: 'cloud', name: 'Cloud', x: 2, y: 1, hidden: false }] });
  assert.deepEqual(at('-t1'), [175, 105], 'on the middle of its cell');
  roll20.drags('-t1', 245, 105);
  timers.at(-1)();
  assert.match(last().html, /has not answered/);
  assert.deepEqual(at('-t1'), [175, 105]);
  const before = heard.length;
  roll20.drags('-t1', 190, 110);
  assert.deepEqual([at('-t1'), heard.length], [[175, 105], before], 'within its cell it says nothing');
  assert.deepEqual(roll20.failures, []);
}

// A token that the fight's looks name is theirs, on each page, whatever it is called; else its name tells, if nobody shares it.
{
  const { roll20, at, here, show } = game();
  roll20.add('graphic', { _id: '-t3', name: 'Ogre', left: 595, top: 595 });
  here('-G');
  const ogres = (refs) => [['ogre', 4], ['ogre2', 5]].map(([key, x]) => ({ key, name: 'Ogre', x, y: 1, hidden: false, ...(refs[key] ? { refs: refs[key] } : {}) }));
  show({ tokens: ogres({}) });
  assert.deepEqual([at('-t2'), at('-t3')], [[455, 105], [595, 595]], 'two are called so');
  show({ version: 8, tokens: ogres({ ogre: ['-of-another-page', '-t3'], ogre2: ['-t1'] }) });
  assert.deepEqual([at('-t1'), at('-t2'), at('-t3')], [[385, 105], [455, 105], [315, 105]]);
  show({ version: 9, tokens: [{ key: 'ogre', name: 'Brute', x: 1, y: 1, hidden: false, refs: ['-t2'] }, { key: 'other', name: 'Ogre', x: 0, y: 3, hidden: false }] });
  assert.deepEqual([at('-t2'), at('-t3')], [[105, 105], [35, 245]]);
  show({ version: 10, tokens: [{ key: 'ogre', name: 'Nobody', x: 2, y: 2, hidden: false, refs: { length: 9 } }] });
  assert.deepEqual(at('-t2'), [105, 105], 'nonsense names nobody');
  assert.deepEqual(roll20.failures, []);
}

// A token is bound to a combatant by the game master; nothing is whispered to a name that two people hear.
{
  const { roll20, heard, at, here, show, last, token } = game();
  roll20.add('graphic', { _id: '-t3', name: 'Big one', left: 70, top: 70, width: 140, height: 140 });
  here('-G');
  here('-A', OTHER, 'es');
  show({ tokens: [{ key: 'ogre', name: 'Ogre (2)', x: 3, y: 2, hidden: false }] });
  roll20.says('-A', '!skald bind ogre', [{ _id: '-t3', _type: 'graphic' }]);
  assert.match(last().html, /Solo el director de juego/);
  roll20.says('-G', '!skald bind ogre', [{ _id: '-t3', _type: 'graphic' }]);
  assert.deepEqual([token('-t3').get('gmnotes'), at('-t3')], ['skald: ogre', [280, 210]]);
  token('-t3').set('gmnotes', 'a%20note%20skald%3A%20ogre%3Cbr%3E%u017C');
  show({ version: 8, tokens: [{ key: 'ogre', name: 'Ogre (2)', x: 0, y: 0, hidden: false }] });
  assert.deepEqual(at('-t3'), [70, 70], 'as Roll20 keeps notes');
  const of = (more) => packed({ fight: 'f1', version: 9, first: false, last: true, ...more });
  const nonsenses = [
    '', '%', '%7B', '%E9', 'null', packed([1]), packed({ lines: 7, refused: 7 }), packed({ lines: [null, 7, { text: {}, say: [] }] }),
    of({ tokens: 7, order: 7 }), of({ tokens: [null, 7, {}, { key: '__proto__' }, { key: 'constructor', name: {}, x: '1', y: 1 }], order: [null, {}] }),
  ];
  here('-E', 'e'.repeat(32), 'constructor');
  roll20.says('-E', '!skald status');
  roll20.says('-E', '!skald bind __proto__', []);
  for (const nonsense of nonsenses) {
    roll20.says('-G', `!skald-board ${NONCE} 0 ${nonsense}`);
    roll20.says('-G', `!skald-answer ${NONCE} 0 ${nonsense}`);
  }
  assert.deepEqual(at('-t3'), [70, 70]);
  roll20.add('character', { _id: '-c', name: 'ana', controlledby: '-E' });
  const before = heard.length;
  roll20.says('-A', '!skald status');
  assert.deepEqual(heard.slice(before).map((one) => one.to), [['-G']]);
  assert.match(last().html, /called Ana/);
  roll20.says('-E', 'skald-hello');
  assert.deepEqual(roll20.failures, []);
}
console.log('done');
