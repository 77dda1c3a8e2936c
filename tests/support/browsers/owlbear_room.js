// A stand-in for a room of Owlbear Rodeo: the messages that the public SDK sends, their payloads, and who may change what.
// It is strict: what it does not know, or what is not shaped as the SDK's types say, is a fault, and is not answered.

const LIMIT = 16 * 1024;
const LAYERS = new Set(['MAP', 'GRID', 'DRAWING', 'PROP', 'MOUNT', 'CHARACTER', 'ATTACHMENT', 'NOTE', 'TEXT', 'RULER', 'FOG', 'POINTER', 'POST_PROCESS', 'CONTROL', 'POPOVER']);
const COMMON = ['id', 'type', 'name', 'visible', 'locked', 'createdUserId', 'zIndex', 'lastModified', 'lastModifiedUserId', 'position', 'rotation', 'scale', 'metadata', 'layer'];
const OPTIONAL = ['attachedTo', 'disableHit', 'disableAutoZIndex', 'disableAttachmentBehavior', 'description'];
const OWN = {
  SHAPE: ['width', 'height', 'shapeType', 'style'], PATH: ['commands', 'fillRule', 'style'], LABEL: ['text', 'style'],
  WALL: ['points', 'doubleSided', 'blocking'], IMAGE: ['image', 'grid', 'text', 'textItemType'],
};
const BEHAVIOURS = new Set(['VISIBLE', 'SCALE', 'ROTATION', 'POSITION', 'DELETE', 'LOCKED', 'COPY']);

const is = {
  text: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every(is.text),
  point: (value) => value && Object.keys(value).sort().join() === 'x,y' && is.number(value.x) && is.number(value.y),
  record: (value) => value && typeof value === 'object' && !Array.isArray(value),
  badge: (value) => value === undefined || is.text(value),
  variant: (value) => value === undefined || ['DEFAULT', 'ERROR', 'INFO', 'SUCCESS', 'WARNING'].includes(value),
  items: (value) => Array.isArray(value) && value.length > 0 && value.every(is.item),
  item: (value) => faultOfItem(value) === '',
  updates: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => is.text(one.id) && is.text(one.type) && Object.keys(one).length > 2),
  fast: (value) => value === undefined || is.flag(value),
};

/** What is wrong with an item; "": nothing. */
function faultOfItem(item) {
  if (!is.record(item) || !(item.type in OWN)) return `no such type: ${item?.type}`;
  const known = [...COMMON, ...OWN[item.type]];
  for (const name of known) if (item[name] === undefined) return `${item.type} without ${name}`;
  for (const name of Object.keys(item)) if (!known.includes(name) && !OPTIONAL.includes(name)) return `${item.type} with ${name}`;
  if (![item.id, item.name, item.createdUserId].every(is.text) || !is.point(item.position) || !is.point(item.scale) || !is.number(item.rotation)) return 'its common fields';
  if (!is.flag(item.visible) || !is.flag(item.locked) || !is.record(item.metadata) || !LAYERS.has(item.layer)) return `its layer ${item.layer}`;
  if (item.attachedTo !== undefined && !is.text(item.attachedTo)) return 'what it is attached to';
  if (item.disableAttachmentBehavior !== undefined && !item.disableAttachmentBehavior.every((one) => BEHAVIOURS.has(one))) return 'its behaviour';
  if (item.type === 'SHAPE' && !(item.width > 0 && item.height > 0 && ['RECTANGLE', 'CIRCLE', 'TRIANGLE', 'HEXAGON'].includes(item.shapeType))) return 'its shape';
  if (item.type === 'WALL' && !(Array.isArray(item.points) && item.points.length > 1 && item.points.every(is.point))) return 'its points';
  if (item.type === 'LABEL' && !(is.text(item.text.plainText) && item.text.plainText && is.number(item.text.style.fontSize))) return 'its text';
  if (item.type === 'PATH') {
    const lengths = [3, 3, 5, 6, 7, 1];
    if (!(Array.isArray(item.commands) && item.commands.length > 1 && item.commands.every((one) => one.length === lengths[one[0]] && one.every(is.number)))) return 'its commands';
    if (!['nonzero', 'evenodd'].includes(item.fillRule)) return `its fill rule ${item.fillRule}`;
  }
  if (item.style && !Object.entries(item.style).every(([name, value]) => (/Color$/.test(name) ? is.text(value) : name === 'strokeDash' ? value.every(is.number) : name === 'pointerDirection' || is.number(value)))) return 'its style';
  return '';
}

