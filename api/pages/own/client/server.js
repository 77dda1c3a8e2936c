// One server, asked by GraphQL and REST. A request without an answer is sent again with the same key, which acts once.
import { Refusal } from './refusal.js';

const FIRST_PAUSE = 250, LONGEST_PAUSE = 4_000;
/** Milliseconds after which a request without an answer counts as lost. */
const PATIENCE = 20_000;
/** Longest wait, in seconds, that a rate limit is sat out for; a longer one is told. */
const SAT_OUT = 5;
/** @type {Record<number, string>} What a refusal in plain words means, by its status. */
const CODES = { 401: 'UNAUTHENTICATED', 403: 'NOT_YOURS', 404: 'UNKNOWN', 409: 'AHEAD', 412: 'CONFLICT', 429: 'RATE_LIMITED', 503: 'UNAVAILABLE' };

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

/**
 * @typedef {{ message: string, code?: string, field?: string | null, rule?: string | null,
 *   others?: { message: string, field?: string | null }[] | null, ways?: any[] }} Problem
 */

/** Tells `away` and `back` as events when the server stops answering, and when it answers again. */
export class Server extends EventTarget {
  #away = false;

  /**
   * @param {URL | string} root the site's root, with a slash at its end
   * @param {{ token?: string, language?: string, fetch?: typeof globalThis.fetch, WebSocket?: new (url: string, protocol: string) => WebSocket }} [caller]
   *   fetch, WebSocket: in place of the platform's own; Node has a `WebSocket` since version 22, before that `ws` has one
   */
  constructor(root, { token = '', language = 'en', fetch: fetching, WebSocket: Given } = {}) {
    super();
    this.root = new URL(root);
    this.token = token;
    this.language = language;
    this.fetch = fetching ?? globalThis.fetch.bind(globalThis);
    this.WebSocket = Given ?? globalThis.WebSocket;
  }

  /** Whether it did not answer the last time. */
  get away() {
    return this.#away;
  }

  /**
   * The data of a document. Refusal for an error of the whole request.
   * @template [Data=any]
   * @param {string} query
   * @param {Record<string, unknown>} [variables]
   * @returns {Promise<Data>}
   */
  async graphql(query, variables = {}) {
    for (;;) {
      const answer = await this.#answered('graphql', {
        method: 'POST', body: JSON.stringify({ query, variables }),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      });
      const told = JSON.parse(answer.text), [error] = told.errors ?? [];
      if (!error) return told.data;
      const { code = '', retryAfter = 0, field = null } = error.extensions ?? {};
      if (passes(code, retryAfter)) await pause(1000 * (retryAfter || 0.5));
      else throw new Refusal(error.message, { code, field, retryAfter });
    }
  }

  /**
   * The only field of a mutation's or query's answer. Refusal where it is a `Problem`.
   * @template [Data=any]
   * @param {string} query
   * @param {Record<string, unknown>} [variables]
   * @returns {Promise<Data>}
   */
  async act(query, variables) {
    const [answer] = Object.values(await this.graphql(query, variables));
    if (answer && typeof answer === 'object' && 'code' in answer && 'message' in answer) throw refusalOf(answer);
    return answer;
  }

  /**
   * An answer by REST: JSON as a value, a picture's bytes as a `Blob`, anything else as text; undefined for "not modified".
   * @param {string} method
   * @param {string} path below the root, without a slash at its beginning
   * @param {{ body?: unknown, headers?: Record<string, string>, bytes?: BodyInit, patience?: number, cache?: RequestCache }} [more]
   *   bytes: a body as it is; patience: milliseconds after which a request without an answer counts as lost; cache: of the
   *   browser, for what never changes
   * @returns {Promise<any>}
   */
  async rest(method, path, { body, headers = {}, bytes, patience, cache = 'no-cache' } = {}) {
    for (;;) {
      const answer = await this.#answered(path, {
        method, cache, body: bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      }, patience);
      if (answer.status === 304 || answer.status === 204) return undefined;
      const json = /^application\/([\w-]+\+)?json\b/.test(answer.headers.get('content-type') ?? '');
      const told = json ? JSON.parse(answer.text) : answer.blob ?? answer.text;
      const code = json ? told.code : CODES[answer.status];
      if (answer.ok) return told;
      const retryAfter = Number(answer.headers.get('retry-after') ?? 0);
      if (passes(code, retryAfter)) await pause(1000 * (retryAfter || 0.5));
      else throw refusalOf(json ? { ...told, message: told.detail } : { message: told, code }, retryAfter);
    }
  }

  /**
   * A whole answer, however long it takes. Servers restart, and networks break, also in the middle of an answer: the same
   * request goes out again.
   * @param {string} path
   * @param {RequestInit & { headers: Record<string, string> }} request
   * @param {number} [patience]
   */
  async #answered(path, request, patience = PATIENCE) {
    const headers = {
      ...request.headers, 'accept-language': this.language,
      ...(this.token && { authorization: `Bearer ${this.token}` }),
    };
    for (let wait = FIRST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      try {
        const answer = await this.#asked(path, { ...request, headers }, patience);
        if (answer.status < 502 || answer.status > 504 || answer.headers.get('content-type')?.includes('json')) {
          this.#tell(false);
          return answer;
        }
      } catch (error) {
        if (!(error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))) throw error;
      }
      this.#tell(true);
      await pause(wait * (0.75 + Math.random() / 2));
    }
  }

  /**
   * @param {string} path
   * @param {RequestInit} request
   * @param {number} patience
   */
  async #asked(path, request, patience) {
    const { fetch } = this; // a browser's own is not to be called as a method
    const answer = await fetch(new URL(path, this.root), { cache: 'no-cache', ...request, signal: AbortSignal.timeout(patience) });
    const { status, ok, headers } = answer, picture = /^image\/(?!svg)/.test(headers.get('content-type') ?? '');
    return { status, ok, headers, blob: picture ? await answer.blob() : null, text: picture ? '' : await answer.text() };
  }

  /** @param {boolean} away */
  #tell(away) {
    if (away === this.#away) return;
    this.#away = away;
    this.dispatchEvent(new Event(away ? 'away' : 'back'));
  }
}

/**
 * Whether a failure passes by itself: the same request is sent again after a while.
 * @param {string | undefined} code
 * @param {number} retryAfter seconds; 0: not told
 */
export const passes = (code, retryAfter) =>
  code === 'UNAVAILABLE' || code === 'STOPPING' || (code === 'RATE_LIMITED' && retryAfter > 0 && retryAfter <= SAT_OUT);

/**
 * @param {Problem} problem
 * @param {number} [retryAfter]
 */
function refusalOf({ message, code, field, rule, others, ways }, retryAfter = 0) {
  return new Refusal(message, { code, field, rule, others: others ?? [], ways: ways ?? [], retryAfter });
}
