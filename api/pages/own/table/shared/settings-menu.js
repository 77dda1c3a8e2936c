// The reader's settings: language, sound, motion, pictures, and leaving the seat.
import { keepLanguage, LANGUAGES, t } from '../words.js';
import { set, settings } from '../settings.js';
import { dialog } from './dialog.js';
import { fieldOf, h } from './elements.js';

/** @param {{ language: string, leave: () => void, seated?: boolean }} given seated: what is left is a seat, and not a token alone */
export function settingsMenu({ language, leave, seated = true }) {
  const [away, hint] = seated ? [t('settings.leave'), t('settings.leaveHint')] : [t('settings.out'), t('settings.outHint')];
  const now = settings(), names = (/** @type {string} */ one) => new Intl.DisplayNames([one], { type: 'language' }).of(one) ?? one;
  const box = (/** @type {'sound' | 'motion' | 'pictures'} */ name) => h('label', {},
    h('input', { type: 'checkbox', '.checked': now[name], onchange: (/** @type {Event} */ event) => { set(name, fieldOf(event).checked); dispatchEvent(new Event('skald-settings')); } }),
    ` ${t(`settings.${name}`)}`);
  return h('details', { class: 'menu settings' }, h('summary', {}, t('settings.title')),
    h('div', {}, h('label', {}, `${t('settings.language')} `, h('select', {
      onchange: (/** @type {Event} */ event) => { keepLanguage(fieldOf(event).value); location.reload(); },
    }, ...LANGUAGES.map((one) => h('option', { value: one, selected: one === language }, names(one))))),
    box('sound'), box('motion'), box('pictures'), h('p', { class: 'hint' }, t('settings.picturesHint')),
    h('p', { class: 'hint' }, h('a', { href: new URL('../icons.LICENCE.txt', import.meta.url).href, target: '_blank', rel: 'noreferrer' }, t('settings.credits'))),
    h('button', { type: 'button', onclick: async () => { if (await dialog(away, [h('p', {}, hint)])) leave(); } }, away)));
}
