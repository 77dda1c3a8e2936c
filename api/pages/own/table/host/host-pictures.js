// Pictures that a host has kept for his next fights, as this page shows them.
import { KEPT } from '../../client/pictures.js';
import { PORTRAIT } from '../shared/picture-files.js';

/** @typedef {import('../../client/draft-fight.js').DraftFigure} DraftFigure */

export class HostPictures {
  /** Addresses of this page's own, by those of pictures; null: on its way, or not there. @type {Map<string, string | null>} */
  #shown = new Map();

  /**
   * @param {import('../../client/pictures.js').Pictures} kept
   * @param {() => void} arrived a picture can be shown from now on
   */
  constructor(kept, arrived) {
    this.kept = kept;
    this.arrived = arrived;
  }

  /**
   * Where a picture is shown from; null where there is none, or it is not fetched yet.
   * @param {string | null | undefined} address
   */
  hrefOf(address) {
    if (!address?.startsWith(KEPT)) return null;
    if (!this.#shown.has(address)) void this.#fetch(address);
    return this.#shown.get(address) ?? null;
  }

  /** Where what a figure is drawn with is shown from. @param {DraftFigure} figure */
  faceOf({ more: { looks } }) {
    return this.hrefOf(looks?.picture ?? looks?.portrait);
  }

  /**
   * Give a figure the portrait of a file, or (null) none.
   * @param {DraftFigure} figure
   * @param {File | null} file
   */
  async setPortrait(figure, file) {
    const made = file && await this.kept.put(file, PORTRAIT);
    figure.more = { ...figure.more, looks: { ...figure.more.looks, picture: null, portrait: made?.address ?? null } };
  }

  /** @param {string} address */
  async #fetch(address) {
    this.#shown.set(address, null);
    this.#shown.set(address, await this.kept.own(address));
    if (this.#shown.get(address)) this.arrived();
  }
}
