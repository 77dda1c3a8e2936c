// @ts-nocheck
/* A film of a fight, as GET /v1/encounters/ID/replay gives it: what is seen at each version, a board that shows it, and
   a clock that plays it. Nothing here asks a server for anything. */

/** The layers of a board, in the order in which they are drawn. */
export const LAYERS = ["defs", "ground", "patches", "lines", "walls", "edges", "links", "tokens", "names"];
/** The lists beside it. */
export const LISTS = ["phase", "field", "sides", "order", "away", "marks", "legend"];
/** Milliseconds for which an event of each weight is shown at speed 1; the others pass unseen. */
export const PACE = { HEADLINE: 900, DETAIL: 450 };

const SVG = "http://www.w3.org/2000/svg";

/** A film, and where one is in it: at (0: nowhere yet), layers (name -> Map of key -> index of its markup), size. */
export class Film {
  constructor(data) {
    this.data = data;
    this.name = data.name;
    this.version = data.version;
    this.bounds = data.bounds;
    this.words = data.words;
    this.rules = { ...data.rules };
    for (const part of ["rounds", "turns", "reverts", "markup", "steps", "events"]) this[part] = [...data[part]];
    this.at = 0;
    this.rewind();
  }

  rewind() {
    this.done = 0;
    this.layers = {};
    this.size = null;
  }

  /** Take what comes after it: the answer to ?after=VERSION&bounds=BOUNDS. False: it is another film, to be begun anew. */
  append(more) {
    if (more.after !== this.version) return false;
    const base = this.markup.length;
    for (const part of ["rounds", "turns", "reverts", "markup", "events"]) for (const one of more[part]) this[part].push(one);
    for (const step of more.steps) {
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

  /** Go to a version, or the nearest there is. Returns whether it was elsewhere. */
  seek(version) {
    version = Math.max(1, Math.min(this.version, Math.round(version) || 1));
    if (version === this.at) return false;
    if (version < this.at) this.rewind();
    while (this.done < this.steps.length && this.steps[this.done].version <= version) this.apply(this.steps[this.done++]);
    this.at = version;
    return true;
  }

  apply(step) {
    if (step.size) this.size = step.size;
    for (const [name, layer] of Object.entries(step.layers)) {
      const before = this.layers[name] || new Map(), after = new Map();
      const gone = new Set(layer.gone || []), put = new Map(Object.entries(layer.put || {}));
      for (const [key, number] of before) if (!gone.has(key)) after.set(key, put.get(key) ?? number);
      for (const [key, number] of put) if (!after.has(key)) after.set(key, number);
      this.layers[name] = layer.order ? new Map(layer.order.map((key) => [key, after.get(key)])) : after;
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

  /** The next of these versions, else the last of the film. */
  after(marks) {
    return marks.find((version) => version > this.at) ?? this.version;
  }

  /** The one before, else the first. */
  before(marks) {
    return marks.filter((version) => version < this.at).pop() ?? 1;
  }

  /** The versions that no longer count, as a Set. */
  takenBack() {
    const counts = new Set(), add = (first, last) => { for (let one = first; one <= last; one++) counts.add(one); };
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

  /** The events by act: [{act, first, last, told: those with words}], in their order. */
  acts() {
    const acts = new Map();
    for (const event of this.events) {
      const act = acts.get(event.act) || { act: event.act, first: event.version, last: 0, told: [] };
      act.last = event.version;
      if (event.text) act.told.push(event);
      acts.set(event.act, act);
    }
    return [...acts.values()];
  }
}

/** Shows a film: in an <svg> with the layers of the board, and in the elements of the lists, by name. */
export class Board {
  constructor(svg, lists = {}) {
    this.svg = svg;
    this.homes = {};
    this.nodes = {};
    for (const layer of LAYERS) {
      const home = document.createElementNS(SVG, layer === "defs" ? "defs" : "g");
      home.id = "l-" + layer;
      if (layer === "patches" || layer === "links") home.setAttribute("clip-path", "url(#scene-clip)");
      svg.append(home);
      this.homes[layer] = home;
      this.nodes[layer] = new Map();
    }
    for (const [name, home] of Object.entries(lists)) {
      this.homes[name] = home;
      this.nodes[name] = new Map();
    }
  }

  /** Show the film where it is. glide: tokens move there, if the reader has nothing against motion. */
  draw(film, glide = false) {
    const { svg, nodes, homes } = this, size = film.size, from = new Map();
    if (size) svg.setAttribute("viewBox", "0 0 " + size.join(" "));
    glide = glide && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (glide) for (const [key, [, node]] of nodes.tokens) from.set(key, node.getBoundingClientRect());
    for (const layer of Object.keys(homes)) {
      const wanted = film.layers[layer] || new Map(), there = nodes[layer];
      for (const [key, [, node]] of there) if (!wanted.has(key)) { node.remove(); there.delete(key); }
      let last = null;
      for (const [key, number] of wanted) {
        let [had, node] = there.get(key) || [];
        const markup = film.markup[number];
        if (had !== markup) {
          const fresh = made(layer, markup);
          if (node) node.replaceWith(fresh);
          there.set(key, [markup, node = fresh]);
        }
        const next = last ? last.nextSibling : homes[layer].firstChild;
        if (node !== next) homes[layer].insertBefore(node, next);
        last = node;
      }
    }
    const scale = size ? size[0] / (svg.getBoundingClientRect().width || 1) : 1;
    for (const [key, old] of from) {
      const [, node] = nodes.tokens.get(key) || [], box = node && node.getBoundingClientRect();
      if (!box) continue;
      const dx = (old.left - box.left) * scale, dy = (old.top - box.top) * scale;
      if (Math.abs(dx) + Math.abs(dy) > 1)
        node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 260, easing: "ease" });
    }
  }
}

/* The markup is the server's: names that people gave are text in it. */
function made(layer, markup) {
  const box = LAYERS.includes(layer) ? document.createElementNS(SVG, "g") : document.createElement("div");
  box.innerHTML = markup;
  return box.firstElementChild;
}

/** Plays a film: calls go(version) at its pace, and changed() when it starts or stops. speed: 2 is twice as fast. */
export class Clock {
  constructor(film, { go, changed = () => {}, speed = 1 }) {
    Object.assign(this, { film, go, changed, speed, timer: 0 });
  }

  get playing() {
    return this.timer !== 0;
  }

  /** Play from where the film is; from its beginning, if it is at its end. */
  play() {
    if (this.playing) return;
    if (this.film.at === this.film.version) this.go(1);
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
    this.timer = setTimeout(() => this.tick(), PACE[next.weight] / this.speed);
  }
}
