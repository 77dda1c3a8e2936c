// The ground of a new fight: painted on a grid, laid out on an open table, or zones with ways; and figures placed on it.
import { t } from '../words.js';
import { fieldOf, h, svg } from './elements.js';

/** @typedef {import('../../client/draft-fight.js').DraftFight} DraftFight */

const CELL = 24;
/** Where a game has no signs of its own for them: what a ground of any game may have. */
const COMMON = [
  { key: 'floor', sign: '.', look: 'FLOOR' }, { key: 'wall', sign: '#', look: 'WALL', step: 'NEVER', sight: 'NEVER' },
];

/**
 * @param {DraftFight} draft
 * @param {{ changed: () => void, map: (file: File) => Promise<void> }} told
 */
export function groundEditor(draft, told) {
  const box = h('div', { class: 'ground-editor' });
  const { spaces } = draft.system;
  /** @type {string} what the next click does: a sign or key of the palette, or `figure` and its id */
  let brush = '';
  /** @type {string[]} what undo goes back to */
  const past = [];
  const back = h('button', { type: 'button', onclick: () => undo() }, t('ground.undo'));
  const remember = () => {
    past.push(JSON.stringify([draft.ground, draft.figures.map(({ place }) => place)]));
    back.disabled = false;
  };

  function draw() {
    // A game that is played on a ground has one from the beginning: without it nobody would stand anywhere.
    if (!draft.ground && !spaces.includes('NOWHERE')) begin(spaces[0]);
    if (draft.ground) fit(draft.ground);
    const kind = draft.ground?.space?.kind ?? 'NOWHERE';
    const choice = h('select', { 'aria-label': t('ground.kind'), onchange: (/** @type {Event} */ event) => { remember(); begin(fieldOf(event).value); } },
      ...spaces.map((/** @type {string} */ one) => h('option', { value: one, selected: one === kind }, t(`ground.${one}`))));
    const file = h('input', { type: 'file', accept: '.uvtt,.dd2vtt,.df2vtt', onchange: async () => { if (file.files?.[0]) { remember(); await told.map(file.files[0]); draw(); } } });
    back.disabled = !past.length;
    box.replaceChildren(h('div', { class: 'buttons' }, h('label', {}, `${t('ground.kind')} `, choice), back,
      spaces.some((/** @type {string} */ one) => one === 'GRID' || one === 'PLANE') ? h('label', {}, `${t('ground.file')} `, file) : ''),
    ...(kind === 'GRID' ? grid() : kind === 'PLANE' ? plane() : kind === 'ZONES' ? zones() : []));
  }

  /**
   * Fit a ground of a file or a shelf for this editor: a grid has rows, and who would stand outside of the ground stands nowhere.
   * @param {any} ground
   */
  function fit(ground) {
    const { kind, width, height } = ground.space;
    if (kind === 'GRID' && !ground.rows?.length) {
      const { legend = [] } = ground, known = [...legend, ...draft.system.ground];
      const floor = known.find((/** @type {any} */ one) => one.look === 'FLOOR' && one.sign);
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

  /** What stands along lines, as a map file has it. @param {number} unit of the drawing in a hundredth of the ground's */
  function standing(unit) {
    const looks = new Map([...draft.system.ground, ...(draft.ground.legend ?? [])].map((/** @type {any} */ one) => [one.key, one.look]));
    return (draft.ground.edges ?? []).map((/** @type {any} */ { line, entry, label }) => svg('polyline', {
      class: `edge look-${String(looks.get(entry) ?? 'WALL').toLowerCase()}`, 'data-entry': entry, 'vector-effect': 'non-scaling-stroke',
      points: line.map((/** @type {any} */ { x, y }) => `${x * unit},${y * unit}`).join(' '),
    }, svg('title', {}, label || entry)));
  }

  function undo() {
    const last = past.pop();
    if (!last) return;
    const [ground, places] = JSON.parse(last);
    draft.ground = ground;
    draft.figures.forEach((figure, n) => { figure.place = places[n] ?? null; });
    told.changed();
    draw();
  }

  /** @param {string} kind */
  function begin(kind) {
    for (const figure of draft.figures) figure.place = null;
    const known = draft.system.ground, sign = known.find((/** @type {any} */ one) => one.look === 'FLOOR' && one.sign)?.sign ?? '.';
    const legend = known.some((/** @type {any} */ one) => one.sign) ? {} : { legend: COMMON };
    draft.ground = {
      NOWHERE: null, GRID: { space: { kind: 'GRID' }, rows: Array.from({ length: 12 }, () => sign.repeat(18)), ...legend },
      PLANE: { space: { kind: 'PLANE', width: 3600, height: 2400 }, patches: [] },
      ZONES: { space: { kind: 'ZONES' }, zones: [{ key: 'a', label: 'A' }, { key: 'b', label: 'B' }], links: [{ key: 'a-b', from: 'a', to: 'b' }] },
      RANKS: { space: { kind: 'RANKS' } },
    }[kind] ?? null;
    placeRest();
    told.changed();
    draw();
  }

  /** @param {{ key: string, sign?: string | null, label?: string, look: string }[]} entries */
  function palette(entries) {
    const paint = (/** @type {string} */ value, /** @type {string} */ label, /** @type {string} */ look) => h('button', {
      type: 'button', class: `swatch look-${look.toLowerCase()}`, 'aria-pressed': String(brush === value), onclick: () => { brush = value; draw(); },
    }, label);
    return h('div', { class: 'palette', role: 'group', 'aria-label': t('ground.palette') },
      ...entries.map((one) => paint(one.sign ?? one.key, one.label || one.key, one.look)));
  }

  /** The figures that stand nowhere yet, to be dragged onto the ground or chosen and put there by a click. */
  function waiting() {
    const out = draft.figures.filter((figure) => !figure.place);
    const chip = (/** @type {import('../../client/draft-fight.js').DraftFigure} */ figure) => {
      const made = h('button', { type: 'button', class: 'swatch loose', 'aria-pressed': String(brush === `figure ${figure.id}`), onclick: () => { brush = `figure ${figure.id}`; draw(); } }, figure.name);
      made.addEventListener('pointerdown', (event) => made.setPointerCapture(event.pointerId));
      made.addEventListener('pointerup', (event) => {
        const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('.paint');
        if (under) under.dispatchEvent(new CustomEvent('laid', { detail: { id: figure.id, clientX: event.clientX, clientY: event.clientY } }));
      });
      return made;
    };
    return [h('p', { class: 'hint' }, t('ground.hint')), out.length ? h('div', { class: 'palette', role: 'group', 'aria-label': t('ground.waiting') }, t('ground.waiting'), ...out.map(chip),
      h('button', { type: 'button', onclick: () => { remember(); placeRest(); told.changed(); draw(); } }, t('ground.placeRest'))) : ''];
  }

  /** Put every figure that has no place yet somewhere on plain floor. */
  function placeRest() {
    if (draft.ground) fit(draft.ground);
    const known = [...(draft.ground?.legend ?? []), ...draft.system.ground];
    draft.placeRest(({ cell }) => !cell || (known.find((/** @type {any} */ one) => one.sign === draft.ground.rows[cell.y][cell.x])?.look ?? 'FLOOR') === 'FLOOR');
  }

  /** @param {any} figure */
  const shape = (figure) => ({ round: figure.side === draft.sides[0] });

  /** Put the figure of the brush somewhere, and go on to the next one without a place. */
  function stand(/** @type {any} */ place) {
    const figure = draft.figures.find(({ id }) => brush === `figure ${id}`);
    if (!figure) return false;
    remember();
    figure.place = place;
    const next = draft.figures.find((one) => !one.place);
    if (next) brush = `figure ${next.id}`;
    told.changed();
    draw();
    return true;
  }

  /** Drop a figure that was dragged. */
  function drop(/** @type {string} */ id, /** @type {any} */ place) {
    const figure = draft.figures.find((one) => one.id === id);
    if (!figure) return;
    remember();
    figure.place = place;
    told.changed();
    draw();
  }

  function grid() {
    const { ground } = draft, rows = /** @type {string[]} */ (ground.rows), wide = rows[0].length, high = rows.length;
    const entries = [...(ground.legend ?? []), ...draft.system.ground].filter((/** @type {any} */ one, n, all) => one.sign && all.findIndex((/** @type {any} */ other) => other.sign === one.sign) === n);
    const looks = new Map(entries.map((/** @type {any} */ one) => [one.sign, one.look]));
    const size = (/** @type {number} */ width, /** @type {number} */ height) => {
      const floor = entries.find((/** @type {any} */ one) => one.look === 'FLOOR')?.sign ?? '.';
      ground.rows = Array.from({ length: height }, (_, y) => (rows[y] ?? '').slice(0, width).padEnd(width, floor));
      for (const figure of draft.figures) if (figure.place?.cell && (figure.place.cell.x >= width || figure.place.cell.y >= height)) figure.place = null;
      told.changed();
      draw();
    };
    const number = (/** @type {string} */ label, /** @type {number} */ value, /** @type {(value: number) => void} */ set) => h('label', {}, `${label} `,
      h('input', { type: 'number', min: 2, max: 100, value, onchange: (/** @type {Event} */ event) => { const to = fieldOf(event).valueAsNumber; if (to >= 2 && to <= 100) { remember(); set(to); } } }));
    const cells = rows.flatMap((row, y) => [...row].map((sign, x) => svg('rect', { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: `look-${(looks.get(sign) ?? 'FLOOR').toLowerCase()}`, 'data-x': x, 'data-y': y })));
    const figures = draft.figures.filter(({ place }) => place?.cell).map((figure) => token(figure, (figure.place.cell.x + 0.5) * CELL, (figure.place.cell.y + 0.5) * CELL, shape(figure)));
    const board = svg('svg', { class: 'paint', viewBox: `0 0 ${wide * CELL} ${high * CELL}`, tabindex: 0, role: 'application', 'aria-label': t('ground.board') }, ...cells, ...standing(CELL / (ground.space.cell ?? 100)), ...figures);
    const put = (/** @type {number} */ x, /** @type {number} */ y) => {
      if (x < 0 || y < 0 || x >= wide || y >= high || !brush || brush.startsWith('figure ') || rows[y][x] === brush) return;
      rows[y] = rows[y].slice(0, x) + brush + rows[y].slice(x + 1);
      cells[y * wide + x].setAttribute('class', `look-${(looks.get(brush) ?? 'FLOOR').toLowerCase()}`);
      told.changed();
    };
    handled(board, CELL, { click: (x, y) => stand({ cell: { x, y } }), drop: (id, x, y) => drop(id, { cell: { x, y } }), paint: put, begin: remember, bounds: [wide, high] });
    return [h('div', { class: 'buttons' }, number(t('ground.width'), wide, (to) => size(to, high)), number(t('ground.height'), high, (to) => size(wide, to))), palette(/** @type {any} */ (entries)), ...waiting(), board];
  }

  function plane() {
    const { ground } = draft, { width, height } = ground.space, step = 100;
    const look = new Map(draft.system.ground.map((/** @type {any} */ one) => [one.key, one.look]));
    const patches = (ground.patches ?? []).flatMap((/** @type {any} */ patch) => (patch.area.outlines ?? []).map((/** @type {any} */ outline) =>
      svg('polygon', { points: outline.points.map((/** @type {any} */ { x, y }) => `${x},${y}`).join(' '), class: `look-${String(look.get(patch.entry) ?? 'OTHER').toLowerCase()}` })));
    const figures = draft.figures.filter(({ place }) => place?.point).map((figure) => token(figure, figure.place.point.x, figure.place.point.y, { ...shape(figure), r: width / 50 }));
    const board = svg('svg', { class: 'paint', viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: 'application', 'aria-label': t('ground.board') }, svg('rect', { width, height, class: 'look-floor' }), ...patches, ...standing(1), ...figures);
    /** @type {{ x: number, y: number } | null} */
    let from = null;
    const end = (/** @type {number} */ x, /** @type {number} */ y) => {
      if (!from || (Math.abs(x - from.x) < 1 && Math.abs(y - from.y) < 1)) return;
      const [left, right] = [from.x, x].sort((a, b) => a - b), [top, bottom] = [from.y, y].sort((a, b) => a - b);
      const points = [[left, top], [right, top], [right, bottom], [left, bottom]].map(([px, py]) => ({ x: px * step, y: py * step }));
      const keys = new Set((ground.patches ?? []).map((/** @type {any} */ one) => one.key));
      let n = 1;
      while (keys.has(`${brush}-${n}`)) n += 1;
      ground.patches = [...(ground.patches ?? []), { key: `${brush}-${n}`, entry: brush, area: { outlines: [{ points }] } }];
      told.changed();
      draw();
    };
    handled(board, step, {
      click: (x, y) => stand({ point: { x: x * step + step / 2, y: y * step + step / 2 } }), drop: (id, x, y) => drop(id, { point: { x: x * step + step / 2, y: y * step + step / 2 } }), begin: (x, y) => { remember(); from = { x, y }; }, end, bounds: [width / step, height / step],
    });
    return [palette(draft.system.ground.filter((/** @type {any} */ one) => one.look !== 'FLOOR')), h('p', { class: 'hint' }, t('ground.planeHint')), ...waiting(), board];
  }

  function zones() {
    const { ground } = draft, keys = () => ground.zones.map((/** @type {any} */ zone) => zone.key);
    const renew = () => { told.changed(); draw(); };
    const name = (/** @type {any} */ zone) => h('input', { value: zone.label, 'aria-label': t('ground.zone'), oninput: (/** @type {Event} */ event) => { zone.label = fieldOf(event).value; told.changed(); } });
    const linked = (/** @type {string} */ a, /** @type {string} */ b) => ground.links.find((/** @type {any} */ link) => (link.from === a && link.to === b) || (link.from === b && link.to === a));
    const toggle = (/** @type {string} */ a, /** @type {string} */ b) => {
      remember();
      const there = linked(a, b);
      ground.links = there ? ground.links.filter((/** @type {any} */ one) => one !== there) : [...ground.links, { key: `${a}-${b}`, from: a, to: b }];
      renew();
    };
    const holds = (/** @type {any} */ zone, /** @type {string} */ entry) => (zone.entries ?? []).includes(entry);
    const lay = (/** @type {any} */ zone, /** @type {string} */ entry) => {
      remember();
      zone.entries = holds(zone, entry) ? zone.entries.filter((/** @type {string} */ one) => one !== entry) : [...(zone.entries ?? []), entry];
      told.changed();
    };
    const known = [...(ground.legend ?? []), ...draft.system.ground];
    const add = () => {
      remember();
      const key = 'abcdefghijklmnopqrstuvwxyz'.split('').find((one) => !keys().includes(one)) ?? `z${keys().length}`;
      ground.zones.push({ key, label: key.toUpperCase() });
      renew();
    };
    const without = (/** @type {string} */ key) => {
      remember();
      ground.zones = ground.zones.filter((/** @type {any} */ zone) => zone.key !== key);
      ground.links = ground.links.filter((/** @type {any} */ link) => link.from !== key && link.to !== key);
      for (const figure of draft.figures) if (figure.place?.zone === key) figure.place = null;
      renew();
    };
    const rows = ground.zones.map((/** @type {any} */ zone, /** @type {number} */ n) => h('tr', {}, h('th', {}, name(zone), h('button', { type: 'button', 'aria-label': t('form.remove'), onclick: () => without(zone.key) }, '×')),
      h('td', {}, ...ground.zones.slice(0, n).map((/** @type {any} */ other) => h('label', {}, h('input', { type: 'checkbox', '.checked': Boolean(linked(zone.key, other.key)), onchange: () => toggle(other.key, zone.key) }), ` ${other.label} `))),
      h('td', {}, ...known.map((/** @type {any} */ one) => h('label', {}, h('input', { type: 'checkbox', 'data-entry': one.key, '.checked': holds(zone, one.key), onchange: () => lay(zone, one.key) }), ` ${one.label || one.key} `)))));
    const places = draft.figures.map((figure) => h('label', { class: 'row' }, `${figure.name} `, h('select', { onchange: (/** @type {Event} */ event) => { remember(); figure.place = fieldOf(event).value ? { zone: fieldOf(event).value } : null; told.changed(); } },
      h('option', { value: '' }, '–'), ...ground.zones.map((/** @type {any} */ zone) => h('option', { value: zone.key, selected: figure.place?.zone === zone.key }, zone.label)))));
    return [h('table', {}, h('caption', {}, t('ground.zones')), ...rows), h('button', { type: 'button', onclick: add }, `+ ${t('ground.zone')}`), ...places];
  }

  begin(spaces[0]);
  return { element: box, draw, placeRest };
}

/**
 * @param {import('../../client/draft-fight.js').DraftFigure} figure
 * @param {number} x
 * @param {number} y
 * @param {{ round: boolean, r?: number }} shape round: its side is the first one
 */
const token = (figure, x, y, { round, r = CELL * 0.4 }) => svg('g', { class: `figure-token ${round ? 'first' : ''}`, 'data-figure': figure.id },
  round ? svg('circle', { cx: x, cy: y, r }) : svg('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r }), svg('text', { x, y, 'font-size': r, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, short(figure.name)), svg('title', {}, figure.name));

/** Two or three signs that tell a name from others: its beginning, and its number. @param {string} name */
function short(name) {
  const [, number = ''] = name.match(/ (\d+)$/) ?? [];
  return name.slice(0, 2) + number;
}

/**
 * Pointer and keys of a board that is painted: a stroke paints every cell that it crosses.
 * @param {SVGSVGElement} board
 * @param {number} cell
 * @param {{ click: (x: number, y: number) => boolean, drop: (id: string, x: number, y: number) => void, paint?: (x: number, y: number) => void, begin: (x: number, y: number) => void, end?: (x: number, y: number) => void, bounds: number[] }} told
 */
function handled(board, cell, { click, drop, paint = () => {}, begin, end = () => {}, bounds }) {
  const at = (/** @type {PointerEvent} */ event) => {
    const spot = pointAt(event);
    return [Math.floor(spot.x / cell), Math.floor(spot.y / cell)];
  };
  let down = false, dragged = '', /** @type {DOMPoint} */ from = new DOMPoint();
  const pointAt = (/** @type {{ clientX: number, clientY: number }} */ event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(/** @type {DOMMatrix} */ (board.getScreenCTM()).inverse());
  board.addEventListener('laid', (event) => {
    const { id, ...spot } = /** @type {CustomEvent} */ (event).detail, { x, y } = pointAt(spot);
    drop(id, Math.floor(x / cell), Math.floor(y / cell));
  });
  board.addEventListener('pointerdown', (event) => {
    const [x, y] = at(event), figure = /** @type {Element} */ (event.target).closest('[data-figure]');
    if (figure) {
      dragged = figure.getAttribute('data-figure') ?? '';
      from = pointAt(event);
      board.setPointerCapture(event.pointerId);
      return;
    }
    if (click(x, y)) return;
    down = true;
    board.setPointerCapture(event.pointerId);
    begin(x, y);
    paint(x, y);
  });
  board.addEventListener('pointermove', (event) => {
    if (down) paint(at(event)[0], at(event)[1]);
    if (!dragged) return;
    const to = pointAt(event);
    board.querySelector(`[data-figure="${CSS.escape(dragged)}"]`)?.setAttribute('transform', `translate(${to.x - from.x} ${to.y - from.y})`);
  });
  board.addEventListener('pointerup', (event) => {
    const [x, y] = at(event), id = dragged;
    if (down) end(x, y);
    down = false;
    dragged = '';
    if (id && x >= 0 && y >= 0 && x < bounds[0] && y < bounds[1]) drop(id, x, y);
  });
  board.addEventListener('pointercancel', () => { down = false; dragged = ''; });
  const cursor = svg('rect', { class: 'cursor', width: cell, height: cell });
  let x = Math.floor(bounds[0] / 2), y = Math.floor(bounds[1] / 2), held = false;
  board.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      x = Math.max(0, Math.min(bounds[0] - 1, x + step[0]));
      y = Math.max(0, Math.min(bounds[1] - 1, y + step[1]));
      if (held) paint(x, y);
    } else if (event.key === 'Enter' || event.key === ' ') {
      // The first press begins a stroke, and the next one ends it where the cursor is by then.
      if (held) { held = false; end(x, y); }
      else if (!click(x, y)) { begin(x, y); paint(x, y); held = true; }
    } else return;
    event.preventDefault();
    cursor.setAttribute('x', String(x * cell));
    cursor.setAttribute('y', String(y * cell));
    board.append(cursor);
  });
}
