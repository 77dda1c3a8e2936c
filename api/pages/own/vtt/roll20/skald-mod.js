/* Skald for Roll20, the part that runs in a game's Mod sandbox: https://wiki.roll20.net/Mod:Sandbox_Model
 *
 * The sandbox reaches no server. What players say to Skald (!skald ...) is carried by the browser extension of whoever
 * says it: this script whispers a line to that player, the extension sends it to the server, and types the answer as a
 * command, which is whispered back with buttons. A game master's extension also tells where everybody stands and whose
 * turn it is: tokens move, and the turn order is kept. A token that is dragged becomes an order, or goes back.
 *
 * `state.skald` keeps {fight, version}, which no one else may rely on. No token of a seat ever comes here.
 */
var Skald = Skald || (function () {
  'use strict';

  /** Pixels of a cell at scale 1. */
  var CELL = 70;
  /** Milliseconds after which an extension that has not answered is given up. */
  var PATIENCE = 30000;
  /** The most messages that wait for an answer, extensions, characters of a line, and things of a list. */
  var MOST_WAITING = 100, MOST_HERE = 100, LONGEST = 500, MOST_LISTED = 500;
  var FROM = 'Skald';

  var WORDS = {
    en: {
      nobody: 'Your browser has no Skald extension that is joined to a fight. Ask the game master for an invitation.',
      silent: 'The Skald extension has not answered.',
      alike: 'Several players or characters are called {name}: nothing is whispered to that name until they differ.',
      gm: 'Only the game master may do this.',
      bind: 'Select one token, and say the combatant: !skald bind name',
      bound: 'This token stands for {name} now.',
      other: 'This game shows another fight. Say "!skald forget" to show the new one.',
      forgot: 'This game shows no fight now.'
    },
    es: {
      nobody: 'Tu navegador no tiene una extensión de Skald unida a un combate. Pide una invitación al director de juego.',
      silent: 'La extensión de Skald no ha contestado.',
      alike: 'Varios jugadores o personajes se llaman {name}: no se susurra nada a ese nombre hasta que se distingan.',
      gm: 'Solo el director de juego puede hacer esto.',
      bind: 'Selecciona una ficha y di el combatiente: !skald bind nombre',
      bound: 'Esta ficha representa ahora a {name}.',
      other: 'Esta partida muestra otro combate. Di «!skald forget» para mostrar el nuevo.',
      forgot: 'Esta partida no muestra ya ningún combate.'
    },
    fi: {
      nobody: 'Selaimessasi ei ole taisteluun liitettyä Skald-laajennusta. Pyydä pelinjohtajalta kutsu.',
      silent: 'Skald-laajennus ei ole vastannut.',
      alike: 'Usealla pelaajalla tai hahmolla on nimi {name}: sille nimelle ei kuiskata ennen kuin nimet eroavat.',
      gm: 'Vain pelinjohtaja saa tehdä tämän.',
      bind: 'Valitse yksi pelimerkki ja sano taistelija: !skald bind nimi',
      bound: 'Tämä pelimerkki on nyt {name}.',
      other: 'Tämä peli näyttää toista taistelua. Sano "!skald forget", niin uusi näytetään.',
      forgot: 'Tämä peli ei näytä nyt mitään taistelua.'
    },
    pl: {
      nobody: 'Twoja przeglądarka nie ma rozszerzenia Skald dołączonego do walki. Poproś mistrza gry o zaproszenie.',
      silent: 'Rozszerzenie Skald nie odpowiedziało.',
      alike: 'Kilku graczy lub kilka postaci ma nazwę {name}: nic nie jest szeptane pod tę nazwę, dopóki się nie różnią.',
      gm: 'Tylko mistrz gry może to zrobić.',
      bind: 'Zaznacz jeden żeton i powiedz, kogo oznacza: !skald bind nazwa',
      bound: 'Ten żeton oznacza teraz: {name}.',
      other: 'Ta gra pokazuje inną walkę. Powiedz „!skald forget”, żeby pokazać nową.',
      forgot: 'Ta gra nie pokazuje teraz żadnej walki.'
    }
  };

  /** Extensions that are there: player's id -> {nonce, language}. Lost when the sandbox starts anew, and told again. */
  var here = Object.create(null);
  var language = 'en';
  /** Lines that an extension carries: number -> {player, timer, token, left, top}. */
  var waiting = Object.create(null);
  var next = 1;
  /** The combatants of the fight, by key: {key, name, refs, x, y, hidden}, as the game master's extension told them. */
  var board = Object.create(null);
  /** Where a token was last put by this script: its id -> {left, top}. */
  var put = Object.create(null);

  /** The objects of a list, the first of them; none of anything else. What throws here ends the sandbox for everybody. */
  function listed(value) {
    var all = Array.isArray(value) ? value.slice(0, MOST_LISTED) : [];
    return all.filter(function (one) { return one !== null && typeof one === 'object'; });
  }

  // -- words
  function say(player, what, name) {
    var said = here[player] ? here[player].language : language;
    return (WORDS[said] || WORDS.en)[what].replace('{name}', name || '');
  }

  /** A text in which the chat of Roll20 finds no roll, no attribute, no macro, no button, no markup, no markdown. */
  function escaped(text) {
    return String(text).slice(0, 2000).replace(/[^A-Za-z0-9 ,;:?!\u00a1-\u024f\u2010-\u2026+-]/gu, function (sign) {
      return '&#' + sign.codePointAt(0) + ';';
    });
  }

  /** Any text as letters, digits and %: nothing that the chat would change on its way. */
  function packed(text) {
    return encodeURIComponent(text).replace(/[!'()*~._-]/g, function (sign) {
      return '%' + sign.charCodeAt(0).toString(16).toUpperCase();
    });
  }

  /** The value of packed JSON; null for anything else. */
  function unpacked(text) {
    try {
      return JSON.parse(decodeURIComponent(text));
    } catch (error) {
      log('Skald: not what an extension types: ' + error);
      return null;
    }
  }

  /** The turn order as it is kept; none where it cannot be read. */
  function turnorder() {
    try {
      return listed(JSON.parse(Campaign().get('turnorder') || '[]'));
    } catch (error) {
      log('Skald: the turn order begins anew: ' + error);
      return [];
    }
  }

  // -- whispers
  /** The name by which exactly this player is whispered to; '' where another would hear it too. */
  function nameOf(player) {
    var found = getObj('player', player);
    var name = found ? found.get('_displayname') : '';
    var alike = function (one) { return String(one).trim().toLowerCase() === name.trim().toLowerCase(); };
    var players = findObjs({ _type: 'player' }).filter(function (one) { return alike(one.get('_displayname')); });
    var characters = findObjs({ _type: 'character' }).filter(function (one) { return alike(one.get('name')); });
    if (!name || players.length !== 1 || characters.length || /^gm$/i.test(name.trim()) || /["[\]{}@%#|\n]/.test(name)) {
      return '';
    }
    return name;
  }

  function whisper(player, text) {
    var name = nameOf(player);
    if (name) {
      sendChat(FROM, '/w "' + name + '" ' + text, null, { noarchive: true });
    } else {
      var found = getObj('player', player);
      var called = found ? found.get('_displayname') : '';
      sendChat(FROM, '/w gm ' + escaped(say('', 'alike', called)), null, { noarchive: true });
    }
  }

  // -- what an extension carries
  function carry(player, line, token) {
    if (!here[player]) {
      whisper(player, escaped(say(player, 'nobody')));
      back(token);
      return;
    }
    if (!nameOf(player) || Object.keys(waiting).length >= MOST_WAITING) {
      whisper(player, escaped(say(player, 'silent')));
      back(token);
      return;
    }
    var id = next;
    next += 1;
    var timer = setTimeout(function () {
      delete waiting[id];
      whisper(player, escaped(say(player, 'silent')));
      back(token);
    }, PATIENCE);
    waiting[id] = { player: player, timer: timer, token: token };
    whisper(player, 'skald-carry:' + here[player].nonce + ':' + id + ':' + packed(line.slice(0, LONGEST)) + ':');
  }

  /** What an extension answers: {lines: [{text, say}], refused}. Only to whoever it was carried for. */
  function answered(player, id, told) {
    var asked = waiting[id];
    if (asked && asked.player === player) {
      clearTimeout(asked.timer);
      delete waiting[id];
      if (told.refused) {
        back(asked.token);
      }
    } else if (id !== 0) {
      return;
    }
    var text = listed(told.lines).map(lined).join('<br>');
    if (text) {
      whisper(player, text);
    }
  }

  function lined(line) {
    var text = escaped(line.text || '');
    var says = String(line.say || '');
    return /^\d{1,9}\.\d{1,6}( -?\d{1,6},-?\d{1,6})?$/.test(says) ? '[' + text + '](!skald ' + says + ')' : text;
  }

  // -- tokens
  /** The combatant that a token stands for: by its note, by Skald's own name for it, else by a name nobody shares. */
  function combatantOf(token) {
    // Notes are kept with their signs as %3A and the like.
    var note = /skald:\s*([\w-]{1,64})/.exec(token.get('gmnotes').replace(/%3A/gi, ':').replace(/%20/g, ' '));
    if (note && board[note[1]]) {
      return board[note[1]];
    }
    var all = Object.keys(board).map(function (key) { return board[key]; });
    var named = all.filter(function (one) { return one.refs.indexOf(token.id) >= 0; });
    var name = token.get('name');
    named = named.length || !name ? named : all.filter(function (one) { return one.name === name || one.key === name; });
    return named.length === 1 ? named[0] : null;
  }

  function tokens() {
    var page = Campaign().get('playerpageid');
    return findObjs({ _type: 'graphic', _subtype: 'token', _pageid: page });
  }

  function cellOf(token) {
    return {
      x: Math.round((token.get('left') - token.get('width') / 2) / CELL),
      y: Math.round((token.get('top') - token.get('height') / 2) / CELL)
    };
  }

  function move(token, left, top) {
    put[token.id] = { left: left, top: top };
    if (token.get('left') !== left || token.get('top') !== top) {
      token.set({ left: left, top: top });
    }
  }

  /** A token goes back to where its combatant stands. */
  function back(token) {
    var found = token ? getObj('graphic', token.id) : null;
    if (found) {
      move(found, token.left, token.top);
    }
  }

  function place(token, one) {
    var layer = token.get('layer');
    if (one.hidden && layer === 'objects') {
      token.set('layer', 'gmlayer');
    } else if (!one.hidden && layer === 'gmlayer') {
      token.set('layer', 'objects');
    }
    if (one.x !== null && one.y !== null) {
      move(token, one.x * CELL + token.get('width') / 2, one.y * CELL + token.get('height') / 2);
    }
  }

  /** A token was dragged: the order of whoever may give it, or back. */
  function dragged(token, before) {
    var known = put[token.id];
    var one = combatantOf(token);
    if (!one || !known || (token.get('left') === before.left && token.get('top') === before.top)) {
      return;
    }
    if (token.get('left') === known.left && token.get('top') === known.top) {
      return;
    }
    var to = cellOf(token);
    var from = { id: token.id, left: known.left, top: known.top };
    if (to.x === one.x && to.y === one.y) {
      back(from);
      return;
    }
    var player = holderOf(token);
    if (player) {
      carry(player, one.key + ' ' + to.x + ',' + to.y, from);
    } else {
      back(from);
    }
  }

  /** The player whose extension orders a token: the one who controls it, else a game master. */
  function holderOf(token) {
    var character = token.get('represents') ? getObj('character', token.get('represents')) : null;
    var held = (token.get('controlledby') + ',' + (character ? character.get('controlledby') : '')).split(',');
    var there = Object.keys(here);
    var own = there.filter(function (player) { return held.indexOf(player) >= 0 && !playerIsGM(player); });
    var gms = there.filter(function (player) { return playerIsGM(player); });
    return own.length ? own[0] : gms[0];
  }

  // -- what the game master's extension tells
  /** {fight, version, first, last, tokens: [...], order: [keys]}: the board, perhaps in several parts. */
  function shown(player, told) {
    var kept = state.skald || {};
    if (kept.fight && kept.fight !== told.fight) {
      whisper(player, escaped(say(player, 'other')));
      return;
    }
    if (typeof told.version !== 'number' || (kept.version || 0) > told.version) {
      return;
    }
    if (told.first) {
      board = Object.create(null);
    }
    listed(told.tokens).forEach(function (one) {
      var key = typeof one.key === 'string' ? one.key : '';
      if (key) {
        board[key] = {
          key: key, name: String(one.name || '?'), hidden: one.hidden !== false,
          refs: Array.isArray(one.refs) ? one.refs.slice(0, MOST_LISTED).map(String) : [],
          x: Number.isInteger(one.x) ? one.x : null, y: Number.isInteger(one.y) ? one.y : null
        };
      }
    });
    if (!told.last) {
      return;
    }
    state.skald = { fight: String(told.fight), version: told.version };
    var standing = {};
    tokens().forEach(function (token) {
      var one = combatantOf(token);
      if (one) {
        place(token, one);
        standing[one.key] = token;
      }
    });
    order(Array.isArray(told.order) ? told.order.map(String) : [], standing);
  }

  /** The turn order: Skald's in front, of those that everybody knows; other people's entries stay behind. */
  function order(keys, standing) {
    var ours = keys.filter(function (key) { return board[key] && !board[key].hidden; }).map(function (key, index) {
      var token = standing[key];
      return token
        ? { id: token.id, pr: index + 1, custom: '', _pageid: token.get('_pageid') }
        : { id: '-1', pr: index + 1, custom: board[key].name };
    });
    var bound = Object.keys(standing).map(function (key) { return standing[key].id; });
    var names = Object.keys(board).map(function (key) { return board[key].name; });
    var others = turnorder().filter(function (one) {
      return bound.indexOf(one.id) < 0 && !(one.id === '-1' && names.indexOf(one.custom) >= 0);
    });
    Campaign().set('turnorder', JSON.stringify(ours.concat(others)));
  }

  // -- commands
  function bind(msg, name) {
    var one = Object.keys(board).map(function (key) { return board[key]; }).filter(function (other) {
      return other.key === name || other.name.toLowerCase() === name.toLowerCase();
    });
    var chosen = msg.selected && msg.selected.length === 1 ? getObj('graphic', msg.selected[0]._id) : null;
    if (!playerIsGM(msg.playerid)) {
      whisper(msg.playerid, escaped(say(msg.playerid, 'gm')));
    } else if (one.length !== 1 || !chosen) {
      whisper(msg.playerid, escaped(say(msg.playerid, 'bind')));
    } else {
      chosen.set('gmnotes', 'skald: ' + one[0].key);
      place(chosen, one[0]);
      whisper(msg.playerid, escaped(say(msg.playerid, 'bound', one[0].name)));
    }
  }

  function forget(player) {
    if (playerIsGM(player)) {
      delete state.skald;
      board = Object.create(null);
      put = Object.create(null);
    }
    whisper(player, escaped(say(player, playerIsGM(player) ? 'forgot' : 'gm')));
  }

  function said(msg) {
    var player = msg.playerid;
    if (msg.type !== 'api' || !player || player === 'API') {
      return;
    }
    var found = /^!skald(-here|-answer|-board)?(?:\s+([\s\S]*))?$/.exec(msg.content.trim());
    if (!found) {
      return;
    }
    var words = (found[2] || '').trim().split(/\s+/);
    if (found[1] === '-here') {
      if (/^[0-9a-f]{32}$/.test(words[0]) && (here[player] || Object.keys(here).length < MOST_HERE)) {
        here[player] = { nonce: words[0], language: Object.keys(WORDS).indexOf(words[1]) >= 0 ? words[1] : 'en' };
        language = playerIsGM(player) ? here[player].language : language;
        whisper(player, 'skald-ready:' + words[0] + ':');
      }
    } else if (found[1]) {
      told(player, found[1], words);
    } else if (words[0] === 'bind') {
      bind(msg, words.slice(1).join(' '));
    } else if (words[0] === 'forget' && words.length === 1) {
      forget(player);
    } else {
      carry(player, (found[2] || '').trim(), null);
    }
  }

  /** What an extension types: its nonce, the number of what it answers, and packed JSON. */
  function told(player, what, words) {
    if (!here[player] || here[player].nonce !== words[0]) {
      return;
    }
    var value = unpacked(words[2] || '');
    if (!value || typeof value !== 'object') {
      return;
    }
    if (what === '-answer') {
      answered(player, Number(words[1]), value);
    } else if (playerIsGM(player)) {
      shown(player, value);
    }
  }

  on('ready', function () {
    on('chat:message', said);
    on('change:graphic', dragged);
    sendChat(FROM, 'skald-hello', null, { noarchive: true });
  });

  return { cell: CELL };
}());
