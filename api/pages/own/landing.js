// From the landing page to the table, with what was pasted. It goes behind `#`, which no server is sent.
import { readPasted } from './table/shared/pasted.js';
import { showFilms } from './table/watch/showcase.js';
import { giveWords } from './table/words.js';

const words = JSON.parse(document.body.dataset.words ?? '{}');
giveWords(document.documentElement.lang, words);
showFilms(document.querySelectorAll('.film'), { play: words.film_play, stop: words.film_stop, film: words.film });

const form = /** @type {HTMLFormElement} */ (document.getElementById('enter'));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = /** @type {HTMLInputElement} */ (form.elements.namedItem('pasted')).value;
  form.reset(); // so that nobody finds it there who goes back
  location.assign(linked(text) ?? `./play#${entering(text)}`);
});

/** The page that a link of this or another Skald leads to, on this one. @param {string} text */
function linked(text) {
  const [, page, said] = /\/(play|host|watch)#(.+)$/.exec(text.trim()) ?? [];
  return page && `./${page}#${said}`;
}

/** @param {string} text */
const entering = (text) => new URLSearchParams(Object.entries(readPasted(text)).filter(([, value]) => value));

const said = document.querySelector('.try .said');
for (const game of document.querySelectorAll('.try [data-system]')) {
  const button = /** @type {HTMLButtonElement} */ (game);
  button.addEventListener('click', () => void tried(button));
  button.disabled = false; // before this, a press would be lost
}

/** Sit down in a fresh fight of a game. @param {HTMLButtonElement} game */
async function tried(game) {
  const all = [...document.querySelectorAll('.try button')];
  for (const one of all) /** @type {HTMLButtonElement} */ (one).disabled = true;
  try {
    const answer = await fetch('./v1/try', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ system: game.dataset.system }),
    });
    const body = await answer.json();
    if (answer.ok) location.assign(`./play#token=${body.token.token}`);
    else if (said) said.textContent = body.detail;
  } catch (error) {
    if (said) said.textContent = String(error);
  } finally {
    for (const one of all) /** @type {HTMLButtonElement} */ (one).disabled = false;
  }
}
