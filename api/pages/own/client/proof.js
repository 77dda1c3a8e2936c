// Proves an exported fight in the browser: the chain of its events, its dice, and the server's signature.
import { bytesOf, canonical } from './canonical.js';

/** Lines between two looks at what the reader does meanwhile. */
const BATCH = 500;
const HEADER = ['skald', 'encounter', 'system', 'rules', 'version', 'hash', 'seat', 'signature'];
const LINE = ['version', 'hash', 'public', 'secret', 'salt', 'to', 'digest'];
const CHAIN = 'skald-chain-1/sha256';
const TIME = /^\d{4}(-\d\d){2}T\d\d(:\d\d){2}\.\d{3}Z$/;

/** What is found of a line as such, before it is an event. */
const OF_LINES = new Set(['end', 'json', 'form', 'header', 'event', 'empty']);

/** A file that contradicts itself. at: the version of the event, or 0: the header; line: of the file, 0: of an event. */
export class Broken extends Error {
  /**
   * @param {number} at
   * @param {string} reason a key of the page's words, `broken.` and this
   */
  constructor(at, reason) {
    super(`${reason} at ${at}`);
    this.at = at;
    this.reason = reason;
    this.line = OF_LINES.has(reason) ? at + 1 : 0;
  }
}

/**
 * @param {unknown} holds
 * @param {number} at
 * @param {string} reason
 * @returns {asserts holds}
 */
function need(holds, at, reason) {
  if (!holds) throw new Broken(at, reason);
}

/** Whether this browser gives what a proof needs: over plain http from another machine it does not. */
export const canProve = () => Boolean(globalThis.crypto?.subtle);

/** @param {ArrayBuffer | Uint8Array} bytes */
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {string} text of hex digits */
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {string} text in base64url without padding */
const unbase64 = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
/** @param {ArrayBuffer} bytes */
const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
/** @param {string | Uint8Array} given */
const sha256 = (given) => crypto.subtle.digest('SHA-256', typeof given === 'string' ? bytesOf(given) : /** @type {BufferSource} */ (given));

/**
 * @param {string} salt
 * @param {any} secret
 */
export const digestOf = async (salt, secret) => hex(await sha256(salt + canonical(secret)));

/**
 * @param {string} before
 * @param {any} shown
 * @param {string} digest
 */
export const linkOf = async (before, shown, digest) => hex(await sha256(`${before}\n${canonical(shown)}\n${digest}`));

/** @param {string} secret */
export const commitmentOf = async (secret) => hex(await sha256(unhex(secret)));

/** @param {string[]} added */
export const stirredOf = async (added) => (added.length ? hex(await sha256(added.map((text) => `${text}\0`).join(''))) : '');

/** @param {string} x the public key */
export const keyIdOf = async (x) => base64(await sha256(canonical({ crv: 'Ed25519', kty: 'OKP', x })));

/** The key of the last secret. */
let last = { secret: '', key: /** @type {Promise<CryptoKey> | null} */ (null) };

