// How the chances of a watched fight went, under its slider: a press leads to a moment, what turned it is named in words.
import { SIDES } from '../../client/documents-report.js';
import { listenToCurve } from '../../client/report.js';
import { chanceText, percent } from '../odds/chances.js';
import { announce } from '../shared/announcer.js';
import { h } from '../shared/elements.js';
import { styled } from '../shared/styled.js';
import { loadWords, t } from '../words.js';
import { chanceAt, curvePicture } from './curve-drawing.js';

/** @typedef {import('../../client/report.js').Curve} Curve */

/**
 * A change of a chance, with its sign.
 * @param {number} tenths of a percent
 */
const change = (tenths) => `${tenths < 0 ? '−' : '+'}${Math.round(Math.abs(tenths) / 10)}`;

/**
 * Ask for it, and show it as it grows, once there is what it takes.
 * @param {import('../../client/watched.js').Watched} fight
 * @param {{ visit: (version: number) => void, gone: () => void }} given gone: it was put away
 */
export async function curvePanel(fight, given) {
  const { server, id } = fight;
  const [{ encounter }] = await Promise.all([server.graphql(SIDES, { id }), loadWords(document.documentElement.lang, ['words-odds']), styled('curve')]);
  const signs = encounter.scene.sides.map((/** @type {{ key: string, emblem: string }} */ { key, emblem }) => [key, emblem.toLowerCase()]);
  return new CurvePanel(fight, given, new Map(signs));
}

/** The curve of a fight, as far as it is worked out. It ends when it is put away. */
class CurvePanel {
  #told = h('p', { class: 'curve-told', id: 'curve-told' });
  #here = h('i', { class: 'here' });
  #picture = h('div', { class: 'curve-picture' });
  #state = h('div', { class: 'curve-state hint' });
  #turns = h('ol', { class: 'turns' });
  /** @type {Curve | null} */
  #curve = null;
  #leave = () => {};

