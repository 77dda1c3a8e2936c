// The page to play: one seat of one fight, of any game.
import { beginAnew, keepToken, readAddress, writeAddress } from './address.js';
import { Fight } from '../client/fight.js';
import { Refusal } from '../client/refusal.js';
import { join, whoIsHere } from './tab-seat.js';
import { Server } from '../client/server.js';
import { loadWords, t, wantedLanguage } from './words.js';
import { alertTo, announcer } from './shared/announcer.js';
import { bring } from './shared/bring.js';
import { h } from './shared/elements.js';
import { Table } from './table.js';

const ROOT = new URL('./', location.href);

/** Let somebody in, and show his table. */
async function begin() {
  beginAnew();
  const said = readAddress(), language = wantedLanguage();
  let ofCompany = false;
  await loadWords(language);
  const app = /** @type {HTMLElement} */ (document.getElementById('app'));
  const server = new Server(ROOT, { language });
  const atTheDoor = async (/** @type {string} */ why) => {
    const { entrance } = await bring(() => import('./shared/entrance.js'));
    app.replaceChildren(await entrance('play', why, (pasted) => void enter(pasted)), ...announcer());
  };
  /** @param {{ invitation: string, token: string }} given */
  async function enter({ invitation, token }) {
    try {
      if (token) keepToken(token);
      if (invitation) await join(server, invitation);
      const viewer = await whoIsHere(server);
      if (!viewer) await atTheDoor('');
      else if (!viewer.encounter || !viewer.seat) location.assign(new URL('host', ROOT));
      else await sit(await fightOf(viewer.encounter), viewer.seat, viewer.role);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await atTheDoor(error.message);
    } finally {
      app.removeAttribute('aria-busy');
    }
  }
  /** Whoever has a seat in a company has one in each of its fights: the address says in which. @param {string} own what the token is of */
  async function fightOf(own) {
    const { fight } = said;
    if (!fight || fight === own) return own;
    return server.rest('GET', `v1/encounters/${fight}?include=encounter`).then(() => fight, (/** @type {unknown} */ error) => {
      if (!(error instanceof Refusal)) throw error;
      return own;
    }).then((/** @type {string} */ found) => {
      if (found !== own) ofCompany = true;
      return found;
    });
  }
  /**
   * @param {string} encounter
   * @param {string} seat
   * @param {string | null} role
   */
  async function sit(encounter, seat, role) {
    const fight = new Fight(server, encounter);
    // A company by itself has a page of its own, and no table.
    fight.addEventListener('changed', (event) => {
      if (!fight.loaded.system.endsWith('_campaign')) return;
      event.stopImmediatePropagation();
      location.replace(new URL('campaign', ROOT));
    });
    const table = new Table(fight, seat, language, () => { keepToken(''); location.reload(); });
    writeAddress({ fight: encounter });
    app.replaceChildren(...table.page);
    if (ofCompany) app.querySelector('.top nav')?.prepend(h('a', { href: './campaign' }, t('nav.company')));
    // What stands above the tiles is there before them.
    if (role !== 'SPECTATOR' && localStorage.getItem('skald-hints') !== 'done') table.late.hold(bring(() => import('./fight/hints.js')).then(({ hints }) => hints()));
    const opened = fight.open().then(() => (fight.loaded.system.endsWith('_campaign') ? new Promise(() => {}) : null));
    if (role === 'GM') await table.direct(opened);
    await opened;
    app.dataset.ready = 'true';
  }
  await enter({ invitation: said.invitation, token: '' });
}

addEventListener('unhandledrejection', ({ reason }) => alertTo(String(reason?.message ?? reason)));
void begin();
