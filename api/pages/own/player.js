/* A film of a fight, as GET /v1/encounters/ID/replay gives it: what is seen at each version, a board that shows it, and
   a clock that plays it. Nothing here asks a server for anything. */
import { actsOf } from "./client/acts.js";

/** @typedef {Map<string, number>} Layer key -> index of its markup, in the order in which they are drawn */
/** @typedef {{ gone?: string[], put?: Record<string, number>, order?: string[] }} LayerChange */
/** @typedef {{ version: number, size?: number[], layers: Record<string, LayerChange> }} Step what a version shows anew */
/** @typedef {{ version: number, act: number, type?: string, text: string, weight: string, headline?: string, effect?: any }} FilmEvent an event, as far as a film needs it */
/**
 * @typedef {object} FilmData what the server gives
 * @property {string} name
 * @property {number} version
 * @property {number} after
 * @property {string | null} bounds
 * @property {Record<string, any>} words
 * @property {Record<string, string>} rules
 * @property {{ version: number, round: number }[]} rounds
 * @property {number[]} turns
 * @property {{ version: number, toVersion: number, kept: number[] }[]} reverts
 * @property {string[]} markup
 * @property {Step[]} steps
 * @property {FilmEvent[]} events
 */

/** The layers of a board, in the order in which they are drawn. */
export const LAYERS = ["defs", "ground", "patches", "lines", "walls", "edges", "links", "tokens", "names"];
/** The lists beside it. */
export const LISTS = ["phase", "field", "sides", "order", "away", "marks", "legend"];
/** Milliseconds for which an event of each weight is shown at speed 1; the others pass unseen. @type {Record<string, number>} */
export const PACE = { HEADLINE: 900, DETAIL: 450 };

const SVG = "http://www.w3.org/2000/svg";

/** A film, and where one is in it: at (0: nowhere yet), layers (name -> Map of key -> index of its markup), size. */
export class Film {
  /** @param {FilmData} data */
  constructor(data) {
    this.data = data;
    this.name = data.name;
    this.version = data.version;
    this.bounds = data.bounds;
    this.words = data.words;
    this.rules = { ...data.rules };
    this.rounds = [...data.rounds];
    this.turns = [...data.turns];
    this.reverts = [...data.reverts];
    this.markup = [...data.markup];
    this.steps = [...data.steps];
    this.events = [...data.events];
    this.at = 0;
    this.done = 0;
    /** @type {Record<string, Layer>} */
    this.layers = {};
    /** @type {number[] | null} */
    this.size = null;
  }

  rewind() {
    this.done = 0;
    this.layers = {};
    this.size = null;
  }

  /**
   * Take what comes after it: the answer to ?after=VERSION&bounds=BOUNDS. False: it is another film, to be begun anew.
   * @param {FilmData} more
   */
  append(more) {
    if (more.after !== this.version) return false;
    const base = this.markup.length;
    const longer = (/** @type {any[]} */ list, /** @type {any[]} */ by) => { for (const one of by) list.push(one); };
    longer(this.rounds, more.rounds);
    longer(this.turns, more.turns);
    longer(this.reverts, more.reverts);
    longer(this.markup, more.markup);
    longer(this.events, more.events);
    for (const step of more.steps) {
      /** @type {Record<string, LayerChange>} */
      const layers = {};
      for (const [name, layer] of Object.entries(step.layers)) {
        const put = Object.fromEntries(Object.entries(layer.put || {}).map(([key, number]) => [key, number + base]));
        layers[name] = { ...layer, put };
      }
      this.steps.push({ ...step, layers });
    }
    Object.assign(this.rules, more.rules);
    this.version = more.version;
    return true;
  }

  /** Go to a version, or the nearest there is. Returns whether it was elsewhere. @param {number} version */
  seek(version) {
    version = Math.max(1, Math.min(this.version, Math.round(version) || 1));
    if (version === this.at) return false;
    if (version < this.at) this.rewind();
    for (let step = this.steps[this.done]; step && step.version <= version; step = this.steps[++this.done]) this.apply(step);
    this.at = version;
    return true;
  }

  /** @param {Step} step */
  apply(step) {
    if (step.size) this.size = step.size;
    for (const [name, layer] of Object.entries(step.layers)) {
      const before = this.layers[name] || new Map();
      /** @type {Layer} */
      const after = new Map();
      const gone = new Set(layer.gone || []), put = new Map(Object.entries(layer.put || {}));
      for (const [key, number] of before) if (!gone.has(key)) after.set(key, put.get(key) ?? number);
      for (const [key, number] of put) if (!after.has(key)) after.set(key, number);
      this.layers[name] = layer.order ? new Map(layer.order.map((key) => [key, /** @type {number} */ (after.get(key))])) : after;
    }
  }

  /** The round at a version; 0: none has begun. */
  round(version = this.at) {
    return this.rounds.filter((one) => one.version <= version).pop()?.round || 0;
  }

  /** The versions at which rounds begin. */
  get starts() {
    return this.rounds.map((one) => one.version);
  }

  /** The next of these versions, else the last of the film. @param {number[]} marks */
  after(marks) {
    return marks.find((version) => version > this.at) ?? this.version;
  }

  /** The one before, else the first. @param {number[]} marks */
  before(marks) {
    return marks.filter((version) => version < this.at).pop() ?? 1;
  }

