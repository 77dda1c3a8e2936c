// Subscriptions over one WebSocket (graphql-transport-ws). It reconnects for ever, and each goes on where it was.
import { passes, pause } from './server.js';
import { Refusal } from './refusal.js';

/** The token is refused: there is no use in trying again. */
const REFUSED = 4403;
const PING_EVERY = 10_000, PONG_WITHIN = 5_000;
const FIRST_PAUSE = 150, LONGEST_PAUSE = 4_000;
/** `WebSocket.OPEN`, also where the platform has no `WebSocket` of its own. */
const OPEN = 1;

/**
 * @typedef {object} Subscribed
 * @property {string} query
 * @property {() => Record<string, unknown>} variables made anew at each connection: where to go on
 * @property {(data: any) => void} next
 * @property {() => void} done it is complete
 * @property {(error: Refusal) => void} failed
 */

/** Tells `open`, `closed` and `refused` as events. */
export class Socket extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Subscribed>} */
  #subscribed = new Map();
  #last = 0;
  /** The connection that is wanted: closing and beginning again makes it another one. */
  #staying = 0;
  #wanted = false;
  #acknowledged = false;

  /** @param {import('./server.js').Server} server */
  constructor(server) {
    super();
    this.server = server;
  }

  /**
   * Subscribe; returns a function that ends it.
   * @param {Subscribed} wish
   */
  subscribe(wish) {
    const id = String(++this.#last);
    this.#subscribed.set(id, wish);
    if (this.#acknowledged) this.#ask(id, wish);
    else if (!this.#wanted) this.#stay();
    return () => {
      if (!this.#subscribed.delete(id)) return;
      if (this.#acknowledged) this.#send({ id, type: 'complete' });
      if (!this.#subscribed.size) this.close();
    };
  }

  /** Look at once whether the connection is alive: a page that was frozen cannot know. */
  wake() {
    if (this.#socket?.readyState === OPEN) this.#ping(this.#socket);
  }

  /** End all subscriptions. */
  close() {
    this.#wanted = false;
    this.#acknowledged = false;
    this.#staying += 1;
    this.#subscribed.clear();
    this.#socket?.close(1000);
  }

  async #stay() {
    this.#wanted = true;
    const mine = ++this.#staying;
    for (let wait = FIRST_PAUSE; mine === this.#staying; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      const code = await this.#connection(() => { wait = FIRST_PAUSE; });
      if (mine !== this.#staying) return;
      if (code === REFUSED) {
        this.#wanted = false;
        this.dispatchEvent(new Event('refused'));
        return;
      }
      this.dispatchEvent(new Event('closed'));
      await pause(wait * (0.75 + Math.random() / 2));
    }
  }

  /**
   * One connection, from its opening to its end; returns the code that it was closed with.
   * @param {() => void} acknowledged
   * @returns {Promise<number>}
   */
  #connection(acknowledged) {
    const address = new URL('graphql', this.server.root);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new this.server.WebSocket(address.href, 'graphql-transport-ws');
    this.#socket = socket;
    const beat = setInterval(() => this.#ping(socket), PING_EVERY);
    return new Promise((ended) => {
      socket.onopen = () => this.#send({
        type: 'connection_init', payload: { ...(this.server.token && { token: this.server.token }), locale: this.server.language },
      });
      socket.onerror = () => {}; // a `close` comes after it
      socket.onclose = ({ code }) => {
        clearInterval(beat);
        if (this.#socket === socket) {
          clearTimeout(this.#late);
          this.#acknowledged = false;
        }
        ended(code);
      };
      socket.onmessage = ({ data }) => {
        if (this.#socket !== socket) return;
        const message = JSON.parse(data);
        if (message.type === 'connection_ack') {
          this.#acknowledged = true;
          acknowledged();
          for (const [id, wish] of this.#subscribed) this.#ask(id, wish);
          this.dispatchEvent(new Event('open'));
        } else this.#hear(message);
      };
    });
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #late = undefined;

  /** @param {WebSocket} socket */
  #ping(socket) {
    if (!this.#acknowledged || socket.readyState !== OPEN) return;
    this.#send({ type: 'ping' });
    clearTimeout(this.#late);
    this.#late = setTimeout(() => socket.close(4499, 'no pong'), PONG_WITHIN);
  }

  /** @param {{ type: string, id: string, payload?: any }} message */
  #hear({ type, id, payload }) {
    clearTimeout(this.#late);
    const wish = this.#subscribed.get(id);
    if (type === 'ping') this.#send({ type: 'pong' });
    if (!wish) return;
    if (type === 'next' && payload.data) wish.next(payload.data);
    if (type === 'complete') {
      this.#subscribed.delete(id);
      wish.done();
    }
    const [error] = type === 'error' ? payload : payload?.errors ?? [];
    if (error && type === 'error' && passes(error.extensions?.code, error.extensions?.retryAfter ?? 0)) {
      void this.#askLater(id, wish, 1000 * (error.extensions.retryAfter || 0.5));
    } else if (error) {
      if (type === 'error') this.#subscribed.delete(id);
      wish.failed(new Refusal(error.message, { code: error.extensions?.code, retryAfter: error.extensions?.retryAfter }));
    }
  }

  /**
   * @param {string} id
   * @param {Subscribed} wish
   */
  #ask(id, { query, variables }) {
    this.#send({ id, type: 'subscribe', payload: { query, variables: variables() } });
  }

  /**
   * Ask again what was refused for a while, unless a new connection has done so.
   * @param {string} id
   * @param {Subscribed} wish
   * @param {number} wait milliseconds
   */
  async #askLater(id, wish, wait) {
    const socket = this.#socket;
    await pause(wait);
    if (this.#acknowledged && this.#socket === socket && this.#subscribed.get(id) === wish) this.#ask(id, wish);
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }
}
