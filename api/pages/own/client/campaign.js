// A company that goes from fight to fight. Its own stream is opened as a fight is: `Fight` serves it, with its id.
import { newKey } from './random.js';

export class Campaign {
  /**
   * @param {import('./server.js').Server} server with the token of a seat, of its host, or the operator's
   * @param {string} id
   */
  constructor(server, id) {
    this.server = server;
    this.id = id;
  }

  /**
   * Make one: the campaign as its first game master sees it, and its seats' tokens.
   * @param {import('./server.js').Server} server with a host's token
   * @param {unknown} wish
   */
  static create(server, wish) {
    return server.rest('POST', 'v1/campaigns', { body: wish, headers: once() });
  }

  /**
   * A page of a host's campaigns, newest first.
   * @param {import('./server.js').Server} server
   * @param {string | null} [after]
   */
  static page(server, after = null) {
    return server.rest('GET', `v1/campaigns${behind(after)}`);
  }

  /** Its fights, the last planned first, a page of them. @param {string | null} [after] */
  fights(after = null) {
    return this.server.rest('GET', `v1/encounters/${this.id}/fights${behind(after)}`);
  }

  /**
   * Begin a fight with members of the company; everybody at its table sits in it.
   * @param {unknown} wish
   * @param {string} [key] the same again finds the fight that it has begun
   */
  begin(wish, key) {
    return this.server.rest('POST', `v1/encounters/${this.id}/fights`, { body: wish, headers: once(key) });
  }

  /** What a fight leaves that has ended, line by line. @param {string} fight */
  settlement(fight) {
    return this.server.rest('GET', `${this.#of(fight)}/settlement`);
  }

  /**
   * Take it over, as it was read.
   * @param {string} fight
   * @param {{ digest: string, dropped?: string[], set?: Record<string, unknown> }} read
   * @param {string} [key]
   */
  settle(fight, read, key) {
    return this.server.rest('POST', `${this.#of(fight)}/settlement`, { body: read, headers: once(key) });
  }

  /**
   * Let a fork of it take the place of a fight: what differs is then settled.
   * @param {string} fight
   * @param {string} replacement
   */
  replace(fight, replacement) {
    return this.server.rest('POST', `${this.#of(fight)}/replacement`, { body: { replacement }, headers: once() });
  }

  /**
   * Have a fight not count.
   * @param {string} fight
   * @param {string} [note]
   */
  release(fight, note = '') {
    return this.server.rest('POST', `${this.#of(fight)}/release`, { body: { note }, headers: once() });
  }

  /** @param {string} fight */
  #of(fight) {
    return `v1/encounters/${this.id}/fights/${encodeURIComponent(fight)}`;
  }
}

/** @param {string} [key] */
const once = (key = newKey()) => ({ 'idempotency-key': `"${key}"` });

/** @param {string | null} after */
const behind = (after) => (after ? `?after=${encodeURIComponent(after)}` : '');
