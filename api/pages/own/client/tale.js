// What a fight was, told when it is over from what its reader has seen of it: who fell and by whom, the best blow.

/** Events of a page, the most that the server gives. */
const PAGE = 500;

const TALE = /* GraphQL */ `
  query Tale($id: ID!, $after: ID, $as: ID) {
    encounter(id: $id, as: $as) {
      events(first: ${PAGE}, after: $after) {
        nodes {
          version act command type time
          headline { text icon outcome actor target changes { combatant vital by } }
          ... on CombatantOut { combatant reason }
          ... on RoundBegan { round }
          ... on Reverted { toVersion kept }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/**
 * @typedef {{ amount: number, text: string, round: number, icon: string }} Blow
 * @typedef {{ combatant: string, by: string | null, round: number }} Fall
 * @typedef {{ who: string, amount: number }} Sum
 * @typedef {{ fell: Fall[], best: Blow | null, dealt: Sum | null, took: Sum | null, minutes: number, rounds: number }} Tale
 */

/**
 * All of its events that count, as a seat reads them.
 * @param {import('./server.js').Server} server
 * @param {string} id
 * @param {string | null} [as] with whose eyes the game master looks
 */
export async function eventsOf(server, id, as = null) {
  /** @type {any[]} */
  let found = [], /** @type {string | null} */ after = null;
  for (;;) {
    /** @type {any} */
    const { encounter } = await server.graphql(TALE, { id, after, as }), { nodes, pageInfo } = encounter.events;
    for (const one of nodes) {
      if (one.type === 'Reverted') {
        const kept = new Set(one.kept);
        found = found.filter(({ version }) => version <= one.toVersion || kept.has(version));
      } else found.push(one);
    }
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}

/**
 * What they tell.
 * @param {any[]} events
 * @param {any} now the answer of `LOOK`
 * @returns {Tale}
 */
export function taleOf(events, now) {
  const main = new Map(now.scene.tokens.map((/** @type {any} */ one) => [one.combatant, one.bars[0]?.key]));
  const side = new Map(now.combatants.map((/** @type {any} */ one) => [one.key, one.side])),
    gone = new Set([...now.combatants.filter((/** @type {any} */ one) => one.out).map((/** @type {any} */ one) => one.key), ...now.scene.tokens.filter((/** @type {any} */ one) => one.down).map((/** @type {any} */ one) => one.combatant)]);
  // Of several headlines of an act the last one tells of all of it. What a reaction parts is of the same order still.
  const acts = new Map(events.filter((one) => one.headline).map((one) => [one.act, one]));
  /** @type {Map<string, string>} */
  const actors = new Map();
  /** @type {Map<string, Fall & { sure: boolean }>} */
  const fell = new Map();
  /** @type {Blow | null} */
  let best = null;
  /** @type {Map<string, number>} */
  const dealt = new Map(), /** @type {Map<string, number>} */ took = new Map();
  let round = 0;
  for (const one of events) {
    if (one.type === 'RoundBegan') round = one.round;
    const headline = acts.get(one.act)?.headline, last = acts.get(one.act) === one;
    const { actor: striker, target, outcome } = headline ?? {}, struck = striker && (outcome === 'HIT' || outcome === 'FALL');
    if (struck && target && one.command) actors.set(`${one.command} ${target}`, striker);
    // Whoever ends a turn in which poison works has struck nobody.
    const by = (/** @type {string} */ who) => (struck ? striker : actors.get(`${one.command} ${who}`) ?? null);
    const losses = last ? headline.changes.filter((/** @type {any} */ { combatant, vital, by }) => by < 0 && (main.get(combatant) ?? vital) === vital) : [];
    // Whoever is in it no more has fallen: by what says so, else by the last that was lost.
    const fall = (/** @type {string} */ who, /** @type {boolean} */ sure) => {
      if (!gone.has(who) || (fell.get(who)?.sure && !sure)) return;
      fell.delete(who); // the last one stands last
      fell.set(who, { combatant: who, by: by(who) === who ? null : by(who), round, sure });
    };
    if (one.type === 'CombatantOut') fall(one.combatant, true);
    for (const { combatant, by: change } of losses) {
      const actor = by(combatant), amount = -change;
      fall(combatant, headline.outcome === 'FALL');
      took.set(combatant, (took.get(combatant) ?? 0) + amount);
      if (!actor || side.get(actor) === side.get(combatant)) continue;
      dealt.set(actor, (dealt.get(actor) ?? 0) + amount);
      if (!best || amount > best.amount) best = { amount, text: headline.text.split(/\.\s/)[0], round, icon: headline.icon };
    }
  }
  const [first, last] = [events[0], events.at(-1)].map((one) => Date.parse(one?.time ?? ''));
  return { fell: [...fell.values()], best, dealt: most(dealt), took: most(took), minutes: Math.round((last - first) / 60_000) || 0, rounds: round };
}

/** @param {Map<string, number>} sums */
function most(sums) {
  const [[who, amount] = ['', 0]] = [...sums].sort(([, one], [, other]) => other - one);
  return who ? { who, amount } : null;
}
