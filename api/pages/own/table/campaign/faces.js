// What members look like: their portrait, else the face that the game draws for them, else the first letter of their name.
import { picturesOf } from '../board/pictures.js';
import { KEPT } from '../../client/pictures.js';
import { h, svg } from '../shared/elements.js';

const WIDTH = 400;

export class Faces {
  /** Faces as the server has drawn them, by member. @type {Map<string, Element>} */
  #drawn = new Map();
  /** Addresses of portraits, by what they are kept under. @type {Map<string, string | null>} */
  #shown = new Map();
  #asked = '';

  /**
   * @param {import('../../client/fight.js').Fight} fight
   * @param {() => void} arrived more of them can be shown from now on
   */
  constructor(fight, arrived) {
    this.fight = fight;
    this.arrived = arrived;
  }

  /** Fetch the faces of those who are there now. */
  async follow() {
    const { loaded: now, server, id } = this.fight, there = JSON.stringify(now.combatants.map(({ key }) => key));
    if (there === this.#asked) return;
    this.#asked = there;
    const text = await server.rest('GET', `v1/encounters/${id}/scene.svg?width=${WIDTH}&panel=false`).catch(() => '');
    // Its style is not wanted, and the page's policy lets no inline style in.
    const file = new DOMParser().parseFromString(text.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml');
    for (const token of file.querySelectorAll('[data-part=token][data-combatant]')) {
      const name = token.querySelector('use[href*="-face-"]')?.getAttribute('href')?.slice(1), face = name && file.getElementById(name);
      if (face) this.#drawn.set(token.getAttribute('data-combatant') ?? '', face);
    }
    this.arrived();
  }

  /** @param {any} token of the scene */
  of({ combatant, label, looks }) {
    const href = this.#portrait(looks.picture ?? looks.portrait), face = this.#drawn.get(combatant);
    if (href) return h('img', { class: 'mug', alt: '', src: href });
    if (!face) return h('span', { class: 'mug letter', 'aria-hidden': 'true' }, label.slice(0, 1));
    const inside = [...face.childNodes].map((node) => document.importNode(node, true));
    return h('span', { class: 'mug', 'aria-hidden': 'true' }, svg('svg', { viewBox: face.getAttribute('viewBox') ?? '0 0 64 64' }, ...inside));
  }

  /** @param {string | null} address */
  #portrait(address) {
    if (!address?.startsWith(KEPT)) return null;
    if (!this.#shown.has(address)) {
      this.#shown.set(address, null);
      void picturesOf(this.fight.server, this.fight.id).own(address).then((href) => {
        this.#shown.set(address, href);
        if (href) this.arrived();
      });
    }
    return this.#shown.get(address) ?? null;
  }
}
