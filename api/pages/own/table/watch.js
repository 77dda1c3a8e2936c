// The page to watch: a fight live, and every version of it; and the file of a fight, which is proven.
import { Film } from '../player.js';
import { beginAnew, keepToken, keptToken, readAddress, writeAddress } from './address.js';
import { Refusal } from '../client/refusal.js';
import { join, whoIsHere } from './tab-seat.js';
import { pause, Server } from '../client/server.js';
import { settings } from './settings.js';
import { unpacked } from '../client/unpacked.js';
import { SLOW, Watched } from '../client/watched.js';
import * as documents from '../client/documents-watch.js';
import { loadWords, t, wantedLanguage } from './words.js';
import { alertTo, announce, announcer } from './parts/announcer.js';
import { copyable } from './parts/dialog.js';
import { h, listen } from './parts/elements.js';
import { entrance } from './parts/entrance.js';
import { acceptDrops, fileButton } from './parts/file-drop.js';
import { showFigures } from './parts/figures.js';
import { FilmPlayer } from './parts/film-player.js';
import { showPictures } from './parts/pictures.js';
import { ProofPanel } from './parts/proof-panel.js';
import { publishing } from './parts/publishing.js';
import { settingsMenu } from './parts/settings-menu.js';

const ROOT = new URL('./', location.href);

/** What every view of a film has: its frame, its keys, and its place on the page. */
class View {
  /** @type {FilmPlayer | null} */
  player = null;
  parts = {
    name: h('h1', {}), state: h('p', { class: 'state', role: 'status' }), live: h('button', { type: 'button', class: 'live', hidden: true }, t('watch.back')),
    said: h('p', { class: 'said', role: 'alert' }), board: h('section', { class: 'board-place' }), lists: h('section', { class: 'lists film-lists' }),
    log: h('section', { class: 'log-place' }), beside: h('section', {}),
  };

  #gone = new AbortController();
  /** Listens as long as this is shown. */
  gone = this.#gone.signal;

  /**
   * @param {string} language
   * @param {(file: File) => void} opened a file was chosen
   */
  constructor(language, opened) {
    const { name, state, live, said, board, lists, log, beside } = this.parts;
    const leave = () => { keepToken(''); location.hash = ''; location.reload(); };
    this.page = [
      h('header', { class: 'top' }, name, state, live, h('nav', {},
        fileButton(opened), h('a', { href: './play', hidden: !keptToken() }, t('nav.play')), settingsMenu({ language, leave }))),
      h('main', { class: 'table watch skald-scene-auto' }, board, lists,
        h('div', { class: 'side-place' }, h('div', { class: 'acts' }, said, beside), log)), ...announcer(),
    ];
    addEventListener('resize', () => this.player?.resized(), { signal: this.gone });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.player?.resized(), { signal: this.gone });
    addEventListener('keydown', (event) => { if (this.player?.key(event)) event.preventDefault(); }, { signal: this.gone });
  }

  /** It is shown no more. */
  close() {
    this.player?.stop();
    this.#gone.abort();
  }

  /** @param {any} film */
  show(film) {
    this.player?.stop();
    const player = new FilmPlayer(film), { board, lists, log, name } = this.parts;
    this.player = player;
    name.textContent = film.name;
    document.title = `${film.name} – Skald`;
    board.setAttribute('aria-label', film.words.board);
    log.setAttribute('aria-label', film.words.log);
    board.replaceChildren(...player.parts.board);
    lists.replaceChildren(...player.parts.lists);
    log.replaceChildren(...player.parts.log);
    return player;
  }

  /** @param {string} sentence */
  say(sentence) {
    this.parts.said.textContent = sentence;
    if (sentence) alertTo(sentence);
  }
}

/** A fight of this server: live while it is played. */
class Live extends View {
  /** Whether its newest version is shown, as it comes. */
  #follows = true;
  /** @type {any} */
  #pictures = null;
  #watchers = h('p', { class: 'watchers' });
  #publish = h('div', {});
  #prove = h('p', { hidden: true });
  #figures = h('div', {});
  #inWords = h('p', { class: 'in-words' });
  #allFigures = h('details', { class: 'all-figures', ontoggle: () => void this.#tellFigures() },
    h('summary', {}, t('watch.figures')), this.#figures, h('h3', {}, t('watch.words')), this.#inWords);