class Room {
  faults = [];
  /** Every message that came, for what must have been asked. */
  asked = new Set();
  metadata = {};
  scene = { ready: true, metadata: {}, dpi: 60 };
  items = new Map();
  people = new Map();
  ownerOnly = false;
  /** What was ever drawn for one person alone, by what it is of. */
  drawn = new Set();
  /** Who changed shared items, in order. */
  writes = [];

  fault(text) {
    this.faults.push(text);
  }

  /** Somebody comes into the room with the extension of a manifest. */
  async join(name, role, manifest) {
    const told = await (await fetch(manifest)).json();
    for (const [key, kind] of Object.entries({ name: 'text', version: 'text', manifest_version: 'number', author: 'text', icon: 'text', description: 'text', background_url: 'text', homepage_url: 'text', action: 'record' }))
      if (!is[kind](told[key])) this.fault(`manifest: ${key}`);
    const { title, icon, popover, width, height } = told.action;
    if (![title, icon, popover].every(is.text) || !is.number(width) || !is.number(height)) this.fault('manifest: action');
    const person = {
      name, role, id: `user-${name}`, connectionId: `connection-${this.people.size + 1}-${name}`, color: '#123456', metadata: {}, selection: undefined, local: new Map(),
      badge: undefined, notifications: [], frames: [], popover: null, action: new URL(popover, manifest).href, heard: new Map(),
    };
    this.people.set(name, person);
    const place = document.createElement('section');
    place.id = name;
    document.getElementById(role === 'GM' ? 'left' : 'right').append(place);
    this.frame(person, new URL(told.background_url, manifest).href, 'background');
    this.told('OBR_PARTY_EVENT_CHANGE');
    return person.connectionId;
  }

  frame(person, address, kind) {
    const url = new URL(address);
    url.searchParams.set('obrref', btoa(`${location.origin} ${location.pathname.split('/').at(-1)}`));
    const element = document.createElement('iframe');
    element.className = kind;
    element.name = `${kind}-${person.name}`;
    const frame = { element, origin: url.origin, kind, person, ref: `ref-${kind}-${person.name}-${person.frames.length}`, subscribed: new Set() };
    element.addEventListener('load', () => {
      frame.subscribed.clear();
      element.contentWindow.postMessage({ id: 'OBR_READY', data: { ref: frame.ref, userId: person.id } }, frame.origin);
    });
    person.frames.push(frame);
    element.src = url.href;
    document.getElementById(person.name).append(element);
    return frame;
  }

  open(name) {
    const person = this.people.get(name);
    person.popover ??= this.frame(person, person.action, 'popover');
  }

  close(name) {
    const person = this.people.get(name);
    person.popover?.element.remove();
    person.frames = person.frames.filter((one) => one !== person.popover);
    person.popover = null;
  }

  leave(name) {
    document.getElementById(name).remove();
    this.people.delete(name);
    this.told('OBR_PARTY_EVENT_CHANGE');
  }

  /** A token is dragged on the map, and let go with its middle at a spot. */
  drag(name, id, spot) {
    const person = this.people.get(name), items = person.local.has(id) ? person.local : this.items, item = items.get(id);
    if (item.locked || item.disableHit) throw new Error(`${id} cannot be dragged`);
    if (items === this.items && !this.may(person, item)) throw new Error(`${name} may not move ${id}`);
    items.set(id, { ...item, position: spot, lastModifiedUserId: person.id, lastModified: new Date().toISOString() });
    if (items === this.items) this.told('OBR_SCENE_ITEMS_EVENT_CHANGE');
    else this.told('OBR_SCENE_LOCAL_EVENT_CHANGE', person);
  }

  may(person, item) {
    return person.role === 'GM' || (item.layer === 'CHARACTER' && (!this.ownerOnly || item.createdUserId === person.id));
  }

  player({ id, connectionId, role, selection, name, color, metadata }) {
    return { id, connectionId, role, selection, name, color, syncView: false, metadata };
  }

