// All that this module asks of Foundry, in its versions 13 and 14: nothing else here names its API.

export const ID = 'skald';
/** The languages that Skald speaks; in every other language of Foundry it speaks English. */
const LANGUAGES = ['en', 'es', 'fi', 'pl'];

/** @typedef {{ server: string, fight: string, version: number }} SharedTable in the world: everybody may read it */
/** @typedef {{ server: string, fight: string, token: string, seat: string, role: string }} KeptSeat in this browser only */
/** @typedef {{ x: number, y: number }} Point */

/**
 * A text in the reader's language.
 * @param {string} key
 * @param {Record<string, string>} [figures]
 */
export const text = (key, figures = {}) => /** @type {any} */ (game).i18n.format(`SKALD.${key}`, figures);

/** The language that is asked of the server. */
export function language() {
  const [name] = /** @type {any} */ (game).i18n.lang.split('-');
  return LANGUAGES.includes(name) ? name : 'en';
}

/** @param {() => void} changed the table of the world is another one */
export function registerSettings(changed) {
  const { settings } = /** @type {any} */ (game);
  settings.register(ID, 'table', { scope: 'world', config: false, type: Object, default: { server: '', fight: '', version: 0 }, onChange: changed });
  // A token is a secret: settings of the world, flags and chat reach the browsers of all players, these do not leave this one.
  settings.register(ID, 'seats', { scope: 'client', config: false, type: Object, default: {} });
}

/** @returns {SharedTable} */
export const sharedTable = () => /** @type {any} */ (game).settings.get(ID, 'table');

/**
 * Written by a game master's client only.
 * @param {SharedTable} table
 */
export const shareTable = ({ server, fight, version }) => /** @type {any} */ (game).settings.set(ID, 'table', { server, fight, version });

/** Several users may share a browser, and a user several worlds. */
const whose = () => `${game.world?.id}/${game.user?.id}`;

/** @returns {KeptSeat | null} */
export const keptSeat = () => /** @type {any} */ (game).settings.get(ID, 'seats')[whose()] ?? null;

/** @param {KeptSeat | null} seat */
export async function keepSeat(seat) {
  const seats = { .../** @type {any} */ (game).settings.get(ID, 'seats') };
  if (seat) seats[whose()] = seat;
  else delete seats[whose()];
  await /** @type {any} */ (game).settings.set(ID, 'seats', seats);
}

/** Whether this client is the one that acts for the whole table. */
export const actsForAll = () => game.users?.activeGM?.isSelf === true;

/** Whether this user is a game master of the world. */
export const isMaster = () => game.user?.isGM === true;

/**
 * @param {'info' | 'warn' | 'error'} kind
 * @param {string} words
 */
export const notify = (kind, words) => { ui.notifications?.[kind](words); };

// -- the map
/** The scene that is looked at. */
export const viewedScene = () => canvas?.scene ?? null;

/** Where the corner of the cell (0, 0) lies, in pixels, and a cell's side. */
function grid(/** @type {Scene} */ scene) {
  const origin = /** @type {Point | undefined} */ (/** @type {any} */ (scene).getFlag(ID, 'origin')) ?? { x: 0, y: 0 };
  const { size } = scene.grid, { sceneX, sceneY } = scene.dimensions;
  return { size, x: sceneX - origin.x * size, y: sceneY - origin.y * size };
}

/**
 * The corner of a token that stands on a place, in pixels; undefined for a place that is on no map of squares.
 * @param {Scene} scene
 * @param {any} place
 * @param {{ width: number, height: number }} measured in cells
 * @returns {Point | undefined}
 */
export function pixelsOf(scene, place, { width, height }) {
  const { size, x, y } = grid(scene);
  if (place?.cell) return { x: x + place.cell.x * size, y: y + place.cell.y * size };
  if (place?.point) return { x: Math.round(x + (place.point.x / 100 - width / 2) * size), y: Math.round(y + (place.point.y / 100 - height / 2) * size) };
  return undefined;
}

/**
 * The place of a token whose corner lies there.
 * @param {Scene} scene
 * @param {Point} corner
 * @param {{ width: number, height: number }} measured in cells
 * @param {boolean} cells whether the fight has cells; else it is an open table
 */
export function placeAt(scene, corner, { width, height }, cells) {
  const { size, x, y } = grid(scene), across = (corner.x - x) / size, down = (corner.y - y) / size;
  if (cells) return { cell: { x: Math.round(across), y: Math.round(down) } };
  return { point: { x: Math.round((across + width / 2) * 100), y: Math.round((down + height / 2) * 100) } };
}

/**
 * hid: it is hidden because not everybody sees its figure any more. refs: what it is called by itself; actor: its actor's id.
 * @typedef {{ id: string, combatant: string | null, x: number, y: number, width: number, height: number, hid: boolean, refs: string[],
 *   actor: string | null, document: TokenDocument }} Piece
 */

