// A new fight that is being put together: what the form holds, and the request that is made of it.
import { idOf } from './ids.js';

/**
 * @typedef {{ id: string, name: string, role: 'GM' | 'PLAYER' | 'SPECTATOR', bot: string | null, botPace: number | null, botThinks: number | null, types: boolean }} DraftSeat
 * @typedef {{ id: string, name: string, side: string, seat: string | null, place: any, hidden: boolean, sheet: any, more: any, given: boolean }} DraftFigure
 *   given: who plays it was said, so that it is not shared out anew
 */

/** What the form has of a request; all else of a template goes along as it is. */
const HELD = ['system', 'idempotencyKey', 'name', 'dice', 'typedBy', 'figuresOpen', 'singleAnswers', 'odds', 'houseRules', 'seats', 'setup', 'ground', 'combatants'];

/** What becomes of questions with a single answer where nothing is said of it. */
const SKIPPED = { skip: true, pace: 2 };

/**
 * An object without some of its fields.
 * @param {any} object
 * @param {string[]} names
 * @returns {any}
 */
const without = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

export class DraftFight {
  name = '';
  /** SEEDED, PHYSICAL, or MIXED: the seats and sides that are marked type their dice. */
  dice = 'SEEDED';
  /** Sides whose figures' dice are typed, whoever plays them. @type {string[]} */
  typingSides = [];
  figuresOpen = false;
  /** What becomes of questions with a single answer. pace: seconds for those that are asked all the same. */
  singleAnswers = SKIPPED;
  /** Who may ask how the fight may end: MASTER, EVERYBODY or NOBODY. */
  odds = 'MASTER';
  /** What this table plays otherwise than the game has it, by key. @type {Record<string, any>} */
  houseRules = {};
  /** @type {DraftSeat[]} */
  seats = [];
  /** @type {DraftFigure[]} */
  figures = [];
  /** @type {any} */
  setup = undefined;
  /** @type {any} null: as the game has it without one */
  ground = null;
  /** What a template says that no field here is for: it goes into the fight as it was. @type {any} */
  more = {};

  /** @param {any} system all of a game, as `Hosting.system` answers it */
  constructor(system) {
    this.system = system;
    this.name = system.name;
    this.seat('GM', 'GM');
  }

  /**
   * @param {string} name
   * @param {DraftSeat['role']} role
   */
  seat(name, role) {
    const seat = { id: idOf(name, this.seats.map(({ id }) => id)), name, role, bot: null, botPace: null, botThinks: null, types: role === 'PLAYER' };
    this.seats.push(seat);
    return seat;
  }

  /**
   * @param {string} name
   * @param {{ side: string, seat?: string | null, sheet: any }} given
   */
  figure(name, { side, seat = null, sheet }) {
    const names = this.figures.map((one) => one.name);
    let title = name;
    for (let n = 2; names.includes(title); n += 1) title = `${name} ${n}`;
    const figure = { id: idOf(title, this.figures.map(({ id }) => id)), name: title, side, seat, place: null, hidden: false, sheet: structuredClone(sheet), more: {}, given: false };
    this.figures.push(figure);
    return figure;
  }

  /** The person's seat that plays the fewest figures; null where there is none. No hero goes to a bot by himself. */
  get idlest() {
    const plays = (/** @type {DraftSeat} */ { id }) => this.figures.filter(({ seat }) => seat === id).length;
    return this.seats.filter(({ role, bot }) => role === 'PLAYER' && !bot).sort((one, other) => plays(one) - plays(other))[0]?.id ?? null;
  }

  /** The side of the players: that of the first figure that a person plays, else the first that the game has. */
  get heroes() {
    const people = new Set(this.seats.filter(({ role, bot }) => role === 'PLAYER' && !bot).map(({ id }) => id));
    return this.figures.find(({ seat }) => people.has(seat ?? ''))?.side ?? this.system.sides[0]?.key ?? this.system.usualSides[0]?.key ?? 'heroes';
  }

  /** The bot that plays the foes; null: the game master does. */
  get bot() {
    return this.seats.find(({ role, bot }) => role === 'PLAYER' && bot) ?? null;
  }

  /** @param {string} side who plays a newcomer of it, as things stand */
  playerOf(side) {
    return side === this.heroes ? this.idlest : this.bot?.id ?? null;
  }

  /**
   * Who plays all foes: a bot, or the game master.
   * @param {string | null} bot what the bot's seat is called; null: the game master plays them, and no bot is left that plays nobody
   */
  foesTo(bot) {
    if (bot !== null) {
      const seat = this.bot ?? this.seat(bot, 'PLAYER');
      seat.bot ??= 'GREEDY';
      for (const figure of this.figures) if (figure.seat === null && figure.side !== this.heroes) figure.seat = seat.id;
      return;
    }
    for (const { id } of this.seats.filter((one) => one.bot)) this.removeSeat(id);
  }

