// The form of what may be corrected: of a figure, or of the fight.
import { same } from '../../client/offers.js';
import { bare } from '../../client/places.js';
import { t } from '../words.js';
import { fieldOf, h } from '../shared/elements.js';
import { button, reasonField } from './gm-parts.js';
import { freeLays } from './gm-places.js';

/** What is typed and not sent yet, by its path: it outlasts that the fight changes under it. @typedef {Map<string, unknown>} Typed */

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @param {any[]} corrections
 * @param {Typed} typed
 * @param {() => void} corrected
 */
export function correctionForm(desk, corrections, typed, corrected) {
  const reason = reasonField(), paths = new Set(corrections.map(({ path }) => path));
  const send = h('button', { type: 'submit', class: 'primary' }, t('gm.correct'));
  const judge = () => { send.disabled = ![...typed.keys()].some((path) => paths.has(path)); };
  const set = (/** @type {any} */ one, /** @type {unknown} */ value) => {
    if (same(value, one.now)) typed.delete(one.path);
    else typed.set(one.path, value);
    judge();
  };
  // What has parts is no single figure: other tools of the game master change it, or a program.
  const rows = corrections.filter(({ kind }) => kind !== 'JSON').map((one) => {
    const shown = typed.has(one.path) ? { ...one, now: typed.get(one.path) } : one;
    return h('label', { class: 'correction', 'data-path': one.path }, h('span', {}, one.label), input(desk, shown, (value) => set(one, value)));
  });
  reason.value = String(typed.get('') ?? '');
  reason.addEventListener('input', () => typed.set('', reason.value));
  judge();
  return h('form', {
    class: 'corrections',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      send.disabled = true;
      void desk.done((async () => {
        const wished = [...typed];  // it changes on the way
        for (const [path, value] of wished) {
          if (!paths.has(path)) continue;
          await desk.ruling.tool('correct', { path, value, reason: reason.value });
          typed.delete(path);
        }
        typed.clear();
      })()).then(() => { judge(); corrected(); });
    },
  }, ...rows, h('div', { class: 'line' }, reason, send));
}

/**
 * Draw a form of corrections anew, and let whoever writes in it go on where he was.
 * @param {HTMLElement} inside
 * @param {() => void} draw
 */
export function goingOn(inside, draw) {
  const active = document.activeElement, path = active && inside.contains(active) ? active.closest('[data-path]')?.getAttribute('data-path') : undefined;
  draw();
  if (path === undefined || path === null) return;
  const again = /** @type {HTMLElement | null} */ (inside.querySelector(`[data-path="${CSS.escape(path)}"] :is(input, select, button)`));
  again?.focus({ preventScroll: true });
}

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @param {any} one
 * @param {(value: unknown) => void} set
 */
function input(desk, { kind, now, least, most, nullable, among }, set) {
  switch (kind) {
    case 'FLAG': return h('input', { type: 'checkbox', '.checked': now, onchange: (/** @type {Event} */ event) => set(fieldOf(event).checked) });
    case 'CHOICE': {
      const all = nullable ? [{ value: null, label: '–' }, ...among] : among;
      return h('select', { onchange: (/** @type {Event} */ event) => set(all[Number(fieldOf(event).value)].value) },
        ...all.map((/** @type {any} */ option, /** @type {number} */ n) => h('option', { value: n, selected: same(option.value, now) }, option.label)));
    }
    case 'NUMBER': return h('input', {
      type: 'number', class: 'face', min: least, max: most, step: 1, value: now ?? '', required: !nullable,
      oninput: (/** @type {Event} */ event) => {
        const field = fieldOf(event);
        if (field.value === '') { if (nullable) set(null); } else if (Number.isInteger(field.valueAsNumber)) set(field.valueAsNumber);
      },
    });
    case 'PLACE': return place(desk, now, set);
    default: return h('input', { value: now ?? '', maxlength: 200, oninput: (/** @type {Event} */ event) => set(fieldOf(event).value || (nullable ? null : '')) });
  }
}

/**
 * @param {import('./gm-panel.js').GmDesk} desk
 * @param {any} now
 * @param {(value: unknown) => void} set
 */
function place(desk, now, set) {
  const { scene } = desk.fight.loaded, said = h('output', {}, now ? written(now, scene) : '–');
  return h('span', {}, said, ' ', button(t('aim.onBoard'), () => desk.aim({
    lays: freeLays(desk.fight.loaded.scene.space),
    pick: ({ place: picked }) => {
      const value = bare(picked);
      said.textContent = written(value, scene);
      set(value);
      desk.aim(null);
    },
  })));
}

/**
 * A place in words: zones and sides by their names.
 * @param {any} place
 * @param {any} scene
 */
function written({ cell, point, zone, side, rank }, { space, sides }) {
  if (cell || point) return cell ? `${cell.x}, ${cell.y}` : `${point.x / 100}, ${point.y / 100}`;
  const named = (/** @type {any[] | undefined} */ all, /** @type {unknown} */ key) => all?.find((one) => one.key === key)?.label;
  return [named(space.zones, zone), named(sides, side), rank].filter((one) => one !== undefined && one !== null).join(' ');
}
