// The page of a company that goes from fight to fight: one seat of one campaign, of any game.
import { beginAnew, keepToken, readAddress, writeAddress } from './address.js';
import { Fight } from '../client/fight.js';
import { Refusal } from '../client/refusal.js';
import { join, whoIsHere } from './tab-seat.js';
import { Server } from '../client/server.js';
import { loadWords, wantedLanguage } from './words.js';
import { alertTo, announcer } from './shared/announcer.js';
import { bring } from './shared/bring.js';
import { CompanyPage } from './campaign/company-page.js';

const ROOT = new URL('./', location.href);

/** Let somebody in, and show his company. */
async function begin() {
  beginAnew();
  const said = readAddress(), language = wantedLanguage();
  await loadWords(language, ['words-campaign', 'words-asked', 'words-menus']);
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
      else await sit(viewer.encounter, viewer.seat, viewer.role);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await atTheDoor(error.message);
    } finally {
      app.removeAttribute('aria-busy');
    }
  }
  /**
   * @param {string} id
   * @param {string} seat
   * @param {string | null} role
   */
  async function sit(id, seat, role) {
    const fight = new Fight(server, id), page = new CompanyPage(fight, seat, role ?? '', { language, leave: () => { keepToken(''); location.reload(); } });
    writeAddress({ campaign: id });
    await fight.open();
    if (!fight.loaded.system.endsWith('_campaign')) {
      location.replace(new URL('play', ROOT)); // a token of a fight by itself
      return;
    }
    app.replaceChildren(...page.page, ...announcer());
    await page.begin();
    app.dataset.ready = 'true';
  }
  await enter({ invitation: said.invitation, token: '' });
}

addEventListener('unhandledrejection', ({ reason }) => alertTo(String(reason?.message ?? reason)));
void begin();
