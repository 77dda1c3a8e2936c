// A world of Foundry with exactly the calls of its published API pages that a module may make here, versions 13 and 14.
// Whatever else it is asked for fails: an unknown property, hook, field of a document or option is noted and thrown.
'use strict';
{
  const said = new URLSearchParams(location.search);
  const VERSION = Number(said.get('v')), ME = said.get('user'), LANG = said.get('lang') ?? 'en';
  /** Where the world's server is asked: a page of https has it elsewhere. */
  const OPS = `${said.get('world') ?? ''}/ops`;
  window.unknown = [];

  /** Refuses every property that is not there. */
  const strict = (name, target) => new Proxy(target, {
    get(object, key) {
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key in object) {
        const value = Reflect.get(object, key);
        return typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value)) ? value.bind(object) : value;
      }
      window.unknown.push(`${name}.${key}`);
      throw new Error(`the published API has no ${name}.${String(key)}`);
    },
    set(object, key) {
      window.unknown.push(`${name}.${String(key)} =`);
      throw new Error(`nothing is written to ${name}.${String(key)}`);
    },
  });
  const fail = (words) => {
    window.unknown.push(words);
    throw new Error(words);
  };

  // -- documents: the fields of their data, as the interfaces of both versions list them
  const COMMON = ['_id', 'flags', '_stats'];
  const FIELDS = {
    Token: [...COMMON, 'name', 'displayName', 'actorId', 'actorLink', 'delta', 'width', 'height', 'texture', 'x', 'y', 'elevation', 'sort', 'locked', 'lockRotation',
      'rotation', 'alpha', 'hidden', 'disposition', 'displayBars', 'bar1', 'bar2', 'light', 'sight', 'detectionModes', 'occludable', 'ring', 'turnMarker', 'movementAction', 'shape',
      ...(VERSION >= 14 ? ['depth', 'level'] : [])],
    Scene: [...COMMON, 'name', 'active', 'navigation', 'navOrder', 'navName', 'thumb', 'width', 'height', 'padding', 'initial', 'backgroundColor', 'grid', 'tokenVision', 'fog',
      'environment', 'drawings', 'tokens', 'lights', 'notes', 'sounds', 'regions', 'tiles', 'walls', 'playlist', 'playlistSound', 'journal', 'journalEntryPage', 'weather', 'folder',
      'sort', 'ownership', ...(VERSION >= 14 ? ['shiftX', 'shiftY', 'transition', 'levels'] : ['background', 'foreground', 'foregroundElevation', 'templates'])],
    Wall: [...COMMON, 'c', 'light', 'move', 'sight', 'sound', 'dir', 'door', 'ds', 'doorSound', 'threshold', 'animation'],
    Combat: [...COMMON, 'type', 'system', 'scene', 'groups', 'combatants', 'active', 'round', 'turn', 'sort'],
    Combatant: [...COMMON, 'type', 'system', 'actorId', 'tokenId', 'sceneId', 'name', 'img', 'initiative', 'hidden', 'defeated', 'group'],
    ChatMessage: [...COMMON, 'type', 'system', 'style', 'author', 'timestamp', 'flavor', 'content', 'speaker', 'whisper', 'blind', 'rolls', 'sound', 'emote', ...(VERSION >= 14 ? ['title'] : [])],
  };
  const GRID = ['type', 'size', 'style', 'thickness', 'color', 'alpha', 'distance', 'units'];
  /** What the fields of a wall may hold: `CONST.WALL_MOVEMENT_TYPES`, `WALL_SENSE_TYPES`, `WALL_DOOR_TYPES`, `WALL_DOOR_STATES`. */
  const SENSES = [0, 10, 20, 30, 40], WALLS = { move: [0, 20], sight: SENSES, light: SENSES, sound: SENSES, door: [0, 1, 2], ds: [0, 1, 2] };
  const checked = (type, data) => {
    for (const key of Object.keys(data)) if (!FIELDS[type].includes(key)) fail(`${type} has no field ${key} in version ${VERSION}`);
    if (type === 'Scene') {
      for (const key of Object.keys(data.grid ?? {})) if (!GRID.includes(key)) fail(`the grid of a scene has no ${key}`);
      for (const wall of data.walls ?? []) checked('Wall', wall);
      for (const token of data.tokens ?? []) checked('Token', token);
    }
    if (type === 'Wall') {
      for (const [key, may] of Object.entries(WALLS)) if (key in data && !may.includes(data[key])) fail(`${key} of a wall is no ${data[key]}`);
      if (data.c?.length !== 4 || !data.c.every(Number.isInteger)) fail(`a wall from ${data.c}`);
    }
    return data;
  };
  const merged = (old, change) => {
    const made = { ...old };
    for (const [key, value] of Object.entries(change))
      made[key] = value && typeof value === 'object' && !Array.isArray(value) && made[key] && typeof made[key] === 'object' ? merged(made[key], value) : value;
    return made;
  };
  const randomID = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[n % 62]).join('');

  // -- the world: every client has all of its documents, whatever its user may see of them
  const world = { users: [], settings: new Map(), scenes: new Map(), combats: new Map(), messages: new Map(), viewed: null };
  const waiting = new Map();
  let heard = 0;
  const tell = (op) => new Promise((done) => {
    const key = randomID();
    waiting.set(key, done);
    fetch(OPS, { method: 'POST', body: JSON.stringify({ ...op, user: ME, key }) });
  });

  const HOOKS = ['init', 'setup', 'ready', 'canvasReady', 'userConnected', 'preMoveToken', 'moveToken', 'preUpdateCombat', 'updateCombat', 'preUpdateToken', 'updateToken',
    'renderChatMessageHTML', 'getSceneControlButtons', 'chatMessage', 'combatTurnChange'];
  const hooked = new Map();
  const known = (name) => (HOOKS.includes(name) ? name : fail(`there is no hook ${name}`));
  const callAll = (name, ...given) => { for (const { heard } of [...hooked.get(known(name)) ?? []]) heard(...given); };
  /** As `Hooks.call`: a listener that returns false stops it. */
  const call = (name, ...given) => [...hooked.get(known(name)) ?? []].every(({ heard }) => heard(...given) !== false);
  const listen = (name, heard, once) => {
    const entry = { heard: once ? (...given) => { hooked.set(name, hooked.get(name).filter((one) => one !== entry)); return heard(...given); } : heard };
    hooked.set(known(name), [...hooked.get(name) ?? [], entry]);
    return hooked.get(name).length;
  };
  window.Hooks = strict('Hooks', { on: (name, heard) => listen(name, heard, false), once: (name, heard) => listen(name, heard, true) });

  const users = () => world.users.filter(({ active }) => active);
  const activeGM = () => users().filter(({ isGM }) => isGM).sort((one, other) => (one.id < other.id ? -1 : 1))[0] ?? null;
  const userOf = (id) => strict('User', { ...world.users.find((one) => one.id === id), isSelf: id === ME });

  class Kept {
    constructor(type, data, parent) {
      this.type = type;
      this.data = data;
      this.parent = parent;
    }
  }
  const flagOf = (data, scope, key) => (scope === 'skald' || fail(`flags of ${scope}`)) && data.flags?.[scope]?.[key];

  const tokenOf = (kept) => kept.document ??= strict('TokenDocument', {
    get id() { return kept.data._id; }, get uuid() { return `Scene.${kept.parent.data._id}.Token.${kept.data._id}`; },
    get x() { return kept.data.x; }, get y() { return kept.data.y; }, get name() { return kept.data.name; },
    get width() { return kept.data.width ?? 1; }, get height() { return kept.data.height ?? 1; }, get actorId() { return kept.data.actorId ?? null; }, get hidden() { return kept.data.hidden ?? false; },
    get isOwner() { return owns(kept.data); },
    getFlag: (scope, key) => flagOf(kept.data, scope, key),
    update: (change) => sceneOf(kept.parent).updateEmbeddedDocuments('Token', [{ ...change, _id: kept.data._id }]),
  });
  const owns = (data) => userOf(ME).isGM || world.users.find(({ id }) => id === ME).actors.includes(data.actorId);

  const movedBy = (kept, change, operation, method) => {
    if (!('x' in change) && !('y' in change)) return true;
    const origin = { x: kept.data.x, y: kept.data.y, elevation: 0, width: 1, height: 1, shape: 0, ...(VERSION >= 14 ? { depth: 1, level: '' } : {}) };
    const movement = { id: randomID(), chain: [], origin, destination: { ...origin, ...('x' in change ? { x: change.x } : {}), ...('y' in change ? { y: change.y } : {}) }, method, autoRotate: false,
      showRuler: false, constrained: false, recorded: false, passed: {}, pending: {}, history: {}, ...(VERSION >= 14 ? { split: false, subpathId: randomID() } : {}) };
    return call('preMoveToken', tokenOf(kept), strict('movement', movement), operation);
  };

  const sceneOf = (kept) => kept.document ??= strict('Scene', {
    get id() { return kept.data._id; }, get name() { return kept.data.name; },
    get grid() { return strict('Scene.grid', { size: kept.data.grid.size, distance: kept.data.grid.distance, units: kept.data.grid.units, type: kept.data.grid.type }); },
    get dimensions() {
      const { width, height, padding } = kept.data, { size } = kept.data.grid, pad = (side) => Math.ceil((side * padding) / size) * size;
      return strict('Scene.dimensions', { sceneX: pad(width), sceneY: pad(height), sceneWidth: width, sceneHeight: height, width: width + 2 * pad(width), height: height + 2 * pad(height), size });
    },
    get tokens() { return strict('Scene.tokens', { contents: [...kept.tokens.values()].map(tokenOf), size: kept.tokens.size }); },
    get walls() { return strict('Scene.walls', { contents: kept.data.walls ?? [] }); },
    getFlag: (scope, key) => flagOf(kept.data, scope, key),
    createEmbeddedDocuments: (type, data) => tell({ do: 'create', type, scene: kept.data._id, data: data.map((one) => ({ _id: randomID(), x: 0, y: 0, width: 1, height: 1, ...checked(type, one) })) }),
    updateEmbeddedDocuments: async (type, changes, operation = {}) => {
      const allowed = changes.filter((change) => movedBy(kept.tokens.get(change._id), checked(type, change), operation, 'api'));
      if (allowed.length) await tell({ do: 'update', type, scene: kept.data._id, data: allowed });
      return [];
    },
  });

  const combatantOf = (kept) => kept.document ??= strict('Combatant', {
    get id() { return kept.data._id; }, get name() { return kept.data.name; }, get initiative() { return kept.data.initiative ?? null; },
    get defeated() { return kept.data.defeated ?? false; }, get tokenId() { return kept.data.tokenId ?? null; },
    getFlag: (scope, key) => flagOf(kept.data, scope, key),
  });
  const turnsOf = (kept) => [...kept.combatants.values()].sort((one, other) => (other.data.initiative ?? -1) - (one.data.initiative ?? -1) || (one.data._id < other.data._id ? -1 : 1));
  const combatOf = (kept) => kept.document ??= strict('Combat', {
    get id() { return kept.data._id; }, get round() { return kept.data.round ?? 0; }, get turn() { return kept.data.turn ?? null; },
    get combatants() { return strict('Combat.combatants', { contents: [...kept.combatants.values()].map(combatantOf), size: kept.combatants.size }); },
    get turns() { return turnsOf(kept).map(combatantOf); },
    getFlag: (scope, key) => flagOf(kept.data, scope, key),
    createEmbeddedDocuments: (type, data) => tell({ do: 'create', type, combat: kept.data._id, data: data.map((one) => ({ _id: randomID(), ...checked(type, one) })) }),
    updateEmbeddedDocuments: (type, data) => tell({ do: 'update', type, combat: kept.data._id, data: data.map((one) => checked(type, one)) }),
    deleteEmbeddedDocuments: (type, ids) => tell({ do: 'delete', type, combat: kept.data._id, data: ids }),
    update: async (change) => (call('preUpdateCombat', combatOf(kept), checked('Combat', change), {}, ME) ? tell({ do: 'update', type: 'Combat', data: [{ ...change, _id: kept.data._id }] }) : undefined),
  });

  const visible = (data) => !data.whisper?.length || data.whisper.includes(ME) || data.author === ME;
  const messageOf = (kept) => kept.document ??= strict('ChatMessage', {
    get id() { return kept.data._id; }, get flags() { return kept.data.flags ?? {}; }, get content() { return kept.data.content; },
    get whisper() { return kept.data.whisper ?? []; }, get visible() { return visible(kept.data); },
  });

  const only = (permission, words) => permission || fail(words);
  const creator = (type, more) => strict(type, { implementation: strict(`${type}.implementation`, {
    create: async (data) => {
      only(type === 'ChatMessage' || userOf(ME).isGM, `only a game master makes a ${type}`);
      const [{ _id }] = await tell({ do: 'create', type, data: [{ _id: randomID(), ...more, ...checked(type, data) }] });
      const made = { Scene: world.scenes, Combat: world.combats, ChatMessage: world.messages }[type].get(_id);
      return { Scene: sceneOf, Combat: combatOf, ChatMessage: messageOf }[type](made);
    },
  }) });
  window.Scene = creator('Scene', { padding: 0.25, walls: [] });
  window.Combat = creator('Combat', { round: 0, turn: null });
  window.ChatMessage = creator('ChatMessage', { author: ME });

  // -- what comes of the world's documents, in the same order in every client
  const DO = {
    create: {
      Scene: (data) => { world.scenes.set(data._id, Object.assign(new Kept('Scene', data, null), { tokens: new Map() })); },
      Token: (data, { scene }) => { const parent = world.scenes.get(scene); parent.tokens.set(data._id, new Kept('Token', data, parent)); },
      Combat: (data) => { world.combats.set(data._id, Object.assign(new Kept('Combat', data, null), { combatants: new Map() })); },
      Combatant: (data, { combat }) => { const parent = world.combats.get(combat); parent.combatants.set(data._id, new Kept('Combatant', data, parent)); },
      ChatMessage: (data) => { world.messages.set(data._id, new Kept('ChatMessage', data, null)); drawMessage(world.messages.get(data._id)); },
    },
    update: {
      Token: (data, { scene }) => { const kept = world.scenes.get(scene).tokens.get(data._id); kept.data = merged(kept.data, data); },
      Combat: (data) => { const kept = world.combats.get(data._id); kept.data = merged(kept.data, data); },
      Combatant: (data, { combat }) => { const kept = world.combats.get(combat).combatants.get(data._id); kept.data = merged(kept.data, data); },
    },
    delete: { Combatant: (id, { combat }) => { world.combats.get(combat).combatants.delete(id); } },
    setting: (data) => { world.settings.set(data.key, data.value); const entry = registered.get(data.key); entry?.onChange?.(data.value); },
    user: (data) => {
      const kept = world.users.find(({ id }) => id === data.id);
      if (kept) Object.assign(kept, data); else world.users.push(data);
      if (ready) callAll('userConnected', userOf(data.id), data.active);
    },
    view: ({ scene }) => { world.viewed = scene; draw(); if (ready) callAll('canvasReady', canvas); },
  };
  const apply = (op) => {
    if (op.type) for (const data of op.data) DO[op.do][op.type](data, op);
    else DO[op.do](op.data);
    draw();
    waiting.get(op.key)?.(op.data);
    waiting.delete(op.key);
  };

  // -- the client
  const registered = new Map();
  const CLIENT = 'client-settings';
  const OPTIONS = ['name', 'hint', 'scope', 'config', 'type', 'default', 'onChange', 'choices', 'range', 'requiresReload', 'filePicker', 'input'];
  const settings = strict('game.settings', {
    register: (scope, key, options) => {
      for (const name of Object.keys(options)) if (!OPTIONS.includes(name)) fail(`a setting has no ${name}`);
      if (!['world', 'client', 'user'].includes(options.scope)) fail(`scope ${options.scope}`);
      registered.set(`${scope}.${key}`, options);
    },
    get: (scope, key) => {
      const name = `${scope}.${key}`, entry = registered.get(name) ?? fail(`the setting ${name} is not registered`);
      const value = entry.scope === 'client' ? JSON.parse(localStorage.getItem(name) ?? 'null') : world.settings.get(name);
      return structuredClone(value ?? entry.default);
    },
    set: async (scope, key, value) => {
      const name = `${scope}.${key}`, entry = registered.get(name) ?? fail(`the setting ${name} is not registered`);
      if (entry.scope === 'client') localStorage.setItem(name, JSON.stringify(value));
      else {
        only(userOf(ME).isGM, 'only a game master writes a setting of the world');
        await tell({ do: 'setting', data: { key: name, value } });
      }
      return value;
    },
  });
  let texts = {};
  const localize = (key) => key.split('.').reduce((part, name) => part?.[name], texts) ?? fail(`there is no text ${key}`);
  window.game = strict('game', {
    release: { generation: VERSION }, world: strict('game.world', { id: 'standin' }), settings,
    i18n: strict('game.i18n', { lang: LANG, localize, format: (key, data = {}) => localize(key).replace(/{(\w+)}/g, (whole, name) => data[name] ?? fail(`${key} wants ${name}`)) }),
    get user() { return userOf(ME); },
    get users() { return strict('game.users', { contents: world.users.map(({ id }) => userOf(id)), activeGM: activeGM() && userOf(activeGM().id) }); },
    get combats() { return strict('game.combats', { contents: [...world.combats.values()].map(combatOf), find: (wanted) => [...world.combats.values()].map(combatOf).find(wanted) }); },
    get messages() { return strict('game.messages', { contents: [...world.messages.values()].map(messageOf) }); },
  });
  const notices = [];
  window.notices = notices;
  const notify = (kind) => (words) => {
    notices.push(`${kind}: ${words}`);
    document.getElementById('notices').textContent = words;
  };
  window.ui = strict('ui', { notifications: strict('ui.notifications', { info: notify('info'), warn: notify('warn'), error: notify('error') }) });
  const controlled = new Set();
  const viewedScene = () => world.scenes.get(world.viewed);
  const SCALE = 0.5;
  window.canvas = strict('canvas', {
    get scene() { return viewedScene() ? sceneOf(viewedScene()) : null; },
    get tokens() { return strict('canvas.tokens', { controlled: [...viewedScene()?.tokens.values() ?? []].filter(({ data }) => controlled.has(data._id)).map((kept) => strict('Token', { document: tokenOf(kept) })) }); },
    canvasCoordinatesFromClient: ({ x, y }) => {
      const box = document.getElementById('board').getBoundingClientRect();
      return { x: (x - box.left) / SCALE, y: (y - box.top) / SCALE };
    },
  });
  /** Dice that the tests lay down, else random ones: `CONFIG.Dice.randomUniform` in Foundry. */
  window.laidDice = [];
  window.Roll = class {
    constructor(formula) {
      this.formula = /^\d+d\d+$/.test(formula) ? formula : fail(`the dice ${formula}`);
    }

    async evaluate() {
      const [number, faces] = this.formula.split('d').map(Number);
      const results = Array.from({ length: number }, () => ({ result: window.laidDice.shift() ?? 1 + Math.floor(Math.random() * faces), active: true }));
      return strict('Roll', { dice: [strict('Die', { number, faces, results })], total: results.reduce((sum, { result }) => sum + result, 0), formula: this.formula });
    }
  };
  const APPLICATION = ['id', 'classes', 'tag', 'window', 'actions', 'form', 'position', 'uniqueId'];
  window.foundry = strict('foundry', { applications: strict('foundry.applications', { api: strict('foundry.applications.api', {
    ApplicationV2: class ApplicationV2 {
      #element = null;

      constructor(options = {}) {
        for (const key of Object.keys(options)) if (!APPLICATION.includes(key)) fail(`ApplicationV2 has no option ${key}`);
        this.options = options;
      }

      async render({ force = false } = {}) {
        if (!force && !this.#element) return this;
        const result = await this._renderHTML({}, { force });
        if (!this.#element?.isConnected) {
          this.#element = Object.assign(document.createElement('div'), { className: ['application', 'window', ...this.options.classes].join(' '), id: this.options.id });
          this.#element.style.width = `${this.options.position.width}px`;
          const title = Object.assign(document.createElement('header'), { textContent: localize(this.options.window.title) });
          this.#element.append(title, Object.assign(document.createElement('section'), { className: 'window-content' }));
          document.body.append(this.#element);
        }
        this._replaceHTML(result, this.#element.querySelector('.window-content'), { force });
        return this;
      }
    },
  }) }) });

  // -- what is shown
  function draw() {
    const board = document.getElementById('board'), kept = viewedScene();
    const list = document.getElementById('tracker'), combat = [...world.combats.values()][0];
    list.replaceChildren(...(combat ? turnsOf(combat).map(({ data }, at) => Object.assign(document.createElement('li'), {
      textContent: `${data.initiative} ${data.name}${data.defeated ? ' †' : ''}`, className: at === combat.data.turn ? 'acting' : '' })) : []));
    if (!kept) return;
    const { width, height } = sceneOf(kept).dimensions;
    Object.assign(board.style, { width: `${width * SCALE}px`, height: `${height * SCALE}px` });
    const found = new Map([...board.querySelectorAll('.token')].map((one) => [one.dataset.token, one]));
    for (const { data } of kept.tokens.values()) {
      let one = found.get(data._id);
      if (!one) {
        one = Object.assign(document.createElement('div'), { className: 'token', textContent: data.name });
        one.dataset.token = data._id;
        one.onpointerdown = (event) => drag(kept, data._id, one, event);
        board.append(one);
      }
      const side = kept.data.grid.size * SCALE;
      one.hidden = data.hidden && !userOf(ME).isGM;
      Object.assign(one.style, { left: `${data.x * SCALE}px`, top: `${data.y * SCALE}px`, width: `${data.width * side}px`, height: `${data.height * side}px` });
    }
    for (const old of board.querySelectorAll('.wall')) old.remove();
    for (const { c: [x1, y1, x2, y2] } of kept.data.walls ?? []) {
      const wall = Object.assign(document.createElement('i'), { className: 'wall' });
      Object.assign(wall.style, { left: `${x1 * SCALE}px`, top: `${y1 * SCALE}px`, width: `${Math.hypot(x2 - x1, y2 - y1) * SCALE}px`, transform: `rotate(${Math.atan2(y2 - y1, x2 - x1)}rad)` });
      board.append(wall);
    }
  }
  /** A drag, as Foundry lets its owner do: snapped to the grid, then asked for by `preMoveToken`. */
  function drag(scene, id, element, down) {
    const kept = scene.tokens.get(id);
    if (!owns(kept.data)) return;
    controlled.clear();
    controlled.add(id);
    element.setPointerCapture(down.pointerId);
    const move = (event) => Object.assign(element.style, { left: `${kept.data.x * SCALE + event.clientX - down.clientX}px`, top: `${kept.data.y * SCALE + event.clientY - down.clientY}px` });
    element.onpointermove = move;
    element.onpointerup = (event) => {
      element.onpointermove = element.onpointerup = null;
      const { size } = scene.data.grid, snapped = (value) => Math.round(value / size) * size;
      const to = { _id: id, x: snapped(kept.data.x + (event.clientX - down.clientX) / SCALE), y: snapped(kept.data.y + (event.clientY - down.clientY) / SCALE) };
      if (to.x !== kept.data.x || to.y !== kept.data.y) if (movedBy(kept, to, {}, 'dragging')) void tell({ do: 'update', type: 'Token', scene: scene.data._id, data: [to] });
      draw(); // a move that was refused springs back
    };
  }
  const clean = (html) => new DOMParser().parseFromString(html, 'text/html').body;
  function drawMessage(kept) {
    if (!drawing || !visible(kept.data)) return;
    const line = Object.assign(document.createElement('li'), { className: 'chat-message' });
    const content = Object.assign(document.createElement('div'), { className: 'message-content' });
    content.append(...clean(kept.data.content).childNodes);
    line.append(content);
    document.getElementById('log').append(line);
    callAll('renderChatMessageHTML', messageOf(kept), line, {});
  }
  document.getElementById('next-turn').onclick = () => {
    const kept = [...world.combats.values()][0];
    if (kept) void combatOf(kept).update({ round: kept.data.round, turn: ((kept.data.turn ?? 0) + 1) % Math.max(1, kept.combatants.size) });
  };
  document.getElementById('chat').onsubmit = (event) => {
    event.preventDefault();
    const line = event.target.line.value;
    event.target.line.value = '';
    if (call('chatMessage', {}, line, { user: ME })) void ChatMessage.implementation.create({ content: line });
  };
  window.world = world;
  window.tell = tell;

  // -- the start: the module's manifest as Foundry reads it, the documents of the world, then the hooks
  let ready = false, drawing = false;
  const source = new EventSource(OPS);
  const begun = new Promise((done) => {
    source.onmessage = ({ data, lastEventId }) => {
      const op = JSON.parse(data);
      heard = Number(lastEventId);
      if (op.do === 'begin') done(op);
      else apply(op);
    };
  });
  window.module = (async () => {
    const manifest = await (await fetch('/modules/skald/module.json')).json();
    const files = (path) => `/modules/skald/${path}`;
    const { path } = manifest.languages.find(({ lang }) => lang === LANG) ?? manifest.languages[0];
    texts = await (await fetch(files(path))).json();
    for (const href of manifest.styles) document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: files(href) }));
    await begun;
    for (const entry of manifest.esmodules) await import(files(entry));
    callAll('init');
    callAll('setup');
    drawing = true;
    for (const kept of world.messages.values()) drawMessage(kept); // the sidebar is drawn before the world is ready
    ready = true;
    callAll('ready');
    const controls = { tokens: { name: 'tokens', tools: {} } };
    callAll('getSceneControlButtons', controls);
    const tool = controls.tokens.tools.skald, button = document.getElementById('open');
    Object.assign(button, { hidden: false, textContent: localize(tool.title), onclick: () => tool.onChange(new Event('click'), true) });
    await tell({ do: 'user', data: { ...world.users.find(({ id }) => id === ME), active: true } });
    document.body.dataset.ready = 'true';
    return manifest;
  })();
}
