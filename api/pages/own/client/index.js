// What others may rely on: everything here works in a browser, in a frame and in Node, and loads nothing else.
import * as often from './documents.js';
import * as seldom from './documents-seldom.js';

const documents = { ...often, ...seldom };
export { Act, Acts, actsOf, linesOf } from './acts.js';
export { Campaign } from './campaign.js';
export { documents };
export { MAP } from './documents-map.js';
export { TypedDice } from './dice.js';
export { Draft } from './draft.js';
export { Fight } from './fight.js';
export { Hosting } from './hosting.js';
export { idOf } from './ids.js';
export { invite } from './invite.js';
export { laysOf } from './lays.js';
export { readLink } from './links.js';
export { outlinesOf, SceneMap } from './map.js';
export { obey, orderTo } from './moves.js';
export { listenToComparison, listenToOdds, listenToProposals, listenToSetupOdds } from './odds.js';
export { filled, fits, isOpen, LISTS, nameOf, needsNothing, offered, ON_BOARD, same } from './offers.js';
export { KEPT, Pictures } from './pictures.js';
export { bare, holds, inside, middleOf, placeAt, placesOf, shapesOf, spotRadius } from './places.js';
export { listenToPresence } from './presence.js';
export { newKey } from './random.js';
export { Refusal } from './refusal.js';
export { listenToCurve, readAnalysis } from './report.js';
export { Ruling } from './ruling.js';
export { join, whoIsHere } from './seat.js';
export { pause, Server } from './server.js';
export { Socket } from './socket.js';

/**
 * @typedef {import('./fight.js').Encounter} Encounter a fight as a seat sees it
 * @typedef {import('./fight.js').FightEvent} FightEvent
 * @typedef {import('./fight.js').Offer} Offer
 * @typedef {import('./fight.js').Decision} Decision
 * @typedef {import('./odds.js').Odds} Odds
 * @typedef {import('./odds.js').OddsWish} OddsWish
 * @typedef {import('./odds.js').Comparison} Comparison
 * @typedef {import('./odds.js').Proposals} Proposals
 * @typedef {import('./report.js').Analysis} Analysis
 * @typedef {import('./report.js').Curve} Curve
 * @typedef {import('./seat.js').Viewer} Viewer
 * @typedef {import('./seat.js').Seat} Seat
 * @typedef {import('./links.js').Said} Said
 */