  /** What an event tells a person. */
  news(event, person) {
    switch (event) {
      case 'OBR_PARTY_EVENT_CHANGE': return { players: [...this.people.values()].filter((one) => one !== person).map((one) => this.player(one)) };
      case 'OBR_PLAYER_EVENT_CHANGE': return { player: this.player(person) };
      case 'OBR_ROOM_METADATA_EVENT_CHANGE': return { metadata: this.metadata };
      case 'OBR_SCENE_EVENT_READY_CHANGE': return { ready: this.scene.ready };
      case 'OBR_SCENE_METADATA_EVENT_CHANGE': return { metadata: this.scene.metadata };
      case 'OBR_SCENE_GRID_EVENT_CHANGE': return { grid: { dpi: this.scene.dpi, type: 'SQUARE', measurement: 'CHEBYSHEV', scale: '5ft', style: { lineType: 'SOLID', lineOpacity: 1, lineColor: 'DARK', lineWidth: 1 } } };
      case 'OBR_SCENE_ITEMS_EVENT_CHANGE': return { items: [...this.items.values()] };
      case 'OBR_SCENE_LOCAL_EVENT_CHANGE': return { items: [...person.local.values()] };
      default: throw new Error(event);
    }
  }

  /** Tell an event to all who listen to it; of one person to hers alone. */
  told(event, only = null) {
    for (const person of only ? [only] : this.people.values()) {
      for (const frame of person.frames)
        if (frame.subscribed.has(event)) frame.element.contentWindow?.postMessage({ id: event, data: structuredClone(this.news(event, person)) }, frame.origin);
    }
    draw();
  }

  hear({ source, origin, data: message }) {
    const frame = [...this.people.values()].flatMap(({ frames }) => frames).find(({ element }) => element.contentWindow === source);
    if (!frame) return; // of a page that is gone
    const { id, data, ref, nonce } = message;
    if (origin !== frame.origin || ref !== frame.ref) return void this.fault(`${id}: of ${origin}, ${ref}`);
    this.asked.add(id);
    const known = MESSAGES[id];
    if (!known) return void this.fault(`unknown message ${id}`);
    const [shape, act] = known;
    for (const name of Object.keys(data)) if (!(name in shape)) this.fault(`${id}: with ${name}`);
    for (const [name, kind] of Object.entries(shape)) {
      if (!is[kind](data[name])) return void this.fault(`${id}: ${name} is ${JSON.stringify(data[name])?.slice(0, 300)} ${kind === 'items' ? data[name].map(faultOfItem).filter(Boolean) : ''}`);
    }
    let answer, kind = 'RESPONSE';
    try {
      answer = act.call(this, frame.person, data, frame) ?? {};
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      kind = 'ERROR';
      answer = { error: { name: error.name, message: error.message } };
    }
    if (nonce) source.postMessage({ id: `${id}_${kind}${nonce}`, data: structuredClone(answer) }, origin);
  }

  update(person, items, updates, event) {
    if (items === this.items) this.writes.push(person.name);
    for (const { id, type, ...changed } of updates) {
      const item = items.get(id);
      if (!item) throw new Refused('NotFound', id);
      if (item.type !== type) this.fault(`${id} is no ${type}`);
      if (items === this.items && !this.may(person, item)) throw new Refused('PermissionDenied', id);
      const next = { ...item, ...changed, lastModified: new Date().toISOString(), lastModifiedUserId: person.id };
      if (faultOfItem(next)) this.fault(`update of ${id}: ${faultOfItem(next)}`);
      items.set(id, next);
    }
    this.told(event, items === this.items ? null : person);
  }

  add(person, items, fresh, event) {
    for (const item of fresh) {
      if (items !== this.items) this.drawn.add(item.metadata['skald/drawn']);
      if (items.has(item.id)) this.fault(`${item.id} twice`);
      if (items === this.items && !this.may(person, item)) throw new Refused('PermissionDenied', item.id);
      if (item.attachedTo && !items.has(item.attachedTo) && !this.items.has(item.attachedTo)) this.fault(`${item.id} is attached to nothing`);
      items.set(item.id, item);
    }
    this.told(event, items === this.items ? null : person);
  }

  remove(person, items, ids, event) {
    for (const id of ids) {
      if (items === this.items && items.has(id) && !this.may(person, items.get(id))) throw new Refused('PermissionDenied', id);
      items.delete(id);
    }
    this.told(event, items === this.items ? null : person);
  }
}

class Refused extends Error {
  constructor(name, message) {
    super(message);
    this.name = name;
  }
}

