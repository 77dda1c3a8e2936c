// The extension's own page: joins a fight by an invitation, and leaves it.
import { readLink } from './client/links.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    alone: 'This browser is not joined to a fight.', player: 'You are joined as {seat}, on {root}.', gm: 'You are joined as the game master, on {root}. This browser moves the tokens.',
    link: 'The link of your invitation', join: 'Join', leave: 'Leave the fight', wrong: 'This is no link of an invitation: it looks like https://.../play#invitation=...',
    away: 'The server does not answer.', denied: 'Without your permission the extension reaches no server.',
  },
  es: {
    alone: 'Este navegador no está unido a ningún combate.', player: 'Participas como {seat}, en {root}.', gm: 'Participas como director de juego, en {root}. Este navegador mueve las fichas.',
    link: 'El enlace de tu invitación', join: 'Unirse', leave: 'Dejar el combate', wrong: 'Esto no es un enlace de invitación: es como https://.../play#invitation=...',
    away: 'El servidor no contesta.', denied: 'Sin tu permiso la extensión no alcanza ningún servidor.',
  },
  fi: {
    alone: 'Tätä selainta ei ole liitetty taisteluun.', player: 'Olet mukana paikalla {seat}, palvelimella {root}.', gm: 'Olet mukana pelinjohtajana, palvelimella {root}. Tämä selain siirtää pelimerkit.',
    link: 'Kutsusi linkki', join: 'Liity', leave: 'Poistu taistelusta', wrong: 'Tämä ei ole kutsun linkki: se on kuin https://.../play#invitation=...',
    away: 'Palvelin ei vastaa.', denied: 'Ilman lupaasi laajennus ei saa yhteyttä palvelimeen.',
  },
  pl: {
    alone: 'Ta przeglądarka nie jest dołączona do walki.', player: 'Grasz jako {seat}, na {root}.', gm: 'Grasz jako mistrz gry, na {root}. Ta przeglądarka przesuwa żetony.',
    link: 'Link z twojego zaproszenia', join: 'Dołącz', leave: 'Opuść walkę', wrong: 'To nie jest link z zaproszenia: wygląda jak https://.../play#invitation=...',
    away: 'Serwer nie odpowiada.', denied: 'Bez twojej zgody rozszerzenie nie połączy się z żadnym serwerem.',
  },
};

const language = navigator.language.slice(0, 2);
const words = WORDS[language] ?? WORDS.en;
document.documentElement.lang = WORDS[language] ? language : 'en';

/** @param {string} id */
const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (by('join')), link = /** @type {HTMLInputElement} */ (by('link'));
/** @type {HTMLLabelElement} */ (form.querySelector('label')).textContent = words.link;
/** @type {HTMLButtonElement} */ (form.querySelector('button')).textContent = words.join;
by('leave').textContent = words.leave;

/** @param {Record<string, unknown>} message */
const ask = (message) => chrome.runtime.sendMessage(message);

async function show() {
  const { seat, gm, root } = await ask({ ask: 'who' });
  by('standing').textContent = (seat === undefined ? words.alone : gm ? words.gm : words.player).replace('{seat}', seat).replace('{root}', root);
  by('leave').hidden = seat === undefined;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  by('told').textContent = '';
  const { root } = readLink(link.value);
  if (!root) {
    by('told').textContent = words.wrong;
    return;
  }
  const origins = [`${new URL(root).origin}/*`];
  const granted = await chrome.permissions.contains({ origins }) || await chrome.permissions.request({ origins });
  if (!granted) {
    by('told').textContent = words.denied;
    return;
  }
  const told = await ask({ ask: 'join', link: link.value, language: document.documentElement.lang });
  const said = told.wrong ? words.wrong : told.away || told.failed ? words.away : (told.lines ?? []).map((/** @type {{ text: string }} */ one) => one.text).join(' ');
  by('told').textContent = said;
  if (!said) link.value = '';
  await show();
});

by('leave').addEventListener('click', async () => {
  await ask({ ask: 'leave' });
  await show();
});

await show();
