// Pictures that a host has kept for his next fights, as this page shows them.
import { KEPT } from '../../client/pictures.js';

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

  /** @param {string} address */
  async #fetch(address) {
    this.#shown.set(address, null);
    this.#shown.set(address, await this.kept.own(address));
    if (this.#shown.get(address)) this.arrived();
  }
}
