// The entrance: for somebody who comes without a token. An invitation or a token is pasted, or its whole link.
import { loadWords, t } from '../words.js';
import { h } from './elements.js';
import { icon } from './icon.js';
import { readPasted } from './pasted.js';
import { styled } from './styled.js';

/**
 * With its words and style, which are brought for it.
 * @param {'play' | 'host' | 'watch'} page what one enters
 * @param {string} said why one is here, "" at first
 * @param {(pasted: { invitation: string, token: string }) => void} enter
 * @param {(Node | false)[]} [more] what else leads in
 * @param {string} [paste] what to paste, inside of another program
 */
export async function entrance(page, said, enter, more = [], paste = '') {
  await Promise.all([loadWords(document.documentElement.lang, ['words-entrance']), styled('entrance')]);
  const field = h('input', { name: 'pasted', required: true, autocomplete: 'off', spellcheck: 'false' });
  const { title, what, hint } = {
    play: { title: t('entrance.enter'), what: t('entrance.play'), hint: t('entrance.hint') },
    host: { title: t('entrance.run'), what: t('entrance.runs'), hint: t('entrance.host') },
    watch: { title: t('nav.watch'), what: t('entrance.watch'), hint: t('entrance.hint') },
  }[page];
  return h('main', { class: 'entrance' }, h(paste ? 'span' : 'a', { class: 'brand', href: paste ? null : './' }, icon('dice'), 'Skald'), h('section', { class: 'card' }, h('h1', {}, title), h('p', {}, what),
    said && h('p', { class: 'refusal', role: 'alert' }, said),
    h('form', {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        enter(readPasted(field.value));
      },
    }, h('p', { class: 'hint' }, paste || hint), h('label', {}, t('entrance.field'), ' ', field), h('button', { class: 'primary', type: 'submit' }, t('entrance.enter')))), ...more);
}
