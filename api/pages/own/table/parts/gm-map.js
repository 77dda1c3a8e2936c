// The map's picture and the portraits of figures, in the game master's hand.
import { t } from '../words.js';
import { h } from './elements.js';
import { button, folded, line, Shown } from './gm-parts.js';
import { fitted, laidFields, pictureButton, PORTRAIT, takeDrops } from './picture-files.js';
import { picturesOf } from './pictures.js';

/** @typedef {import('./gm-panel.js').GmDesk} GmDesk */

/**
 * How large a board is, in hundredths of its unit; null: it has no places.
 * @param {any} space
 */
function boardOf({ width, height, cell = 1 }) {
  return width && height ? { width: width * cell, height: height * cell } : null;
}

/**
 * @param {GmDesk} desk
 * @returns {import('./gm-panel.js').Section}
 */
export function mapSection(desk) {
  const { fight, ruling } = desk, fields = h('div', { class: 'map-fields' }), shown = new Shown(), doing = h('p', { class: 'hint', role: 'status' });
  const choose = pictureButton(t('map.choose'), (file) => lay(file), { 'data-map': 'choose' });
  const element = folded(t('map.title'), 'map', line(choose), doing, fields, h('p', { class: 'hint' }, t('map.drop')), h('p', { class: 'hint' }, t('map.hint')));
  const set = (/** @type {any} */ backdrop) => desk.done(ruling.tool('setBackdrop', { backdrop }));

  /** @param {File} file */
  function lay(file) {
    void busy(doing, desk.done(laid(file)));
  }

  /** @param {File} file */
  async function laid(file) {
    const board = boardOf(fight.loaded.scene.space);
    if (!board) return;
    const made = await picturesOf(fight.server, fight.id).put(file);
    await ruling.tool('setBackdrop', { backdrop: { picture: made.address, ...fitted(made, board) } });
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
      element.hidden = !boardOf(space);
      shown.when([backdrop, space.width, space.height], () => {
        const board = boardOf(space);
        fields.replaceChildren(...(backdrop && board ? laidFields(backdrop, {
          changed: (to) => { void set({ picture: backdrop.picture, ...to }); }, remove: () => { void set(null); },
          fit: () => { void set({ picture: backdrop.picture, ...fitted(backdrop, board), opacity: backdrop.opacity }); },
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
