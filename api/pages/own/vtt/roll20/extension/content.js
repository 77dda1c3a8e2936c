// In a game's page of Roll20: carries lines between its chat and the server, as the Mod script and the player say.
// It sees no token of a seat: `background.js` does.
(() => {
  /** The elements of the chat. */
  const CHAT = { input: '#textchat-input textarea', send: '#textchat-input button', log: '#textchat .content' };
  /** Milliseconds between looks for what is not there yet, and after a server that is away. */
  const PAUSE = 2_000;
  /** Characters of a command, and combatants of a part of the board. */
  const LONGEST = 1_500, PART = 8;
  /** Milliseconds between answers to the Mod script's greeting, which anybody could send; and till it is greeted again. */
  const GREETED = 3_000, AGAIN = 30_000;

  const pause = (/** @type {number} */ milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
  const packed = (/** @type {unknown} */ value) => encodeURIComponent(JSON.stringify(value))
    .replace(/[!'()*~._-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

  /** @typedef {{ text: string, say?: string }} Line a line of the chat; say: what its button sends */

  /**
   * What the background answers; `away` where it is not there: the extension was taken away or renewed.
   * @param {Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  const ask = async (message) => {
    try {
      return await chrome.runtime.sendMessage(message) ?? { away: true };
    } catch {
      return { away: true };
    }
  };

  /**
   * @template {HTMLElement} T
   * @param {string} selector
   * @returns {Promise<T>} as soon as it is there
   */
  async function element(selector) {
    for (;;) {
      /** @type {T | null} */
      const found = document.querySelector(selector);
      if (found) return found;
      await pause(PAUSE / 4);
    }
  }

  /** Type a command, and leave what the player is typing. @param {string} line */
  async function type(line) {
    /** @type {HTMLTextAreaElement} */
    const area = await element(CHAT.input);
    const send = await element(CHAT.send);
    const draft = area.value;
    area.value = line;
    area.dispatchEvent(new Event('input', { bubbles: true }));
    send.click();
    area.value = draft;
  }

  /** Lines in parts that are short enough to be typed. @param {Line[]} lines */
  function* parts(lines) {
    /** @type {Line[]} */
    let part = [];
    for (const line of lines) {
      if (part.length && packed([...part, line]).length > LONGEST) {
        yield part;
        part = [];
      }
      part.push(line);
    }
    yield part;
  }

  class Table {
    nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    #greeted = 0;
    #greeting = false;
    #hearing = false;

    /** @param {{ fight: string, seat: string, gm: boolean, language: string }} pairing */
    constructor(pairing) {
      this.pairing = pairing;
    }

    /** Whether the Mod script should have answered long ago. */
    get unheard() {
      return !this.#hearing && Date.now() - this.#greeted > AGAIN;
    }

    async greet() {
      if (this.#greeting) return;
      this.#greeting = true;
      await pause(Math.max(0, this.#greeted + GREETED - Date.now()));
      this.#greeting = false;
      this.#greeted = Date.now();
      await type(`!skald-here ${this.nonce} ${this.pairing.language.slice(0, 2)}`);
    }

    /** A new message of the chat: the Mod script's own are taken out, if they are for this extension. @param {HTMLElement} message */
    read(message) {
      const text = message.textContent ?? '';
      const carried = /skald-carry:([0-9a-f]{32}):(\d{1,15}):([A-Za-z0-9%]*):/.exec(text);
      if (/(^|\s)skald-hello\s*$/.test(text)) {
        message.remove();
        this.greet();
      } else if (text.includes(`skald-ready:${this.nonce}:`)) {
        message.remove();
        this.hear();
      } else if (carried && carried[1] === this.nonce) {
        message.remove();
        this.carry(Number(carried[2]), decodeURIComponent(carried[3] ?? ''));
      }
    }

    /**
     * @param {number} id
     * @param {string} line what the Mod script carries, "": all choices
     */
    async carry(id, line) {
      const told = await ask({ ask: line ? 'say' : 'list', line, key: `roll20-${this.nonce}-${id}` });
      const spot = /(?:^|\s)(-?\d+,-?\d+)$/.exec(line);
      // What a dragged token may mean is chosen by a button: it keeps where the token was dragged to.
      const lines = told.refused && spot ? (told.lines ?? []).map((/** @type {Line} */ one) => (one.say ? { ...one, say: `${one.say} ${spot[1]}` } : one)) : told.lines;
      const refused = Boolean(told.refused || told.away || told.alone || told.failed);
      await this.answer(id, told.acted ? [] : (lines ?? []), refused);
    }

    /**
     * @param {number} id
     * @param {Line[]} lines
     */
    async answer(id, lines, refused = false) {
      let number = id;
      for (const part of parts(lines)) {
        await type(`!skald-answer ${this.nonce} ${number} ${packed({ lines: part, refused })}`);
        number = 0;
      }
    }

    /** Tell what happens, till nobody is joined any more. */
    async hear() {
      if (this.#hearing) return;
      this.#hearing = true;
      let { version: after = 0 } = await ask({ ask: 'stands' });
      await this.show();
      if (!this.pairing.gm) {
        // What was whispered before the page was opened is not in the chat any more.
        const { lines = [] } = await ask({ ask: 'list' });
        if (lines.some((/** @type {Line} */ line) => line.say)) await this.answer(0, lines);
      }
      for (;;) {
        const told = await ask({ ask: 'hear', after });
        if (told.alone || told.gone) break;
        if (told.ahead) {
          // The server was restored, and lacks what was told already: it goes on from what there is.
          ({ version: after = 0 } = await ask({ ask: 'stands' }));
          const { lines = [] } = await ask({ ask: 'list' });
          await this.answer(0, lines);
          await this.show();
          continue;
        }
        if (told.away || told.refused || told.failed) {
          await pause(Math.max(PAUSE, 1_000 * (told.later ?? 0)));
          continue;
        }
        if (told.after === after) continue;
        after = told.after;
        const { lines = [] } = await ask({ ask: 'list' });
        const choices = lines.some((/** @type {Line} */ line) => line.say);
        await this.answer(0, choices ? [...told.lines, ...lines] : told.lines);
        await this.show();
      }
      this.#hearing = false;
    }

    /** The game master's extension tells the Mod script where everybody stands. */
    async show() {
      if (!this.pairing.gm) return;
      const { tokens, ...board } = await ask({ ask: 'board' });
      if (!tokens) return;
      const count = Math.max(1, Math.ceil(tokens.length / PART));
      for (let number = 0; number < count; number += 1) {
        const last = number === count - 1;
        const part = {
          fight: board.fight, version: board.version, first: number === 0, last,
          tokens: tokens.slice(number * PART, (number + 1) * PART), order: last ? board.order : [],
        };
        await type(`!skald-board ${this.nonce} ${number} ${packed(part)}`);
      }
    }
  }

  async function run() {
    const log = await element(CHAT.log);
    for (;;) {
      const pairing = await ask({ ask: 'pairing' });
      if (pairing.away || pairing.alone || pairing.failed) {
        await pause(PAUSE);
        continue;
      }
      const table = new Table(pairing);
      const watch = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof HTMLElement) table.read(node);
      });
      watch.observe(log, { childList: true });
      await table.greet();
      for (let now = pairing; now.fight === pairing.fight && now.seat === pairing.seat && !now.alone;) {
        await pause(PAUSE);
        const told = await ask({ ask: 'pairing' });
        if (!told.away) now = told;
        if (table.unheard) await table.greet();
      }
      watch.disconnect();
    }
  }

  // One page at a time acts, also where somebody has opened the game twice.
  navigator.locks.request('skald', run);
})();
