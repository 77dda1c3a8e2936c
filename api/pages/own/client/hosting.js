// What a host does: fights of his own, their seats, and his shelves.
import { READY } from './documents-host.js';
import { idOf } from './ids.js';
import { newKey } from './random.js';

export class Hosting {
  /** @param {import('./server.js').Server} server */
  constructor(server) {
    this.server = server;
  }

  /** Whether anybody may host here, without being asked in. */
  async open() {
    return (await this.server.rest('GET', '', { headers: { accept: 'application/json' } })).hosting === 'anybody';
  }

  /** Become a host of this server; returns the token. */
  async become() {
    return (await this.server.rest('POST', 'v1/hosts', { body: {} })).token;
  }

  /** The installed games in short. */
  systems() {
    return this.server.rest('GET', 'v1/systems');
  }

  /** The installed games, each with its ready-made fights and what their ground is made of. @returns {Promise<any[]>} */
  async tonight() {
    return (await this.server.graphql(READY)).systems;
  }

  /** @param {string} id all of a game, in the reader's words */
  system(id) {
    return this.server.rest('GET', `v1/systems/${encodeURIComponent(id)}`);
  }

  /**
   * A page of fights, newest first.
   * @param {{ after?: string | null, archived?: boolean }} [wish]
   */
  fights({ after = null, archived = false } = {}) {
    return this.server.rest('GET', `v1/encounters?first=30&archived=${archived}${after ? `&after=${encodeURIComponent(after)}` : ''}`);
  }

  /**
   * All that is wrong with a new fight, and how wide its figures are; none is made.
   * @param {unknown} wish
   */
  check(wish) {
    return this.server.rest('POST', 'v1/encounters/check', { body: wish });
  }

  /** @param {unknown} wish */
  create(wish) {
    return this.server.rest('POST', 'v1/encounters', { body: wish, headers: { 'idempotency-key': `"${newKey()}"` } });
  }

  /**
   * @param {string} id
   * @param {string} seat
   */
  token(id, seat) {
    return this.server.rest('POST', `v1/encounters/${id}/tokens`, { body: { seat } });
  }

  /**
   * @param {string} id
   * @param {string | null} name
   */
  copy(id, name) {
    return this.server.rest('POST', `v1/encounters/${id}/copy`, { body: { name }, headers: { 'idempotency-key': `"${newKey()}"` } });
  }

  /**
   * @param {string} id
   * @param {boolean} archived
   */
  archive(id, archived) {
    return this.server.rest('PUT', `v1/encounters/${id}/archived`, { body: { archived } });
  }

  /**
   * @param {string} id
   * @param {string | null} seat whose view everybody may read from now on
   */
  publish(id, seat) {
    return this.server.rest('PUT', `v1/encounters/${id}/published`, { body: { seat } });
  }

  /** @param {string} id */
  look(id) {
    return this.server.rest('GET', `v1/encounters/${id}?include=encounter`);
  }

  /**
   * @param {string} system
   * @param {Blob} file of a map
   */
  map(system, file) {
    return this.server.rest('POST', `v1/maps?system=${encodeURIComponent(system)}`, { bytes: file, headers: { 'content-type': 'application/json' } });
  }

  /** @param {{ kind?: string, after?: string | null }} [wish] */
  shelf({ kind, after = null } = {}) {
    const asked = new URLSearchParams({ first: '100', ...(kind && { kind }), ...(after && { after }) });
    return this.server.rest('GET', `v1/shelf?${asked}`);
  }

  /** All that stands on the shelf, page by page. @returns {Promise<any[]>} */
  async wholeShelf() {
    const items = [];
    for (let after = null; ;) {
      const told = await this.shelf({ after });
      items.push(...told.items);
      after = told.after;
      if (!after) return items;
    }
  }

  /**
   * Put something on the shelf; what is there by the same name, of its kind and game, is the same thing and is replaced.
   * @param {{ kind: string, name: string, system: string, content: unknown }} item
   */
  async keep({ kind, name, system, content }) {
    const items = (await this.wholeShelf()).filter((one) => one.kind === kind), old = items.find((one) => one.name === name && one.system === system);
    return this.put({ kind, name, system, content, key: old?.key ?? idOf(name, items.map(({ key }) => key)), version: old?.version ?? 0 });
  }

  /**
   * @param {string} kind
   * @param {string} key
   */
  item(kind, key) {
    return this.server.rest('GET', `v1/shelf/${kind}/${encodeURIComponent(key)}`);
  }

  /**
   * @param {{ kind: string, key: string, name: string, system: string | null, content: unknown, version?: number }} item
   *   version: the one that it replaces, 0: there is none yet
   */
  put({ kind, key, name, system, content, version }) {
    return this.server.rest('PUT', `v1/shelf/${kind}/${encodeURIComponent(key)}`, { body: { name, system, content, expectedVersion: version ?? null } });
  }

  /**
   * @param {string} kind
   * @param {string} key
   */
  remove(kind, key) {
    return this.server.rest('DELETE', `v1/shelf/${kind}/${encodeURIComponent(key)}`);
  }

  /** The whole shelf as a file's content. */
  exported() {
    return this.server.rest('GET', 'v1/shelf/file');
  }

  /**
   * @param {Blob} file
   * @param {'KEEP' | 'REPLACE' | 'BOTH'} existing what happens to items that are there already
   */
  imported(file, existing) {
    return this.server.rest('POST', `v1/shelf/file?existing=${existing}`, { bytes: file, headers: { 'content-type': 'application/json' } });
  }
}
