// Checks an export of Skald without Skald: chain, commitments, faces, signature. Node 18 or newer, no packages.
// node check.mjs FILE [KEY]   KEY: the x of a key of /.well-known/jwks.json.
// Exit code 0: signed by KEY. 1: broken. 3: not signed by KEY. 4: consistent, and no key was given: anybody can make that.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'));
const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value).sort(byBytes).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}
export const digest = (salt, secret) => sha256(salt, canonical(secret)).digest('hex');
export const link = (before, shown, hidden) => sha256(before, '\n', canonical(shown), '\n', hidden).digest('hex');
export const commitment = (secret) => sha256(Buffer.from(secret, 'hex')).digest('hex');
export const stir = (added) => (added.length ? sha256(...added.map((text) => `${text}\0`)).digest('hex') : '');

export function face(secret, encounter, version, die, sides, stirred) {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(sides));
  for (let attempt = 0; ; attempt += 1) {
    const message = `skald-dice-1|${encounter}|${version}|${die}|${attempt}|${stirred}`;
    const x = createHmac('sha256', Buffer.from(secret, 'hex')).update(message).digest().readBigUInt64BE();
    if (x < limit) return Number(x % BigInt(sides)) + 1;
  }
}
export const keyId = (x) => sha256(canonical({ crv: 'Ed25519', kty: 'OKP', x })).digest('base64url');
export function signed(x, chain, encounter, version, hash, value) {
  const key = createPublicKey({ key: { crv: 'Ed25519', kty: 'OKP', x }, format: 'jwk' });
  const message = `skald-head-1|${chain}|${encounter}|${version}|${hash}`;
  return verify(null, Buffer.from(message), key, Buffer.from(value, 'base64url'));
}

class Broken extends Error {}
const need = (holds, version, what) => { if (!holds) throw new Broken(`BROKEN at version ${version}: ${what}`); };

const HEADER = ['skald', 'encounter', 'system', 'rules', 'version', 'hash', 'seat', 'signature'];
const LINE = ['version', 'hash', 'public', 'secret', 'salt', 'to', 'digest'];
const written = (line, members) => `{${members.filter((name) => name in line)
  .map((name) => `${JSON.stringify(name)}:${canonical(line[name])}`).join()}}`;

function read(bytes) { // each line is written anew from what was read: a file has one byte form
  let text = '';
  try { text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes); } catch { need(false, 0, 'this is no UTF-8'); }
  need(text.endsWith('\n'), text.split('\n').length - 1, 'the last line has no end');
  return text.slice(0, -1).split('\n').map((line, at) => {
    let value = {};
    try { value = JSON.parse(line); } catch { need(false, at, 'this line is no JSON'); }
    need(value instanceof Object && line === written(value, at ? LINE : HEADER), at, 'this line is not in the one byte form');
    return value;
  });
}

function readChain(header, lines) {
  let before = '', time = '';
  for (const [index, line] of lines.entries()) {
    const { secret, salt, public: shown } = line;
    need(line.version === index + 1 && shown.version === index + 1, index + 1, 'this is another version');
    before = link(before, shown, secret ? digest(salt, secret) : line.digest ?? '');
    need(before === line.hash, index + 1, 'its hash does not continue the chain');
    need(/^\d{4}(-\d\d){2}T\d\d(:\d\d){2}\.\d{3}Z$/.test(shown.time) && shown.time >= time, index + 1, 'time runs backwards');
    time = shown.time;
    for (const [name, value] of Object.entries((secret && shown.data) || {}))
      need(value === null || canonical(value) === canonical(secret.data[name]), index + 1, `two tales of ${name}`);
  }
  need(lines[0]?.public.data?.chain === 'skald-chain-1/sha256', 1, 'this is another chain');
  need(header.version === lines.length && header.hash === before, lines.length, 'the header names another head');
}

function fallen({ type, data }) {
  if (type === 'Drawn') return { sides: data.among, faces: [data.index + 1] };
  const [count, sides] = data.dice.split('d').map(Number);
  return { sides, faces: data.faces, count };
}

function checkDice(events, cut) {
  const created = events[0].data, stretches = [], added = [], { typedBy: who, withheldTypedSides: others } = created;
  const mayType = cut || [who?.seats, who?.sides, others].some((named) => named?.length);
  let proven = 0, typed = 0, left = 0, rolled = false;
  for (const { type, version, data } of events) {
    if (type === 'EncounterCreated' || type === 'EncounterForked') stretches.push({ ...data, since: version, secrets: [] });
    const own = stretches.at(-1);
    if ((type !== 'EncounterEnded' && type !== 'DiceEpochClosed') || created.diceMode !== 'SEEDED') continue;
    own.secrets = [data.diceSecret, data.hiddenSecret];
    need(commitment(data.diceSecret) === own.commitment, version, 'another secret than the one that was committed to');
    need(!data.hiddenSecret || [null, commitment(data.hiddenSecret)].includes(own.hiddenCommitment), version, 'another hidden secret');
    if (type === 'DiceEpochClosed') stretches.push({ ...own, since: version, secrets: [], commitment: data.diceSecret, hiddenCommitment: data.hiddenSecret ?? null });
  }
  for (const { type, version, data, whole } of events) {
    if (type === 'EntropyAdded') need(!rolled && added.push(data.entropy), version, 'somebody added to the dice after some had fallen');
    if (type !== 'DiceRolled' && type !== 'Drawn') continue;
    rolled = true;
    const { sides, faces, count = 1 } = fallen({ type, data });
    need(sides <= 2 ** 32 && faces.length === count && faces.every((one) => one >= 1 && one <= sides), version, 'dice cannot fall so');
    need((data.typed ?? null) === null || (data.typed === true && mayType), version, 'nobody types these dice');
    const open = created.diceMode === 'OPEN', own = stretches.findLast((stretch) => stretch.since <= version);
    const secrets = open ? [sha256(created.seed).digest('hex')] : own.secrets.slice(0, whole ? 2 : 1).filter(Boolean);
    const falls = (secret, die) => face(secret, open ? '' : own.encounter, version, die, sides, stir(added));
    if (data.typed || created.diceMode === 'PHYSICAL') typed += 1;
    else if (secrets.some((secret) => faces.every((one, die) => one === falls(secret, die)))) proven += 1;
    else if (open || (secrets.length && (!whole || own.secrets[1]))) need(false, version, 'these dice did not fall so');
    else left += 1; // of a parent, of a running fight, or by the secret that only the GM gets
  }
  return [proven, typed, left];
}

export function check(bytes, x) {
  const [header, ...lines] = read(bytes);
  readChain(header, lines);
  const events = lines.map((line) => ({ data: {}, ...(line.secret ?? line.public), whole: !line.public.type }));
  const [proven, typed, left] = checkDice(events, Boolean(lines[0].digest)); // cut: part of who types is withheld
  const { key, value } = header.signature ?? {};
  const named = x && key === keyId(x);
  if (named) need(signed(x, events[0].data.chain, header.encounter, header.version, header.hash, value), header.version, 'not signed so');
  console.log(`${lines.length} events, ${proven} rolls proven, ${typed} typed by people, ${left} not`);
  console.log(named ? `SIGNED by ${key}` : `CONSISTENT: anybody could have made it${x ? ', but NOT SIGNED by the key you gave' : ''}`);
  return named ? 0 : x ? 3 : 4;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = check(readFileSync(process.argv[2]), process.argv[3]);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    console.log(error.message);
    process.exitCode = 1;
  }
}
