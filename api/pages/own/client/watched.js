// A fight as a film that grows while it is played: every version that its watcher may see, without a request for each.
import { Film } from '../player.js';
import * as documents from './documents-watch.js';
import { Refusal } from './refusal.js';
import { Socket } from './socket.js';

/** Milliseconds for a film to be made: of a long fight it takes a while. */
export const SLOW = 120_000;
/** Milliseconds after which what could not be loaded is loaded again. */
const AGAIN = 2_000;
/** What no second try helps against: codes of refusals. */
const FINAL = ['UNAUTHENTICATED', 'NOT_YOURS', 'UNKNOWN', 'NOT_FOUND'];

/**
 * Tells, as events: `begun` (there is a film, or another one in its place), `grown` (it goes on), `told` (`detail`: new
 * events), `table` (who sits there, or how it stands, was loaded anew), `present` (who watches), `ended`, `refused`
 * (the token is not accepted any more), `failed` (`detail`: a Refusal).
 */
export class Watched extends EventTarget {
  /** @type {any} */
  film = null;
  /** The fight's name, state and seats. @type {any} */
  table = null;
  /** The seats that watch now, with their streams; null: nobody tells. @type {{ key: string, name: string, streams: number }[] | null} */
  present = null;
  #heard = 0;
  #loading = false;

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
  }

  /** Load it; watch from there on, unless it is over. Refusal where this seat may not. */
  async open() {
    await Promise.all([this.#begin(), this.#look()]);
    if (this.table.status === 'ENDED') return;
    this.#listen();
    this.socket.subscribe({
      query: documents.PRESENCE,
      variables: () => ({ id: this.id }),
      next: ({ presence }) => {
        this.present = presence.seats;
        this.dispatchEvent(new Event('present'));
      },
      done: () => {},
      failed: () => {}, // who watches is not for everybody to know
    });
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#later);
    this.socket.close();
  }

  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later = undefined;

  /** @type {(() => void) | undefined} */
  #unsubscribe = undefined;

  /** Hear what happens after the film that there is. */
  #listen() {
    this.#unsubscribe?.();
    this.#unsubscribe = this.socket.subscribe({
      query: documents.NEWS,
      variables: () => ({ id: this.id, after: this.film.version }),
      next: ({ events }) => this.#hear(events),
      done: () => { void this.#goOn().then(() => this.dispatchEvent(new Event('ended'))); },
      failed: (refusal) => this.#failed(refusal),
    });
  }

  /** Look at once whether something was missed: the page has come back from sleep. */
  wake() {
    if (!this.film || this.table?.status === 'ENDED') return;
    this.socket.wake();
    void this.#goOn();
  }

  async #begin() {
    this.film = new Film(await this.#asked(''));
    this.dispatchEvent(new Event('begun'));
  }

  /** @param {string} query */
  #asked(query) {
    return this.server.rest('GET', `v1/encounters/${this.id}/replay${query}`, { patience: SLOW });
  }

  async #look() {
    const { encounter } = await this.server.graphql(documents.TABLE, { id: this.id });
    if (!encounter) throw new Refusal('', { code: 'NOT_FOUND' });
    this.table = encounter;
    this.dispatchEvent(new Event('table'));
  }

  /** @param {{ version: number, text: string, weight: string }[]} events */
  #hear(events) {
    const news = events.filter(({ version }) => version > this.film.version);
    this.#heard = Math.max(this.#heard, ...news.map(({ version }) => version));
    if (news.length) void this.#goOn(this.#heard);
  }

  /**
   * Load what comes after the film. Calls in the meantime lead to one more look.
   * @param {number} [wanted] the version that there is at least
   */
  async #goOn(wanted = this.film.version + 1) {
    this.#heard = Math.max(this.#heard, wanted);
    if (this.#loading) return;
    this.#loading = true;
    try {
      for (let more = true; more;) {
        const { film } = this, bounds = film.bounds ? `&bounds=${film.bounds}` : '';
        const found = await this.#asked(`?after=${film.version}${bounds}`);
        if (found.after === film.version) {
          const events = found.version > film.version ? found.events : [];
          film.append(found);
          if (events.length) {
            this.dispatchEvent(new Event('grown'));
            this.dispatchEvent(new CustomEvent('told', { detail: events }));
          }
          more = found.more || (events.length > 0 && this.#heard > found.version);
        } else {
          this.film = new Film(found);
          this.dispatchEvent(new Event('begun'));
          more = found.more || this.#heard > found.version;
        }
      }
      await this.#look();
    } catch (error) {
      // What was heard of would not be shown before something else happens; that it is over, never.
      this.#failed(error, () => this.#goOn(this.#heard));
    } finally {
      this.#loading = false;
    }
  }

  /** The server has lost its last moments: what is shown is not what happened any more. */
  async #anew() {
    this.#heard = 0;
    try {
      await this.#begin();
      this.#listen();
    } catch (error) {
      this.#failed(error, () => this.#anew());
    }
  }

  /**
   * @param {unknown} error
   * @param {() => Promise<void>} [again] what is tried once more, after a while
   */
  #failed(error, again) {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'AHEAD') {
      void this.#anew();
      return;
    }
    this.dispatchEvent(new CustomEvent('failed', { detail: error }));
    if (!again || this.#closed || FINAL.includes(code)) return;
    clearTimeout(this.#later);
    this.#later = setTimeout(() => void again(), AGAIN);
  }
}