  /**
   * @param {import('../../client/watched.js').Watched} fight
   * @param {{ visit: (version: number) => void, gone: () => void }} given
   * @param {Map<string, string>} signs how each side is told apart
   */
  constructor(fight, { visit, gone }, signs) {
    this.fight = fight;
    this.visit = visit;
    this.signs = signs;
    const away = () => { this.close(); gone(); };
    this.element = h('section', { class: 'curve', 'aria-label': t('curve.title') }, this.#picture,
      h('div', { class: 'curve-line' }, this.#told, h('button', { type: 'button', class: 'round away', 'aria-label': t('odds.away'), title: t('odds.away'), onclick: away }, '×')), this.#turns, this.#state);
    for (const name of ['pointerdown', 'pointermove']) this.#picture.addEventListener(name, (event) => this.#pointed(/** @type {PointerEvent} */ (event)));
    this.#ask();
  }

  close() {
    this.#leave();
    this.element.remove();
  }

  #ask() {
    this.#leave();
    this.#state.replaceChildren(t('curve.working', { done: percent(0) }));
    this.#leave = listenToCurve(this.fight, {
      told: (curve) => {
        this.#curve = curve;
        this.draw();
        if (curve.complete) announce([this.#words(), ...curve.turns.map((turn) => this.#turned(turn).join(' '))]);
      },
      failed: ({ message }) => {
        this.#state.replaceChildren(h('span', { class: 'refusal' }, message));
        announce([message]);
      },
    });
  }

  /** All of it: there is more of it, or the fight has gone on. */
  draw() {
    const curve = this.#curve, { film } = this.fight;
    if (!curve) return;
    if (curve.points.length > 1) this.#picture.replaceChildren(curvePicture(curve, film.version, this.signs, this.#words()), ...curve.turns.map((turn, n) => this.#mark(turn, n)), this.#here);
    this.#state.replaceChildren(...this.#said(curve));
    this.#turns.replaceChildren(...curve.turns.map((turn, n) => {
      const [shift, text, parts] = this.#turned(turn);
      return h('li', {}, h('b', { class: 'number' }, n + 1), h('button', { type: 'button', onclick: () => this.visit(turn.version) }, h('strong', {}, shift), ' ', text, ' ', h('small', {}, parts)));
    }));
    this.tell();
  }

  /** What is told of the version in sight. */
  tell() {
    const curve = this.#curve, { film } = this.fight;
    this.#here.style.left = `${this.#left(film.at)}%`;
    const point = curve?.points.findLast(({ version }) => version <= film.at) ?? curve?.points[0];
    if (!curve || !point) return;
    const act = curve.acts.find(({ first, last }) => first <= film.at && film.at <= last), shift = act?.shifts[0];
    const chances = curve.sides.map(({ side, label }) => h('span', { class: ['sign', this.signs.get(side)].join(' ') }, `${label} ${chanceText(chanceAt(point, side))}`));
    this.#told.replaceChildren(...chances, shift && Math.max(Math.abs(shift.dice), Math.abs(shift.choice)) >= 5 ? h('span', { class: 'hint' }, t('curve.act', { side: curve.sides[0]?.label ?? '', dice: change(shift.dice), choice: change(shift.choice) })) : '');
  }

  /** @param {number} version */
  #left(version) {
    return (100 * (version - 1)) / Math.max(1, this.fight.film.version - 1);
  }

  /** @param {PointerEvent} event */
  #pointed(event) {
    if (event.type === 'pointermove' && !event.buttons) return;
    if (event.type === 'pointerdown') this.#picture.setPointerCapture(event.pointerId);
    event.preventDefault();
    const { left, width } = this.#picture.getBoundingClientRect(), { version } = this.fight.film;
    this.visit(Math.min(version, Math.max(1, 1 + Math.round(((version - 1) * (event.clientX - left)) / width))));
  }

  /**
   * @param {Curve['turns'][number]} turn
   * @param {number} n
   */
  #mark({ version }, n) {
    const mark = h('b', { class: 'turn', 'aria-hidden': 'true' }, n + 1);
    mark.style.left = `${this.#left(version)}%`;
    return mark;
  }

  /**
   * What turned the fight: by how much and for whom, what happened, and how much of it was dice and how much choice.
   * @param {Curve['turns'][number]} turn
   */
  #turned({ text, shifts }) {
    const most = shifts.toSorted((one, other) => other.dice + other.choice - one.dice - one.choice)[0], label = this.#curve?.sides.find(({ side }) => side === most?.side)?.label ?? '';
    const { dice, choice } = most ?? { dice: 0, choice: 0 };
    return [t('curve.turn', { change: change(dice + choice), side: label }), text, t('curve.parts', { dice: change(dice), choice: change(choice) })];
  }

  /** The whole in words. */
  #words() {
    const { sides, points } = this.#curve ?? { sides: [], points: [] };
    return [t('curve.title'), ...sides.map(({ side, label }) => {
      const values = points.map((point) => chanceAt(point, side).value);
      return t('curve.words', { side: label, from: percent(values[0] ?? 0), to: percent(values.at(-1) ?? 0), least: percent(Math.min(...values)), most: percent(Math.max(...values)) });
    })].join('. ');
  }

  /** @param {Curve} curve */
  #said(curve) {
    if (!curve.complete) return [h('progress', { max: 1000, value: curve.done, 'aria-label': t('curve.title') }), t('curve.working', { done: percent(curve.done) })];
    const lucky = curve.sides.flatMap(({ label, luck }) => (luck === null ? [] : [`${label} ${Math.round(luck / 10)}`]));
    const { film } = this.fight, further = film.version > curve.version ? h('button', { type: 'button', onclick: () => this.#ask() }, t('curve.further')) : '';
    return [[t('curve.hint'), curve.turns.length ? '' : t('curve.none'), lucky.length ? t('curve.luck', { sides: lucky.join(', ') }) : ''].filter(Boolean).join(' '), ' ', further];
  }
}
