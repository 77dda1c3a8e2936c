// The ground of a new fight: what is painted on it, who stands on it, and one step back. Each kind of space has its own file.
import { t } from '../words.js';
import { fieldOf, h, svg } from '../shared/elements.js';
import { names, spotsOf, token } from '../board/figure-tokens.js';
import { entriesOf, extentOf, groundShapes, lookOf } from '../board/ground-shapes.js';
import { gridBoard } from './ground-grid.js';
import { planeBoard } from './ground-plane.js';
import { zonesBoard } from './ground-zones.js';
import { fits } from './ground-fit.js';
import { guardedAbove } from '../shared/guarded-parts.js';
import { icon } from '../shared/icon.js';
import { groundPicture } from '../host/ready-fights.js';

/** @typedef {import('../../client/draft-fight.js').DraftFight} DraftFight */
/** @typedef {import('../../client/draft-fight.js').DraftFigure} DraftFigure */

/** Where a game has no signs of its own for them: what a ground of any game may have. */
const COMMON = [
  { key: 'floor', sign: '.', look: 'FLOOR' }, { key: 'wall', sign: '#', look: 'WALL', step: 'NEVER', sight: 'NEVER' },
];
const KINDS = { GRID: gridBoard, PLANE: planeBoard, ZONES: zonesBoard };

/** What is told of a ground while it is set up. */
export class GroundEditor {
  /** What the next click does: a sign or key of the palette, `WIPE` of the hand, or `figure` and its id. */
  brush = '';
  /** Squares along a side of what is painted at once. */
  width = 1;
  /** The zone that is looked at, by its key. */
  zone = '';
  /** Who stands where he cannot, by id. @type {Set<string>} */
  wrong = new Set();
  /** How wide each figure is, by id, in hundredths of a square or of the unit, as the server has told. @type {Map<string, number>} */
  breadths = new Map();
  /** Who was put somewhere by this page, and by nobody else since. @type {Set<string>} */
  #put = new Set();
  /** That somebody does not fit where he is being put. */
  said = h('output', { class: 'misfit-said' });
  /** What undo goes back to. @type {string[]} */
  #past = [];
  /** The brushes, the size, the file: what stands beside the board. */
  tools = h('div', { class: 'ground-editor' });
  /** The board, with who stands nowhere yet. */
  board = h('div', { class: 'ground-board' });
  back = h('button', { type: 'button', class: 'undo', onclick: () => this.#undo() }, icon('u-undo-2'), ` ${t('ground.undo')}`);

  /**
   * @param {DraftFight} draft
   * @param {{ changed: () => void, map: (file: File) => Promise<void> }} told
   * @param {import('./new-map.js').NewMap} map
   * @param {(figure: DraftFigure) => string | null} faceOf where its portrait is shown from
   */
  constructor(draft, told, map, faceOf) {
    this.map = map;
    this.faceOf = faceOf;
    this.draft = draft;
    this.told = told;
    this.known = draft.system.ground;
    guardedAbove(this.board, () => this.begin(draft.system.spaces[0]));
  }

  get ground() {
    return this.draft.ground;
  }

  /** What it may be painted with. */
  get entries() {
    return entriesOf(this.ground, this.known);
  }

  /** Before something changes: so undo comes back to here. */
  remember() {
    const { draft } = this;
    this.#past.push(JSON.stringify([draft.ground, draft.figures.map(({ id, place }) => [id, place])]));
    this.back.disabled = false;
  }

  /** Something has changed. */
  renew() {
    this.told.changed();
    this.draw();
  }

  #undo() {
    const last = this.#past.pop();
    if (!last) return;
    const [ground, places] = JSON.parse(last), stood = new Map(places);
    this.draft.ground = ground;
    for (const figure of this.draft.figures) figure.place = stood.get(figure.id) ?? null;
    this.renew();
  }

  /** @param {string} kind */
  begin(kind) {
    const { draft, known } = this;
    for (const figure of draft.figures) figure.place = null;
    const sign = known.find((/** @type {any} */ one) => one.look === 'FLOOR' && one.sign)?.sign ?? '.';
    const legend = known.some((/** @type {any} */ one) => one.sign) ? {} : { legend: COMMON };
    draft.ground = {
      NOWHERE: null, GRID: { space: { kind: 'GRID' }, rows: Array.from({ length: 12 }, () => sign.repeat(18)), ...legend },
      PLANE: { space: { kind: 'PLANE', width: 3600, height: 2400 }, patches: [] },
      ZONES: { space: { kind: 'ZONES' }, zones: [{ key: 'a', label: 'A' }, { key: 'b', label: 'B' }], links: [{ key: 'a-b', from: 'a', to: 'b' }] },
      RANKS: { space: { kind: 'RANKS' } },
    }[kind] ?? null;
    this.placeRest();
    this.renew();
  }

  /** Fit a ground of a file or a shelf for this editor: a grid has rows, and who would stand outside of the ground stands nowhere. */
  #fit() {
    const { ground, draft } = this, { kind, width, height } = ground.space;
    if (kind === 'GRID' && !ground.rows?.length) {
      const { legend = [] } = ground, floor = this.entries.find(({ look, sign }) => look === 'FLOOR' && sign);
      const keys = new Set(legend.map((/** @type {any} */ one) => one.key));
      if (!floor) ground.legend = [...legend, ...COMMON.filter(({ key }) => !keys.has(key))];
      ground.rows = Array.from({ length: height || 12 }, () => (floor?.sign ?? COMMON[0].sign).repeat(width || 18));
    }
    // As large as its rows: they may be cut or lengthened.
    if (kind === 'GRID') ground.space = { ...ground.space, width: 0, height: 0 };
    const across = kind === 'GRID' ? ground.rows[0].length : width, down = kind === 'GRID' ? ground.rows.length : height;
    const zones = new Set((ground.zones ?? []).map((/** @type {any} */ one) => one.key));
    for (const figure of draft.figures) {
      const { cell, point, zone } = figure.place ?? {}, spot = kind === 'GRID' ? cell : kind === 'PLANE' ? point : undefined;
      if (!(spot ? spot.x < across && spot.y < down : zones.has(zone))) figure.place = null;
    }
  }