  /**
   * @param {Watched} fight
   * @param {import('../client/seat.js').Viewer | null} viewer
   * @param {string} language
   * @param {number} at where to begin; 0: at its newest
   * @param {(file: File) => void} opened
   */
  constructor(fight, viewer, language, at, opened) {
    super(language, opened);
    this.fight = fight;
    this.viewer = viewer;
    this.at = at;
    this.#prove.append(h('button', { type: 'button', onclick: () => void this.#proveIt(opened) }, t('watch.prove')));
    this.parts.beside.append(this.#watchers, this.#share(), this.#prove, this.#publish);
    fight.addEventListener('begun', () => this.#begun());
    fight.addEventListener('grown', () => {
      this.player?.grown(this.#follows && !this.player.playing);
      this.say('');
      this.#state();
    });
    listen(fight, 'told', (events) => announce(events.filter((/** @type {any} */ one) => one.text && one.weight === 'HEADLINE').map((/** @type {any} */ one) => one.text)));
    fight.addEventListener('table', () => { this.say(''); this.#state(); });
    fight.addEventListener('present', () => this.#present());
    fight.addEventListener('refused', () => this.say(t('refused')));
    listen(fight, 'failed', (error) => this.failed(error));
    for (const name of ['away', 'back']) fight.server.addEventListener(name, () => this.#state());
    this.parts.live.addEventListener('click', () => this.#toLive());
    addEventListener('hashchange', () => {
      const said = readAddress();
      if (said.fight && said.fight !== fight.id) location.reload();
      else if (said.at) this.player?.visit(said.at);
      else this.#toLive();
    }, { signal: this.gone });
    addEventListener('skald-settings', () => void this.#showPictures(), { signal: this.gone });
    // A page in the background is frozen, and the network may have changed: look at once when it comes back.
    for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, () => document.hidden || fight.wake(), { signal: this.gone });
    for (const name of ['online', 'pageshow']) addEventListener(name, () => fight.wake(), { signal: this.gone });
  }

  close() {
    super.close();
    this.fight.close();
  }

  get #over() {
    return this.fight.table?.status === 'ENDED';
  }

  #begun() {
    const before = this.player?.film.at ?? this.at, player = this.show(this.fight.film);
    player.addEventListener('moved', () => this.#moved());
    this.parts.lists.append(this.#allFigures);
    player.resized();
    this.#follows = before === 0 || this.#follows && this.player !== null && this.at === 0;
    player.grown(false);
    player.visit(this.#follows ? this.fight.film.version : before);
  }

  #moved() {
    const { at, version } = this.fight.film;
    this.#follows = at === version && !this.player?.playing;
    this.at = this.#follows ? 0 : at;
    writeAddress({ fight: this.fight.id, at: this.at });
    this.#state();
    void this.#showPictures();
    void this.#tellFigures();
  }

  #toLive() {
    this.player?.visit(this.fight.film.version);
    this.#follows = true;
    this.#state();
  }

  #state() {
    const { table, film, server } = this.fight, { state, live } = this.parts;
    if (!table || !film) return;
    const how = this.#over ? [t('status.ended'), table.outcomeLabel] : [this.#follows ? t('watch.live') : '', table.status === 'PAUSED' ? t('status.paused') : ''];
    state.textContent = server.away ? t('status.away') : how.filter(Boolean).join(' · ');
    state.classList.toggle('away', server.away);
    live.hidden = this.#over || this.#follows;
    this.#prove.hidden = !this.#over;
    this.#publish.replaceChildren(...publishing(this.fight, this.viewer, (error) => this.failed(error)));
    this.#present();
  }

  #present() {
    const { present, table } = this.fight;
    if (!present || !table || this.#over) {
      this.#watchers.replaceChildren();
      return;
    }
    const names = present.map(({ name, streams }) => (streams > 1 ? `${name} ×${streams}` : name));
    this.#watchers.textContent = t('watch.watchers', { who: names.join(', ') || '–' });
  }

  #share() {
    const place = h('div', {});
    return h('div', { class: 'share' }, h('button', {
      type: 'button', onclick: () => {
        const link = new URL(`watch#fight=${this.fight.id}&at=${this.fight.film.at}`, ROOT);
        place.replaceChildren(copyable(link.href));
      },
    }, t('watch.link')), place);
  }

  #telling = 0;

  /** The figures one by one and in words, while somebody reads them: of the version that stays in sight. */
  async #tellFigures() {
    const { id, film, server } = this.fight, mine = ++this.#telling, { at } = film;
    if (!this.#allFigures.open) return;
    await pause(300);
    if (mine !== this.#telling) return;
    try {
      const { encounter } = await server.graphql(documents.FIGURES, { id, at });
      if (mine !== this.#telling) return;
      showFigures(this.#figures, encounter.scene, { picked: (who) => this.player?.point(who), chosen: null });
      this.#inWords.textContent = encounter.scene.text;
    } catch (error) {
      this.failed(error);
    }
  }

  /** Open the record of a fight that is over, as its reader may keep it. @param {(file: File) => void} opened */
  async #proveIt(opened) {
    try {
      const text = await this.fight.server.rest('GET', `v1/encounters/${this.fight.id}/export`, { headers: { accept: 'application/x-ndjson' } });
      opened(new File([text], `${this.fight.id}.ndjson`));
    } catch (error) {
      this.failed(error);
    }
  }

  /** Pictures of other hosts, where they are wanted: as the figures look now. */
  async #showPictures() {
    if (!settings().pictures) return;
    if (!this.#pictures) {
      const { encounter } = await this.fight.server.graphql(documents.PICTURES, { id: this.fight.id });
      this.#pictures = encounter.scene;
    }
    const board = /** @type {Element} */ (this.parts.board);
    const missing = this.#pictures.tokens.filter((/** @type {any} */ { combatant }) => !board.querySelector(`[data-part=token][data-combatant="${CSS.escape(combatant)}"] image`));
    showPictures(board, { tokens: missing, backdrop: board.querySelector('[data-part=backdrop] image') ? null : this.#pictures.backdrop });
  }

  /** @param {unknown} error */
  failed(error) {
    if (!(error instanceof Refusal)) throw error;
    this.say([error.message, ...error.others.map(({ message }) => message).filter((text) => text !== error.message)].join(' · '));
  }
}

/** A file that somebody brought: it plays, as far as it is whole, and it is proven here. */
class Filed extends View {
  #server = h('div', {});

  /**
   * @param {Server} server
   * @param {string} language
   * @param {string[]} keys of this server
   * @param {(file: File) => void} opened
   */
  constructor(server, language, keys, opened) {
    super(language, opened);
    this.server = server;
    this.proof = new ProofPanel(keys);
    this.parts.state.textContent = t('file.state');
    this.parts.beside.append(this.proof.element, this.#server);
  }

  /** @param {File} file */
  async open(file) {
    this.parts.name.textContent = file.name;
    document.title = `${file.name} – Skald`;
    const bytes = await unpacked(file);
    if (!bytes) {
      this.say(t('file.unreadable'));
      return;
    }
    await Promise.all([this.proof.judge(bytes), this.#play(file)]);
  }

  /** @param {File} file */
  async #play(file) {
    let found;
    try {
      found = await this.server.rest('POST', 'v1/replays', { bytes: file, patience: SLOW, headers: { 'content-type': 'application/octet-stream' } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.message);
      return;
    }
    const { report, film } = found, notes = [];
    const state = (/** @type {string} */ one) => t(`server.${one}`);
    this.#server.replaceChildren(h('section', { class: 'card' }, h('h2', {}, t('server.title')),
      h('dl', { class: 'verdicts' }, ...Object.entries(report.verdicts).flatMap(([name, one]) => [h('dt', {}, t(`server.${name}`)),
        h('dd', { 'data-state': one.state, title: one.detail ?? null }, one.version && one.state === 'BROKEN' ? `${state(one.state)} (${film?.words.version ?? '#'} ${one.version})` : state(one.state))]))));
    if (!film) notes.push(t('file.noFilm'));
    else if (!film.steps.length) notes.push(t('file.noBoard'));
    // The server that has the fight knows enough for a board, and shows it to whoever may see it.
    const again = () => { writeAddress({ fight: report.encounter }); location.reload(); };
    if (film && !film.steps.length && this.server.token) this.#server.append(h('p', {}, h('button', { type: 'button', class: 'on-server', onclick: again }, t('file.onServer'))));
    if (film && report.brokenAt !== null) notes.push(t('file.cut', { n: report.brokenAt }));
    this.say(notes.join(' '));
    if (!film) return;
    const player = this.show(new Film(film));
    player.resized();
    player.grown(false);
    player.visit(1);
  }
}

/** Let somebody in, and show what he came for. */
async function begin() {
  beginAnew();
  const said = readAddress(), language = wantedLanguage();
  await loadWords(language, ['words-watch']);
  const app = /** @type {HTMLElement} */ (document.getElementById('app'));
  const server = new Server(ROOT, { language });
  /** @type {View | null} */
  let shown = null;
  /** @param {View} view */
  function show(view) {
    shown?.close();
    shown = view;
    app.replaceChildren(...view.page);
    view.player?.resized();
    app.dataset.ready = 'true';
  }
  /** @param {File} file */
  async function open(file) {
    const answer = await server.rest('GET', '.well-known/jwks.json');
    const view = new Filed(server, language, answer.keys.map((/** @type {any} */ one) => one.x), (other) => void open(other));
    show(view);
    writeAddress({});
    await view.open(file);
  }
  acceptDrops((file) => void open(file));
  const atTheDoor = (/** @type {string} */ why) => {
    document.title = `${t('nav.watch')} – Skald`;
    const door = entrance(why, (pasted) => void enter(pasted));
    door.append(h('section', { class: 'file-place' }, fileButton((file) => void open(file)), h('p', { class: 'hint' }, t('file.hint'))));
    app.replaceChildren(door, ...announcer());
  };
  /** @param {{ invitation: string, token: string }} given */
  async function enter({ invitation, token }) {
    try {
      if (token) keepToken(token);
      if (invitation) await join(server, invitation);
      const viewer = await whoIsHere(server), id = said.fight || viewer?.encounter;
      if (id) await watch(id, viewer);
      else atTheDoor('');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // What the server says to whoever sends no token is for programs.
      atTheDoor(error.code === 'UNAUTHENTICATED' && !server.token ? t('watch.closed') : error.message);
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
