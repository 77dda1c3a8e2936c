// What openapi-typescript makes of the document: unions are told apart by their tags, and operations have their parts.
import type { components, operations, paths } from './made.js';

type Scene = components['schemas']['Scene'];

export function cells(scene: Scene): number {
  if (scene.space.kind === 'GRID') return scene.space.width * scene.space.height;
  if (scene.space.kind === 'ZONES') return scene.space.zones.length;
  // @ts-expect-error: only a grid has a measure
  return scene.space.measure;
}

export const look: paths['/v1/encounters/{id}']['get'] extends operations['look'] ? true : never = true;

type Kind = operations['readShelfItem']['parameters']['path']['kind'];
export const kind: Kind = 'MAP';
// @ts-expect-error: there is no such shelf
export const none: Kind = 'map';

type Answer = operations['look']['responses'][200]['content']['application/json'];
export const versions = (seen: Answer): number[] => seen.combatants.map(() => seen.version);
