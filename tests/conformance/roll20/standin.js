// A stand-in of Roll20: the calls of a Mod sandbox that are documented, and what they do to a game's chat and tokens.
// It is strict: an unknown call, event or property, and text that the chat would take for something else, is a failure.
globalThis.makeRoll20 = (deliver, timers = { set: (done, after) => setTimeout(done, after), clear: (timer) => clearTimeout(timer) }) => {
  const failures = [];
  const fail = (words) => { failures.push(words); throw new Error(words); };

  const KNOWN = {
    campaign: { _id: 'root', _type: 'campaign', turnorder: '', initiativepage: false, playerpageid: 'page' },
    player: { _id: '', _type: 'player', _displayname: '', _online: true },
    character: { _id: '', _type: 'character', name: '', controlledby: '' },
    graphic: {
      _id: '', _type: 'graphic', _subtype: 'token', _pageid: 'page', left: 0, top: 0, width: 70, height: 70, rotation: 0,
      layer: 'objects', name: '', gmnotes: '', controlledby: '', represents: '', imgsrc: '',
    },
  };
  const EVENTS = { ready: [], 'chat:message': [], 'change:graphic': [] };
  const objects = new Map();
  const gms = new Set();

  class Thing {
    #held;
    constructor(type, given) {
      this.#held = { ...KNOWN[type] };
      for (const [name, value] of Object.entries(given)) this.#put(name, value);
      this.id = this.#held._id;
    }
    #put(name, value) {
      if (!(name in this.#held)) fail(`no property ${name}`);
      this.#held[name] = value;
    }
    get(name) {
      if (!(name in this.#held)) fail(`no property ${name}`);
      return this.#held[name];
    }
    set(name, value) {
      const given = typeof name === 'string' ? { [name]: value } : name;
      for (const [one, to] of Object.entries(given)) {
        if (one.startsWith('_')) fail(`${one} is read-only`);
        if (to === undefined) fail(`${one} is set to undefined`);
        this.#put(one, to);
      }
    }
    all() {
      return { ...this.#held };
    }
  }

  const add = (type, given) => {
    const made = new Proxy(new Thing(type, given), {
      get(thing, name) {
        if (typeof name === 'string' && !(name in thing)) fail(`no member ${name}`);
        const value = thing[name];
        return typeof value === 'function' ? value.bind(thing) : value;
      },
    });
    objects.set(`${type} ${made.id}`, made);
    return made;
  };
  const campaign = add('campaign', {});
  const players = () => [...objects.values()].filter((one) => one.get('_type') === 'player');

  const fire = (event, ...given) => { for (const heard of EVENTS[event]) heard(...given); };

  /** What the chat makes of a text, if it is nothing that it would roll, look up or ask for. */
  const shown = (text) => {
    const plain = text.replace(/\[([^\[\]]*)\]\((![^()]*)\)/g, (_, label, command) => {
      if (/["<>]/.test(command)) fail(`a command of a button: ${command}`);
      return `<a href="${command}">${label}</a>`;
    });
    const traps = /\[\[|@\{|%\{|\?\{|&\{|\{\{|(^|\s)#\w|\*|`|(^|\s)\/\w|\]\(/;
    if (traps.test(plain)) fail(`the chat would take this for something else: ${plain}`);
    if (/<(?!br>|a href="!skald [^"]*">|\/a>)/.test(plain)) fail(`markup in the chat: ${plain}`);
    return plain;
  };

  const sendChat = (from, text, callback = null, options = {}) => {
    if (typeof from !== 'string' || typeof text !== 'string' || callback !== null) fail('sendChat(from, text, null, options)');
    for (const name of Object.keys(options)) if (name !== 'noarchive') fail(`no option ${name} of sendChat`);
    const whispered = /^\/w (?:"([^"]+)"|(gm)) ([^]*)$/.exec(text);
    if (!whispered && text.startsWith('/')) fail(`no command of the chat: ${text}`);
    if (!whispered) {
      deliver({ from, to: players().map((one) => one.id), html: shown(text), noarchive: options.noarchive === true });
      return;
    }
    const [, name, gm, said] = whispered;
    const to = gm ? [...gms] : players().filter((one) => one.get('_displayname') === name).map((one) => one.id);
    deliver({ from, to, html: shown(said), whisper: true, noarchive: options.noarchive === true });
  };

  const api = {
    on(event, heard) {
      if (!(event in EVENTS)) fail(`no event ${event}`);
      EVENTS[event].push(heard);
    },
    sendChat,
    getObj: (type, id) => {
      if (!(type in KNOWN)) fail(`no type ${type}`);
      return objects.get(`${type} ${id}`);
    },
    findObjs(wanted) {
      if (!(wanted._type in KNOWN)) fail(`no type ${wanted._type}`);
      return [...objects.values()].filter((one) =>
        one.get('_type') === wanted._type && Object.entries(wanted).every(([name, value]) => one.get(name) === value));
    },
    Campaign: () => campaign,
    playerIsGM: (id) => gms.has(id),
    state: {},
    log: (message) => { if (typeof message !== 'string') fail('log(message)'); },
    setTimeout: (heard, milliseconds) => timers.set(heard, milliseconds),
    clearTimeout: (timer) => timers.clear(timer),
  };

  return {
    api, failures, add, campaign,
    player(id, name, gm = false) {
      add('player', { _id: id, _displayname: name });
      if (gm) gms.add(id);
    },
    ready: () => fire('ready'),
    /** A player sends something in the chat. */
    says(playerid, content, selected) {
      const who = api.getObj('player', playerid).get('_displayname');
      const type = content.startsWith('!') ? 'api' : 'general';
      if (type === 'general') deliver({ from: who, to: players().map((one) => one.id), html: content.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`) });
      if (/\[\[|@\{|%\{|\?\{|(^|\s)#\w/.test(content) && content.startsWith('!skald-')) fail(`a command that the chat would change: ${content}`);
      fire('chat:message', { who, playerid, type, content, ...(selected ? { selected } : {}) });
    },
    /** A player drags a token: scripts hear of what players do, not of what they did themselves. */
    drags(id, left, top) {
      const token = api.getObj('graphic', id), before = token.all();
      token.set({ left, top });
      fire('change:graphic', token, before);
    },
  };
};
