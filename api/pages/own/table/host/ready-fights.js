// Fights as pictures, to begin with: each with what it shows, who fights whom, and its ground.
import { t } from '../words.js';
import { h, svg } from '../shared/elements.js';
import { guardedCard } from '../shared/guarded-parts.js';
import { extentOf, groundShapes } from '../board/ground-shapes.js';

/**
 * The ground of a request as a small picture.
 * @param {any} ground
 * @param {any[]} known what the game's ground may consist of
 */
export function groundPicture(ground, known) {
  const { x, y, width, height } = extentOf(ground);
  return svg('svg', { class: `fight-picture look-${ground?.space?.kind === 'ZONES' ? 'water' : 'floor'}`, viewBox: `${x} ${y} ${width} ${height}`, 'aria-hidden': 'true' }, ...groundShapes(ground, known));
}

/**
 * A ready-made fight as the server draws it: as it will stand on the table.
 * @param {string} system
 * @param {string} fight
 */
const picture = (system, fight) => h('img', { class: 'fight-picture', alt: '', loading: 'lazy', src: `v1/systems/${system}/fights/${fight}.svg?width=320&locale=${document.documentElement.lang}` });

/** @param {any[]} combatants */
const heroesOf = (combatants) => (combatants.find(({ seat }) => seat) ?? combatants[0])?.side ?? 'heroes';

/** How many fight how many. @param {any} request */
export function against({ combatants = [] }) {
  const heroes = heroesOf(combatants), own = combatants.filter((/** @type {any} */ { side = 'heroes' }) => side === heroes).length;
  return t('ready.against', { own, others: combatants.length - own });
}

/**
 * @param {any[]} systems the games, each with its ready-made fights
 * @param {(system: any, ready: any) => void} take begins with one
 */
export function readyFights(systems, take) {
  const card = (/** @type {any} */ system, /** @type {any} */ one) => h('li', {}, guardedCard(() => h('button', { type: 'button', class: 'fight-card', 'data-ready': `${system.id}/${one.key}`, onclick: () => take(system, one) },
    picture(system.id, one.key), h('strong', {}, one.title), h('small', {}, `${system.name} · ${against(one.request)}`), h('span', {}, one.summary))));
  // The first of each game, then the second of each: whoever looks only at the top sees every game.
  const most = Math.max(...systems.map(({ readyFights: all }) => all.length), 0);
  const cards = Array.from({ length: most }, (_, n) => systems.flatMap((system) => system.readyFights.slice(n, n + 1).map((/** @type {any} */ one) => card(system, one)))).flat();
  return h('section', { class: 'ready-fights', 'aria-label': t('ready.title') }, h('h2', {}, t('ready.title')), h('ul', { class: 'fight-cards' }, ...cards));
}
