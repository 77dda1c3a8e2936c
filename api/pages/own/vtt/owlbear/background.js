// The page of the extension that runs as long as the room is open: it keeps the map and the fight in step.
import OBR from '@owlbear-rodeo/sdk';
import { MAP } from '../../client/documents-map.js';
import { Fight } from '../../client/fight.js';
import { SceneMap } from '../../client/map.js';
import { obey, orderTo } from '../../client/moves.js';
import { Refusal } from '../../client/refusal.js';
import { Server } from '../../client/server.js';
import { loadWords, t, wantedLanguage } from '../../table/words.js';
import { drawings } from './drawing.js';
import { onSeatChange, seatIn, standUp, storageWorks } from './pairing.js';
import { cornerOf, DRAWN, fightOf, itemsOf, keptLinks, LINK, match, middleOfItem, play, positionFor, ready, ROOM, SEAT } from './room.js';

/** @typedef {import('@owlbear-rodeo/sdk').Item} Item */
/** @typedef {import('@owlbear-rodeo/sdk').Player} Player */

const SERVER = new URL('../../', location.href);
/** Milliseconds that another player's page has for what he dragged, before the game master's puts it back. */
const OTHERS = 5000;
/** Milliseconds that a token has to lie still before it counts as put down. */
const STILL = 120;
/** Milliseconds before it is tried again what the room has refused. */
const FIRST_PAUSE = 1000, LONGEST_PAUSE = 60_000;
/** Milliseconds between two notes in the room of how far the fight is. */
const OFTEN = 1000;
const BADGE = '#b0413e';

/** A seat in a room: its fight, and the map that shows it. */
class Sitting {
  /** @type {any} */
  #drawn = null;
  /** @type {Item[]} */
  #items = [];
  /** @type {Item[]} */
  #mine = [];
  /** Where each item lay when it was last seen. @type {Map<string, string>} */
  #seen = new Map();
  /** What this page wrote itself. @type {Map<string, string>} */
  #written = new Map();
  /** What this reader has dragged and what is not dealt with yet: since when. @type {Map<string, number>} */
  #dragged = new Map();
  /** What others have dragged: since when, and who. @type {Map<string, { at: number, who: string }>} */
  #foreign = new Map();
  /** What is drawn for this reader. @type {Map<string, { id: string, as: string }>} */
  #drawings = new Map();
  /** @type {{ id: string, role: string, connection: string }} */
  #me = { id: '', role: 'PLAYER', connection: '' };
  /** @type {Player[]} */
  #party = [];
  #cell = 0;
  #corner = { x: 0, y: 0 };
  #open = false;
  #working = false;
  #again = false;
  #ended = false;
  /** @type {(() => void)[]} */
  #ends = [];
  #asked = '';
  #room = '';
  #announced = -OFTEN;
  #torn = false;
  #pause = FIRST_PAUSE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /**
   * @param {import('./pairing.js').Seat} seat
   * @param {string} language
   */
  constructor(seat, language) {
    this.seat = seat;
    this.server = new Server(SERVER, { token: seat.token, language });
    this.fight = new Fight(this.server, seat.fight);
  }