  /** The versions that no longer count, as a Set. */
  takenBack() {
    const counts = new Set(), add = (/** @type {number} */ first, /** @type {number} */ last) => { for (let one = first; one <= last; one++) counts.add(one); };
    let version = this.version;
    for (const back of [...this.reverts].reverse()) {
      if (back.version > version) continue;
      add(back.version + 1, version);
      back.kept.forEach((one) => counts.add(one));
      version = back.toVersion;
    }
    add(1, version);
    const reverts = new Set(this.reverts.map((one) => one.version)), gone = new Set();
    for (const { version: one } of this.events) if (!counts.has(one) && !reverts.has(one)) gone.add(one);
    return gone;
  }

  /** What happened, act by act, in their order. */
  acts() {
    return actsOf(this.events);
  }
}

/** Shows a film: in an <svg> with the layers of the board, and in the elements of the lists, by name. */
export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {Record<string, Element>} [lists]
   * @param {string} [name] what its parts are called: each film of a page has another
   */
  constructor(svg, lists = {}, name = "scene") {
    this.svg = svg;
    /** @type {Record<string, { home: Element, nodes: Map<string, { markup: string, node: Element }> }>} */
    this.places = {};
    for (const layer of LAYERS) {
      const home = document.createElementNS(SVG, layer === "defs" ? "defs" : "g");
      home.id = (name === "scene" ? "l-" : name + "-l-") + layer;
      if (layer === "patches" || layer === "links") home.setAttribute("clip-path", "url(#" + name + "-clip)");
      svg.append(home);
      this.places[layer] = { home, nodes: new Map() };
    }
    for (const [name, home] of Object.entries(lists)) this.places[name] = { home, nodes: new Map() };
  }

  /**
   * Show the film where it is.
   * @param {Film} film
   * @param {boolean} [glide] tokens move there, if the reader has nothing against motion
   */
  draw(film, glide = false) {
    const { svg } = this, { size } = film, tokens = /** @type {typeof this.places[string]} */ (this.places.tokens).nodes;
    if (size) svg.setAttribute("viewBox", "0 0 " + size.join(" "));
    /** @type {Map<string, DOMRect>} */
    const from = new Map();
    if (glide && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      for (const [key, { node }] of tokens) from.set(key, node.getBoundingClientRect());
    for (const [layer, { home, nodes }] of Object.entries(this.places)) {
      const wanted = film.layers[layer] || new Map();
      for (const [key, { node }] of nodes) if (!wanted.has(key)) { node.remove(); nodes.delete(key); }
      /** @type {Element | null} */
      let last = null;
      for (const [key, number] of wanted) {
        const had = nodes.get(key), markup = /** @type {string} */ (film.markup[number]);
        let node = had?.node;
        if (!node || had?.markup !== markup) {
          const fresh = made(layer, markup);
          node?.replaceWith(fresh);
          node = fresh;
          nodes.set(key, { markup, node });
        }
        /** @type {ChildNode | null} */
        const next = last ? last.nextSibling : home.firstChild;
        if (node !== next) home.insertBefore(node, next);
        last = node;
      }
    }
    const shown = svg.getBoundingClientRect(), [width = 1, height = 1] = size ?? [];
    const scale = size && shown.width ? 1 / Math.min(shown.width / width, shown.height / height) : 1;
    for (const [key, old] of from) {
      const node = tokens.get(key)?.node, box = node?.getBoundingClientRect();
      if (!node || !box) continue;
      const dx = (old.left - box.left) * scale, dy = (old.top - box.top) * scale;
      if (Math.abs(dx) + Math.abs(dy) > 1)
        node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 260, easing: "ease" });
    }
  }
}

/**
 * The markup is the server's: names that people gave are text in it.
 * @param {string} layer
 * @param {string} markup of one element
 */
function made(layer, markup) {
  const box = LAYERS.includes(layer) ? document.createElementNS(SVG, "g") : document.createElement("div");
  box.innerHTML = markup;
  return /** @type {Element} */ (box.firstElementChild);
}

/** Plays a film: calls go(version) at its pace, and changed() when it starts or stops. speed: 2 is twice as fast. */
export class Clock {
  /**
   * @param {Film} film
   * @param {{ go: (version: number) => void, changed?: () => void, speed?: number, first?: number }} given first: where it begins
   */
  constructor(film, { go, changed = () => {}, speed = 1, first = 1 }) {
    this.film = film;
    this.go = go;
    this.changed = changed;
    this.speed = speed;
    this.first = first;
    this.timer = 0;
  }

  get playing() {
    return this.timer !== 0;
  }

  /** Play from where the film is; from its beginning, if it is at its end. */
  play() {
    if (this.playing) return;
    if (this.film.at === this.film.version) this.go(this.first);
    this.timer = setTimeout(() => this.tick(), 300 / this.speed);
    this.changed();
  }

  stop() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.changed();
  }

  tick() {
    const next = this.film.events.find((event) => event.version > this.film.at && PACE[event.weight] && event.text);
    if (!next) {
      if (this.film.at < this.film.version) this.go(this.film.version);
      return this.stop();
    }
    this.go(next.version);
    this.timer = setTimeout(() => this.tick(), (PACE[next.weight] ?? 0) / this.speed);
  }
}