  /** Share the heroes out among all people anew, but for those whose player was said. */
  share() {
    const { heroes } = this, free = this.figures.filter(({ side, given }) => side === heroes && !given);
    for (const figure of free) figure.seat = null;
    for (const figure of free) figure.seat = this.idlest;
  }

  /**
   * Let a bot play a seat, or a person. Heroes of a seat that becomes a bot's go to people, where there are any.
   * @param {DraftSeat} seat
   * @param {string | null} bot
   */
  setBot(seat, bot) {
    const { heroes } = this;
    seat.bot = bot;
    if (bot) for (const figure of this.figures) if (figure.seat === seat.id && figure.side === heroes) figure.seat = this.idlest ?? seat.id;
    this.share();
  }

  /**
   * Take the last one of a kind out again.
   * @param {string} ref
   * @param {string} side
   */
  fewer(ref, side) {
    const last = this.figures.findLast((one) => one.sheet?.ref === ref && one.side === side);
    this.figures = this.figures.filter((one) => one !== last);
  }

  /**
   * Places for figures that have none: the first side on one end of the ground, all others on the other, apart from each other.
   * @param {(place: any, figure: DraftFigure) => boolean} free whether a figure can be put there, as far as the page knows
   */
  placeRest(free) {
    const space = this.ground?.space, first = this.heroes;
    const rows = space?.kind === 'GRID' ? this.ground.rows : null, { width, height } = rows ? { width: rows[0].length, height: rows.length } : { width: Math.round((space?.width ?? 0) / 100), height: Math.round((space?.height ?? 0) / 100) };
    const taken = new Set(this.figures.map(({ place }) => JSON.stringify(place)));
    const spread = (/** @type {number} */ n) => (n % 2 ? -1 : 1) * Math.ceil(n / 2);
    for (const figure of this.figures.filter(({ place }) => !place)) {
      const near = figure.side === first;
      if (space?.kind === 'ZONES') figure.place = { zone: this.ground.zones.at(near ? 0 : -1).key };
      if (space?.kind !== 'GRID' && space?.kind !== 'PLANE') continue;
      const step = rows ? 2 : 3, inset = Math.min(rows ? 2 : 4, Math.floor(width / 4));
      search: for (let column = 0; column * step + inset < width / 2; column += 1) {
        for (let n = 0; n * step < height - 1; n += 1) {
          const x = near ? inset + column * step : width - 1 - inset - column * step, y = Math.floor(height / 2) + spread(n) * step;
          const place = rows ? { cell: { x, y } } : { point: { x: x * 100 + 50, y: y * 100 + 50 } };
          if (y < 0 || y >= height || taken.has(JSON.stringify(place)) || !free(place, figure)) continue;
          taken.add(JSON.stringify(place));
          figure.place = place;
          break search;
        }
      }
    }
  }

  /** @param {string} id */
  removeSeat(id) {
    this.seats = this.seats.filter((seat) => seat.id !== id);
    for (const figure of this.figures) if (figure.seat === id) Object.assign(figure, { seat: null, given: false });
    this.share();
  }

  /**
   * Whether the dice of a side's figures are typed.
   * @param {string} side
   * @param {boolean} typed
   */
  typesSide(side, typed) {
    this.typingSides = [...this.typingSides.filter((one) => one !== side), ...(typed ? [side] : [])];
  }

  /**
   * Play something otherwise than the game has it, or as the game has it again.
   * @param {string} key
   * @param {any} value
   * @param {any} usual what the game has
   */
  houseRule(key, value, usual) {
    this.houseRules = { ...without(this.houseRules, [key]), ...(value === usual ? {} : { [key]: value }) };
  }

  /** The sides that figures are on, in the order of their first. */
  get sides() {
    return [...new Set(this.figures.map(({ side }) => side))];
  }

