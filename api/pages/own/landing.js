// From the landing page to the table, with what was pasted. It goes behind `#`, which no server is sent.
import { readPasted } from './table/parts/entrance.js';

const form = document.getElementById('enter');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = form.elements.pasted.value;
  form.reset(); // so that nobody finds it there who goes back
  location.assign(linked(text) ?? `./play#${entering(text)}`);
});

/** The page that a link of this or another Skald leads to, on this one. */
function linked(text) {
  const [, page, said] = /\/(play|host|watch)#(.+)$/.exec(text.trim()) ?? [];
  return page && `./${page}#${said}`;
}

const entering = (text) => new URLSearchParams(Object.entries(readPasted(text)).filter(([, value]) => value));
