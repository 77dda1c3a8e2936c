// The popover of the extension: a seat is taken by an invitation; then it is the table of that seat.
import OBR from '@owlbear-rodeo/sdk';
import { Fight } from '../../client/fight.js';
import { Refusal } from '../../client/refusal.js';
import { Server } from '../../client/server.js';
import { alertTo, announcer } from '../../table/shared/announcer.js';
import { h } from '../../table/shared/elements.js';
import { entrance } from '../../table/shared/entrance.js';
import { Table } from '../../table/table.js';
import { loadWords, t, wantedLanguage } from '../../table/words.js';
import { mapPanel } from './map-panel.js';
import { onSeatChange, seatIn, sitDown, standUp, storageWorks } from './pairing.js';
import { played, ready } from './room.js';

const SERVER = new URL('../../', location.href);
const app = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @param {string} language */
async function begin(language) {
  const room = OBR.room.id, server = new Server(SERVER, { language });
  const leave = () => { standUp(room); location.reload(); };
  const atTheDoor = async (/** @type {string} */ why) => app.replaceChildren(await entrance('play', why, (pasted) => void enter(pasted), [], t('owlbear.hint')), ...announcer());
  /** @param {{ invitation: string, token: string }} pasted */
  async function enter(pasted) {
    try {
      await sit(await sitDown(server, room, pasted, t('owlbear.noSeat')));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await atTheDoor(error.message);
    }
  }
  /** @param {import('./pairing.js').Seat} seat */
  async function sit(seat) {
    server.token = seat.token;
    const fight = new Fight(server, seat.fight), table = new Table(fight, seat.seat, language, leave);
    const note = h('p', { class: 'hint', role: 'status' }), failed = (/** @type {unknown} */ error) => alertTo(note.textContent = error instanceof Error ? error.message : String(error));
    app.replaceChildren(note, ...table.page);
    const other = await played();
    if (other && other.fight !== seat.fight) note.textContent = t('owlbear.otherFight');
    const opened = fight.open();
    if (seat.role === 'GM') await table.direct(opened);
    await opened;
    if (seat.role === 'GM') {
      if ((await OBR.player.getRole()) === 'GM') app.querySelector('.acts')?.append(mapPanel(fight, failed));
    }
    app.dataset.ready = 'true';
  }
  onSeatChange(room, () => location.reload());
  const seat = seatIn(room);
  if (seat) await sit(seat);
  else await atTheDoor('');
}

addEventListener('unhandledrejection', ({ reason }) => alertTo(String(reason?.message ?? reason)));
if (!OBR.isAvailable) app.textContent = 'Owlbear Rodeo: /vtt/owlbear/manifest.json';
else {
  await ready();
  const stores = storageWorks(), language = stores ? wantedLanguage() : 'en';
  await loadWords(language, ['../vtt/owlbear/words']);
  if (stores) await begin(language);
  else app.replaceChildren(h('main', { class: 'entrance' }, h('h1', {}, 'Skald'), h('p', { class: 'refusal', role: 'alert' }, t('owlbear.noStorage'))));
}
app.removeAttribute('aria-busy');
