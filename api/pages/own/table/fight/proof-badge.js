// Proof as a badge beside the board: proven, not yet, or does not fit; its panel tells the facts in words.
import { Refusal } from '../../client/refusal.js';
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';
import { broken } from '../shared/guarded.js';
import { icon } from '../shared/icon.js';

/** How each verdict is called on the badge. @type {Record<string, string>} */
const SAID = { SIGNED: 'proven', KEPT: 'proven', BROKEN: 'broken' };

/**
 * The record of a fight that is over, as its reader may keep it, and the keys of the server.
 * @param {import('../../client/server.js').Server} server
 * @param {string} id
 */
export async function recordOf(server, id) {
  const [text, { keys }] = await Promise.all([
    server.rest('GET', `v1/encounters/${id}/export`, { headers: { accept: 'application/x-ndjson' } }), server.rest('GET', '.well-known/jwks.json')]);
  return { bytes: new TextEncoder().encode(text), keys: /** @type {string[]} */ (keys.map((/** @type {any} */ one) => one.x)) };
}

/** A badge, and the panel that it opens. */
export class ProofBadge {
  #said = h('span', {});
  #place = h('div', { class: 'proof-place', hidden: true });
  /** @type {import('./proof-panel.js').ProofPanel | null} */
  #panel = null;

  /** @param {() => Promise<{ bytes: Uint8Array, keys: string[] } | null>} record of what is proven; null: it is not over yet */
  constructor(record) {
    this.record = record;
    this.badge = h('button', { type: 'button', class: 'proof-badge', 'aria-expanded': 'false', onclick: () => void this.toggle() }, icon('u-badge-check'), this.#said);
    this.#say('later');
  }

  /** What opens. */
  get panel() {
    return this.#place;
  }

  /** @param {'later' | 'todo' | 'working' | 'proven' | 'fits' | 'broken'} state */
  #say(state) {
    this.badge.dataset.state = state;
    this.#said.textContent = t(`badge.${state}`);
  }

  /** Whether there is something to prove by now. @param {boolean} over */
  follow(over) {
    if (!over) {
      this.#panel = null;
      this.#say('later');
      if (!this.#place.hidden) void this.#open();
    } else if (this.badge.dataset.state === 'later') {
      this.#say('todo');
      if (!this.#place.hidden) void this.#open();
    }
  }

  /** Open the panel, or shut it. */
  async toggle() {
    this.#place.hidden = !this.#place.hidden;
    this.badge.setAttribute('aria-expanded', String(!this.#place.hidden));
    if (!this.#place.hidden) await this.#open();
  }

  async #open() {
    if (this.#panel) return;
    try {
      const found = await this.record();
      if (!found) {
        this.#place.replaceChildren(h('section', { class: 'card' }, h('h2', {}, t('badge.later')), h('p', { class: 'hint' }, t('badge.why'))));
        return;
      }
      await this.judge(found.bytes, found.keys);
    } catch (error) {
      this.#place.replaceChildren(error instanceof Refusal ? h('p', { class: 'refusal', role: 'alert' }, error.message) : broken(error));
    }
  }

  /**
   * Prove these bytes, and show what comes of it.
   * @param {Uint8Array} bytes
   * @param {string[]} keys
   */
  async judge(bytes, keys) {
    const { ProofPanel } = await bring(() => import('./proof-panel.js'));
    const panel = new ProofPanel(keys, (verdict) => this.#say(verdict ? /** @type {any} */ (SAID[verdict.state] ?? 'fits') : 'working'));
    this.#panel = panel;
    this.#place.hidden = false;
    this.badge.setAttribute('aria-expanded', 'true');
    this.#place.replaceChildren(panel.element);
    try {
      await panel.judge(bytes);
    } catch (error) {
      this.#place.replaceChildren(broken(error));
    }
  }
}
