// The page's own words, in the reader's language. What comes from the server is in that language already.
import { bring } from '../client/bring.js';

/** The languages that the pages have. */
export const LANGUAGES = ['en', 'es', 'fi', 'pl'];
const KEPT = 'skald-language';

/** @type {Record<string, string>} */
let words = {};

/** @param {string | null} name */
const known = (name) => (name && LANGUAGES.includes(name) ? name : undefined);

/** The language that this reader wants: chosen here, else his browser's first that there is. */
export function wantedLanguage() {
  const liked = navigator.languages.map((name) => name.split('-')[0]);
  return known(localStorage.getItem(KEPT)) ?? liked.find(known) ?? 'en';
}

/** @param {string} language */
export const keepLanguage = (language) => localStorage.setItem(KEPT, language);

/**
 * @param {string} language
 * @param {string[]} [more] folders of further words, beside that of the words of all pages
 * @param {{ page?: boolean }} [given] page: whether the whole page is in that language; false in the page of another program
 */
export async function loadWords(language, more = [], { page = true } = {}) {
  const found = await Promise.all(['words', ...more].map(async (folder) => {
    const answer = await bring(() => fetch(new URL(`./${folder}/${language}.json`, import.meta.url)));
    return answer.json();
  }));
  giveWords(language, Object.assign({}, ...found), page);
}

/**
 * Take words that are there already.
 * @param {string} language
 * @param {Record<string, string>} given
 * @param {boolean} [page] whether the whole page is in that language
 */
export function giveWords(language, given, page = true) {
  words = { ...words, ...given };
  if (page) document.documentElement.lang = language;
}

/**
 * A text of the page. figures: put where the text has their names in braces. A text `key.one` serves for the figure `n` of 1.
 * @param {string} key
 * @param {Record<string, string | number>} [figures]
 */
export function t(key, figures = {}) {
  const text = (figures.n === 1 && words[`${key}.one`]) || words[key];
  if (text === undefined) throw new Error(`no word ${key}`);
  return text.replace(/{(\w+)}/g, (_, name) => String(figures[name]));
}

/**
 * Dice as they are written in the reader's language: `2d8`, in Polish `2k8`.
 * @param {string} notation
 */
export const diceText = (notation) => notation.replace(/(\d)d(?=\d)/g, `$1${t('dice.sign')}`);
