// The ground of a fight as a scene of Foundry. Walls reach the browsers of all players: only what everybody sees is in it.
import * as host from './host.js';

/** @typedef {{ c: number[], door: number, [name: string]: unknown }} Wall */

/**
 * The scene that every person's seat besides the game master's sees: a wall is in it if all see something there, and a
 * door is a wall where anybody takes it for one. Error in words where there is no such seat.
 * @param {import('../../client/fight.js').Fight} fight
 */
export async function sceneForAll(fight) {
  const seats = fight.loaded.seats.filter(({ role, bot }) => role !== 'GM' && !bot);
  if (!seats.length) throw new Error(host.text('nobody'));
  /** @type {{ walls: Wall[] }[]} */
  const scenes = await Promise.all(seats.map(({ key }) => fight.server.rest('GET', `v1/encounters/${fight.id}/scene.foundry.json?as=${encodeURIComponent(key)}`)));
  const [first, ...others] = scenes, told = others.map(({ walls }) => new Map(walls.map((wall) => [String(wall.c), wall])));
  const walls = first.walls.flatMap((wall) => {
    const seen = [wall, ...told.map((known) => known.get(String(wall.c)))];
    return seen.every((one) => one !== undefined) ? [seen.find((one) => one.door === 0) ?? wall] : [];
  });
  return { ...first, walls };
}
