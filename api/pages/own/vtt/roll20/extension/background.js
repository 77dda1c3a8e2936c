// The part of the extension that knows the server and the token of a seat. Pages of Roll20 and what runs in them do not:
// they ask by messages, and get words.
import { linesOf } from './client/acts.js';
import { readLink } from './client/links.js';
import { newKey } from './client/random.js';
import { Refusal } from './client/refusal.js';
import { Server } from './client/server.js';

/** Milliseconds after which a line is given up: the Mod script waits a little longer. */
const PATIENCE = 25_000;
/** Seconds that a request waits for the next step. */
const WAIT = 20;
/** The most choices that are told at once. */
const MOST = 60;

const NUMBERED = /^(\d+\.\d+) (.*)$/s;

/** @typedef {{ root: string, fight: string, token: string, seat: string, gm: boolean, language: string }} Pairing */

// Scripts in pages could read what is stored, unless it is for the extension's own pages.
chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

class GivenUp extends Error {}

/**
 * The server, asked until it answers, but no longer than this.
 * @param {{ root: string, token?: string, language: string }} pairing
 * @param {number} [milliseconds]
 */
function serverOf({ root, token = '', language }, milliseconds = PATIENCE) {
  const end = Date.now() + milliseconds;
  /** @type {typeof globalThis.fetch} */
  const limited = (input, init) => {
    if (Date.now() > end) throw new GivenUp();
    return fetch(input, init);
  };
  return new Server(root, { token, language, fetch: limited });
}

/** @returns {Promise<Pairing | null>} */
async function paired() {
  const { pairing = null } = await chrome.storage.local.get('pairing');
  return pairing;
}

/** @param {string} text */
const choicesOf = (text) => text.split('\n').map((line) => {
  const numbered = NUMBERED.exec(line);
  return numbered ? { text: line, say: numbered[1] } : { text: line };
}).filter(({ text: told }) => told);

/**
 * What a content script may ask; each gets the pairing.
 * @type {Record<string, (pairing: Pairing, asked: any) => unknown>}
 */
const ASKED = {
  /** @param {Pairing} pairing */
  pairing: ({ seat, gm, fight, language }) => ({ seat, gm, fight, language }),

  /**
   * Say a line of a chat. acted: it was done, and is told by `hear`.
   * @param {Pairing} pairing
   * @param {{ line: string, key: string }} asked
   */
  async say(pairing, { line, key }) {
    const headers = { 'content-type': 'text/plain', 'idempotency-key': key };
    const told = await serverOf(pairing).rest('POST', `v1/encounters/${pairing.fight}/say`, { bytes: line, headers });
    return { lines: choicesOf(told), acted: /^\d+ /.test(told) && told.includes('\n\n') };
  },

  /**
   * What may be said now.
   * @param {Pairing} pairing
   */
  async list(pairing) {
    const told = await serverOf(pairing).rest('GET', `v1/encounters/${pairing.fight}/say`);
    return { lines: choicesOf(told).slice(0, MOST) };
  },

  /**
   * What has happened after a version, a line for each act, waited for.
   * @param {Pairing} pairing
   * @param {{ after: number }} asked
   */
  async hear(pairing, { after }) {
    const address = `v1/encounters/${pairing.fight}/events?after=${after}&wait=${WAIT}`;
    const page = await serverOf(pairing, 2 * PATIENCE).rest('GET', address, { patience: PATIENCE });
    return { after: page.after, lines: linesOf(page.events).map((text) => ({ text })) };
  },

  /**
   * The version that a fight stands at.
   * @param {Pairing} pairing
   */
  async stands(pairing) {
    const { version } = await serverOf(pairing).rest('GET', `v1/encounters/${pairing.fight}?include=encounter`);
    return { version };
  },

  /**
   * Where everybody stands and whose turn it is, for the table's map. Of who is hidden from some seat only the game
   * master's layer may know.
   * @param {Pairing} pairing
   */
  async board(pairing) {
    const look = await serverOf(pairing).rest('GET', `v1/encounters/${pairing.fight}?include=scene`);
    const { tokens, play } = look.scene;
    const order = play.slots.map((/** @type {any} */ slot) => slot.combatant).filter(Boolean);
    const first = look.acting.filter((/** @type {string} */ key) => order.includes(key));
    const at = first.length ? order.indexOf(first[0]) : 0;
    return {
      fight: pairing.fight, version: look.version,
      order: [...new Set([...order.slice(at), ...order.slice(0, at)])],
      tokens: tokens.map((/** @type {any} */ { combatant, label, place, hidden, looks }) => ({
        key: combatant, name: label, hidden,
        ...(place?.cell ? { x: place.cell.x, y: place.cell.y } : {}),
        ...refsOf(looks),
      })),
    };
  },
};

/** @param {any} looks */
function refsOf(looks) {
  const refs = looks.refs.filter((/** @type {any} */ one) => one.program === 'roll20').map((/** @type {any} */ one) => one.value);
  return refs.length ? { refs } : {};
}

/**
 * What the extension's own page may ask.
 * @type {Record<string, (asked: any) => unknown>}
 */
const OWN = {
  async join(/** @type {{ link: string, language: string }} */ { link, language }) {
    const said = readLink(link);
    if (!said.root || (!said.invitation && !said.token)) return { wrong: true };
    const server = serverOf({ root: said.root, language });
    let { fight, token } = said;
    if (said.invitation) {
      const joined = await server.rest('POST', 'v1/join', {
        body: { invitation: said.invitation }, headers: { 'idempotency-key': newKey() },
      });
      fight = joined.encounter;
      token = joined.token.token;
    }
    server.token = token;
    const { encounter, seat, role } = await server.rest('GET', 'v1/viewer');
    const pairing = { root: said.root, fight: encounter ?? fight, token, seat, gm: role === 'GM', language };
    await chrome.storage.local.set({ pairing });
    return { seat, gm: pairing.gm };
  },

  async leave() {
    await chrome.storage.local.remove('pairing');
    return {};
  },

  async who() {
    const pairing = await paired();
    return pairing ? { seat: pairing.seat, gm: pairing.gm, root: pairing.root } : {};
  },
};

/**
 * @param {any} message
 * @param {any} sender
 */
async function answer(message, sender) {
  try {
    const own = sender.url?.startsWith(chrome.runtime.getURL(''));
    if (own && Object.hasOwn(OWN, message.ask)) return await OWN[message.ask](message);
    if (!Object.hasOwn(ASKED, message.ask)) return { unknown: true };
    const pairing = await paired();
    if (!pairing) return { alone: true };
    return await ASKED[message.ask](pairing, message);
  } catch (error) {
    if (error instanceof GivenUp) return { away: true };
    if (!(error instanceof Refusal)) throw error;
    const gone = ['UNAUTHENTICATED', 'UNKNOWN', 'NOT_YOURS'].includes(error.code);
    const said = { gone, ahead: error.code === 'AHEAD', later: error.retryAfter };
    return { refused: true, ...said, lines: choicesOf(error.message) };
  }
}

chrome.runtime.onMessage.addListener((message, sender, send) => {
  if (sender.id !== chrome.runtime.id) return false;
  answer(message, sender).then(send, (error) => send({ failed: String(error) }));
  return true;
});
