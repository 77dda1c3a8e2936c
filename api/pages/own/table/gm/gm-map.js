// The map's picture and the portraits of figures, in the game master's hand.
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';
import { button, folded, line, Shown } from './gm-parts.js';
import { fitted, laidFields, laidOf, pictureButton, PORTRAIT, takeDrops } from '../shared/picture-files.js';
import { picturesOf, shiftMap } from '../board/pictures.js';

/** @typedef {import('./gm-panel.js').GmDesk} GmDesk */

/**
 * How large a board is, and what is a step on it, in hundredths of its unit; null: it has no places.
 * @param {any} space
 */
function boardOf({ width, height, cell }) {
  return width && height ? { width: width * (cell ?? 1), height: height * (cell ?? 1), step: cell ?? 100 } : null;
}

/**
 * @param {GmDesk} desk
 * @returns {import('./gm-panel.js').Section}
 */
export function mapSection(desk) {
  const { fight, ruling, board } = desk, fields = h('div', { class: 'map-fields' }), shown = new Shown(), doing = h('p', { class: 'hint', role: 'status' });
  const choose = pictureButton(t('map.choose'), (file) => lay(file), { 'data-map': 'choose' });
  const hold = button(t('map.handles'), () => { if (handles) away(); else void take(); }, { 'data-map': 'handles', 'aria-pressed': 'false', hidden: true });
  const how = h('p', { class: 'hint', hidden: true }, t('map.handlesHint'));
  const element = folded(t('map.title'), 'map', line(choose, hold), how, doing, fields, h('p', { class: 'hint' }, t('map.drop')), h('p', { class: 'hint' }, t('map.hint')));
  const set = (/** @type {any} */ backdrop) => desk.done(ruling.tool('setBackdrop', { backdrop }));
  /** @type {import('../board/picture-handles.js').PictureHandles | null} */
  let handles = null;

  /** Take hold of the picture on the board. */
  async function take() {
    const { PictureHandles } = await bring(() => import('../board/picture-handles.js'));
    if (handles || !fight.loaded.scene.backdrop) return;
    handles = new PictureHandles({ shown: (laid) => shiftMap(board, laid), changed: (laid) => void shift(laid), done: away });
    board.whole();
    board.top.append(handles.element);
    board.append(handles.bar);
    board.addEventListener('pointerdown', away);
    follow();
    board.scrollIntoView({ block: 'nearest' });
    handles.focus();
  }

  /** The handles are put away. */
  function away() {
    const held = handles?.held;
    handles?.remove();
    handles = null;
    board.removeEventListener('pointerdown', away);
    follow();
    if (held) board.focus({ preventScroll: true });
  }

  /** The handles lie where the picture does. */
  function follow() {
    const { backdrop, space } = fight.loaded.scene, extent = boardOf(space);
    hold.hidden = !backdrop;
    how.hidden = !handles;
    hold.setAttribute('aria-pressed', String(handles !== null));
    if (!handles) return;
    if (backdrop && extent && !element.hidden) handles.lay(laidOf(backdrop), { x: 0, y: 0, ...extent }, extent.step);
    else away();
  }

  /** @param {import('../shared/picture-files.js').Laid} laid */
  async function shift(laid) {
    const { backdrop } = fight.loaded.scene;
    if (backdrop) await set({ picture: backdrop.picture, ...laid });
    // What was refused lies where it lay.
    if (fight.loaded.scene.backdrop) shiftMap(board, fight.loaded.scene.backdrop);
    follow();
  }

  /** @param {File} file */
  function lay(file) {
    void busy(doing, desk.done(laid(file)));
  }

  /** @param {File} file */
  async function laid(file) {
    const extent = boardOf(fight.loaded.scene.space);
    if (!extent) return;
    const made = await picturesOf(fight.server, fight.id).put(file);
    await ruling.tool('setBackdrop', { backdrop: { picture: made.address, ...fitted(made, extent) } });
    await fight.refresh();
    await take();
  }

  takeDrops(() => desk.board, (file, event) => {
    const token = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest('[data-part=token]')).find(Boolean)?.getAttribute('data-combatant');
    if (element.hidden && !token) return;
    element.open = true;
    if (token) void busy(doing, desk.done(givePortrait(desk, token, file)));
    else lay(file);
  });

  return {
    element,
    show({ scene: { backdrop, space } }) {
      const extent = boardOf(space);
      element.hidden = !extent;
      follow();
      shown.when([backdrop, space.width, space.height], () => {
        fields.replaceChildren(...(backdrop && extent ? laidFields(backdrop, {
          changed: (to) => { void set({ picture: backdrop.picture, ...to }); }, remove: () => { void set(null); },
          fit: () => { void set({ picture: backdrop.picture, ...fitted(backdrop, extent), opacity: backdrop.opacity }); },
        }) : []));
      });
    },
  };
}

/**
 * Say that a picture is on its way, until it is there.
 * @param {HTMLElement} place
 * @param {Promise<unknown>} done
 */
async function busy(place, done) {
  place.textContent = t('map.sending');
  try {
    await done;
  } finally {
    place.textContent = '';
  }
}

/**
 * Give a figure the portrait of a file, or (null) none; all else stays as it looks.
 * @param {GmDesk} desk
 * @param {string} combatant
 * @param {File | null} file
 */
async function givePortrait({ fight, ruling }, combatant, file) {
  const made = file && await picturesOf(fight.server, fight.id).put(file, PORTRAIT);
  const { looks } = await ruling.figure(combatant);
  await ruling.tool('setLooks', { combatant, looks: { ...looks, picture: null, portrait: made?.address ?? null } });
}

/**
 * The buttons for a figure's portrait, for its menu.
 * @param {GmDesk} desk
 * @param {any} token
 * @param {(done: Promise<unknown>) => void} done
 */
export const portraitButtons = (desk, { combatant, looks }, done) => line(
  pictureButton(t('portrait.choose'), (file) => done(givePortrait(desk, combatant, file)), { 'data-act': 'portrait' }),
  looks.portrait || looks.picture ? button(t('portrait.remove'), () => done(givePortrait(desk, combatant, null)), { 'data-act': 'no-portrait' }) : '');