  async begin() {
    const { fight, seat } = this;
    await OBR.player.setMetadata({ [SEAT]: { fight: seat.fight, gm: seat.role === 'GM' } });
    this.#me = { id: OBR.player.id, role: await OBR.player.getRole(), connection: await OBR.player.getConnectionId() };
    this.#party = await OBR.party.getPlayers();
    fight.addEventListener('changed', () => this.#soon());
    fight.addEventListener('refused', () => this.#refused());
    this.#ends = [
      OBR.party.onChange((players) => { this.#party = players; this.#soon(); }),
      OBR.player.onChange((player) => { this.#me.role = player.role; this.#soon(); }),
      OBR.room.onMetadataChange((metadata) => this.#roomSays(metadata)),
      // One that is closed again meanwhile is told again when it opens.
      OBR.scene.onReadyChange((open) => void this.#sceneIs(open).catch(() => {})),
      OBR.scene.onMetadataChange((metadata) => { this.#corner = cornerOf(metadata); this.#soon(); }),
      OBR.scene.grid.onChange((grid) => { this.#cell = grid.dpi; this.#soon(); }),
      OBR.scene.items.onChange((items) => { this.#items = items; this.#look(items, false); }),
      OBR.scene.local.onChange((items) => { this.#mine = items; this.#look(items, true); }),
    ];
    this.#roomSays(await OBR.room.getMetadata());
    await this.#sceneIs(await OBR.scene.isReady());
    await fight.open();
  }

  async end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.fight.close();
    for (const stop of this.#ends) stop();
    await OBR.player.setMetadata({ [SEAT]: undefined });
    await OBR.action.setBadgeText(undefined);
    if (this.#open) await this.#wipe();
  }

  /** @param {boolean} open whether a scene is open: without one there is no map */
  async #sceneIs(open) {
    this.#open = false;
    this.#seen.clear();
    this.#drawings.clear();
    if (!open) return;
    [this.#items, this.#mine, this.#cell] = await Promise.all([OBR.scene.items.getItems(), OBR.scene.local.getItems(), OBR.scene.grid.getDpi()]);
    this.#corner = cornerOf(await OBR.scene.getMetadata());
    await this.#wipe();
    this.#look(this.#items, false);
    this.#open = true;
    this.#soon();
  }

  /** Take away what was drawn for this reader. */
  async #wipe() {
    const old = (await OBR.scene.local.getItems()).filter((item) => DRAWN in item.metadata);
    if (old.length) await OBR.scene.local.deleteItems(old.map(({ id }) => id));
    this.#drawings.clear();
    this.#torn = false;
  }

  /**
   * The room plays a fight, at a version: look at once if that is newer than what is known here.
   * @param {Record<string, unknown>} metadata
   */
  #roomSays(metadata) {
    const told = fightOf(metadata[ROOM]);
    this.#room = told?.fight ?? '';
    if (told?.fight === this.seat.fight && told.version > (this.fight.now?.version ?? Infinity)) void this.fight.refresh();
    this.#soon();
  }

  /**
   * Notice what was moved since the last look, and by whom.
   * @param {Item[]} items
   * @param {boolean} own items of this reader alone
   */
  #look(items, own) {
    for (const item of items) {
      const at = spotText(item.position), before = this.#seen.get(item.id);
      this.#seen.set(item.id, at);
      if (before === undefined || before === at || (own && !(DRAWN in item.metadata)) || this.#written.get(item.id) === at) continue;
      this.#written.delete(item.id);
      if (own || item.lastModifiedUserId === this.#me.id) this.#dragged.set(item.id, performance.now());
      else this.#foreign.set(item.id, { at: performance.now(), who: item.lastModifiedUserId });
    }
    this.#soon(STILL);
  }

  /** @param {number} [milliseconds] */
  #soon(milliseconds = 0) {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), milliseconds);
  }

  /** Bring map and fight in step, once more if something has changed meanwhile. */
  async #work() {
    if (this.#working) {
      this.#again = true;
      return;
    }
    this.#working = true;
    try {
      do {
        this.#again = false;
        await this.#step();
      } while (this.#again && !this.#ended);
      this.#pause = FIRST_PAUSE;
    } catch (error) {
      // The room did not answer, or this player may not change something there: what is drawn is not known any more.
      // A scene that is closed meanwhile is no fault.
      if (this.#open && !this.#ended) console.warn('skald', wordsOf(error));
      this.#torn = true;
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
      this.#soon(this.#pause);
    } finally {
      this.#working = false;
    }
  }

  /** The connections that have taken a seat in this fight: this one, and others. */
  get #seated() {
    const here = (/** @type {any} */ metadata) => /** @type {any} */ (metadata[SEAT])?.fight === this.seat.fight;
    const others = this.#party.filter(({ metadata }) => here(metadata)).map(({ id, connectionId, role, metadata }) => ({
      id, connection: connectionId, master: role === 'GM' && /** @type {any} */ (metadata[SEAT]).gm,
    }));
    return [{ id: this.#me.id, connection: this.#me.connection, master: this.#me.role === 'GM' && this.seat.role === 'GM' }, ...others]
      .sort((one, other) => (one.connection < other.connection ? -1 : 1));
  }

  async #step() {
    const { now } = this.fight;
    if (!now) return;
    await this.#tell(now);
    if (this.#room && this.#room !== this.seat.fight) {
      // The room plays another fight: this one is not drawn over it.
      if (this.#open) await this.#wipe();
      return;
    }
    const seated = this.#seated, master = seated.find((one) => one.master);
    /** Of several pages of the same person one acts. */
    const first = seated.find((one) => one.id === this.#me.id)?.connection === this.#me.connection;
    const acting = master?.connection === this.#me.connection;
    if (acting) await this.#announce(now);
    if (!this.#open) return;
    if (this.#drawn?.version !== now.version) {
      const { encounter } = await this.server.graphql(MAP, { id: this.fight.id, at: now.version });
      this.#drawn = encounter;
    }
    const drawn = this.#drawn.scene, map = new SceneMap(now.scene, drawn, { cell: this.#cell, corner: this.#corner });
    const kept = keptLinks(OBR.room.id, this.fight.id), items = itemsOf(this.#items, this.fight.id, drawn.tokens, kept);
    /** @type {Map<string, { position: { x: number, y: number }, visible: boolean, hid: boolean }>} */
    const changes = new Map();
    for (const token of now.scene.tokens) {
      const item = items.get(token.combatant);
      if (!item) continue;
      const mayMove = acting || (!master && first && item.createdUserId === this.#me.id);
      if (acting && kept[token.combatant] && !token.hidden) await match(OBR.room.id, this.fight.id, token, item.id);
      await this.#keep(token, item, map, { mayMove, first, seated, changes, secret: token.combatant in kept });
    }
    await this.#write(changes);
    await this.#hiddenDragged(now, map);
    if (this.#torn) await this.#wipe();
    await this.#draw(drawings({ fight: this.fight.id, now, drawn, map, items, cell: this.#cell }));
  }

  /**
   * One token: dragged by this reader, dragged by somebody else, or to be moved to where the fight has it.
   * @param {any} token
   * @param {Item} item
   * @param {SceneMap} map
   * @param {{ mayMove: boolean, first: boolean, seated: { id: string }[], changes: Map<string, any>, secret: boolean }} given
   *   secret: only this browser knows that it is the token of somebody who was hidden
   */
  async #keep(token, item, map, { mayMove, first, seated, changes, secret }) {
    const hid = secret || Boolean(/** @type {any} */ (item.metadata[LINK])?.hid), spot = middleOfItem(item);
    if (token.hidden) {
      // Where it goes while some do not see it stands nowhere in the room.
      this.#dragged.delete(item.id);
      if (mayMove && item.visible) changes.set(item.id, { position: item.position, visible: false, hid: true });
      return;
    }
    const wanted = map.middleOf(token);
    if (!wanted) return;
    const visible = item.visible || hid, position = positionFor(item, wanted);
    if (map.stands(token, spot)) {
      this.#dragged.delete(item.id);
      this.#foreign.delete(item.id);
      const exact = !map.space.zones && !map.space.positions && Math.hypot(spot.x - wanted.x, spot.y - wanted.y) > 0.5;
      if (mayMove && (exact || hid)) changes.set(item.id, { position: exact ? position : item.position, visible, hid: false });
      return;
    }
    if (this.#dragged.has(item.id)) {
      if (first) await this.#order(token, item.id, map.placeAt(token.combatant, spot), position, () => changes.set(item.id, { position, visible, hid: false }));
      this.#dragged.delete(item.id);
      return;
    }
    const foreign = this.#foreign.get(item.id);
    if (foreign && seated.some((one) => one.id === foreign.who)) {
      const left = foreign.at + OTHERS - performance.now();
      if (left > 0) {
        setTimeout(() => this.#soon(), left + 50);
        return;
      }
    } else if (foreign && mayMove) void OBR.notification.show(t('owlbear.stranger', { who: token.label }), 'INFO');
    this.#foreign.delete(item.id);
    if (mayMove) changes.set(item.id, { position, visible, hid: false });
  }

  /**
   * What was dragged becomes an order; if it cannot, it goes back, and it is said why.
   * @param {any} token
   * @param {string} item
   * @param {any} place
   * @param {{ x: number, y: number }} home
   * @param {() => void} back
   */
  async #order(token, item, place, home, back) {
    try {
      await this.#go(token, place, true);
      // It lies where the fight has it now; where it went elsewhere, the next look moves it.
      this.#written.delete(item);
      this.#again = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#written.set(item, spotText(home));
      back();
      void OBR.notification.show(error.message || t('owlbear.notThere', { who: token.label }), 'WARNING');
    }
  }

  /**
   * Give the order that brings somebody to a place. Refusal where there is none.
   * @param {any} token
   * @param {any} place null: no place of the fight
   * @param {boolean} again once more, if the fight has moved on before this page knew
   * @returns {Promise<void>}
   */
  async #go(token, place, again) {
    const { fight } = this;
    if (!place) throw new Refusal(t('owlbear.nowhere', { who: token.label }));
    try {
      const order = await orderTo(fight, token.combatant, place);
      if (order) return await obey(fight, order);
    } catch (error) {
      if (!(again && error instanceof Refusal && error.code === 'CONFLICT')) throw error;
    }
    if (!again) throw new Refusal(t('owlbear.notNow', { who: token.label }));
    await fight.refresh();
    return this.#go(token, place, false);
  }

  /**
   * Figures that some do not see are dragged on the map of whoever sees them.
   * @param {any} now
   * @param {SceneMap} map
   */
  async #hiddenDragged(now, map) {
    for (const item of this.#mine) {
      const combatant = /** @type {any} */ (item.metadata[LINK])?.combatant;
      if (!combatant || !this.#dragged.delete(item.id)) continue;
      const token = now.scene.tokens.find((/** @type {any} */ one) => one.combatant === combatant);
      // However it ends, it is drawn anew where the fight has it.
      const drawn = this.#drawings.get(`figure ${combatant}`);
      if (drawn?.id === item.id) drawn.as = '';
      if (token && !map.stands(token, item.position)) await this.#order(token, item.id, map.placeAt(combatant, item.position), item.position, () => {});
    }
  }

  /** @param {Map<string, { position: { x: number, y: number }, visible: boolean, hid: boolean }>} changes */
  async #write(changes) {
    if (!changes.size) return;
    for (const [id, { position }] of changes) this.#written.set(id, spotText(position));
    await OBR.scene.items.updateItems(this.#items.filter(({ id }) => changes.has(id)), (items) => {
      for (const item of items) {
        const { position, visible, hid } = /** @type {any} */ (changes.get(item.id));
        if (item.position.x !== position.x || item.position.y !== position.y) item.position = position;
        if (item.visible !== visible) item.visible = visible;
        const link = /** @type {any} */ (item.metadata[LINK]);
        if (link && Boolean(link.hid) !== hid) item.metadata[LINK] = { fight: link.fight, combatant: link.combatant, ...(hid ? { hid } : {}) };
      }
    });
  }

  /**
   * Show what is to be drawn, and only change what has changed.
   * @param {Map<string, Item>} wanted
   */
  async #draw(wanted) {
    const gone = [], fresh = [];
    for (const [key, { id }] of this.#drawings) {
      if (wanted.has(key)) continue;
      gone.push(id);
      this.#drawings.delete(key);
    }
    for (const [key, item] of wanted) {
      const as = JSON.stringify({ ...item, id: '', lastModified: '', zIndex: 0 }), before = this.#drawings.get(key);
      // What its reader drags just now is dealt with first.
      if (before?.as === as || (before && this.#dragged.has(before.id))) continue;
      if (before) gone.push(before.id);
      fresh.push(item);
      this.#seen.set(item.id, spotText(item.position));
      this.#drawings.set(key, { id: item.id, as });
    }
    if (gone.length) await OBR.scene.local.deleteItems(gone);
    if (fresh.length) await OBR.scene.local.addItems(fresh);
  }

  /**
   * The room keeps which fight it plays, and how far it is: so that a page that has missed something looks.
   * @param {any} now
   */
  async #announce(now) {
    const told = fightOf((await OBR.room.getMetadata())[ROOM]);
    if (told && told.fight !== this.seat.fight) return;
    const left = told ? this.#announced + OFTEN - performance.now() : 0;
    if (told?.version === now.version) return;
    if (left > 0) setTimeout(() => this.#soon(), left);
    else {
      this.#announced = performance.now();
      await play(this.seat.fight, now.version);
    }
  }

  /**
   * Tell this seat what it is asked, and that it is its turn.
   * @param {any} now
   */
  async #tell(now) {
    // A game master may answer for everybody; he is told of what he is asked himself.
    const asked = now.decisions.filter((/** @type {any} */ one) => one.yours);
    const turn = !asked.length && now.status !== 'ENDED' && now.scene.tokens.some((/** @type {any} */ one) => one.turn === 'ACTING' && one.yours);
    const told = JSON.stringify([asked.map((/** @type {any} */ one) => one.key), turn]);
    if (told === this.#asked) return;
    const before = this.#asked;
    this.#asked = told;
    await OBR.action.setBadgeText(asked.length ? String(asked.length) : turn ? '!' : undefined);
    if (asked.length || turn) await OBR.action.setBadgeBackgroundColor(BADGE);
    if (!before || (await OBR.action.isOpen())) return;
    if (asked.length) {
      await OBR.notification.show(asked.at(-1).text, 'INFO');
      await OBR.action.open();
    } else if (turn) await OBR.notification.show(t('turn.yours'), 'INFO');
  }

  #refused() {
    standUp(OBR.room.id);
    void OBR.notification.show(t('refused'), 'ERROR');
    void changed();
  }
}

/**
 * The room's errors are plain objects.
 * @param {any} error
 */
const wordsOf = (error) => error?.message ?? JSON.stringify(error?.error ?? error);

/** @param {{ x: number, y: number }} spot */
const spotText = ({ x, y }) => `${Math.round(x * 10)} ${Math.round(y * 10)}`;

/** @type {Sitting | null} */
let sitting = null;
let language = 'en', turn = Promise.resolve();

/** A seat was taken, or left. */
function changed() {
  turn = turn.then(async () => {
    const seat = seatIn(OBR.room.id);
    if (sitting && sitting.seat.token === seat?.token) return;
    await sitting?.end();
    sitting = seat && new Sitting(seat, language);
    document.documentElement.dataset.seat = seat?.seat ?? '';
    await sitting?.begin();
  }).catch((error) => console.warn('skald', wordsOf(error)));
  return turn;
}

await ready();
if (storageWorks()) {
  language = wantedLanguage();
  await loadWords(language, ['../vtt/owlbear/words']);
  onSeatChange(OBR.room.id, () => void changed());
  for (const name of ['online', 'pageshow', 'visibilitychange'])
    (name === 'visibilitychange' ? document : globalThis).addEventListener(name, () => document.hidden || sitting?.fight.wake());
  await changed();
}
document.documentElement.dataset.ready = 'true';