/** @param {string} secret */
function keyOf(secret) {
  if (!last.key || last.secret !== secret)
    last = { secret, key: crypto.subtle.importKey('raw', unhex(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']) };
  return /** @type {Promise<CryptoKey>} */ (last.key);
}

/**
 * What a die shows.
 * @param {string} secret
 * @param {string} encounter
 * @param {number} version
 * @param {number} die
 * @param {number} sides
 * @param {string} stirred
 */
export async function faceOf(secret, encounter, version, die, sides, stirred) {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(sides)), key = await keyOf(secret);
  for (let attempt = 0; ; attempt += 1) {
    const message = bytesOf(`skald-dice-1|${encounter}|${version}|${die}|${attempt}|${stirred}`);
    const x = new DataView(await crypto.subtle.sign('HMAC', key, message)).getBigUint64(0);
    if (x < limit) return Number(x % BigInt(sides)) + 1;
  }
}

/** A key that is none of anybody's: to see whether the browser has this kind of signature at all. */
const ANY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';

/** Whether this browser can check signatures: some older ones have no Ed25519. */
export async function canVerify() {
  try {
    return Boolean(await crypto.subtle.importKey('raw', unbase64(ANY), 'Ed25519', false, ['verify']));
  } catch {
    return false;
  }
}

/**
 * Whether a head was signed by a key.
 * @param {string} x the public key: 32 bytes in base64url
 * @param {{ chain: string, encounter: string, version: number, hash: string }} head
 * @param {string} value the signature
 */
export async function isSigned(x, { chain, encounter, version, hash }, value) {
  try {
    const key = await crypto.subtle.importKey('raw', unbase64(x), 'Ed25519', false, ['verify']), signed = unbase64(value);
    if (base64(signed.buffer) !== value) return false; // a signature is written in one way only
    return await crypto.subtle.verify('Ed25519', key, signed, bytesOf(`skald-head-1|${chain}|${encounter}|${version}|${hash}`));
  } catch {
    return false; // a malformed key or signature signs nothing
  }
}

/**
 * @typedef {object} Verdict
 * @property {'SIGNED' | 'KEPT' | 'UNSIGNED' | 'UNCHECKED' | 'CONSISTENT' | 'BROKEN'} state SIGNED: by a key that was given; KEPT: it
 *   holds the head that was given; UNSIGNED: a key was given, and it has not signed; UNCHECKED: this browser cannot see
 *   whether it has; CONSISTENT: neither was given
 * @property {Broken | null} broken
 * @property {string} key the id of the key that signed it, as the file says
 * @property {number} kept the version of the given head
 * @property {number} events
 * @property {number} proven rolls whose faces follow from the secrets
 * @property {number} typed rolls that people typed in
 * @property {number} left rolls that this file cannot prove
 * @property {any} header
 * @property {any} created what the first event says
 */

/**
 * Judge a file. keys: public keys (`x`) that the reader trusts; head: a hash that the reader has kept.
 * @param {Uint8Array} bytes
 * @param {{ keys?: string[], head?: string, progress?: (share: number) => void }} [more]
 * @returns {Promise<Verdict>}
 */
export async function prove(bytes, { keys = [], head = '', progress = () => {} } = {}) {
  /** @type {Verdict} */
  const verdict = { state: 'BROKEN', broken: null, key: '', kept: 0, events: 0, proven: 0, typed: 0, left: 0, header: null, created: null };
  /** The first of all that is broken. @param {Broken} found */
  const blame = (found) => {
    if (!verdict.broken || found.at < verdict.broken.at) verdict.broken = found;
  };
  try {
    const [header, ...lines] = await readLines(bytes);
    Object.assign(verdict, { header, events: lines.length, key: header.signature?.key ?? '' });
    const { broken, sound } = await checkChain(header, lines, (share) => progress(share * 0.7));
    broken.forEach(blame);
    const events = lines.slice(0, sound).map((line) => ({ data: {}, ...(line.secret ?? line.public), whole: line.public.type === undefined }));
    verdict.created = events[0]?.data ?? null;
    try {
      Object.assign(verdict, await checkDice(events, Boolean(lines[0].digest), (share) => progress(0.7 + share * 0.3)));
    } catch (error) {
      blame(brokenAs(error));
    }
    verdict.kept = head ? lines.findIndex(({ hash }) => hash === head) + 1 : 0;
    if (head && !verdict.kept) blame(new Broken(header.version + 1, 'otherHead'));
    const able = !keys.length || await canVerify(), signed = able && keys.length ? await signedBy(header, lines[0].public?.data?.chain, keys) : null;
    if (signed === false) blame(new Broken(header.version, 'signature'));
    if (!verdict.broken) verdict.state = signed ? 'SIGNED' : verdict.kept ? 'KEPT' : !able ? 'UNCHECKED' : keys.length ? 'UNSIGNED' : 'CONSISTENT';
  } catch (error) {
    blame(brokenAs(error));
  }
  return verdict;
}

/**
 * @param {unknown} error
 * @returns {Broken}
 */
function brokenAs(error) {
  if (error instanceof Broken) return error;
  throw error;
}

/**
 * Whether one of these keys signed the head; null: the file names none of them.
 * @param {any} header
 * @param {string} chain
 * @param {string[]} keys
 */
async function signedBy(header, chain, keys) {
  const { key, value } = header.signature ?? {};
  for (const x of keys) if (key === await keyIdOf(x)) return isSigned(x, { ...header, chain }, value);
  return null;
}

/** @param {number} [at] */
const breathe = (at = 0) => (at % BATCH ? undefined : new Promise((done) => { setTimeout(done); }));

/**
 * The values of all lines. Each is written anew and must be the very bytes of the file: it has one form.
 * @param {Uint8Array} bytes
 */
async function readLines(bytes) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }), found = [];
  for (let from = 0, at = 0; from < bytes.length; at += 1) {
    const end = bytes.indexOf(10, from);
    let text = '', value = null;
    try {
      text = decoder.decode(bytes.subarray(from, end < 0 ? bytes.length : end));
      value = parsed(text);
    } catch {
      need(false, at, 'json');
    }
    need(end >= 0, at, 'end');
    need(isWritten(value, text, at ? LINE : HEADER), at, 'form');
    need(at ? isEvent(value, found[0].seat) : isHeader(value), at, at ? 'event' : 'header');
    found.push(value);
    from = end + 1;
    await breathe(at);
  }
  need(found.length > 1, found.length, 'empty');
  return found;
}

