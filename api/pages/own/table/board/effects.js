// What is seen on the board of what has just happened: who went where, what it cost whom. Quiet, and gone with the next act.
import { middleOf } from '../../client/places.js';
import { mayMove } from '../settings.js';
import { t } from '../words.js';
import { svg } from '../shared/elements.js';

/** The marks of the last act. */
export class Effects {
  /** @type {Map<string, any>} */
  #stood = new Map();
  #act = 0;
  /** @type {{ who: string, vital: string | null, text: string, kind: string }[]} */
  #numbers = [];
  /** Who has gone, from where and to where. @type {{ who: string, from: any, to: any }[]} */
  #left = [];

  /** @param {{ mark: (left: Element[], marks: Element[]) => void, spotOf: (combatant: string) => { x: number, y: number, size: number } | null }} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * Events were told: their numbers float at whom they concern.
   * @param {any[]} events
   */
  tell(events) {
    for (const { act, headline } of events) {
      if (!headline) continue;
      if (act !== this.#act) this.#numbers = [];
      this.#act = act;
      const floats = headline.changes.map((/** @type {any} */ { combatant, vital, by }) => ({ who: combatant, vital, text: by > 0 ? `+${by}` : `−${-by}`, kind: by > 0 ? 'heal' : 'harm' }));
      this.#numbers = floats.length || headline.outcome !== 'MISS' || !headline.target ? floats : [{ who: headline.target, vital: null, text: t('float.miss'), kind: 'miss' }];
    }
  }

  /** What is shown next did not follow from what was shown. */
  forget() {
    this.#stood = new Map();
    this.#numbers = [];
    this.#left = [];
    this.#act = 0;
  }

  /**
   * The board shows a scene: who stands elsewhere than before has gone.
   * @param {any} scene
   */
  show(scene) {
    const moved = scene.tokens.filter((/** @type {any} */ { combatant, place }) => place && this.#stood.has(combatant) && JSON.stringify(place) !== JSON.stringify(this.#stood.get(combatant)));
    if (moved.length) this.#left = moved.map((/** @type {any} */ one) => ({ who: one.combatant, from: this.#stood.get(one.combatant), to: one.place }));
    // Whom a blow has taken off the board stays where its number floats.
    const gone = this.#numbers.map(({ who }) => [who, this.#stood.get(who)]);
    this.#stood = new Map([...gone, ...scene.tokens.map((/** @type {any} */ one) => [one.combatant, one.place])].filter(([, place]) => place));
    this.board.mark(...this.#drawn(scene));
  }

  /**
   * @param {any} scene
   * @returns {[Element[], Element[]]} what lies below the tokens, and over them
   */
  #drawn({ space, tokens }) {
    const side = space.cell ?? Math.max(space.width ?? 0, space.height ?? 0) / 25;
    // In a zone or a rank each stands where there is room: only the drawing tells where.
    const exact = (/** @type {any} */ place) => (place?.cell || place?.point ? middleOf(place, space) : undefined);
    const square = (/** @type {{ x: number, y: number } | null | undefined} */ at, size = side) => (at ? [svg('rect', { class: 'last', x: at.x - size / 2, y: at.y - size / 2, width: size, height: size, rx: size / 8 })] : []);
    const last = this.#left.flatMap(({ who, from, to }) => {
      if (space.cell) return [...square(exact(from)), ...square(exact(to))];
      const spot = this.board.spotOf(who), size = (spot?.size ?? 0) * 1.4;
      return exact(to) ? [...square(exact(from), size), ...square(exact(to), size)] : square(spot, size);
    });
    const floats = this.#numbers.flatMap(({ who, vital, text, kind }, n) => {
      const token = tokens.find((/** @type {any} */ one) => one.combatant === who), middle = exact(this.#stood.get(who)), at = middle ? { ...middle, size: side } : this.board.spotOf(who), main = token?.bars[0]?.key;
      // What it cost whoever acted is no blow: only what a figure has first is shown over it.
      return at && (vital === null || !main || vital === main) ? [svg('text', { class: `float ${kind}${mayMove() ? ' rises' : ''}`, 'data-x': at.x + at.size * 0.35, 'data-y': at.y - at.size * (0.3 + 0.35 * (n % 3)), 'data-letters': at.size * 0.42 }, text)] : [];
    });
    return [last, floats];
  }
}
