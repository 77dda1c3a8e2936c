// What lies over a board: where one may go and how far, the way that is put together, and what it would reach.

/** @typedef {any} Offer */
/** @typedef {any} Field */

/**
 * What lies over the board. area or line: what is drawn; place: what a click on it picks, `null`: the spot itself.
 * @typedef {object} Lay
 * @property {'reach' | 'next' | 'stand' | 'range' | 'way' | 'blocked' | 'area' | 'picked' | 'affected'} part stand: where one may go, while nothing is put together; range: how far it goes at most; blocked: a way up to what blocks it
 * @property {any} [area]
 * @property {{ x: number, y: number }[]} [line]
 * @property {any} [place]
 * @property {unknown} [by] how a step is made
 * @property {string} [label]
 * @property {{ amount: number, unit: string }} [left] of a range: how far, in hundredths of the unit
 */

/**
 * What lies over the board while a draft is put together.
 * @param {import('./draft.js').Draft} draft
 * @param {(place: any) => { x: number, y: number } | undefined} middle
 * @returns {Lay[]}
 */
export function laysOf({ offer, aimed, foreseen, refusal, picks, fight }, middle) {
  /** @type {Lay[]} */
  const lays = [];
  const field = offer.fields[aimed], tokens = fight.now?.scene.tokens ?? [];
  const stands = (/** @type {string | null} */ who) => tokens.find((/** @type {any} */ one) => one.combatant === who)?.place;
  for (const area of foreseen?.areas ?? []) lays.push({ part: 'area', area });
  if (field) {
    // On an open table every spot may be clicked, also where it is not told what is within reach.
    if (field.kind === 'path' && !foreseen?.next?.length && fight.now?.scene.space.__typename === 'ScenePlane') lays.push({ part: 'next', place: null, label: field.label });
    if (field.kind === 'path')
      for (const { by, label, area } of foreseen?.next ?? []) lays.push({ part: 'next', by, label, area, place: area && !spots(area) ? undefined : null });
    else lays.push({ part: 'reach', area: field.reach, place: field.reach && !spots(field.reach) ? undefined : null, label: field.label });
  }
  const ways = foreseen?.ways ?? refusal?.ways ?? [];
  for (const way of ways) {
    const line = [stands(way.combatant), ...way.steps].map(middle).filter((one) => one !== undefined);
    if (line.length > 1) lays.push({ part: refusal ? 'blocked' : 'way', line });
  }
  const picked = picks.get(aimed), from = middle(stands(offer.combatant));
  if (field?.kind === 'path' && from) {
    const own = ways.find((/** @type {any} */ way) => way.combatant === offer.combatant && way.left !== null), begun = Array.isArray(picked) && picked.length > 0;
    const left = own ? own.left : begun ? null : leftToGo(fight.now, offer.combatant);
    lays.push(...ranged(fight.now, (own && middle(own.steps.at(-1))) || from, left));
  }
  if (field?.kind === 'facing' && picked && from) {
    const { x, y } = /** @type {{ x: number, y: number }} */ (picked);
    lays.push({ part: 'way', line: [from, { x: from.x + x, y: from.y + y }] });
  } else if (field && picked && field.kind !== 'path') {
    for (const place of Array.isArray(picked) ? picked : [picked]) lays.push({ part: 'picked', area: areaOf(place) });
  }
  return lays;
}

/**
 * Where somebody may go as long as nothing is put together: a pick begins the order.
 * @param {Offer} offer
 * @param {Field} field of its kind `place` or `path`
 * @param {any} now the answer of `LOOK`
 * @returns {Lay[]}
 */
export function standing({ label, combatant }, field, now) {
  const at = now?.scene.tokens.find((/** @type {any} */ one) => one.combatant === combatant)?.place?.point;
  if (field.kind === 'path') return [...(at ? ranged(now, at, leftToGo(now, combatant)) : []), { part: 'stand', place: null, label }];
  return field.reach ? [{ part: 'stand', area: field.reach, place: spots(field.reach) ? null : undefined, label }] : [];
}

/**
 * How far somebody may still go, as the order of play tells it: what it has left of a length.
 * @param {any} now
 * @param {string} combatant
 */
function leftToGo(now, combatant) {
  const slot = now?.scene.play.slots.find((/** @type {any} */ one) => one.combatant === combatant && one.state === 'ACTING');
  const bar = slot?.left.find((/** @type {any} */ one) => one.unit && one.now !== null);
  return bar?.now ?? null;
}

/**
 * On an open table, how far somebody goes at most, as a circle.
 * @param {any} now
 * @param {{ x: number, y: number }} centre
 * @param {number | null} left in hundredths of the unit
 * @returns {Lay[]}
 */
function ranged(now, centre, left) {
  const space = now?.scene.space;
  if (space?.__typename !== 'ScenePlane' || !left) return [];
  return [{ part: 'range', left: { amount: left, unit: space.unit }, area: { runs: [], outlines: [], strip: null, disc: { centre, radius: left }, sector: null, places: [] } }];
}

/**
 * Places that answer a question: a pick gives the answer.
 * @param {{ place: any, offer: Offer }[]} answers
 * @returns {Lay[]}
 */
export const answering = (answers) => answers.map(({ place, offer }) => ({ part: 'reach', area: areaOf(place), label: offer.label }));

/** @param {any} area */
const spots = (area) => Boolean(area.outlines.length || area.disc || area.sector || area.strip);

/** @param {any} place */
function areaOf(place) {
  const none = { runs: [], outlines: [], strip: null, disc: null, sector: null, places: [] };
  if (place.cell) return { ...none, runs: [{ ...place.cell, length: 1, height: null }] };
  return { ...none, places: [place] };
}