/** A whole number that may be larger than a JavaScript number holds exactly. */
const LARGE = /[:,[]-?\d{16}/;

/**
 * @param {string} text
 * @returns {any} large numbers as BigInt, where the browser can
 */
function parsed(text) {
  if (!LARGE.test(text)) return JSON.parse(text);
  const exact = (/** @type {string} */ _, /** @type {any} */ value, /** @type {any} */ context) =>
    (typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source) ? BigInt(context.source) : value);
  return JSON.parse(text, /** @type {any} */ (exact));
}

/** @param {any} value */
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
/** @param {any} value */
const isText = (value) => typeof value === 'string';

/**
 * Whether it holds nothing that the format does not have: fractions, halves of characters.
 * @param {any} value
 * @returns {boolean}
 */
function isPlain(value) {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([name, one]) => isPlain(name) && isPlain(one));
}

/** @param {any} value */
const isHeader = ({ skald, encounter, system, rules, version, hash, seat, signature }) => skald === 1
  && [encounter, system, hash].every(isText) && [rules, version].every(Number.isInteger) && (seat === null || isText(seat))
  && (signature === undefined || (isObject(signature) && Object.keys(signature).length === 2 && isText(signature.key) && isText(signature.value)));

/**
 * Whether a line has what an event of a whole file, or of a seat's, must have.
 * @param {any} line
 * @param {string | null} seat
 */
function isEvent(line, seat) {
  const { version, hash, public: shown, secret, salt, to, digest } = line, hidden = secret !== undefined;
  return Number.isInteger(version) && isText(hash) && shown !== undefined && hidden === (isText(salt) && salt !== '') && hidden === (salt !== undefined)
    && (hidden && seat === null) === (Array.isArray(to) && to.every(isText)) && (to === undefined || hidden)
    && (digest === undefined || (isText(digest) && digest !== '' && !hidden && seat !== null));
}

/**
 * Whether this is how a value is written, with these members.
 * @param {any} value
 * @param {string} text
 * @param {string[]} members
 */
function isWritten(value, text, members) {
  try {
    return isObject(value) && isPlain(value) && text === written(value, members);
  } catch (error) {
    if (error instanceof RangeError) return false; // nested too deeply
    throw error;
  }
}

/**
 * @param {any} line
 * @param {string[]} members
 */
const written = (line, members) =>
  `{${members.filter((name) => Object.hasOwn(line, name)).map((name) => `${JSON.stringify(name)}:${canonical(line[name])}`).join()}}`;

/**
 * What is wrong with the chain, and with the first event that cannot be read; sound: how many can be.
 * @param {any} header
 * @param {any[]} lines
 * @param {(share: number) => void} progress
 * @returns {Promise<{ broken: Broken[], sound: number }>}
 */