  draw() {
    const { draft } = this, { spaces } = draft.system;
    // A game that is played on a ground has one from the beginning: without it nobody would stand anywhere.
    if (!draft.ground && !spaces.includes('NOWHERE')) this.begin(spaces[0]);
    if (draft.ground) this.#fit();
    const kind = /** @type {keyof typeof KINDS} */ (draft.ground?.space?.kind ?? 'NOWHERE'), made = KINDS[kind]?.(this) ?? { tools: [], shapes: groundShapes(this.ground, this.known) };
    this.back.disabled = !this.#past.length;
    this.tools.replaceChildren(...made.tools, ...this.#kinds(kind), ...(kind in KINDS ? [this.map.element] : []));
    const board = this.#svg(made.shapes);
    made.hand?.(board);
    const { width, height } = extentOf(this.ground), over = this.map.over(), focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest('.paint-place *'));
    board.append(...over.shapes);
    const place = h('div', { class: 'paint-place' }, board, ...over.bar);
    place.style.setProperty('--ratio', String(width / height));
    this.said.textContent = '';
    this.board.replaceChildren(place, this.said, ...this.#waiting());
    if (focused) (focused.isConnected ? focused : board).focus({ preventScroll: true });
  }

  /** Mark who stands where he cannot, without touching a stroke that is being made. */
  mark() {
    for (const one of this.board.querySelectorAll('.figure-token')) one.classList.toggle('fault', this.wrong.has(one.getAttribute('data-figure') ?? ''));
  }

  /** @param {Element[]} shapes */
  #svg(shapes) {
    const { draft, ground } = this, { x, y, width, height } = extentOf(ground), { heroes } = draft, map = this.map.shapes();
    const spots = spotsOf(ground, draft.figures, heroes, ({ id }) => (this.breadths.get(id) ?? 100) / 100);
    return svg('svg', { class: map.length ? 'paint mapped' : 'paint', viewBox: `${x} ${y} ${width} ${height}`, tabindex: 0, role: 'application', 'aria-label': t('ground.board') }, ...map, ...shapes,
      ...spots.map((spot) => token(spot, { first: spot.figure.side === heroes, fault: this.wrong.has(spot.figure.id), face: this.faceOf(/** @type {DraftFigure} */ (spot.figure)) })), names(spots, Math.max(26, width / 62)));
  }

