// What colours and patterns of the ground mean, in the words of the scene: a card on the board.
import * as documents from '../../client/documents-legend.js';
import { t } from '../words.js';
import { h, svg } from '../shared/elements.js';
import { icon, iconOf } from '../shared/icon.js';
import { styled } from '../shared/styled.js';

/**
 * A card on the board that is shown or put away.
 * @param {() => void} away
 * @param {...Node} inside
 */
export const legendCard = (away, ...inside) => h('section', { class: 'card legend', 'aria-label': t('legend.title') },
  h('h2', {}, t('legend.title'), h('button', { type: 'button', class: 'round', 'aria-label': t('keys.close'), title: t('keys.close'), onclick: away }, icon('u-x'))), ...inside);

/**
 * Show what the ground of a fight means, or put it away.
 * @param {import('../../client/fight.js').Fight} fight
 * @param {import('./board.js').Board} board
 */
export async function toggleLegend(fight, board) {
  const place = /** @type {Element} */ (board.parentElement), there = place.querySelector('.legend');
  if (there) {
    there.remove();
    return;
  }
  const told = h('div', {}), card = legendCard(() => card.remove(), told);
  const tell = async () => {
    const { encounter } = await fight.server.graphql(documents.LEGEND, { id: fight.id, as: fight.as }), { ground, tokens } = encounter.scene;
    told.replaceChildren(...lines(ground.legend, board.querySelector('svg')), ...signs(tokens));
  };
  await Promise.all([tell(), styled('legend')]);
  place.append(card);
  // A drawing in another light has other colours; and something else may hold after the next step.
  const again = () => (card.isConnected ? void tell() : board.removeEventListener('drawn', again));
  board.addEventListener('drawn', again);
}

/**
 * A line for each icon that stands at a figure.
 * @param {any[]} tokens
 */
function signs(tokens) {
  const known = new Map(tokens.flatMap(({ badges }) => badges).filter(({ icon: one }) => one).map((one) => [`${one.icon} ${one.label}`, one]));
  if (!known.size) return [];
  return [h('ul', { class: 'signs' }, ...[...known.values()].map((one) => h('li', { 'data-tone': one.tone }, iconOf(one), h('span', {}, one.label, one.text ? h('small', {}, one.text) : ''))))];
}

/** @param {number} height */
const signed = (height) => `${height > 0 ? '+' : '−'}${Math.abs(height)}`;

/**
 * A mark of the drawing, in the middle of a sample.
 * @param {Element} mark
 */
function sample(mark) {
  const [x = 0, y = 0] = mark.getAttribute('d')?.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return svg('path', { d: mark.getAttribute('d'), class: mark.getAttribute('class'), transform: `translate(12 12) scale(1.5) translate(${-x - 3.5} ${-y - 4.25})` });
}

/**
 * A line for each thing: what looks alike and is called the same is one.
 * @param {any[]} entries
 * @param {Element | null} drawing has the patterns and the colours
 */
function lines(entries, drawing) {
  const said = (/** @type {any} */ { label, height, cover }) => [label, height ? signed(height) : '', cover && `(${cover})`].filter(Boolean).join(' ');
  /** @type {Map<string, any[]>} */
  const alike = new Map();
  for (const one of entries) {
    const key = `${one.look} ${said(one)}`;
    alike.set(key, [...alike.get(key) ?? [], one]);
  }
  if (!alike.size) return [h('p', { class: 'hint' }, t('legend.plain'))];
  const name = drawing?.querySelector('clipPath')?.id.replace(/-clip$/, '') ?? '', shield = drawing?.querySelector('[data-part=cover]');
  return [h('ul', { class: drawing?.getAttribute('class') ?? null }, ...[...alike.values()].map((same) => {
    const [{ look, height, cover }] = same, texts = [...new Set(same.map((/** @type {any} */ one) => one.text).filter(Boolean))], pattern = drawing?.querySelector(`#${CSS.escape(`${name}-t-${look}`)}`);
    return h('li', {}, svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      svg('rect', { x: 1, y: 1, width: 22, height: 22, rx: 4, class: pattern ? null : `f-${look}`, fill: pattern ? `url(#${name}-t-${look})` : null }),
      svg('rect', { x: 1, y: 1, width: 22, height: 22, rx: 4, class: `thin s-${look}` }),
      height ? svg('text', { class: 'ink', x: 12, y: 16, 'text-anchor': 'middle', 'font-size': 11 }, signed(height)) : '', cover && shield ? sample(shield) : ''),
    h('span', {}, said(same[0]), ...texts.map((text) => h('small', {}, text))));
  }))];
}
