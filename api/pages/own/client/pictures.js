// The pictures that the server keeps for a fight: fetched with the token, and shown from this program's memory.

/** What an address of a kept picture begins with. */
export const KEPT = 'picture:';
/** Milliseconds for a picture to be sent, and to be drawn anew. */
const PATIENCE = 120_000;
/** What a reader of pictures sends, whose bytes say themselves what they are. */
const BYTES = { 'content-type': 'application/octet-stream' };

/** @typedef {{ key: string, address: string, media: string, width: number, height: number, size: number }} KeptPicture */

export class Pictures {
  /** Addresses of this program's own, by those of pictures. @type {Map<string, Promise<string | null>>} */
  #own = new Map();

  /**
   * @param {import('./server.js').Server} server
   * @param {string | null} fight its id; null: those that a host keeps for his next ones
   */
  constructor(server, fight) {
    this.server = server;
    this.path = fight === null ? 'v1/pictures' : `v1/encounters/${fight}/pictures`;
  }

  /**
   * An address of this program's own for a picture that is kept; null: there is none, or not for this token.
   * @param {string} address `picture:` and its id
   * @returns {Promise<string | null>}
   */
  own(address) {
    const there = this.#own.get(address);
    if (there) return there;
    const made = this.server.rest('GET', `${this.path}/${address.slice(KEPT.length)}`, { cache: 'default', patience: PATIENCE })
      .then((/** @type {Blob} */ blob) => URL.createObjectURL(blob), () => null);
    this.#own.set(address, made);
    return made;
  }

  /**
   * Have a picture kept: a PNG, a JPEG or a WebP, or the one inside a map's file. For the game master and the host.
   * @param {Blob} file
   * @param {number} [longest] pixels of its longest side
   * @returns {Promise<KeptPicture>}
   */
  async put(file, longest) {
    const made = await this.server.rest('POST', longest ? `${this.path}?longest=${longest}` : this.path, { bytes: file, headers: BYTES, patience: PATIENCE });
    this.#own.delete(made.address);
    return made;
  }

  /** All that are kept. For the game master and the host. @returns {Promise<KeptPicture[]>} */
  all() {
    return this.server.rest('GET', this.path);
  }

  /** @param {string} key of one that is kept no longer */
  remove(key) {
    return this.server.rest('DELETE', `${this.path}/${key}`);
  }
}
