// The verdict on a file, in words: what was proven in this browser, what was not, and where a forged one breaks.
import { canProve, prove } from '../../client/proof.js';
import { t } from '../words.js';
import { h } from '../shared/elements.js';

/** @typedef {import('../../client/proof.js').Verdict} Verdict */

const KEY = /^[\w-]{43}$/, HASH = /^[0-9a-f]{64}$/;

/**
 * What somebody pasted: a key or several, or a hash that he kept; null: neither.
 * @param {string} text
 * @returns {{ keys: string[], head: string } | null}
 */
export function readKey(text) {
  const bare = text.trim(), key = bare.replace(/=$/, '').replaceAll('+', '-').replaceAll('/', '_');
  if (KEY.test(key)) return { keys: [key], head: '' };
  if (HASH.test(bare.toLowerCase())) return { keys: [], head: bare.toLowerCase() };
  try {
    const found = JSON.parse(bare), keys = (found.keys ?? [found]).map((/** @type {any} */ one) => one.x);
    return keys.length && keys.every((/** @type {any} */ x) => KEY.test(x)) ? { keys, head: '' } : null;
  } catch {
    return null;
  }
}

/** A section that judges one file after another, by the keys of its page's server or by one that its reader brings. */
export class ProofPanel {
  #said = h('p', { class: 'verdict', role: 'status' });
  #facts = h('ul', { class: 'facts' });
  #bar = h('progress', { max: 1, hidden: true, 'aria-label': t('proof.working') });
  #field = h('input', { name: 'key', autocomplete: 'off', spellcheck: 'false' });
  #wrong = h('p', { class: 'refusal', role: 'alert' });
  /** @type {Uint8Array | null} */
  #bytes = null;
  /** Counts what is judged: a later wish overtakes an earlier one. */
  #turn = 0;

  /**
   * @param {string[]} [own] keys that are used where the reader gives none: those of the page's server
   * @param {(verdict: Verdict | null) => void} [judged] null: it is being judged
   */
  constructor(own = [], judged = () => {}) {
    this.own = own;
    this.judged = judged;
    const form = h('form', {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void this.#judge();
      },
    }, h('label', {}, t('proof.key'), ' ', this.#field), h('button', { type: 'submit' }, t('proof.check')), this.#wrong);
    const more = own.length ? h('details', { class: 'other-key' }, h('summary', {}, t('proof.other')), h('p', { class: 'hint' }, t('proof.own')), form) : form;
    const inside = canProve() ? [this.#said, this.#bar, this.#facts, more] : insecure();
    this.element = h('section', { class: 'card proof', hidden: canProve() }, h('h2', {}, t('proof.title')), ...inside);
  }

  /**
   * Judge the bytes of a file.
   * @param {Uint8Array} bytes
   */
  async judge(bytes) {
    this.#bytes = bytes;
    this.element.hidden = false;
    if (canProve()) await this.#judge();
  }

  async #judge() {
    const bytes = this.#bytes, given = this.#field.value.trim() ? readKey(this.#field.value) : { keys: this.own, head: '' }, turn = ++this.#turn;
    this.#wrong.textContent = given ? '' : t('proof.badKey');
    if (!bytes || !given) return;
    this.#said.className = 'verdict';
    this.#said.textContent = t('proof.working');
    this.#facts.replaceChildren();
    this.#bar.hidden = false;
    this.judged(null);
    const verdict = await prove(bytes, { ...given, progress: (share) => { if (turn === this.#turn) this.#bar.value = share; } });
    if (turn !== this.#turn) return;
    this.#bar.hidden = true;
    this.#said.classList.add(verdict.state.toLowerCase());
    this.#said.textContent = sentenceOf(verdict, given.keys === this.own);
    this.#facts.replaceChildren(...factsOf(verdict).map((text) => h('li', {}, text)));
    this.element.dataset.verdict = verdict.state;
    this.judged(verdict);
  }
}

/** Why nothing can be proven here, and what helps. */
const insecure = () => [
  h('p', { class: 'verdict unsigned', role: 'status' }, t('proof.insecure')),
  h('p', {}, h('a', { href: './proof.html', download: 'skald-proof.html' }, t('proof.save'))),
];

/**
 * @param {Verdict} verdict
 * @param {boolean} here whether the keys are those of the page's server
 */
function sentenceOf({ state, broken, key, kept }, here) {
  if (broken?.line) return t('proof.brokenLine', { n: broken.line, why: t(`broken.${broken.reason}`) });
  if (broken) return t('proof.broken', { n: broken.at, why: t(`broken.${broken.reason}`) });
  if (state === 'SIGNED') return here ? t('proof.signedHere') : t('proof.signed', { key });
  if (state === 'UNCHECKED') return t('proof.unchecked');
  return state === 'KEPT' ? t('proof.kept', { n: kept }) : state === 'UNSIGNED' ? t('proof.unsigned') : t('proof.consistent');
}

/**
 * Whose file it is, by the name that the seat had when the fight was made.
 * @param {any} created
 * @param {string} seat
 */
function withheld({ table }, seat) {
  const name = table?.find((/** @type {any} */ one) => one.seat === seat)?.name;
  return name ? t('proof.withheld', { seat: name }) : t('proof.withheldLater');
}

/** @param {Verdict} verdict */
function factsOf({ broken, events, proven, typed, left, header, created }) {
  if (broken) return [];
  const open = created.diceMode === 'OPEN';
  return [
    created.name,
    header.seat === null ? '' : withheld(created, header.seat),
    t('proof.events', { n: events }), proven ? t(open ? 'proof.open' : 'proof.rolls', { n: proven }) : '', typed ? t('proof.typed', { n: typed }) : '',
    left ? t('proof.left', { n: left }) : '', t('proof.rules'),
  ].filter(Boolean);
}
