// Checks the file of a campaign without Skald: each part by check.mjs, and that they belong together. Node 18 or newer.
// node check_campaign.mjs FILE [KEY]   KEY: the x of a key of /.well-known/jwks.json.
// Exit code 0: all parts are signed by KEY. 1: broken. 3: not all are signed by KEY. 4: consistent, and no key was given.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonical, check } from './check.mjs';

const need = (holds, version, what) => { if (!holds) throw new Error(`BROKEN at version ${version} of the campaign: ${what}`); };
const same = (a, b) => canonical(a ?? null) === canonical(b ?? null);

function parts(bytes) { // a header begins each part
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at) + 1 || bytes.length, line = bytes.subarray(at, end);
    if (line.subarray(0, 9).equals(Buffer.from('{"skald":')) || !found.length) found.push([]);
    found.at(-1).push(line);
    at = end;
  }
  return found.map((lines) => {
    const [header, ...events] = lines.map((line) => JSON.parse(line));
    return { bytes: Buffer.concat(lines), header, events: events.map(({ hash, ...line }) => ({ data: {}, ...(line.secret ?? line.public), hash })) };
  });
}

function live(events) { // a Reverted takes back what lies behind toVersion, but for what it kept; the newest counts first
  let last = events.length, standing = [];
  for (let version = last; version > 0; version -= 1) {
    const { type, data } = events[version - 1];
    if (version > last || type !== 'Reverted') continue;
    standing = [...(data.kept ?? []).map((kept) => events[kept - 1]), ...events.slice(version, last), ...standing];
    last = data.toVersion;
  }
  return [...events.slice(0, last), ...standing];
}

function planned(campaigns, plan, part) { // the fight's first event names the campaign and its plan
  const { campaign: tie, enteredMembers = [], withheldMembers } = part.events[0].data;
  need(tie && campaigns.has(tie.campaign) && tie.version === plan.version && tie.head === plan.hash, plan.version, `${plan.data.fight} does not name its plan`);
  const sorted = (members) => members.map(canonical).sort();
  need(same(sorted([...enteredMembers, ...(withheldMembers ?? [])]), sorted(plan.data.entering)), plan.version, `others entered ${plan.data.fight}`);
}

const KINDS = { MemberDied: 'DEATH', CombatantReturned: 'DEATH' };

function line({ type, data, rule }, fightVersion) { // as it stood in the list that was accepted
  const kind = KINDS[type] ?? data.carried, path = data.about ?? [], id = [data.combatant, kind.toLowerCase(), ...path].join('/');
  const back = type === 'CombatantReturned', [was, left] = kind === 'DEATH' ? [back, !back] : [data.enteredAs ?? null, data.leftAs ?? null];
  return { id, member: data.combatant, kind, path, was, left, cause: back ? fightVersion : data.fightCause, rule };
}

function settled(behind, { version, data }, part) { // the fight ends so, and each line is one that was accepted
  const { header, events } = part, { dropped = [], set = {} } = data.edits ?? {}, count = data.lines ?? -1;
  need(header.version === data.fightVersion && header.hash === data.head, version, `${data.fight} ends otherwise`);
  need(events.at(-1).type === 'EncounterEnded', version, `${data.fight} has not ended`);
  const told = behind.slice(0, count), lines = told.map((event) => line(event, data.fightVersion));
  need(count >= 0 && told.length === count, version, 'lines are missing');
  for (const [index, event] of told.entries()) {
    const { type, data: own } = event, { id, left } = lines[index];
    need(type === 'Carried' || type in KINDS, event.version, 'this is no line of a settlement');
    need(type === 'CombatantReturned' || (own.fight === data.fight && own.fightCause >= 1 && own.fightCause <= data.fightVersion), event.version, 'it names another fight');
    need(!dropped.includes(id) && (!(id in set) || same(set[id], left)), event.version, 'the game master wanted it otherwise');
    need(type !== 'Carried' || same(own.value, left) || [own.value, own.enteredAs, left].every(Number.isInteger), event.version, 'it is set to something else');
  }
  const next = behind[count];
  need(next?.type !== 'Carried' && next?.type !== 'MemberDied', next?.version, 'a line more than were accepted');
  need(new Set(lines.map(({ id }) => id)).size === count, version, 'a line is told twice');
  const proposal = { fight: data.fight, version: data.fightVersion, head: data.head, rules: data.rules, result: data.result, lines, digest: '' };
  const unchanged = !dropped.length && !Object.keys(set).length;
  if (unchanged) need(createHash('sha256').update(canonical(proposal)).digest('hex') === data.proposal, version, `other lines than were accepted of ${data.fight}`);
}

function belong([campaign, ...rest]) {
  const events = live(campaign.events), fights = new Map(rest.map((part) => [part.header.encounter, part]));
  need(fights.size === rest.length, 0, 'a fight stands in it twice');
  const made = events.filter(({ type }) => type === 'EncounterCreated' || type === 'EncounterForked');
  const campaigns = new Set(made.map(({ data }) => data.encounter)), named = new Map(), plans = new Map();
  const part = (id, version) => { need(fights.has(id), version, `the fight ${id} is missing`); return fights.get(id); };
  for (const [index, event] of events.entries()) {
    const { type, version, data } = event;
    if (type === 'FightPlanned') plans.set(data.fight, event);
    if (type === 'FightBegun') {
      const own = part(data.fight, version);
      named.set(data.fight, own);
      need(own.events[0].hash === data.head, version, `another fight stands in the place of ${data.fight}`);
      planned(campaigns, plans.get(data.fight), own);
    }
    if (type === 'FightTakenIn') {
      named.set(data.fight, part(data.fight, version));
      need(named.get(data.fight).events[0].hash === data.head, version, `another fight stands in the place of ${data.fight}`);
    }
    if (type === 'FightReplaced') named.set(data.fight, part(data.replacement, version)).set(data.replacement, part(data.replacement, version));
    if (type === 'FightSettled') settled(events.slice(index + 1), event, named.get(data.fight));
  }
  for (const id of fights.keys()) need(named.has(id), 0, `${id} is no fight of this campaign`);
  return fights.size;
}

try {
  const found = parts(readFileSync(process.argv[2]));
  const codes = found.map(({ bytes }) => check(bytes, process.argv[3]));
  console.log(`${belong(found)} fights, each as the campaign names it`);
  process.exitCode = Math.max(...codes);
} catch (error) {
  console.log(error.message.startsWith('BROKEN') ? error.message : `BROKEN: ${error.message}`);
  process.exitCode = 1;
}