/**
 * @param {TokenDocument} document
 * @param {string} fight
 * @returns {Piece}
 */
export function pieceOf(document, fight) {
  const token = /** @type {any} */ (document), bound = token.getFlag(ID, 'fight') === fight ? token.getFlag(ID, 'combatant') : null;
  const { id, x, y, width, height, uuid, actorId } = token;
  return { id, combatant: bound ?? null, x, y, width, height, hid: token.getFlag(ID, 'hid') === true, refs: [id, uuid], actor: actorId ?? null, document };
}

/**
 * The tokens of the scene that is looked at.
 * @param {string} fight
 */
export const pieces = (fight) => (viewedScene()?.tokens.contents ?? []).map((document) => pieceOf(/** @type {TokenDocument} */ (document), fight));

/** The tokens that this user has selected. */
export const selected = () => (canvas?.tokens?.controlled ?? []).map(({ document }) => document);

/**
 * Say whom a token stands for.
 * @param {TokenDocument} document
 * @param {string} fight
 * @param {string} combatant
 */
export const bind = (document, fight, combatant) => document.update(/** @type {any} */ ({ flags: { [ID]: { fight, combatant } } }));

/** Where this client is just moving tokens for Skald: those moves are not orders. @type {Map<string, string>} */
const moved = new Map();

/** @param {Point} corner */
const spot = ({ x, y }) => `${x},${y}`;

/**
 * Hide tokens from the players, or show those again that were hidden so.
 * @param {string[]} ids
 * @param {boolean} hidden
 */
export async function hideTokens(ids, hidden) {
  if (ids.length) await viewedScene()?.updateEmbeddedDocuments('Token', ids.map((_id) => /** @type {any} */ ({ _id, hidden, flags: { [ID]: { hid: hidden } } })));
}

/** @param {{ _id: string, x: number, y: number }[]} updates */
export async function moveTokens(updates) {
  const scene = viewedScene();
  if (!scene || !updates.length) return;
  for (const update of updates) moved.set(update._id, spot(update));
  try {
    await scene.updateEmbeddedDocuments('Token', updates);
  } finally {
    for (const { _id } of updates) moved.delete(_id);
  }
}

/**
 * @param {{ name: string, x: number, y: number, width: number, height: number, picture: string | null, fight: string, combatant: string }[]} wished
 */
export async function makeTokens(wished) {
  await viewedScene()?.createEmbeddedDocuments('Token', wished.map(({ name, x, y, width, height, picture, fight, combatant }) => /** @type {any} */ ({
    name, x, y, width, height, ...(picture ? { texture: { src: picture } } : {}), flags: { [ID]: { fight, combatant } },
  })));
}

/**
 * Called before this user's move of a token; `false` keeps the token where it is.
 * @param {(document: TokenDocument, corner: Point) => boolean} judge
 */
export function onMove(judge) {
  /** @type {any} */ (Hooks).on('preMoveToken', (/** @type {TokenDocument} */ document, /** @type {{ destination: Point }} */ { destination }) =>
    (moved.get(String(document.id)) === spot(destination) ? undefined : judge(document, { x: destination.x, y: destination.y })) ?? undefined);
}

/**
 * The next click on the map, in pixels of the scene; null: it was given up.
 * @returns {Promise<Point | null>}
 */
export function nextClick() {
  const board = document.getElementById('board');
  if (!board || !canvas) return Promise.resolve(null);
  return new Promise((found) => {
    const done = (/** @type {Point | null} */ point) => {
      board.removeEventListener('click', clicked, true);
      removeEventListener('keydown', key, true);
      found(point);
    };
    const clicked = (/** @type {MouseEvent} */ event) => {
      event.stopPropagation();
      done(canvas.canvasCoordinatesFromClient({ x: event.clientX, y: event.clientY }));
    };
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      done(null);
    };
    board.addEventListener('click', clicked, true);
    addEventListener('keydown', key, true);
  });
}

/** @param {object} data of a scene, as Skald writes it */
export const makeScene = (data) => Scene.implementation.create(/** @type {any} */ (data));

// -- the combat tracker
/**
 * The encounter of a fight in the tracker.
 * @param {string} fight
 */
export const combatOf = (fight) => game.combats?.find((combat) => /** @type {any} */ (combat).getFlag(ID, 'fight') === fight) ?? null;

/** @param {string} fight */
export const makeCombat = (fight) => Combat.implementation.create(/** @type {any} */ ({ scene: viewedScene()?.id ?? null, active: true, flags: { [ID]: { fight } } }));

/** @typedef {{ combatant: string, name: string, initiative: number, tokenId: string | null, defeated: boolean }} Slot */

/** What this client is just writing into the tracker for Skald: that is not somebody's wish. @type {{ round: number, turn: number | null } | null} */
let written = null;

