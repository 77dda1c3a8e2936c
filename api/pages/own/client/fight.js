// A fight as one seat sees it: loaded, watched without a gap, ordered and answered.
import { bring } from './bring.js';
import * as documents from './documents.js';
import { patched } from './patch.js';
import { newKey } from './random.js';
import { Refusal } from './refusal.js';
import { pause } from './server.js';
import { Socket } from './socket.js';

/** Events of the log that are loaded at first, and at each wish for earlier ones. */
const PAGE = 200;
/** Milliseconds after which what could not be loaded is loaded again. */
const AGAIN = 2_000;
/** Documents that are seldom sent. */
const seldom = () => bring(() => import('./documents-seldom.js'));
/** Milliseconds that the stream is waited for to bring a version, before it is asked for. */
const LATE = 2_000;

/**
 * Types of answers are made from the documents and the published schema (`contract.d.ts`, by the tests).
 * @typedef {NonNullable<import('./contract.js').LookQuery['encounter']>} Encounter
 * @typedef {NonNullable<import('./contract.js').EarlierQuery['encounter']>['events']['nodes'][number]} FightEvent
 * @typedef {Encounter['offers'][number]} Offer
 * @typedef {Encounter['decisions'][number]} Decision
 */

/**
 * Tells, as events: `coming` (`detail`: a newer version, which is being loaded), `changed` (a newer version is loaded),
 * `told` (`detail`: new events, oldest first), `ended`, `seen` (all is loaded anew, with other eyes, or because the server
 * had lost what was shown), `refused` (the token is not accepted any more, and nothing is asked with it), `failed`
 * (`detail`: a Refusal).
 */
export class Fight extends EventTarget {
  /** @type {Encounter | null} The newest that is loaded. */
  now = null;
  /** @type {FightEvent[]} Those that are known, oldest first, without a gap. */
  events = [];
  /** Whether there are earlier events than those. */
  more = false;
  /** The seat whose eyes the game master looks with; null: his own. @type {string | null} */
  as = null;
  #after = 0;
  /** @type {Promise<void> | null} */
  #loading = null;
  #wanted = 0;
  #told = 0;
  #anew = false;
  #over = false;
  /** @type {(() => void) | undefined} */
  #unsubscribe = undefined;
  /** The fight as the stream has told it: what it tells next changes that. @type {Encounter | null} */
  #streamed = null;
  /** Wakes whoever waits for the stream. @type {(value?: undefined) => void} */
  #stir = () => {};