  /** The body of the request that makes it. @returns {any} */
  get wish() {
    const { key } = this.system, mixed = this.dice === 'MIXED', players = this.seats.filter(({ role }) => role === 'PLAYER');
    const types = players.filter((seat) => seat.types).map(({ id }) => id);
    return {
      ...this.more, system: this.system.id, name: this.name, dice: mixed ? 'SEEDED' : this.dice, figuresOpen: this.figuresOpen, singleAnswers: this.singleAnswers, odds: this.odds,
      ...(mixed && types.length + this.typingSides.length ? { typedBy: { seats: types, sides: this.typingSides } } : {}),
      seats: this.seats.map((seat) => ({ ...without(seat, ['types', 'bot', 'botPace', 'botThinks']), ...(seat.bot ? { bot: seat.bot, botPace: seat.botPace, ...(seat.bot === 'SHARP' ? { botThinks: seat.botThinks } : {}) } : {}) })),
      combatants: this.figures.map(({ id, name, side, seat, place, hidden, sheet, more: { seenBy = seat ? [seat] : [], ...more } }) => ({
        ...more, id, name, side, ...(seat ? { seat } : {}), ...(place ? { place } : {}), ...(hidden ? { seenBy } : {}), sheet: { [key]: sheet ?? {} },
      })),
      ...(Object.keys(this.houseRules).length ? { houseRules: this.houseRules } : {}),
      ...(this.setup && Object.keys(this.setup).length ? { setup: { [key]: this.setup } } : {}),
      ...(this.ground ? { ground: this.ground } : {}),
    };
  }

  /**
   * What an item of a shelf has of it: the whole, the figures of players with their seats, the ground, or what is agreed before play.
   * @param {'FIGHT' | 'PARTY' | 'MAP' | 'SETUP'} kind
   */
  partOf(kind) {
    const { wish } = this;
    if (kind === 'FIGHT') return wish;
    const some = (/** @type {string[]} */ names) => Object.fromEntries(names.filter((name) => wish[name] !== undefined).map((name) => [name, wish[name]]));
    if (kind === 'MAP') return some(['ground', 'backdrop']);
    if (kind === 'SETUP') return some(['setup', 'houseRules', 'dice', 'typedBy', 'figuresOpen', 'singleAnswers', 'odds', 'sides', 'looks']);
    const seats = wish.seats.filter((/** @type {any} */ { role }) => role === 'PLAYER'), ids = new Set(seats.map((/** @type {any} */ { id }) => id));
    return { seats, combatants: wish.combatants.filter((/** @type {any} */ { seat }) => ids.has(seat ?? '')) };
  }

  /**
   * One figure as an item of a shelf: whoever plays it, and where, is said anew in every fight.
   * @param {DraftFigure} figure
   */
  sheetOf({ side, sheet, more }) {
    return { ...without(more, ['seenBy']), side, sheet: { [this.system.key]: sheet ?? {} } };
  }

  /**
   * Take over who fights from a request that was made of this one with other numbers.
   * @param {any} wish
   */
  opponents({ combatants }) {
    const ids = new Set(combatants.map((/** @type {any} */ { id }) => id)), there = new Set(this.figures.map(({ id }) => id));
    this.figures = this.figures.filter(({ id }) => ids.has(id));
    this.take({ combatants: combatants.filter((/** @type {any} */ { id }) => !there.has(id)) });
  }

  /**
   * Take over what a request says: a template, or parts of one.
   * @param {any} wish
   */
  take(wish) {
    const { key } = this.system, { name, dice, typedBy, figuresOpen, singleAnswers, odds, houseRules, seats, setup, ground, combatants } = wish;
    Object.assign(this.more, without(wish, HELD));
    if (name) this.name = name;
    if (dice) {
      this.dice = typedBy ? 'MIXED' : dice;
      this.typingSides = typedBy?.sides ?? [];
    }
    if (figuresOpen !== undefined) this.figuresOpen = figuresOpen;
    if (singleAnswers) this.singleAnswers = { ...SKIPPED, ...singleAnswers };
    if (seats) {
      const types = (/** @type {any} */ { id, role }) => (typedBy ? typedBy.seats?.includes(id) ?? false : role !== 'GM');
      this.seats = seats.map((/** @type {any} */ seat) => ({ role: 'PLAYER', bot: null, botPace: null, botThinks: null, ...seat, types: types(seat) }));
      if (!this.seats.some(({ role }) => role === 'GM')) this.seat('GM', 'GM');
    }
    if (setup) this.setup = setup[key];
    if (odds) this.odds = odds;
    if (houseRules) this.houseRules = { ...houseRules };
    if (ground) this.ground = ground;
    for (const { id, name: title, side = 'heroes', seat, place = null, sheet, ...rest } of combatants ?? []) {
      const figure = this.figure(title, { side, seat: this.seats.some((one) => one.id === seat) ? seat : null, sheet: sheet?.[key] });
      // What a setup or a sheet says of it by its id stays true.
      if (id && this.figures.every((one) => one.id !== id)) figure.id = id;
      const taken = this.figures.some((one) => one.place && JSON.stringify(one.place) === JSON.stringify(place) && !one.place.zone);
      Object.assign(figure, { place: taken ? null : place, hidden: Boolean(rest.seenBy), more: rest, given: true });
    }
  }
}