  /**
   * The kind of ground, a map from a file, and grounds that are there already.
   * @param {string} kind
   */
  #kinds(kind) {
    const { spaces, readyFights = [] } = this.draft.system, choice = h('select', { 'aria-label': t('ground.kind'), onchange: (/** @type {Event} */ event) => { this.remember(); this.begin(fieldOf(event).value); } },
      ...spaces.map((/** @type {string} */ one) => h('option', { value: one, selected: one === kind }, t(`ground.${one}`))));
    const file = h('input', { type: 'file', accept: '.uvtt,.dd2vtt,.df2vtt', onchange: async () => { if (file.files?.[0]) { this.remember(); await this.told.map(file.files[0]); this.draw(); } } });
    const maps = spaces.some((/** @type {string} */ one) => one === 'GRID' || one === 'PLANE');
    const grounds = readyFights.filter((/** @type {any} */ { request }) => request.ground);
    return [h('label', { class: 'field', hidden: spaces.length < 2 }, `${t('ground.kind')} `, choice), maps ? h('label', { class: 'field' }, `${t('ground.file')} `, file) : '',
      h('section', { hidden: !grounds.length }, h('h2', {}, t('ground.begin')), h('div', { class: 'small-pictures' }, ...grounds.map((/** @type {any} */ { title, request }) => h('button', {
        type: 'button', onclick: () => { this.remember(); this.draft.ground = structuredClone(request.ground); for (const one of this.draft.figures) one.place = null; this.placeRest(); this.renew(); },
      }, groundPicture(request.ground, this.known), title))))];
  }

  /**
   * Brushes, each with its key.
   * @param {{ value: string, label: string, look?: string }[]} brushes
   */
  palette(brushes) {
    return h('div', { class: 'palette', role: 'group', 'aria-label': t('ground.palette') }, ...brushes.map(({ value, label, look }, n) => h('button', {
      type: 'button', class: `swatch ${look ? lookOf(look) : ''}`, 'data-brush': value, 'aria-pressed': String(this.brush === value), onclick: () => { this.brush = value; this.draw(); },
    }, h('span', {}, label), n < 9 ? h('kbd', { 'aria-hidden': 'true' }, n + 1) : '')));
  }

  /**
   * The brush of a key.
   * @param {string} key
   */
  picks(key) {
    const found = this.tools.querySelectorAll('.swatch')[Number(key) - 1];
    if (!/^[1-9]$/.test(key) || !found) return false;
    this.brush = found.getAttribute('data-brush') ?? '';
    this.draw();
    return true;
  }

  /** The figures that stand nowhere yet, to be dragged onto the ground or chosen and put there by a click. */
  #waiting() {
    const out = this.draft.figures.filter((figure) => !figure.place), kind = this.ground?.space?.kind ?? 'NOWHERE';
    if (!out.length || kind === 'NOWHERE' || kind === 'RANKS') return [];
    const chip = (/** @type {DraftFigure} */ figure) => {
      const made = h('button', { type: 'button', class: 'loose', 'aria-pressed': String(this.brush === `figure ${figure.id}`), onclick: () => { this.brush = `figure ${figure.id}`; this.draw(); } }, figure.name);
      made.addEventListener('pointerdown', (event) => made.setPointerCapture(event.pointerId));
      for (const [heard, told] of /** @type {const} */ ([['pointermove', 'over'], ['pointerup', 'laid']])) made.addEventListener(heard, ({ clientX, clientY }) => {
        const under = document.elementFromPoint(clientX, clientY)?.closest('.paint');
        if (under) under.dispatchEvent(new CustomEvent(told, { detail: { id: figure.id, clientX, clientY } }));
      });
      return made;
    };
    return [h('div', { class: 'waiting', role: 'group', 'aria-label': t('ground.waiting') }, h('strong', {}, t('ground.waiting')), ...out.map(chip),
      h('button', { type: 'button', class: 'place-rest', onclick: () => { this.remember(); this.placeRest(); this.renew(); } }, t('ground.placeRest')))];
  }

  /** Put every figure that has no place yet somewhere on plain floor, where all of it fits. */
  placeRest() {
    if (this.ground) this.#fit();
    for (const { id, place } of this.draft.figures) if (!place) this.#put.add(id);
    this.draft.placeRest((place, figure) => fits(this, figure, place, ({ look }) => look === 'FLOOR'));
  }

  /**
   * The server has told how wide figures are. Whoever this page has put where he does not fit then is put elsewhere.
   * @param {Map<string, number>} breadths
   */
  resize(breadths) {
    // Nothing is drawn anew under somebody's hand: what he does is judged again, and told again.
    if (this.board.matches(':active') || [...breadths].every(([id, one]) => this.breadths.get(id) === one)) return;
    this.breadths = new Map([...this.breadths, ...breadths]);
    const tight = this.draft.figures.filter((one) => one.place && this.#put.has(one.id) && !fits(this, one, one.place));
    for (const one of tight) one.place = null;
    if (tight.length) { this.placeRest(); this.renew(); }
    else this.draw();
  }

  /**
   * Put the figure of the brush somewhere, and go on to the next one without a place.
   * @param {any} place
   */
  stand(place) {
    const figure = this.draft.figures.find(({ id }) => this.brush === `figure ${id}`);
    if (!figure) return false;
    this.drop(figure.id, place);
    const next = this.draft.figures.find((one) => !one.place);
    this.brush = next ? `figure ${next.id}` : '';
    this.draw();
    return true;
  }

  /**
   * Drop a figure that was dragged.
   * @param {string} id
   * @param {any} place null: it stands nowhere, until it is put somewhere
   */
  drop(id, place) {
    const figure = this.draft.figures.find((one) => one.id === id);
    if (!figure) return;
    this.remember();
    this.#put.delete(id);
    figure.place = place;
    this.renew();
  }

  /**
   * Let a figure stand somewhere else, where it fits.
   * @param {string} id
   */
  elsewhere(id) {
    this.drop(id, null);
    this.placeRest();
    this.renew();
  }
}