  /**
   * @param {import('./server.js').Server} server
   * @param {string} id
   */
  constructor(server, id) {
    super();
    this.server = server;
    this.id = id;
    this.socket = new Socket(server);
    this.socket.addEventListener('refused', () => this.dispatchEvent(new Event('refused')));
    this.socket.addEventListener('closed', () => this.#lost());
  }

  /**
   * The newest that is loaded, once the fight is open.
   * @returns {Encounter}
   */
  get loaded() {
    if (!this.now) throw new Error('the fight is not open');
    return this.now;
  }

  /**
   * Load it, and watch from there on.
   * @param {{ after?: number }} [known] after: the last version that was shown before, as a client that starts again
   *   has kept it: what has happened since is `told`, all of it
   */
  async open({ after } = {}) {
    this.#over = false;
    this.#after = after ?? 0;
    if (after === undefined) {
      await this.earlier();
      this.#after = this.events.at(-1)?.version ?? 0;
    } else this.more = after > 0;
    if (this.#over) return;
    this.#listen();
    await this.#load(1);
  }

  /** Watch after the events that are known: the stream begins with the whole fight. */
  #listen() {
    const former = this.#unsubscribe;
    this.#unsubscribe = this.socket.subscribe({
      query: documents.CHANGES,
      variables: () => ({ id: this.id, after: this.#after }),
      next: ({ changes }) => this.#hear(changes),
      done: () => {
        this.#lost();
        this.dispatchEvent(new Event('ended'));
      },
      failed: (refusal) => {
        this.#lost();
        this.#failed(refusal);
      },
    });
    former?.(); // after the new one: the socket closes with its last subscription
  }

  /**
   * Look with the eyes of another seat, or (null) with one's own again. Refusal for all but the game master.
   * @param {string | null} seat
   */
  async lookAs(seat) {
    this.as = seat;
    this.events = [];
    await this.earlier();
    await this.#load();
    this.dispatchEvent(new Event('seen'));
  }

  /** Stop watching. */
  close() {
    this.#over = true;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.socket.close();
    this.#lost();
  }

  /** Load a page of events before those that are known. */
  async earlier() {
    const before = this.events.length ? String(this.events[0].version) : this.#after ? String(this.#after + 1) : null, { as } = this;
    /** @type {import('./contract.js').EarlierQuery} */
    const { encounter } = await this.server.graphql(documents.EARLIER, { id: this.id, before, last: PAGE, as });
    if (!encounter || as !== this.as) return;
    this.more = encounter.events.pageInfo.hasPreviousPage;
    this.events = [...encounter.events.nodes, ...this.events];
  }

  /**
   * Give an order, or use a tool; returns the version that it led to, loaded. Refusal where it is not accepted.
   * @param {unknown} command
   * @param {{ faces?: number[], version?: number }} [more] version: refuse if the fight has moved on
   */
  async submit(command, { faces = [], version } = {}) {
    const input = { encounter: this.id, command, faces, expectedVersion: version, idempotencyKey: newKey() };
    return this.#acted(this.server.act(documents.SUBMIT, { input }));
  }

  /**
   * Answer a decision with one of its offers, or with the faces of dice; returns the version that it led to, loaded.
   * @param {Decision} decision
   * @param {{ choice?: unknown, faces?: number[] }} answer
   */
  async answer({ key }, { choice, faces = [] }) {
    const input = { encounter: this.id, decision: key, choice, faces, idempotencyKey: newKey() };
    return this.#acted(this.server.act(documents.ANSWER, { input }));
  }

  /**
   * What an order, or an answer to a decision, would do.
   * @param {{ command?: unknown, decision?: string, choice?: unknown }} wish
   */
  preview(wish) {
    return this.server.act(documents.PREVIEW, { input: { encounter: this.id, ...wish } });
  }

  /**
   * What a combatant is and has, as far as the seat knows; null: there is no such fight any more.
   * @param {string} who
   */
  async statBlock(who) {
    const { STAT_BLOCK } = await seldom();
    /** @type {import('./contract.js').SheetQuery} */
    const { encounter } = await this.server.graphql(STAT_BLOCK, { id: this.id, who, as: this.as });
    return encounter?.statBlock ?? null;
  }

  /**
   * What is to be done with questions of a kind from now on; `now.preferences` tells it afterwards, also elsewhere.
   * @param {string} kind
   * @param {string} preference
   */
  async prefer(kind, preference) {
    const { PREFER } = await seldom();
    await this.server.act(PREFER, { input: { encounter: this.id, kind, preference } });
    await this.#load();
    return this.loaded.version;
  }

  /**
   * What is agreed at the table beside the rules: a figure lent or had back, dice shaken.
   * @param {'HANDOVER' | 'HAND_OVER' | 'RECALL' | 'ENTROPY'} what the document, of `documents-seldom.js`
   * @param {object} more
   */
  async arrange(what, more) {
    return this.server.act((await seldom())[what], { input: { encounter: this.id, idempotencyKey: newKey(), ...more } });
  }

  /** Look at once whether something was missed: the page has come back from sleep. */
  wake() {
    this.socket.wake();
    void this.#load();
  }

  /** Load it anew: something that is no event has changed. */
  refresh() {
    return this.#load();
  }

  /** @param {Promise<{ version: number }>} answer */
  async #acted(answer) {
    try {
      const { version } = await answer;
      await this.#load(version);
      return version;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'CONFLICT') await this.#load(); // what is offered now is another thing
      throw error;
    }
  }

  /** @param {NonNullable<import('./contract.js').ChangesSubscription['changes']>} changes */
  #hear({ since, whole, patch, events }) {
    if ((patch && this.#streamed?.version !== since) || (events.length && events[0].version > this.#after + 1)) {
      this.#listen(); // something was missed: it begins with the whole again, after the last event that is known
      return;
    }
    this.#streamed = patch && this.#streamed ? patched(this.#streamed, patch) : whole ?? null;
    const news = events.filter(({ version }) => version > this.#after);
    const last = news.at(-1);
    if (last) {
      this.#after = last.version;
      if (this.as === null) this.#tell(news);
      else void this.#read(this.as);
    }
    if (this.as === null && this.#streamed) this.#show(this.#streamed);
    if (last) void this.#load(last.version);
  }

  /** @param {Encounter} streamed */
  #show(streamed) {
    if (!this.now || this.now.version < streamed.version) {
      this.now = streamed;
      this.dispatchEvent(new Event('changed'));
    }
    this.#stir();
  }

  /** The stream is broken, or at its end. */
  #lost() {
    this.#streamed = null;
    this.#stir();
  }

  /**
   * Whether the stream has brought a version; it is waited for a while, unless it is broken.
   * @param {number} version
   */
  async #brought(version) {
    const late = pause(LATE).then(() => true), there = () => this.as === null && (this.now?.version ?? 0) >= version;
    while (this.as === null && !there() && this.#unsubscribe && (this.#streamed || !this.now)) {
      if (await Promise.race([late, new Promise((done) => { this.#stir = done; })])) break;
    }
    return there();
  }

  /** @param {FightEvent[]} news */
  #tell(news) {
    this.events.push(...news);
    this.dispatchEvent(new CustomEvent('told', { detail: news }));
  }

  /**
   * Read what another seat has heard meanwhile: the stream brings what one knows oneself.
   * @param {string} as
   */
  async #read(as) {
    const { encounter } = await this.server.graphql(documents.EARLIER, { id: this.id, before: null, last: PAGE, as });
    if (as !== this.as) return;
    const known = this.events.at(-1)?.version ?? 0;
    this.#tell(encounter.events.nodes.filter((/** @type {FightEvent} */ { version }) => version > known));
  }

  /** @param {unknown} error a Refusal, as a rule */
  #failed(error) {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'AHEAD') void this.#again();
    else if (code === 'UNAUTHENTICATED') {
      this.close();
      this.dispatchEvent(new Event('refused'));
    } else this.dispatchEvent(new CustomEvent('failed', { detail: error }));
  }

  /** Begin again: the server has lost its last moments, and what is shown is not what happened any more. */
  async #again() {
    this.close();
    this.#told = 0;
    this.#anew = true;
    this.events = [];
    try {
      await this.open();
      this.dispatchEvent(new Event('seen'));
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Load the newest version, unless one at least so new is loaded. Calls in the meantime lead to one more load, and end
   * with it: whoever acts next acts on what is loaded.
   * @param {number} [version] absent: load in any case
   * @returns {Promise<void>}
   */
  #load(version) {
    if (version === undefined) this.#anew = true;
    else this.#wanted = Math.max(this.#wanted, version);
    if (version !== undefined && this.now && this.now.version < version && this.#told < version) {
      this.#told = version;
      this.dispatchEvent(new CustomEvent('coming', { detail: version }));
    }
    if (!this.#loading && !this.#anew && this.now && this.now.version >= this.#wanted) return Promise.resolve();
    this.#loading ??= this.#loadAll();
    return this.#loading;
  }

  async #loadAll() {
    /** @type {string | null | undefined} whose view was loaded last */
    let seen;
    try {
      do {
        const wanted = this.#wanted, anew = this.#anew, { as } = this;
        this.#wanted = 0;
        this.#anew = false;
        if (!anew && await this.#brought(wanted)) {
          seen = null;
          continue;
        }
        /** @type {import('./contract.js').LookQuery} */
        const { encounter } = await this.server.graphql(documents.LOOK, { id: this.id, as });
        if (!encounter) throw new Refusal('there is no such fight', { code: 'UNKNOWN' });
        if (as !== this.as) continue; // asked with eyes that are not looked with any more
        seen = as;
        this.now = as === null && this.#streamed && this.#streamed.version > encounter.version ? this.#streamed : encounter;
        this.dispatchEvent(new Event('changed'));
      } while (this.#anew || seen !== this.as || this.#wanted > (this.now?.version ?? 0));
    } catch (error) {
      this.#failed(error);
      setTimeout(() => this.#catchUp(), AGAIN);
    } finally {
      this.#loading = null;
    }
  }

  /** Load what was heard of and could not be loaded: else it would not be shown before something else happens. */
  #catchUp() {
    if (!this.#over && this.now && this.now.version < this.#after) void this.#load(this.#after);
  }
}
