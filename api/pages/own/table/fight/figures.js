// Lists beside the board: the order of play, and every figure with its bars and what holds for it.
import { t } from '../words.js';
import { h, replaceChanged, svg } from '../shared/elements.js';

/** The shapes that tell sides apart, in a box from -1 to 1. */
const EMBLEMS = {
  CIRCLE: 'M-.96 0A.96.96 0 1 1 .96 0A.96.96 0 1 1-.96 0Z', SQUARE: 'M-.86-.86H.86V.86H-.86Z', DIAMOND: 'M0-1L1 0 0 1-1 0Z',
  TRIANGLE: 'M0-1L1 .8H-1Z', HEXAGON: 'M-.5-.87H.5L1 0 .5.87H-.5L-1 0Z',
  STAR: 'M0-1L.29-.31 1-.31.42.13.63.9 0 .45-.63.9-.42.13-1-.31-.29-.31Z',
};

/**
 * The sign of a side.
 * @param {any} scene
 * @param {string | null} key
 */
export function emblem(scene, key) {
  const side = scene.sides.find((/** @type {any} */ one) => one.key === key);
  if (!side) return '';
  const path = EMBLEMS[/** @type {keyof typeof EMBLEMS} */ (side.emblem)] ?? EMBLEMS.CIRCLE;
  return svg('svg', { class: `emblem ${side.emblem.toLowerCase()}`, viewBox: '-1.2 -1.2 2.4 2.4', role: 'img', 'aria-label': side.label }, svg('path', { d: path }));
}

/** @param {any} bar */
export function barText({ label, now, max, lost, band, unit }) {
  // With a unit of length the figures are hundredths of it.
  const told = (/** @type {number} */ figure) => (unit ? figure / 100 : figure).toLocaleString(document.documentElement.lang || 'en');
  if (now !== null) return `${label} ${told(now)}${max === null ? '' : '/' + told(max)}${unit ? ' ' + unit : ''}`;
  if (lost) return `${label} −${lost}`;
  return band ? `${label}: ${band}` : '';
}

const SHARES = { NONE: 0, FEW: 0.25, HALF: 0.5, MOST: 0.75, FULL: 1 };

/** @param {any} bar */
export function barMeter(bar) {
  const { now, max, share } = bar, text = barText(bar);
  if (!text) return '';
  const part = now !== null && max ? now / max : SHARES[/** @type {keyof typeof SHARES} */ (share)];
  return h('span', { class: `bar tone-${bar.tone.toLowerCase()}` }, h('span', {}, text),
    part !== undefined && h('meter', { min: 0, max: 1, low: 0.34, high: 0.67, optimum: 1, value: Math.max(0, Math.min(1, part)), 'aria-hidden': 'true' }));
}

/** @param {any} badge */
const badgeChip = ({ label, text, level, tone, until }) =>
  h('span', { class: `badge tone-${tone.toLowerCase()}`, title: [text, until].filter(Boolean).join(' – ') || null }, label, level ? ` ${level}` : '');

/**
 * The order of play.
 * @param {Element} place
 * @param {any} scene
 */
export function showOrder(place, { play, tokens, ...scene }) {
  // A label with a number in it counts the rounds of its game itself.
  const head = [play.label, play.round && !/\d/.test(play.label) ? t('round', { n: play.round }) : '', play.phase].filter(Boolean).join(' · ');
  replaceChanged(place, [
    { says: head, made: () => h('h2', {}, head) },
    ...(play.left.length ? [{ says: play.left, made: () => h('p', {}, ...play.left.map(barMeter)) }] : []),
    { says: ['list', play.style], made: () => h('ol', { class: `order style-${play.style.toLowerCase()}` }) },
  ]);
  replaceChanged(/** @type {Element} */ (place.lastElementChild), play.slots.map((/** @type {any} */ slot, /** @type {number} */ n) => {
    const side = slot.side ?? tokens.find((/** @type {any} */ one) => one.combatant === slot.combatant)?.side ?? null;
    const amount = slot.amount === 1 ? '' : ` ×${slot.amount}`, figure = slot.figure !== null && h('b', {}, slot.figure);
    return { says: [n, slot, side, scene.sides], made: () => h('li', { 'data-state': slot.state, 'data-combatant': slot.combatant, 'aria-current': slot.state === 'ACTING' ? 'true' : null },
      emblem(scene, side), ` ${slot.label}${amount} `, figure, ...slot.left.map(barMeter)) };
  }));
}

/**
 * All figures by side, as cards: what one sees of each, in words.
 * @param {Element} place
 * @param {any} scene
 * @param {{ picked: (combatant: string) => void, chosen: string | null }} given
 */
export function showFigures(place, scene, { picked, chosen }) {
  const sides = replaceChanged(place, scene.sides.map((/** @type {any} */ side) => ({ says: side, made: () => h('section', { class: 'side' },
    h('h3', {}, emblem(scene, side.key), ` ${side.label} `, ...side.bars.map(barMeter), ...side.badges.map(badgeChip)), h('ul', {})) })));
  sides.forEach((section, n) => {
    const inside = scene.tokens.filter((/** @type {any} */ token) => token.side === scene.sides[n].key);
    replaceChanged(/** @type {Element} */ (section.lastElementChild), inside.map((/** @type {any} */ token) =>
      ({ says: [token, token.combatant === chosen], made: () => card(token, chosen, picked) })));
  });
}

/**
 * @param {any} token
 * @param {string | null} chosen
 * @param {(combatant: string) => void} picked
 */
function card(token, chosen, picked) {
  const place = placeText(token.place) || token.whereabouts;
  return h('li', { class: `figure${token.down ? ' down' : ''}${token.yours ? ' mine' : ''}`, 'data-combatant': token.combatant, 'data-turn': token.turn },
    h('button', { type: 'button', 'aria-pressed': String(token.combatant === chosen), onclick: () => picked(token.combatant) },
      h('strong', {}, token.label), ' ', h('small', {}, [token.yours ? t('figure.mine') : '', token.label.startsWith(token.kindLabel) ? '' : token.kindLabel, place, token.hidden ? t('figure.hidden') : ''].filter(Boolean).join(' · '))),
    h('div', { class: 'bars' }, ...token.bars.map(barMeter)), token.badges.length > 0 && h('div', { class: 'badges' }, ...token.badges.map(badgeChip)));
}

/**
 * Give figures in lists the faces that the board has for them; where a portrait stands, it is seen instead.
 * @param {Element} board
 * @param {Element[]} lists
 */
export function faceLists(board, lists) {
  for (const list of lists) for (const line of list.querySelectorAll('li[data-combatant]')) {
    const href = board.querySelector(`[data-part=token][data-combatant="${CSS.escape(line.getAttribute('data-combatant') ?? '')}"] use[href*="-face-"]`)?.getAttribute('href'), there = line.querySelector('.mug');
    if (there?.firstElementChild?.getAttribute('href') === href) continue;
    there?.remove();
    if (href) (line.querySelector('strong') ?? line).prepend(svg('svg', { class: 'mug', viewBox: '0 0 64 64', 'aria-hidden': 'true' }, svg('use', { href })));
  }
}

/** Nobody reads coordinates of an open table. @param {any} place */
function placeText(place) {
  if (place?.cell) return `${place.cell.x}, ${place.cell.y}${place.height ? ' ↑' + place.height : ''}`;
  return '';
}
