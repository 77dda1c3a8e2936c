// A press does what stood under the finger when it was aimed. What has just come to where something else stood, or means
// something else now, takes no press and no key for a moment: who aimed at the one would meet the other.

/** Milliseconds from seeing something to pressing it: what has stood for as long is meant. */
const AIMING = 300;
const PRESSED = ':is(button, summary, label, a, select, input)', INSIDE = ':is(.acts, .gm, .pop, dialog)';

/**
 * What it means, where in the window, what it lies in, and how far that was scrolled.
 * @typedef {{ means: string, box: { left: number, top: number, right: number, bottom: number }, inside: Element | null, scrolled: number }} Stand
 */

/**
 * What pressing it means: the same word may be of another figure, another question or another order.
 * @param {Element} one
 */
function meaning(one) {
  const of = one.closest('[data-decision], [data-figure], [data-combatant], form.draft, dialog'), said = (/** @type {string} */ name) => of?.getAttribute(name);
  // What a tile costs, and at whom it may be aimed, may change: it is the same tile.
  const words = one.matches('.tile, .opt') ? one.querySelector('.t, strong')?.textContent : [...one.childNodes].map((part) => (part.nodeName === 'KBD' ? '' : part.textContent)).join('').trim();
  return [said('data-decision') ?? said('data-figure') ?? said('data-combatant') ?? said('aria-label'), one.getAttribute('data-offer') ?? one.getAttribute('aria-label'), words].join('\n');
}

/**
 * Whether something stood where another stands: as far as its reader has scrolled since, it would have gone along.
 * @param {Stand} stood
 * @param {Stand['box']} other
 */
function meet({ box: one, inside, scrolled }, other) {
  const up = (inside?.scrollTop ?? 0) - scrolled;
  return one.left < other.right - 1 && one.right > other.left + 1 && one.top - up < other.bottom - 1 && one.bottom - up > other.top + 1;
}

/**
 * Whether it stands among these where it stood. What its reader has scrolled stands where he wants it.
 * @param {Stand} stood
 * @param {Stand[]} all
 * @param {boolean} strict the page has scrolled by itself
 */
const stands = ({ means, box, scrolled }, all, strict) => all.some((one) => one.means === means && Math.abs(one.box.left - box.left) < 3
  && Math.abs(one.box.top - box.top + (strict ? 0 : one.scrolled - scrolled)) < 3);

/** @param {EventTarget | null} target */
const pressable = (target) => (target instanceof Element ? target.closest(`${INSIDE} ${PRESSED}`) : null);

/** Watches what can be pressed: `data-fresh` is on what takes no press yet, `data-fresh-key` on what takes no key. */
export class Steady {
  /** @type {Stand[]} */
  #stood = [];
  /** What is gone from where it stood, and when. @type {(Stand & { at: number })[]} */
  #gone = [];
  /** Since when something lies over the rest. @type {WeakMap<Element, number>} */
  #came = new WeakMap();
  /** What a key means, and since when. @type {Map<string, { means: string, since: number }>} */
  #keys = new Map();
  #drawn = false;
  #shifted = false;
  #soon = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later = undefined;
  /** What the finger came down on; '': on what takes no press yet. @type {string | null} */
  #aimed = null;

  constructor() {
    const drawn = () => { this.#drawn = true; this.#lookSoon(); }, looked = () => this.#lookSoon();
    // What changes among these is seen at once, before any press; the rest may move them with the next picture.
    new MutationObserver((all) => { drawn(); if (all.some(({ target }) => target === document.body || target instanceof Element && target.closest(INSIDE))) this.look(); }).observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter: ['hidden', 'open', 'class', 'style', 'data-sheet'] });
    document.fonts.addEventListener('loadingdone', drawn);
    document.addEventListener('load', drawn, true); // of a style
    document.addEventListener('shifted', () => { this.#shifted = true; drawn(); });
    document.addEventListener('scroll', looked, { capture: true, passive: true });
    addEventListener('resize', looked);
    document.addEventListener('pointerdown', ({ target }) => {
      this.look();
      const one = pressable(target);
      this.#aimed = one && (one.hasAttribute('data-fresh') ? '' : meaning(one));
    }, true);
    document.addEventListener('click', (event) => {
      const aimed = this.#aimed, one = pressable(event.target);
      this.#aimed = null;
      if (!event.detail || !one || aimed === meaning(one)) return; // without a detail it is by a key, or by a program
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  }

  #lookSoon() {
    if (this.#soon) return;
    this.#soon = true;
    requestAnimationFrame(() => { this.#soon = false; this.look(); });
  }

  /** See what stands where by now. */
  look() {
    const now = performance.now(), before = this.#stood, shown = [...document.querySelectorAll(`${INSIDE} ${PRESSED}`)].map((one) => ({ one, means: meaning(one), box: one.getBoundingClientRect(), inside: one.closest(INSIDE) }))
      .filter(({ box }) => box.width).map((one) => ({ ...one, scrolled: one.inside?.scrollTop ?? 0 }));
    this.#stood = shown.map(({ means, box, inside, scrolled }) => ({ means, box, inside, scrolled }));
    if (this.#drawn) {
      this.#gone.push(...before.filter((one) => !stands(one, this.#stood, this.#shifted)).map((one) => ({ ...one, scrolled: this.#shifted ? one.inside?.scrollTop ?? 0 : one.scrolled, at: now })));
      // A menu or a window lies over what still stands there.
      for (const { one, ...stand } of shown) if (one.closest('.pop, dialog') && !stands(stand, before, true)) this.#came.set(one, now);
    }
    this.#drawn = this.#shifted = false;
    this.#gone = this.#gone.filter(({ at }) => now - at < AIMING);
    let wait = this.#gone.length > 0;
    for (const { one, means, box } of shown) {
      const fresh = now - (this.#came.get(one) ?? -AIMING) < AIMING;
      one.toggleAttribute('data-fresh', fresh || this.#gone.some((gone) => gone.means !== means && meet(gone, box)));
      const again = this.#keyed(one, means, now);
      wait ||= fresh || again;
    }
    clearTimeout(this.#later);
    if (wait) this.#later = setTimeout(() => this.#lookSoon(), AIMING / 6);
  }

  /**
   * Whether a key of this means something else than a moment ago.
   * @param {Element} one
   * @param {string} means
   * @param {number} now
   */
  #keyed(one, means, now) {
    const key = one.classList.contains('ends') ? 'E' : one.getAttribute('data-key');
    if (!key) return false;
    const before = this.#keys.get(key), since = before?.means === means ? before.since : before ? now : -AIMING, fresh = now - since < AIMING;
    this.#keys.set(key, { means, since });
    one.toggleAttribute('data-fresh-key', fresh);
    return fresh;
  }
}
