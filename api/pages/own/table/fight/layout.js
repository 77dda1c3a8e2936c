// The places of the page to play: order of play, board with the waiting line above and orders below, log.
import { loadWords, t } from '../words.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';
import { icon } from '../shared/icon.js';
import { styled } from '../shared/styled.js';

/** The parts that a small screen shows one at a time, and their icons. */
const SHEETS = [['doing', 'fight', 'sheet.act'], ['log', 'u-scroll-text', 'sheet.log'], ['who', 'u-eye', 'sheet.who'], ['gm', 'u-menu', 'sheet.gm']];

/** The places, by what stands in them. */
export function places() {
  return {
    name: h('h1', {}), state: h('p', { class: 'state' }), wait: h('p', { class: 'wait', role: 'status' }), said: h('p', { class: 'said', role: 'alert' }),
    tray: h('div', { class: 'tray' }), tabs: h('div', { class: 'tabs', role: 'group', 'aria-label': t('figures.choose') }), offers: h('div', { class: 'offer-list' }),
    draft: h('div', { class: 'draft-place' }), backs: h('div', { class: 'take-backs' }), order: h('div', { class: 'order-place' }),
    figures: h('div', { class: 'figures' }), cursor: h('output', { class: 'cursor' }), lending: h('div', {}),
    eyes: h('div', { class: 'eyes-place' }), here: h('p', { class: 'hint' }), desk: h('div', { class: 'desk' }), house: h('div', {}), newest: h('span', {}),
  };
}

/**
 * The page made of its places.
 * @param {ReturnType<typeof places>} parts
 * @param {import('../board/board.js').Board} board
 * @param {HTMLElement} log
 * @param {HTMLElement} unasked
 * @param {{ language: string, leave: () => void, fight: string, legend: () => void }} given
 */
export function laidOut(parts, board, log, unasked, { language, leave, fight, legend }) {
  const { name, state, wait, said, tray, tabs, offers, draft, backs, order, figures, cursor, lending, eyes, here, desk, house, newest } = parts;
  board.setAttribute('aria-label', t('board.label'));
  const main = h('main', { class: 'table play', 'data-sheet': 'doing' },
    desk,
    h('section', { class: 'lists', 'aria-label': t('figures.choose') }, order, figures, here, house),
    h('div', { class: 'mid' },
      wait,
      boardTools(() => board, legend),
      // What is said lies over the board's edge: it moves no tile.
      h('section', { class: 'board-place', 'aria-label': t('board.label') }, board, cursor, said),
      h('button', { type: 'button', class: 'newest', onclick: () => sheets.show('log') }, icon('u-scroll-text'), newest, icon('u-chevron-right')),
      h('section', { class: 'acts', 'aria-label': t('acts.label') }, tray, draft, tabs, offers, h('div', { class: 'less-used' }, lending, backs, unasked))),
    h('section', { class: 'log-place', 'aria-label': t('log.label') }, h('h2', {}, t('log.label')), log));
  const sheets = sheetsOf(main, log, SHEETS), wide = matchMedia('(min-width: 2600px)'), widened = () => wide.matches && void styled('wide');
  wide.addEventListener('change', widened);
  widened();
  return [
    h('header', { class: 'top' }, h('span', { class: 'brand' }, icon('fight'), 'Skald'), name, state, h('nav', {},
      h('a', { class: 'play-nav', href: `./watch#fight=${fight}`, 'aria-label': t('nav.watch') }, icon('u-play'), h('span', {}, t('nav.watch'))), settings({ language, leave }))),
    eyes, main, sheets.element,
  ];
}

/**
 * On a small screen: what is shown below the board.
 * @param {HTMLElement} main
 * @param {HTMLElement} log shows its end when it comes into sight
 * @param {string[][]} kinds each with its key, its icon and its words
 */
export function sheetsOf(main, log, kinds) {
  const element = h('nav', { class: 'sheets', 'aria-label': t('sheet.label') }, ...kinds.map(([key = '', sign = '', word = '']) => h('button', {
    type: 'button', 'data-sheet': key, 'aria-pressed': String(key === 'doing'), onclick: () => show(key),
  }, icon(sign), h('span', {}, t(word)))));
  /** @param {string} key */
  function show(key) {
    const next = key === 'log' && main.dataset.sheet === 'log' ? 'doing' : key;
    main.dataset.sheet = next;
    for (const button of element.children) button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.sheet === next));
    log.scrollTop = log.scrollHeight;
  }
  return { element, show };
}

/**
 * Buttons that show more or less of a board, and what its ground means.
 * @param {() => { zoom: (factor: number) => void, whole: () => void } | null | undefined} board
 * @param {() => void} legend shows it, or puts it away
 */
export function boardTools(board, legend) {
  const tool = (/** @type {string} */ word, /** @type {string} */ sign, /** @type {() => void} */ done) => h('button', { type: 'button', class: 'round', 'aria-label': t(word), title: t(word), onclick: done }, icon(sign));
  return h('div', { class: 'board-tools' }, tool('board.closer', 'u-plus', () => board()?.zoom(1.5)), tool('board.farther', 'u-minus', () => board()?.zoom(1 / 1.5)), tool('board.whole', 'u-maximize', () => board()?.whole()), tool('legend.title', 'u-circle-help', legend));
}

/**
 * The menu of the settings: what stands in it is brought when it is opened.
 * @param {{ language: string, leave: () => void }} given
 */
function settings(given) {
  const menu = h('details', { class: 'menu settings' }, h('summary', {}, t('settings.title')));
  menu.addEventListener('toggle', async () => {
    const [{ settingsMenu }] = await Promise.all([bring(() => import('../shared/settings-menu.js')), loadWords(given.language, ['words-menus'])]);
    menu.append(.../** @type {Element} */ (settingsMenu(given)).querySelectorAll(':scope > div'));
  }, { once: true });
  return menu;
}
