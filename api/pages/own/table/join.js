// The page that a telephone opens: six letters let somebody in.
import { beginAnew, readAddress } from './address.js';
import { Refusal } from '../client/refusal.js';
import { Server } from '../client/server.js';
import { join, whoIsHere } from './tab-seat.js';
import { loadWords, t, wantedLanguage } from './words.js';
import { alertTo, announcer } from './shared/announcer.js';
import { h } from './shared/elements.js';
import { icon } from './shared/icon.js';

/** How many letters and digits let somebody in. */
const SIX = 6;

async function begin() {
  beginAnew();
  const { invitation } = readAddress(), language = wantedLanguage(), app = /** @type {HTMLElement} */ (document.getElementById('app'));
  await loadWords(language, ['words-join']);
  const server = new Server(new URL('./', location.href), { language });
  const said = h('p', { class: 'refusal', role: 'alert' }), sit = h('button', { class: 'primary', type: 'submit' }, t('join.sit'));
  const field = h('input', {
    class: 'six-letters', name: 'letters', required: true, maxlength: SIX + 1, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', 'aria-label': t('join.letters'),
    oninput: () => { said.textContent = ''; if (plain().length === SIX) void enter(plain()); },
  });
  const plain = () => field.value.replace(/[\s-]/g, '').toUpperCase();

  /** @param {string} letters */
  async function enter(letters) {
    sit.disabled = true;
    try {
      await join(server, letters);
      const viewer = await whoIsHere(server);
      location.assign(viewer?.role === 'SPECTATOR' ? `./watch#fight=${viewer.encounter}` : './play');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      said.textContent = error.message;
      field.select();
    } finally {
      sit.disabled = false;
    }
  }

  app.replaceChildren(h('header', { class: 'top' }, h('span', { class: 'brand' }, icon('dice'), 'Skald')), h('main', { class: 'come-in' }, h('h1', {}, t('join.title')), h('p', {}, t('join.hint')),
    h('form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void enter(plain()); } }, field, said, sit), h('p', {}, h('a', { href: './play' }, t('join.other')))), ...announcer());
  app.removeAttribute('aria-busy');
  document.title = `${t('join.title')} – Skald`;
  app.dataset.ready = 'true';
  if (invitation) await enter(invitation);
  else field.focus();
}

addEventListener('unhandledrejection', ({ reason }) => alertTo(String(reason?.message ?? reason)));
void begin();