/** Metadata after an update: a key without a value is taken away. */
function merged(before, update) {
  return Object.fromEntries(Object.entries({ ...before, ...update }).filter(([, value]) => value !== undefined));
}

const listens = (event) => [{}, (_, __, frame) => { frame.subscribed.add(event); }];
const stops = (event) => [{}, (_, __, frame) => { frame.subscribed.delete(event); }];
const ofScene = (act) => function (...given) {
  if (!this.scene.ready) throw new Refused('MissingDataError', 'no scene is open');
  return act.apply(this, given);
};

/** Each message of the SDK that is known here: the shape of its payload, and what the room does. */
const MESSAGES = {
  OBR_PLAYER_GET_ROLE: [{}, ({ role }) => ({ role })],
  OBR_PLAYER_GET_CONNECTION_ID: [{}, ({ connectionId }) => ({ connectionId })],
  OBR_PLAYER_GET_SELECTION: [{}, ({ selection }) => ({ selection })],
  OBR_PLAYER_SET_METADATA: [{ update: 'record' }, function (person, { update }) {
    person.metadata = merged(person.metadata, update);
    this.told('OBR_PARTY_EVENT_CHANGE');
    this.told('OBR_PLAYER_EVENT_CHANGE', person);
  }],
  OBR_PLAYER_SUBSCRIBE: listens('OBR_PLAYER_EVENT_CHANGE'),
  OBR_PLAYER_UNSUBSCRIBE: stops('OBR_PLAYER_EVENT_CHANGE'),
  OBR_PARTY_GET_PLAYERS: [{}, function (person) { return this.news('OBR_PARTY_EVENT_CHANGE', person); }],
  OBR_PARTY_SUBSCRIBE: listens('OBR_PARTY_EVENT_CHANGE'),
  OBR_PARTY_UNSUBSCRIBE: stops('OBR_PARTY_EVENT_CHANGE'),
  OBR_ROOM_GET_METADATA: [{}, function () { return { metadata: this.metadata }; }],
  OBR_ROOM_SET_METADATA: [{ update: 'record' }, function (_, { update }) {
    this.metadata = merged(this.metadata, update);
    if (JSON.stringify(this.metadata).length > LIMIT) this.fault('the metadata of the room is too large');
    this.told('OBR_ROOM_METADATA_EVENT_CHANGE');
  }],
  OBR_ROOM_METADATA_SUBSCRIBE: listens('OBR_ROOM_METADATA_EVENT_CHANGE'),
  OBR_METADATA_ROOM_UNSUBSCRIBE: stops('OBR_ROOM_METADATA_EVENT_CHANGE'),
  OBR_SCENE_IS_READY: [{}, function () { return { ready: this.scene.ready }; }],
  OBR_SCENE_READY_SUBSCRIBE: listens('OBR_SCENE_EVENT_READY_CHANGE'),
  OBR_SCENE_READY_UNSUBSCRIBE: stops('OBR_SCENE_EVENT_READY_CHANGE'),
  OBR_SCENE_GET_METADATA: [{}, ofScene(function () { return { metadata: this.scene.metadata }; })],
  OBR_SCENE_SET_METADATA: [{ update: 'record' }, ofScene(function (_, { update }) {
    this.scene.metadata = merged(this.scene.metadata, update);
    this.told('OBR_SCENE_METADATA_EVENT_CHANGE');
  })],
  OBR_SCENE_METADATA_SUBSCRIBE: listens('OBR_SCENE_METADATA_EVENT_CHANGE'),
  OBR_SCENE_METADATA_UNSUBSCRIBE: stops('OBR_SCENE_METADATA_EVENT_CHANGE'),
  OBR_SCENE_GRID_GET_DPI: [{}, ofScene(function () { return { dpi: this.scene.dpi }; })],
  OBR_SCENE_GRID_SUBSCRIBE: listens('OBR_SCENE_GRID_EVENT_CHANGE'),
  OBR_SCENE_GRID_UNSUBSCRIBE: stops('OBR_SCENE_GRID_EVENT_CHANGE'),
  OBR_SCENE_ITEMS_GET_ITEMS: [{ ids: 'texts' }, ofScene(function (_, { ids }) { return { items: [...this.items.values()].filter(({ id }) => ids.includes(id)) }; })],
  OBR_SCENE_ITEMS_GET_ALL_ITEMS: [{}, ofScene(function () { return { items: [...this.items.values()] }; })],
  OBR_SCENE_ITEMS_ADD_ITEMS: [{ items: 'items' }, ofScene(function (person, { items }) { this.add(person, this.items, items, 'OBR_SCENE_ITEMS_EVENT_CHANGE'); })],
  OBR_SCENE_ITEMS_UPDATE_ITEMS: [{ updates: 'updates' }, ofScene(function (person, { updates }) { this.update(person, this.items, updates, 'OBR_SCENE_ITEMS_EVENT_CHANGE'); })],
  OBR_SCENE_ITEMS_SUBSCRIBE: listens('OBR_SCENE_ITEMS_EVENT_CHANGE'),
  OBR_SCENE_ITEMS_UNSUBSCRIBE: stops('OBR_SCENE_ITEMS_EVENT_CHANGE'),
  OBR_SCENE_LOCAL_GET_ALL_ITEMS: [{}, ofScene((person) => ({ items: [...person.local.values()] }))],
  OBR_SCENE_LOCAL_ADD_ITEMS: [{ items: 'items' }, ofScene(function (person, { items }) { this.add(person, person.local, items, 'OBR_SCENE_LOCAL_EVENT_CHANGE'); })],
  OBR_SCENE_LOCAL_DELETE_ITEMS: [{ ids: 'texts' }, ofScene(function (person, { ids }) { this.remove(person, person.local, ids, 'OBR_SCENE_LOCAL_EVENT_CHANGE'); })],
  OBR_SCENE_LOCAL_SUBSCRIBE: listens('OBR_SCENE_LOCAL_EVENT_CHANGE'),
  OBR_SCENE_LOCAL_UNSUBSCRIBE: stops('OBR_SCENE_LOCAL_EVENT_CHANGE'),
  OBR_NOTIFICATION_SHOW: [{ message: 'text', variant: 'variant' }, (person, { message }) => { person.notifications.push(message); return { id: `note-${person.notifications.length}` }; }],
  OBR_ACTION_SET_BADGE_TEXT: [{ badgeText: 'badge' }, (person, { badgeText }) => { person.badge = badgeText; }],
  OBR_ACTION_SET_BADGE_BACKGROUND_COLOR: [{ badgeBackgroundColor: 'text' }, () => {}],
  OBR_ACTION_GET_IS_OPEN: [{}, (person) => ({ isOpen: person.popover !== null })],
  OBR_ACTION_OPEN: [{}, function (person) { this.open(person.name); }],
};

