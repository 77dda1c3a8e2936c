// The game master's part of the map: which fight the room plays, which token is whose, where the fight's ground begins.
import OBR, { buildShape } from '@owlbear-rodeo/sdk';
import { MAP } from '../../client/documents-map.js';
import { SceneMap } from '../../client/map.js';
import { fieldOf, h } from '../../table/shared/elements.js';
import { t } from '../../table/words.js';
import { colourOf } from './drawing.js';
import { CORNER, cornerOf, itemsOf, keptLinks, LINK, match, play, played } from './room.js';

/** @typedef {import('../../client/fight.js').Fight} Fight */

/**
 * @param {Fight} fight
 * @param {(error: unknown) => void} failed
 */
export function mapPanel(fight, failed) {
  const body = h('div', {}), said = h('p', { class: 'hint', role: 'status' });
  const element = h('details', { class: 'lend map-panel', ontoggle: () => void show() }, h('summary', {}, t('owlbear.map')), body, said);
  const act = (/** @type {() => Promise<unknown>} */ done) => async () => {
    said.textContent = '';
    try {
      await done();
      await show();
    } catch (error) {
      failed(error);
    }
  };

  async function looked() {
    const { encounter } = await fight.server.graphql(MAP, { id: fight.id, at: fight.loaded.version }), { scene } = fight.loaded;
    const items = await OBR.scene.items.getItems(), corner = cornerOf(await OBR.scene.getMetadata()), cell = await OBR.scene.grid.getDpi();
    const links = itemsOf(items, fight.id, encounter.scene.tokens, keptLinks(OBR.room.id, fight.id));
    return { items, links, corner, cell, scene, map: new SceneMap(scene, encounter.scene, { cell, corner }) };
  }

  /** Put a token on the map for everybody who has none, whom all may see. */
  async function place() {
    const { links, map, scene, cell } = await looked();
    const fresh = scene.tokens.flatMap((/** @type {any} */ token) => {
      const middle = map.middleOf(token);
      if (links.has(token.combatant) || token.hidden || !middle) return [];
      const { width, height } = map.sizeOf(token.combatant);
      return [buildShape().shapeType('CIRCLE').width(width * map.scale * 0.9).height(height * map.scale * 0.9).position(middle).fillColor(colourOf(scene, token))
        .strokeColor('#ffffff').strokeWidth(cell / 30).layer('CHARACTER').name(token.label).metadata({ [LINK]: { fight: fight.id, combatant: token.combatant } }).build()];
    });
    if (fresh.length) await OBR.scene.items.addItems(fresh);
  }

  /** Match tokens and figures of the same name, where there is one of each. */
  async function byName() {
    const { items, links, scene } = await looked(), taken = new Set([...links.values()].map(({ id }) => id));
    for (const token of scene.tokens.filter((/** @type {any} */ one) => !links.has(one.combatant))) {
      const alike = items.filter((item) => item.layer === 'CHARACTER' && !taken.has(item.id) && item.name.trim().toLowerCase() === token.label.toLowerCase());
      if (alike.length !== 1) continue;
      taken.add(alike[0].id);
      await match(OBR.room.id, fight.id, token, alike[0].id);
    }
  }

  /** @param {any} token */
  async function chosen(token) {
    const [selected, ...more] = (await OBR.player.getSelection()) ?? [];
    if (!selected || more.length) said.textContent = t('owlbear.selectOne');
    else await match(OBR.room.id, fight.id, token, selected);
  }

  let showing = 0;
  async function show() {
    const mine = ++showing;
    if (!element.open || !fight.now || body.contains(document.activeElement?.closest('input') ?? null)) return;
    const other = await played(), rows = [];
    if (other?.fight !== fight.id) {
      rows.push(h('p', {}, t(other ? 'owlbear.otherFight' : 'owlbear.noFight'), ' ',
        h('button', { type: 'button', 'data-map': 'play', onclick: act(() => play(fight.id, fight.loaded.version)) }, t('owlbear.play'))));
    }
    if (!(await OBR.scene.isReady())) rows.push(h('p', { class: 'hint' }, t('owlbear.noScene')));
    else rows.push(...await matching());
    if (mine === showing) body.replaceChildren(...rows);
  }

  async function matching() {
    const { links, scene, corner, cell } = await looked();
    const moved = (/** @type {'x' | 'y'} */ name) => (/** @type {Event} */ event) => act(() => OBR.scene.setMetadata({ [CORNER]: { ...corner, [name]: (fieldOf(event).valueAsNumber || 0) * cell } }))();
    const number = (/** @type {'x' | 'y'} */ name) => h('label', {}, `${t(`owlbear.${name}`)} `, h('input', { type: 'number', step: 'any', class: 'face', value: Math.round((corner[name] / cell) * 100) / 100, 'data-map': name, onchange: moved(name) }));
    return [
      h('div', { class: 'buttons' },
        h('button', { type: 'button', 'data-map': 'place', onclick: act(place) }, t('owlbear.place')),
        h('button', { type: 'button', 'data-map': 'by-name', onclick: act(byName) }, t('owlbear.byName'))),
      h('ul', { class: 'matches' }, ...scene.tokens.map((/** @type {any} */ token) => {
        const item = links.get(token.combatant);
        return h('li', { 'data-match': token.combatant, 'data-item': item?.id ?? '' }, h('strong', {}, token.label), ' – ',
          item ? item.name : t(token.hidden ? 'owlbear.onlyYours' : 'owlbear.none'), ' ',
          h('button', { type: 'button', 'aria-label': t('owlbear.takeFor', { who: token.label }), onclick: act(() => chosen(token)) }, t('owlbear.take')), ' ',
          item && h('button', { type: 'button', 'aria-label': t('owlbear.dropFor', { who: token.label }), onclick: act(() => match(OBR.room.id, fight.id, token, null)) }, t('owlbear.drop')));
      })),
      h('p', {}, t('owlbear.corner'), ' ', number('x'), ' ', number('y')),
    ];
  }

  fight.addEventListener('changed', () => void show().catch(failed));
  return element;
}
