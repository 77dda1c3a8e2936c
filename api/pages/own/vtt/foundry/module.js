// Skald in Foundry: a fight of a Skald server on the map, in the combat tracker and in the chat.
import { Fight } from '../../client/fight.js';
import { readLink } from '../../client/links.js';
import { Server } from '../../client/server.js';
import { commonOf } from '../../client/shared.js';
import { loadWords } from '../../table/words.js';
import * as cards from './cards.js';
import { mixedContent, takeSeat, whyNot } from './connection.js';
import * as figures from './figures.js';
import * as host from './host.js';
import { Panel } from './panel.js';
import { sceneForAll } from './scene.js';
import { endTurn, track } from './tracker.js';

/** How many versions behind it is still told what dice have shown meanwhile. */
const LATE = 100;

export class Skald {
  /** @type {Fight | null} */
  fight = null;
  /** @type {import('./host.js').KeptSeat | null} */
  seat = null;
  panel = new Panel(this);
  /** @type {ReturnType<typeof host.windowOf> | null} */
  #window = null;
  #writing = false;
  #again = false;

  /** Listen from the beginning: the chat is drawn before the world is ready. */
  listen() {
    host.onMove((document, corner) => figures.dragged(this.fight, host.sharedTable().fight, document, corner, (order) => void this.done(order)));
    host.onTurn((fight) => {
      if (fight !== this.fight?.id && fight !== host.sharedTable().fight) return true;
      void this.done(endTurn(this.fight));
      return false;
    });
    host.onMessage((flags, element) => cards.drawn(this.fight, flags, element, this.#answering));
  }

  /** Foundry is ready: sit down where this browser sat before. */
  async start() {
    await loadWords(host.language(), [], { page: false });
    this.panel.show();
    const seat = host.keptSeat();
    if (seat) await this.#sit(seat);
  }

  /** Open the window. */
  open() {
    this.#window ??= host.windowOf(this.panel.element);
    void this.#window.render({ force: true });
  }

  /** @type {cards.Answering} */
  #answering = {
    choose: (offer, decision) => this.panel.choose(offer, decision),
    rolled: (decision, faces) => this.done(this.fight?.answer(decision, { faces })),
    busy: () => this.busy,
    open: () => this.open(),
  };

  /**
   * Take the seat of a pasted invitation.
   * @param {string} pasted
   */
  async enter(pasted) {
    try {
      const { root, invitation, token } = readLink(pasted), server = root || host.sharedTable().server;
      if (!server || !(invitation || token)) throw new Error(host.text('unreadable'));
      const why = await whyNot(server, invitation !== '');
      if (why) throw new Error(why);
      const seat = await takeSeat({ server, invitation, token });
      await host.keepSeat(seat);
      await this.#sit(seat);
    } catch (error) {
      this.failed(/** @type {Error} */ (error));
    }
  }

  /** @param {import('./host.js').KeptSeat} seat */
  async #sit(seat) {
    const why = await whyNot(seat.server);
    if (why) this.failed(new Error(why));
    if (mixedContent(seat.server)) return;
    // A server that is away is asked until it is back; an origin may be allowed meanwhile.
    const { server, token, fight: id } = seat;
    const fight = new Fight(new Server(server, { token, language: host.language() }), id);
    this.fight = fight;
    this.seat = seat;
    fight.addEventListener('changed', () => void this.#changed());
    fight.addEventListener('told', (event) => this.panel.tell(/** @type {CustomEvent} */ (event).detail));
    fight.addEventListener('failed', (event) => this.failed(/** @type {CustomEvent} */ (event).detail));
    fight.addEventListener('refused', () => void this.leave(host.text('revoked')));
    for (const name of ['away', 'back']) fight.server.addEventListener(name, () => this.panel.show());
    try {
      await fight.open();
      this.panel.say('');
      if (seat.role === 'GM' && host.isMaster() && !host.sharedTable().fight) await this.share();
    } catch (error) {
      this.failed(/** @type {Error} */ (error));
    }
  }

  /**
   * Give the seat up in this browser.
   * @param {string} [words] why
   */
  async leave(words = '') {
    this.fight?.close();
    this.fight = null;
    this.seat = null;
    await host.keepSeat(null);
    this.panel.show();
    this.panel.say(words);
  }

  /** Whether this fight is the one of the world. */
  get shared() {
    return host.sharedTable().fight === this.fight?.id;
  }

  /** Make this fight the world's: from now on it moves the tokens and fills the tracker. */
  async share() {
    const { fight, seat } = this;
    if (!fight || !seat) return;
    await host.shareTable({ server: seat.server, fight: fight.id, version: fight.loaded.version });
    await this.#write();
    this.panel.show();
  }

  async #changed() {
    const { fight, seat } = this;
    if (!fight?.now || !seat) return;
    this.panel.show();
    cards.fillAll(fight, this.#answering);
    await cards.askHere(fight);
    await this.#write();
  }

  /** Whether this client writes for the whole table: one does, whose seat is the fight's game master's. */
  get acts() {
    return this.seat?.role === 'GM' && this.shared && host.actsForAll();
  }

  /** What all seats see alike goes into the world, which everybody can read. */
  async #write() {
    if (!this.acts) return;
    this.#again = true;
    if (this.#writing) return;
    this.#writing = true;
    try {
      while (this.#again && this.acts && this.fight) {
        this.#again = false;
        const { fight } = this, table = host.sharedTable(), after = Math.max(table.version, fight.loaded.version - LATE);
        const common = await commonOf(fight, after);
        if (!common || !this.acts) break; // another client may act for the table by now
        await figures.follow(common, fight.id);
        await track(common, fight.id);
        await cards.tellRolls(common, table);
        if (common.version > table.version) await host.shareTable({ ...table, version: common.version });
      }
    } catch (error) {
      this.failed(/** @type {Error} */ (error));
    } finally {
      this.#writing = false;
    }
  }

  /** Look again: another client acted for the table until now. */
  wake() {
    if (!this.fight?.now) return;
    void this.#write();
    this.panel.show();
  }

  // -- the game master's desk
  /** Make tokens for the figures that everybody sees. */
  async place() {
    const { fight } = this, common = fight && await commonOf(fight, fight.loaded.version);
    if (!fight || !common) throw new Error(host.text('nobody'));
    if (!host.viewedScene()) throw new Error(host.text('noScene'));
    host.notify('info', host.text('placed', { n: String(await figures.place(common, fight.id)) }));
    await this.#write();
  }

  /**
   * The token that is selected stands for a figure.
   * @param {string} combatant
   */
  async bind(combatant) {
    const { fight } = this, [document, ...others] = host.selected();
    if (!fight || !document || others.length) throw new Error(host.text('bind.one'));
    await host.bind(document, fight.id, combatant);
    await this.#write();
  }

  /** Make a scene of the fight's ground, as everybody sees it. */
  async makeScene() {
    if (!this.fight) return;
    await host.makeScene(await sceneForAll(this.fight));
    host.notify('info', host.text('scene.made'));
  }

  /**
   * Wait for something that was sent; what is refused is told in words.
   * @param {Promise<unknown> | undefined} sent
   */
  async done(sent) {
    this.#sending += 1;
    this.panel.element.setAttribute('aria-busy', 'true');
    try {
      await sent;
      this.panel.say('');
    } catch (error) {
      this.failed(/** @type {Error} */ (error));
    } finally {
      this.#sending -= 1;
      if (!this.#sending) this.panel.element.removeAttribute('aria-busy');
    }
  }

  #sending = 0;

  /** Whether something is on its way, or the server is away: nothing else is sent until it is there. */
  get busy() {
    return this.#sending > 0 || this.fight?.server.away === true;
  }

  /** @param {Error} error */
  failed(error) {
    this.panel.say(error.message);
    host.notify('warn', error.message);
    this.panel.show();
  }
}

const skald = new Skald();

Hooks.once('init', () => {
  host.registerSettings(() => skald.wake());
  host.addEntrances(() => skald.open());
  skald.listen();
});

Hooks.once('ready', () => void skald.start());

// Whoever acts for the table may have left, or come.
Hooks.on('userConnected', () => skald.wake());
// Another scene has tokens of its own.
Hooks.on('canvasReady', () => skald.wake());
