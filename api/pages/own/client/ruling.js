// What a game master does beside the rules, and what he needs to know for it.
import * as documents from './documents-gm.js';
import { HAND_OVER } from './documents-seldom.js';
import { newKey } from './random.js';

export class Ruling {
  /** @type {Promise<any> | null} */
  #system = null;

  /** @param {import('./fight.js').Fight} fight */
  constructor(fight) {
    this.fight = fight;
  }

  /** What this fight's game tells of itself: conditions, sheets, kinds of questions. */
  system() {
    this.#system ??= this.fight.server.graphql(documents.SYSTEM, { id: this.fight.loaded.system }).then(({ system }) => system);
    return this.#system;
  }

  /**
   * Use a tool of the game master. Refusal where it is not accepted.
   * @param {string} name
   * @param {object} [fields]
   */
  tool(name, fields = {}) {
    return this.fight.submit({ gm: { [name]: fields } });
  }

  /**
   * Let some enter by the game's own order.
   * @param {object[]} combatants
   */
  async spawn(combatants) {
    const { key } = await this.system();
    await this.fight.submit({ [key]: { spawn: { combatants } } });
  }

  /**
   * What may be corrected of a figure (null: of the fight), and what holds for it.
   * @param {string | null} combatant
   */
  async figure(combatant) {
    const { encounter } = await this.fight.server.graphql(documents.CORRECTIONS, { id: this.fight.id, combatant });
    return { corrections: encounter.corrections, ...encounter.combatants.find((/** @type {any} */ one) => one.key === combatant) };
  }

  /** The ground as it is now, with its doors and windows. */
  async ground() {
    const { encounter } = await this.fight.server.graphql(documents.GROUND, { id: this.fight.id });
    return { ...encounter.scene.ground, zones: encounter.scene.space.zones ?? [], links: encounter.scene.space.links ?? [] };
  }

  /**
   * @param {string} combatant
   * @param {string | null} seat null: the game master's own
   */
  handOver(combatant, seat) {
    return this.#act(HAND_OVER, { combatant, seat });
  }

  /**
   * @param {string} seat
   * @param {string | null} bot
   * @param {number | null} botPace milliseconds before each of its acts; null: as the server has it
   * @param {number | null} botThinks milliseconds that one which looks ahead thinks about each; null: as the server has it
   */
  bot(seat, bot, botPace, botThinks = null) {
    return this.#act(documents.SET_BOT, { seat, bot, botPace, botThinks });
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {string} role
   */
  addSeat(id, name, role) {
    return this.#act(documents.ADD_SEAT, { id, name, role });
  }

  /** @param {string} seat */
  removeSeat(seat) {
    return this.#act(documents.REMOVE_SEAT, { seat });
  }

  /**
   * @param {string} seat
   * @param {string} name
   */
  renameSeat(seat, name) {
    return this.#act(documents.RENAME_SEAT, { seat, name });
  }

  /** @param {string} seat whose tokens serve no longer */
  revoke(seat) {
    return this.fight.server.act(documents.REVOKE, { encounter: this.fight.id, seat });
  }

  /**
   * @param {string} document
   * @param {object} input
   */
  #act(document, input) {
    return this.fight.server.act(document, { input: { encounter: this.fight.id, idempotencyKey: newKey(), ...input } });
  }
}