async function checkChain(header, lines, progress) {
  let before = '', time = '', sound = lines.length;
  /** @type {Broken[]} */
  const broken = [];
  let linked = true;
  for (const [index, line] of lines.entries()) {
    const { secret, salt, public: shown } = line, at = index + 1;
    if (linked) {
      before = await linkOf(before, shown, secret === undefined ? line.digest ?? '' : await digestOf(salt, secret));
      linked = line.version === at && before === line.hash;
      if (!linked) broken.push(new Broken(at, line.version === at ? 'hash' : 'version'));
    }
    if (sound > index) {
      try {
        readEvent(line, at, time);
        ({ time } = shown);
      } catch (error) {
        broken.push(brokenAs(error));
        sound = index;
      }
    }
    if (!linked && sound <= index) break;
    if (index % BATCH === 0) {
      progress(index / lines.length);
      await breathe();
    }
  }
  try {
    if (linked) checkHead(header, lines, before);
  } catch (error) {
    broken.push(brokenAs(error));
  }
  return { broken, sound };
}

/**
 * An event as such: whether it can be read, is in time, and its two parts tell one tale.
 * @param {any} line
 * @param {number} at
 * @param {string} time of the event before
 */
function readEvent({ secret, digest, public: shown }, at, time) {
  need(isObject(shown) && (secret === undefined || isObject(secret)), at, 'shape');
  const event = secret ?? shown;
  need(shown.version === at && event.version === at, at, 'version');
  need(isText(shown.time) && TIME.test(shown.time) && shown.time >= time && event.time === shown.time, at, 'time');
  need(shown.type !== undefined || ((secret || digest) && Object.keys(shown).length === 2), at, 'tales');
  need((event.data === undefined && event.type === undefined) || (isObject(event.data) && isText(event.type)), at, 'shape');
  if (!secret || shown.type === undefined) return;
  const [told, whole] = [shown, secret].map(({ data, because: _because, ...rest }) => ({ data: data ?? {}, rest: canonical(rest) }));
  need(told.rest === whole.rest && isObject(told.data) && Object.keys(told.data).length === Object.keys(whole.data).length, at, 'tales');
  for (const [name, value] of Object.entries(told.data))
    need(Object.hasOwn(whole.data, name) && (value === null || canonical(value) === canonical(whole.data[name])), at, 'tales');
}

/**
 * Whether the header says what the events say.
 * @param {any} header
 * @param {any[]} lines
 * @param {string} hash
 */
function checkHead(header, lines, hash) {
  const created = lines[0].public?.data ?? {};
  need(created.chain === CHAIN, 1, 'chain');
  need(header.version <= lines.length, lines.length + 1, 'cut');
  need(header.version === lines.length && header.hash === hash, lines.length, 'head');
  let encounter = '';
  const seats = new Set(Array.isArray(created.table) ? created.table.map((/** @type {any} */ one) => one?.seat) : []);
  for (const { public: shown } of lines) {
    const { type, data } = shown ?? {};
    if (/^(EncounterCreated|EncounterForked|SeatAdded)$/.test(type) && data?.encounter !== undefined) ({ encounter } = data);
    if (type === 'SeatAdded') seats.add(data?.entry?.seat);
  }
  need(header.encounter === encounter && header.system === created.system && header.rules === created.rules, 1, 'names');
  need(header.seat === null || seats.has(header.seat), 1, 'seat');
}

/**
 * What a roll or a draw says that fell. Broken for what cannot fall so.
 * @param {{ type: string, version: number, data: any }} event
 */
function fallen({ type, version, data }) {
  const [, count, sides] = type === 'Drawn' ? [0, 1, data.among] : (/^(0|[1-9]\d{0,2})d([1-9]\d{0,3})$/.exec(data.dice) ?? []).map(Number);
  const faces = type === 'Drawn' ? [Number(data.index) + 1] : data.faces;
  need(Number.isInteger(sides) && sides >= 1 && sides <= 2 ** 32 && Array.isArray(faces) && faces.length === count
    && faces.every((one) => Number.isInteger(one) && one >= 1 && one <= sides), version, 'faces');
  return { sides: /** @type {number} */ (sides), faces: /** @type {number[]} */ (faces) };
}

