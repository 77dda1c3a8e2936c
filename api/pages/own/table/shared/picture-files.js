// Choosing a picture's file, by a button or by dropping it; and how a picture is laid over a board.
import { t } from '../words.js';
import { fieldOf, h } from './elements.js';

/** Files that are pictures, and maps that have one inside. */
const ACCEPTED = 'image/png,image/jpeg,image/webp,.uvtt,.dd2vtt,.df2vtt';
/** Pixels of the longest side of a portrait. */
export const PORTRAIT = 512;
/** Milliseconds after which a place that was typed counts. */
const REST = 600;

/** @typedef {{ at: { x: number, y: number }, width: number, height: number, opacity: number }} Laid in hundredths of the unit */

/**
 * A button that lets somebody choose a picture.
 * @param {string} label
 * @param {(file: File) => void} chosen
 * @param {Record<string, any>} [more]
 */
export function pictureButton(label, chosen, more = {}) {
  const field = h('input', {
    type: 'file', hidden: true, accept: ACCEPTED, onchange: () => {
      if (field.files?.[0]) chosen(field.files[0]);
      field.value = '';
    },
  });
  return h('span', { class: 'file' }, h('button', { type: 'button', onclick: () => field.click(), ...more }, label), field);
}

/**
 * Take a file that is dropped on an element. Dropped beside it, it is not opened by the browser instead of the page.
 * @param {() => Element | null} place
 * @param {(file: File, event: DragEvent) => void} dropped
 */
export function takeDrops(place, dropped) {
  const over = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
  document.addEventListener('dragover', (event) => {
    if (!over(event)) return;
    event.preventDefault();
    place()?.classList.toggle('dropping', place()?.contains(/** @type {Node} */ (event.target)));
  });
  document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) place()?.classList.remove('dropping'); });
  document.addEventListener('drop', (event) => {
    if (!over(event)) return;
    event.preventDefault();
    const here = place(), file = event.dataTransfer?.files[0];
    here?.classList.remove('dropping');
    if (file && here?.contains(/** @type {Node} */ (event.target))) dropped(file, event);
  });
}

/**
 * A picture as wide as a board.
 * @param {{ width: number, height: number }} picture
 * @param {{ width: number, height: number }} board in hundredths of the unit
 * @returns {Laid}
 */
export const fitted = (picture, board) => ({ at: { x: 0, y: 0 }, width: board.width, height: Math.max(1, Math.round(picture.height / picture.width * board.width)), opacity: 100 });

/**
 * Where a picture lies, of all that is said of it.
 * @param {Laid} backdrop
 * @returns {Laid}
 */
export const laidOf = ({ at, width, height, opacity }) => ({ at: { x: at.x, y: at.y }, width, height, opacity });

/**
 * Fields for where a picture lies, how large it is, and how much shows through it. Changed, they count once their writer rests.
 * @param {Laid} laid
 * @param {{ changed: (laid: Laid) => void, fit: () => void, remove: () => void }} told
 */
export function laidFields(laid, { changed, fit, remove }) {
  let now = laid;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => changed(now), REST);
  };
  /**
   * @param {string} name
   * @param {number} value
   * @param {number} least
   * @param {(value: number) => Laid} set
   */
  const number = (name, value, least, set) => h('label', { class: 'measure' }, h('span', {}, t(`map.${name}`)), h('input', {
    type: 'number', step: 'any', min: least, value: value / 100, 'data-map': name, oninput: (/** @type {Event} */ event) => {
      const typed = Math.round(fieldOf(event).valueAsNumber * 100);
      if (Number.isNaN(typed) || typed < least * 100) return;
      now = set(typed);
      later();
    },
  }));
  const opacity = h('input', { type: 'range', min: 10, max: 100, step: 5, value: laid.opacity, 'data-map': 'opacity', oninput: () => { now = { ...now, opacity: opacity.valueAsNumber }; later(); } });
  const ratio = laid.height / laid.width, height = number('height', laid.height, 0.5, (y) => ({ ...now, height: y }));
  const tall = /** @type {HTMLInputElement} */ (height.querySelector('input'));
  return [
    h('div', { class: 'measures' }, number('left', laid.at.x, -10_000, (x) => ({ ...now, at: { ...now.at, x } })), number('top', laid.at.y, -10_000, (y) => ({ ...now, at: { ...now.at, y } })),
      number('width', laid.width, 0.5, (width) => {
        tall.value = String(Math.round(width * ratio) / 100);
        return { ...now, width, height: Math.max(1, Math.round(width * ratio)) };
      }), height),
    h('label', { class: 'measure' }, h('span', {}, t('map.opacity')), opacity),
    h('div', { class: 'line' }, h('button', { type: 'button', 'data-map': 'fit', onclick: fit }, t('map.fit')), h('button', { type: 'button', 'data-map': 'remove', onclick: remove }, t('map.remove'))),
  ];
}
