// The page of a host: his fights, a new one, his shelves.
import { beginAnew, keepToken, readAddress } from './address.js';
import { Hosting } from '../client/hosting.js';
import { Refusal } from '../client/refusal.js';
import { whoIsHere } from './tab-seat.js';
import { Server } from '../client/server.js';
import { loadWords, t, wantedLanguage } from './words.js';
import { alertTo, announcer } from './parts/announcer.js';
import { h } from './parts/elements.js';
import { entrance } from './parts/entrance.js';
import { hostFights } from './parts/host-fights.js';
import { invitations } from './parts/invitations.js';
import { newFight } from './parts/new-fight.js';
import { settingsMenu } from './parts/settings-menu.js';
import { shelves } from './parts/shelves.js';

async function begin() {
  beginAnew();
  readAddress();
  const language = wantedLanguage(), app = /** @type {HTMLElement} */ (document.getElementById('app'));
  await loadWords(language, ['words-gm', 'words-host']);
  const server = new Server(new URL('./', location.href), { language });
  const said = h('p', { class: 'said', role: 'alert' });
  const failed = (/** @type {Error} */ error) => {
    if (!(error instanceof Refusal)) throw error;
    said.textContent = [error.message, ...error.others.map(({ message }) => message)].join(' · ');
    alertTo(error.message);
  };
  async function atTheDoor(/** @type {string} */ why) {
    const door = entrance(why, ({ token, invitation }) => {
      if (invitation && !token) location.assign(`./play#invitation=${encodeURIComponent(invitation)}`);
      else { keepToken(token); void enter(); }
    }, t('entrance.host'));
    app.replaceChildren(door, ...announcer());
    const hosting = new Hosting(server);
    if (!await hosting.open()) return;
    door.append(h('p', {}, t('host.become'), ' ', h('button', {
      type: 'button', onclick: () => hosting.become().then((token) => { keepToken(token); void enter(); }, (error) => atTheDoor(error.message)),
    }, t('host.becomeButton'))));
  }

  async function enter() {
    try {
      const viewer = await whoIsHere(server);
      if (!viewer) await atTheDoor('');
      else if (viewer.encounter) location.assign(`./play`);
      else await show();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await atTheDoor(error.message);
    } finally {
      app.removeAttribute('aria-busy');
    }
  }

  async function show() {
    const hosting = new Hosting(server), systems = await hosting.systems();
    const fights = hostFights(hosting, failed), shelf = shelves(hosting, failed, systems);
    const made = (/** @type {any} */ { encounter }) => {
      said.textContent = '';
      void fights.fill();
      void invitations(hosting.server, encounter.id, encounter.seats, failed, { fresh: true, open: () => fights.open(encounter) });
    };
    const fresh = await newFight(hosting, systems, { made, failed, kept: () => void shelf.fill() });
    app.replaceChildren(h('header', { class: 'top' }, h('h1', {}, t('host.title')), h('p', { class: 'state' }),
      h('nav', {}, settingsMenu({ language, seated: false, leave: () => { keepToken(''); location.reload(); } }))),
    h('main', { class: 'host' }, said, fights.element, fresh, shelf.element), ...announcer());
    document.title = `${t('host.title')} – Skald`;
    app.dataset.ready = 'true';
  }

  await enter();
}

addEventListener('unhandledrejection', ({ reason }) => alertTo(String(reason?.message ?? reason)));
void begin();