/**
 * Make the tracker show these, in this order.
 * @param {Combat} combat
 * @param {Slot[]} slots
 * @param {{ round: number, acting: string | null }} now
 */
export async function showOrder(combat, slots, { round, acting }) {
  const known = new Map(combat.combatants.contents.map((one) => [/** @type {any} */ (one).getFlag(ID, 'combatant'), one]));
  const gone = [...known].filter(([key]) => !slots.some(({ combatant }) => combatant === key)).map(([, one]) => String(one.id));
  if (gone.length) await combat.deleteEmbeddedDocuments('Combatant', gone);
  const news = slots.filter(({ combatant }) => !known.has(combatant)).map(({ combatant, name, initiative, tokenId, defeated }) =>
    ({ name, initiative, defeated, ...(tokenId ? { tokenId, sceneId: viewedScene()?.id } : {}), flags: { [ID]: { combatant } } }));
  if (news.length) await combat.createEmbeddedDocuments('Combatant', /** @type {any} */ (news));
  const changed = slots.flatMap(({ combatant, initiative, defeated }) => {
    const one = known.get(combatant);
    return one && (one.initiative !== initiative || one.defeated !== defeated) ? [{ _id: String(one.id), initiative, defeated }] : [];
  });
  if (changed.length) await combat.updateEmbeddedDocuments('Combatant', changed);
  const turn = acting === null ? null : combat.turns.findIndex((one) => /** @type {any} */ (one).getFlag(ID, 'combatant') === acting);
  const at = turn === -1 ? null : turn;
  if (combat.round === round && combat.turn === at) return;
  written = { round, turn: at };
  try {
    await combat.update({ round, turn: at });
  } finally {
    written = null;
  }
}

/**
 * Called when this user asks the tracker for another turn of a fight's encounter; `false` leaves it as it is.
 * @param {(fight: string) => boolean} judge
 */
export function onTurn(judge) {
  Hooks.on('preUpdateCombat', (combat, change) => {
    const fight = /** @type {any} */ (combat).getFlag(ID, 'fight');
    if (typeof fight !== 'string' || !('turn' in change || 'round' in change)) return undefined;
    if (written && change.turn === written.turn && change.round === written.round) return undefined;
    return judge(fight) ? undefined : false;
  });
}

// -- chat and dice
/**
 * @param {{ content: string, whisper?: boolean, flags: Record<string, unknown> }} message whisper: to this user himself
 */
export async function say({ content, whisper = false, flags }) {
  await ChatMessage.implementation.create(/** @type {any} */ ({
    content, speaker: { alias: 'Skald' }, flags: { [ID]: flags }, ...(whisper ? { whisper: [game.user?.id] } : {}),
  }));
}

/** The flags of all messages of this module that this user may read. */
export const said = () => (game.messages?.contents ?? []).filter(({ visible }) => visible).map(({ flags }) => /** @type {any} */ (flags)[ID]).filter(Boolean);

/** @param {(flags: any, element: HTMLElement) => void} shown called for each message of this module that is drawn */
export function onMessage(shown) {
  Hooks.on('renderChatMessageHTML', (message, element) => {
    const flags = /** @type {any} */ (message.flags)[ID];
    if (flags) shown(flags, element);
  });
}

/**
 * Roll dice with Foundry's own roller.
 * @param {string} notation as in `2d6`
 * @returns {Promise<number[]>} the faces
 */
export async function rollFaces(notation) {
  const roll = await new Roll(notation).evaluate();
  return roll.dice.flatMap(({ results }) => results.map(({ result }) => result));
}

// -- the window, and the ways to it
/** @param {() => void} open */
export function addEntrances(open) {
  Hooks.on('getSceneControlButtons', (controls) => {
    const tools = controls.tokens?.tools;
    if (tools) tools[ID] = { name: ID, title: 'SKALD.title', icon: 'fa-solid fa-scroll', order: 100, button: true, visible: true, onChange: open };
  });
  Hooks.on('chatMessage', (_log, message) => {
    if (message.trim() !== '/skald') return undefined;
    open();
    return false;
  });
}

/**
 * A window whose content is an element of ours.
 * @param {HTMLElement} content
 */
export function windowOf(content) {
  const { ApplicationV2 } = foundry.applications.api;
  class SkaldWindow extends ApplicationV2 {
    async _renderHTML() {
      return content;
    }

    /**
     * @param {HTMLElement} result
     * @param {HTMLElement} place
     */
    _replaceHTML(result, place) {
      if (result.parentElement !== place) place.replaceChildren(result);
    }
  }
  return new SkaldWindow(/** @type {any} */ ({
    id: 'skald-window', classes: ['skald-window'], position: { width: 420, height: 640 },
    window: { title: 'SKALD.title', icon: 'fa-solid fa-scroll', resizable: true },
  }));
}