/** @param {string} type */
const isRoll = (type) => type === 'DiceRolled' || type === 'Drawn';

/**
 * @param {any[]} events
 * @param {boolean} cut part of the first event is withheld
 * @param {(share: number) => void} progress
 */
async function checkDice(events, cut, progress) {
  const found = { proven: 0, typed: 0, left: 0 };
  need(events[0]?.type === 'EncounterCreated', 1, 'first');
  const { diceMode, seed, typedBy, withheldTypedSides } = events[0].data, physical = diceMode === 'PHYSICAL', open = diceMode === 'OPEN';
  const mayType = !physical && (cut || [typedBy?.seats, typedBy?.sides, withheldTypedSides].some((named) => named?.length));
  for (const { type, version, data } of events)
    if (isRoll(type)) need((data.typed ?? null) === null || (data.typed === true && mayType), version, 'typed');
  if (physical) return { ...found, typed: events.filter(({ type }) => isRoll(type)).length };
  const stretches = await secretsOf(events, open);
  need(!open || isText(seed), 1, 'shape');
  const given = open ? hex(await sha256(seed)) : '';
  let stirred = '', rolled = false, number = 0;
  /** @type {string[]} */
  const added = [];
  for (const [index, event] of events.entries()) {
    const { type, version, data, whole } = event;
    if (index % BATCH === 0) {
      progress(index / events.length);
      await breathe();
    }
    while (stretches[number + 1]?.since <= version) number += 1;
    if (type === 'EntropyAdded') {
      need(!rolled && isText(data.entropy), version, 'entropy');
      added.push(data.entropy);
    }
    if (!isRoll(type)) continue;
    const { sides, faces } = fallen(event), own = stretches[number];
    if (!rolled) stirred = await stirredOf(added); // nothing is added later
    rolled = true;
    if (data.typed) {
      found.typed += 1;
      continue;
    }
    const secrets = open ? [given] : [own.secret, whole ? own.hidden : ''].filter(Boolean);
    let fell = false;
    for (const secret of secrets) fell ||= await fallsSo(secret, open ? '' : own.encounter, version, faces, sides, stirred);
    need(fell || !secrets.length || (whole && !open && !own.hidden), version, 'fell');
    if (fell) found.proven += 1;
    else found.left += 1; // of a parent, of a running fight, or by the secret that only the game master gets
  }
  return found;
}

/**
 * The secrets of a fight, of each fork and of each epoch of a campaign from its version on. Broken for one that was not committed to.
 * @param {any[]} events
 * @param {boolean} open
 */
async function secretsOf(events, open) {
  /** @type {any[]} */
  const stretches = [];
  for (const event of events) {
    const { type, version, data } = event;
    if (type === 'EncounterCreated' || type === 'EncounterForked') stretches.push({ ...data, since: version, secret: '', hidden: '' });
    if (isRoll(type)) fallen(event);
    if ((type !== 'EncounterEnded' && type !== 'DiceEpochClosed') || open) continue;
    const own = stretches[stretches.length - 1], secret = data.diceSecret, hidden = data.hiddenSecret ?? '';
    need(isSecret(secret) && await commitmentOf(secret) === own.commitment, version, 'commitment');
    need(!hidden || (isSecret(hidden) && [null, await commitmentOf(hidden)].includes(own.hiddenCommitment)), version, 'commitment');
    Object.assign(own, { secret, hidden });
    // A secret is the commitment to the next one; null: the hidden one is not for this reader.
    if (type === 'DiceEpochClosed') stretches.push({ ...own, since: version, secret: '', hidden: '', commitment: secret, hiddenCommitment: hidden || null });
  }
  return stretches;
}

/** @param {any} secret */
const isSecret = (secret) => isText(secret) && /^[0-9a-f]{64}$/.test(secret);

/**
 * @param {string} secret
 * @param {string} encounter
 * @param {number} version
 * @param {number[]} faces
 * @param {number} sides
 * @param {string} stirred
 */
async function fallsSo(secret, encounter, version, faces, sides, stirred) {
  for (const [die, face] of faces.entries())
    if (face !== await faceOf(secret, encounter, version, die, sides, stirred)) return false;
  return true;
}
