// The entrance: for somebody who comes without a token. An invitation or a token is pasted, or its whole link.
import { t } from '../words.js';
import { h } from './elements.js';

/** @param {string} text what was pasted: a code, a token, or a link with one behind `#` */
export function readPasted(text) {
  const behind = text.trim().replace(/^[^#]*#/, ''), said = new URLSearchParams(behind.includes('=') ? behind : '');
  const invitation = said.get('invitation'), token = said.get('token');
  if (invitation || token) return { invitation: invitation ?? '', token: token ?? '' };
  const bare = text.trim();
  if (/^[a-z0-9]{3}[\s-]?[a-z0-9]{3}$/i.test(bare)) return { invitation: bare, token: '' };
  // Both have three parts, and no fight's id begins with a letter; the operator's token has one part.
  return bare.split('.').length === 3 && !bare.startsWith('ey') ? { invitation: bare, token: '' } : { invitation: '', token: bare };
}

/**
 * @param {string} said why one is here, "" at first
 * @param {(pasted: { invitation: string, token: string }) => void} enter
 * @param {string} [hint] what to paste
 */
export function entrance(said, enter, hint = t('entrance.hint')) {
  const field = h('input', { name: 'pasted', required: true, autocomplete: 'off', spellcheck: 'false' });
  return h('main', { class: 'entrance' }, h('h1', {}, 'Skald'), h('p', {}, hint),
    said && h('p', { class: 'refusal', role: 'alert' }, said),
    h('form', {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        enter(readPasted(field.value));
      },
    }, h('label', {}, t('entrance.field'), ' ', field), h('button', { class: 'primary', type: 'submit' }, t('entrance.enter'))));
}
