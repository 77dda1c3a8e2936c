// The drawing on the board, in step with the fight: asked for early, and never an older one after a later one.
import { h } from '../shared/elements.js';
import { guarded } from '../shared/guarded.js';

/** The drawings of a fight on its board. */
export class SceneDrawing {
  /** Whose threats are drawn over the board; '': nobody's. */
  threat = '';
  #asked = 0;
  /** Where it says that it cannot be shown. */
  #fault = h('div', { class: 'board-fault' });
  /** The address of the drawing that is shown. */
  #drawn = '';
  #width = 0;
  #first = true;
  /** A drawing that was asked for before its version was loaded. @type {{ path: string, text: Promise<string | null> }} */
  #ahead = { path: '', text: Promise.resolve(null) };
  #dark = matchMedia('(prefers-color-scheme: dark)');

  /**
   * @param {import('../../client/fight.js').Fight} fight
   * @param {import('./board.js').Board} board
   * @param {() => void} shown called when the board shows the version that is loaded
   */
  constructor(fight, board, shown) {
    this.fight = fight;
    this.board = board;
    this.shown = shown;
    this.#dark.addEventListener('change', () => void this.draw());
    addEventListener('resize', () => this.#resized());
    addEventListener('skald-settings', () => { this.#drawn = ''; void this.draw(); });
  }

  /** @param {number} version */
  #addressOf(version) {
    const { id, as, loaded: now } = this.fight, theme = this.#dark.matches ? 'dark' : 'light';
    const threats = this.threat && `&threats=${encodeURIComponent(this.threat)}`;
    return `v1/encounters/${id}/scene.svg?at=${version}${as ? `&as=${encodeURIComponent(as)}` : ''}&width=${this.board.widthFor(now.scene)}&theme=${theme}&panel=false${threats}`;
  }

  /**
   * The drawing is asked for together with the fight, and shown when it is there: what has happened does not wait for
   * what may be done now, which takes the server longer.
   * @param {number} version
   */
  coming(version) {
    const path = this.#addressOf(version), text = this.fight.server.rest('GET', path).catch(() => null);
    this.#ahead = { path, text };
    void text.then((drawn) => {
      if (drawn && this.#ahead.path === path && this.fight.loaded.version < version) this.#put(path, drawn, version);
    });
  }

  /** Fetch the drawing of the version that is loaded, and show it unless a later one came first. */
  async draw() {
    if (!this.fight.now) return;
    const { loaded: now, server } = this.fight, mine = ++this.#asked, path = this.#addressOf(now.version);
    const text = (this.#ahead.path === path && await this.#ahead.text) || await server.rest('GET', path);
    if (mine !== this.#asked) return;
    this.#put(path, text, now.version);
    this.shown();
    // The first one has told how high it is: it may be wanted in another size.
    if (this.#first && this.#addressOf(now.version) !== path) void this.draw();
    this.#first = false;
  }

  /**
   * @param {string} path
   * @param {string} text
   * @param {number} version
   */
  #put(path, text, version) {
    const { scene } = this.fight.loaded;
    if (!this.#fault.parentNode) this.board.after(this.#fault);
    guarded(this.#fault, () => {
      if (path === this.#drawn) this.board.scene = scene;
      else this.board.show(text, scene);
    });
    this.#drawn = path;
    this.board.dataset.version = String(version);
    this.board.dispatchEvent(new Event('drawn'));
  }

  #resized() {
    if (Math.abs(this.board.width - this.#width) < 40) return;
    this.#width = this.board.width;
    void this.draw();
  }
}