/** A plain drawing of the map, as the first player sees it, for people who look at pictures of a test. */
function draw() {
  const svg = document.getElementById('map'), player = [...room.people.values()].at(-1);
  const all = [...(player?.local.values() ?? []), ...room.items.values()].filter(({ visible, type }) => visible && type !== 'IMAGE');
  const order = ['DRAWING', 'CHARACTER', 'ATTACHMENT', 'TEXT', 'FOG'];
  svg.replaceChildren(...all.sort((one, other) => order.indexOf(one.layer) - order.indexOf(other.layer)).map((item) => {
    const made = (tag, given, text = '') => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
      element.textContent = text;
      return element;
    };
    const { x, y } = item.position, style = item.style ?? {};
    const drawn = { fill: style.fillColor, 'fill-opacity': style.fillOpacity, stroke: style.strokeColor, 'stroke-width': style.strokeWidth, 'stroke-dasharray': (style.strokeDash ?? []).join(' '), 'fill-rule': item.fillRule };
    if (item.type === 'SHAPE') return made('ellipse', { ...drawn, cx: x, cy: y, rx: item.width / 2, ry: item.height / 2 });
    if (item.type === 'PATH') return made('path', { ...drawn, d: item.commands.map(([name, ...at]) => `${'MLQCCZ'[name]}${at.join(' ')}`).join('') });
    if (item.type === 'WALL') return made('polyline', { points: item.points.map((one) => `${one.x},${one.y}`).join(' '), fill: 'none', stroke: '#f0f', 'stroke-width': 3 });
    return made('text', { x, y, 'text-anchor': 'middle', 'font-size': item.text.style.fontSize, fill: '#111' }, item.text.plainText.replace('\n', ' | '));
  }));
}

const room = new Room();
globalThis.room = room;
addEventListener('message', (event) => room.hear(event));
