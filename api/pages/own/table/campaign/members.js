// The company as cards: a face, bars, what holds, who plays whom, and where everybody is.
import { t } from '../words.js';
import { barMeter } from '../fight/figures.js';
import { h, keepingFocus } from '../shared/elements.js';
import { icon } from '../shared/icon.js';

/**
 * Where a member is, in words; '' for one who is free.
 * @param {import('./company-page.js').CompanyPage} page
 * @param {any} figure
 */
export function whereabouts({ kept }, figure) {
  const member = kept.members[figure.key];
  if (figure.out) return figure.outLabel || t('company.out');
  return member?.fight ? t('company.inFight', { name: kept.fights[member.fight]?.name ?? '' }) : '';
}

/** @param {any} badge */
const chip = ({ label, level, tone, text, until }) => h('span', { class: `badge tone-${tone.toLowerCase()}`, title: [text, until].filter(Boolean).join(' – ') || null }, label, level ? ` ${level}` : '');

/**
 * @param {HTMLElement} list
 * @param {import('./company-page.js').CompanyPage} page
 */
export function memberCards(list, page) {
  const { fight: { loaded: now }, faces } = page, seats = new Map(now.seats.map(({ key, name }) => [key, name]));
  keepingFocus(list, () => list.replaceChildren(...now.scene.tokens.map((token) => {
    const figure = now.combatants.find(({ key }) => key === token.combatant), where = figure ? whereabouts(page, figure) : '';
    const said = [token.label.startsWith(token.kindLabel) ? '' : token.kindLabel, seats.get(figure?.seat ?? '') ?? t('company.unplayed')].filter(Boolean).join(' · ');
    return h('li', { class: `card member${figure?.out ? ' out' : ''}${token.yours && !page.directs ? ' mine' : ''}`, 'data-member': token.combatant }, faces.of(token),
      h('div', { class: 'who' }, h('strong', {}, token.label), h('small', {}, said), where && h('small', { class: 'where' }, where)),
      h('div', { class: 'bars' }, ...token.bars.map(barMeter)),
      token.badges.length > 0 && h('div', { class: 'badges' }, ...token.badges.map(chip)),
      h('button', { type: 'button', class: 'sheet-of', 'aria-label': `${t('menu.sheet')}: ${token.label}`, onclick: () => void page.sheet(token.combatant) }, icon('u-scroll-text'), ` ${t('menu.sheet')}`));
  })));
}
