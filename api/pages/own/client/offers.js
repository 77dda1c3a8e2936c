// Offers: what an order looks like with picks made, and which picks fit.

/** @typedef {any} Offer */
/** @typedef {any} Field */

/** Kinds of fields that are picked on the board. */
export const ON_BOARD = new Set(['place', 'places', 'path', 'facing']);
/** Kinds of fields whose pick is a list. */
export const LISTS = new Set(['some', 'places', 'path']);

/** @param {unknown} value */
const text = (value) => JSON.stringify(value);

/**
 * Whether two picks are the same value.
 * @param {unknown} one
 * @param {unknown} other
 */
export const same = (one, other) => text(one) === text(other);

/**
 * What is offered for a field: the value that stands in `send`.
 * @param {Offer} offer
 * @param {Field} field
 */
export function offered(offer, field) {
  return field.path.reduce((/** @type {any} */ part, /** @type {string} */ name) => part?.[name], offer.send);
}

/**
 * What to send: the offer with picks. picks: by the number of the field; a field without one stays as offered.
 * @param {Offer} offer
 * @param {Map<number, unknown>} [picks]
 */
export function filled(offer, picks = new Map()) {
  const send = structuredClone(offer.send);
  for (const [number, value] of picks) {
    const path = [...offer.fields[number].path], last = path.pop();
    path.reduce((part, name) => part[name], send)[last] = value;
  }
  return send;
}

/**
 * Whether a pick has what its field asks for, as far as one can tell here; the server judges.
 * @param {Field} field
 * @param {any} value
 */
export function fits({ kind, least, most }, value) {
  if (LISTS.has(kind)) return Array.isArray(value) && value.length >= least && value.length <= most;
  if (kind === 'amount') return Number.isInteger(value) && value >= least && value <= most;
  if (kind === 'text') return typeof value === 'string' && value.length >= least && value.length <= most;
  if (kind === 'split') {
    const sum = Object.values(value ?? {}).reduce((all, part) => all + part, 0);
    return sum >= least && sum <= most;
  }
  return value !== undefined;
}

/**
 * Whether a field leaves anything to pick.
 * @param {Field} field
 */
export function isOpen({ kind, among, exact, least, most }) {
  if (kind === 'one') return among.length > 1 || !exact;
  if (kind === 'amount') return most > least;
  return true;
}

/**
 * Whether a field may stay empty: a text that nobody needs.
 * @param {Field} field
 */
const isNote = ({ kind, least }) => kind === 'text' && !least;

/**
 * Whether an order can be sent as soon as it is chosen: it leaves nothing to pick, there are no chances to look at before,
 * and it is no tool beside the rules. Of what ends something only the usual end of who acts: not that somebody gives up.
 * That the fight begins or goes on may have a note, which nobody is asked for.
 * @param {Offer} offer
 * @param {any} fight the answer of `LOOK`
 */
export function needsNothing({ fields, group, send, combatant, key, ends, asksTwice }, { acting, offers }) {
  if (group === 'END' && combatant === null && !ends && fields.every(isNote)) return true;
  if (fields.some(isOpen) || asksTwice || 'gm' in send || 'table' in send) return false;
  if (group !== 'END') return group === 'MOVE' || group === 'OTHER';
  return acting.includes(combatant) && key === offers.find((/** @type {Offer} */ one) => one.combatant === combatant && one.group === 'END')?.key;
}

/**
 * What tells an offer from others of its fight, also after the fight has moved on.
 * @param {Offer} offer
 */
export const nameOf = ({ combatant, kind, key }) => text([combatant, kind, key]);

/**
 * Whom an order is at that names its target itself; without one its own name.
 * @param {any} now
 * @param {any} offer
 */
export const aimedAt = (now, { target, name, label }) => now?.combatants.find((/** @type {any} */ figure) => figure.key === target)?.name ?? (name || label);
