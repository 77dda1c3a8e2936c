// The page of a host: his fights, a new one, his shelves.
import { beginAnew, keepToken, readAddress } from './address.js';
import { Hosting } from '../client/hosting.js';
import { Refusal } from '../client/refusal.js';
import { whoIsHere } from './tab-seat.js';
import { Server } from '../client/server.js';
import { loadWords, t, wantedLanguage } from './words.js';
import { alertTo, announcer } from './shared/announcer.js';
import { bring } from './shared/bring.js';
import { h } from './shared/elements.js';
import { hostFights } from './host/host-fights.js';
import { invitations } from './host/invitations.js';
import { icon } from './shared/icon.js';
import { NewFight } from './host/new-fight.js';
import { settingsMenu } from './shared/settings-menu.js';
import { shelves } from './host/shelves.js';
import { templates } from './host/templates.js';
import { tonight } from './host/tonight.js';

async function begin() {
  beginAnew();
  readAddress();
  const language = wantedLanguage(), app = /** @type {HTMLElement} */ (document.getElementById('app'));
  await loadWords(language, ['words-gm', 'words-host', 'words-menus']);
  const server = new Server(new URL('./', location.href), { language });
  const said = h('p', { class: 'said', role: 'alert' });
  const failed = (/** @type {Error} */ error) => {
    if (!(error instanceof Refusal)) throw error;
    said.textContent = [error.message, ...error.others.map(({ message }) => message)].join(' · ');
    alertTo(error.message);
  };
  async function atTheDoor(/** @type {string} */ why) {
    const { entrance } = await bring(() => import('./shared/entrance.js')), hosting = new Hosting(server);
    const become = await hosting.open() && h('section', { class: 'card' }, h('p', {}, t('host.become')), h('button', {
      type: 'button', onclick: () => hosting.become().then((token) => { keepToken(token); void enter(); }, (error) => atTheDoor(error.message)),
    }, t('host.becomeButton')));
    app.replaceChildren(await entrance('host', why, ({ token, invitation }) => {
      if (invitation && !token) location.assign(`./play#invitation=${encodeURIComponent(invitation)}`);
      else { keepToken(token); void enter(); }
    }, [become]), ...announcer());
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
    const hosting = new Hosting(server), systems = await hosting.tonight(), main = h('main', { class: 'host' });
    const fights = hostFights(hosting, failed), shelf = shelves(hosting, failed, systems);
    const kept = () => { void shelf.fill(); void mine.fill(); };
    const mine = templates(hosting, failed, (id, content) => void begin(systems.find((one) => one.id === id), content));
    const companies = h('div', { class: 'companies' });
    const first = tonight(systems, { begin, mine: h('div', {}, fights.element, mine.element), more: [companies, h('details', { class: 'rarely' }, h('summary', {}, t('shelf.title')), shelf.element)] });

    /** What is put together, while it is: the browser's way back leads to the first screen, and its way forth here again. @type {{ element: HTMLElement } | null} */
    let begun = null;
    /** The first screen, or the fight or the company that is put together. @param {{ element: HTMLElement } | null} fight */
    function turnTo(fight) {
      said.textContent = '';
      first.hidden = fight !== null;
      main.replaceChildren(said, first, ...(fight ? [fight.element] : []));
      main.dataset.screen = fight ? 'new' : 'tonight';
      scrollTo(0, 0);
    }
    /** @param {{ element: HTMLElement }} one */
    function put(one) {
      history.pushState({ screen: 'new' }, '');
      begun = one;
      turnTo(one);
    }
    /**
     * @param {any} game
     * @param {any} [request] what it begins with
     */
    async function begin(game, request) {
      main.setAttribute('aria-busy', 'true');
      try {
        const system = await hosting.system(game.id), made = (/** @type {any} */ { encounter, missingPictures: missing }) => {
          begun = null;
          if (missing.length) addEventListener('popstate', () => failed(new Refusal(t('map.missing', { n: missing.length }))), { once: true });
          history.back();
          void fights.fill();
          void invitations(hosting.server, encounter.id, encounter.seats, failed, { fresh: true, open: () => fights.open(encounter) });
        };
        const fight = new NewFight(hosting, system, { made, failed, kept, back: () => history.back() });
        if (request) fight.take('FIGHT', request, request.name);
        fight.show(request ? 'seats' : 'figures');
        put(fight);
      } catch (error) {
        failed(/** @type {Error} */ (error));
      } finally {
        main.removeAttribute('aria-busy');
      }
    }
    addEventListener('popstate', () => turnTo(history.state?.screen === 'new' ? begun : null));
    app.replaceChildren(h('header', { class: 'top' }, h('span', { class: 'brand' }, icon('dice'), 'Skald'), h('p', { class: 'state' }),
      h('nav', {}, settingsMenu({ language, seated: false, leave: () => { keepToken(''); location.reload(); } }))), main, ...announcer());
    turnTo(null);
    document.title = `${t('host.title')} – Skald`;
    app.dataset.ready = 'true';
    // Campaigns come later than what every host sees at once, and below it: nothing moves under a hand.
    const { campaigns } = await bring(() => import('./campaign/campaigns.js'));
    companies.replaceChildren(await campaigns(hosting, systems, { failed, put, back: () => { begun = null; history.back(); } }));
  }

  await enter();
}

addEventListener('unhandledrejection', ({ reason }) => alertTo(String(reason?.message ?? reason)));
void begin();
