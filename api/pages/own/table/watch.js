// The page to watch: a fight live, and every version of it; and the file of a fight, which is proven.
import { beginAnew, keepToken, readAddress, writeAddress } from './address.js';
import { Refusal } from '../client/refusal.js';
import { join, whoIsHere } from './tab-seat.js';
import { Server } from '../client/server.js';
import { Watched } from '../client/watched.js';
import { loadWords, t, wantedLanguage } from './words.js';
import { alertTo, announcer } from './shared/announcer.js';
import { bring } from './shared/bring.js';
import { h } from './shared/elements.js';
import { acceptDrops, fileButton } from './shared/file-drop.js';
import { Live } from './watch/watch-live.js';

const ROOT = new URL('./', location.href);

/** Let somebody in, and show what he came for. */
async function begin() {
  beginAnew();
  const said = readAddress(), language = wantedLanguage();
  await loadWords(language, ['words-watch', 'words-menus']);
  const app = /** @type {HTMLElement} */ (document.getElementById('app'));
  const server = new Server(ROOT, { language });
  /** @type {import('./watch/watch-view.js').View | null} */
  let shown = null;
  /** @param {import('./watch/watch-view.js').View} view */
  function show(view) {
    shown?.close();
    shown = view;
    app.replaceChildren(...view.page);
    view.player?.resized();
    app.dataset.ready = 'true';
  }
  /** @param {File} file */
  async function open(file) {
    const [answer, { Filed }] = await Promise.all([server.rest('GET', '.well-known/jwks.json'), bring(() => import('./watch/watch-filed.js'))]);
    const view = new Filed(server, language, answer.keys.map((/** @type {any} */ one) => one.x), (other) => void open(other));
    show(view);
    writeAddress({});
    await view.open(file);
  }
  acceptDrops((file) => void open(file));
  const atTheDoor = async (/** @type {string} */ why) => {
    const { entrance } = await bring(() => import('./shared/entrance.js'));
    document.title = `${t('nav.watch')} – Skald`;
    const file = h('section', { class: 'card file-place' }, fileButton((one) => void open(one)), h('p', { class: 'hint' }, t('file.hint')));
    app.replaceChildren(await entrance('watch', why, (pasted) => void enter(pasted), [file]), ...announcer());
  };
  /** @param {{ invitation: string, token: string }} given */
  async function enter({ invitation, token }) {
    try {
      if (token) keepToken(token);
      if (invitation) await join(server, invitation);
      const viewer = await whoIsHere(server), id = said.fight || viewer?.encounter;
      if (id) await watch(id, viewer);
      else await atTheDoor('');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // What the server says to whoever sends no token is for programs.
      await atTheDoor(error.code === 'UNAUTHENTICATED' && !server.token ? t('watch.closed') : error.message);
    } finally {
      app.removeAttribute('aria-busy');
    }
  }
  /**
   * @param {string} id
   * @param {import('../client/seat.js').Viewer | null} viewer
   */
  async function watch(id, viewer) {
    let fight = new Watched(server, id);
    const view = () => new Live(fight, viewer, language, said.at, (file) => void open(file));
    let live = view();
    try {
      await fight.open();
    } catch (error) {
      // The token of this tab may be of another fight than a public one.
      if (!(error instanceof Refusal) || !server.token || viewer?.encounter === id) throw error;
      viewer = null;
      live.close();
      fight = new Watched(new Server(ROOT, { language }), id);
      live = view();
      try {
        await fight.open();
      } catch {
        throw error;
      }
    }
    show(live);
  }
  await enter({ invitation: said.invitation, token: '' });
}

addEventListener('unhandledrejection', ({ reason }) => alertTo(String(reason?.message ?? reason)));
void begin();
