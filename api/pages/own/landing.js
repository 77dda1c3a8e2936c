// From the landing page to the table, with what was pasted. It goes behind `#`, which no server is sent.
import { readPasted } from './table/parts/entrance.js';

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
