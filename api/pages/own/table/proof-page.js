// The page that proves the file of a fight without any server: it is handed out as one file.
import { canProve } from '../client/proof.js';
import { unpacked } from '../client/unpacked.js';
import { giveWords, LANGUAGES, t, wantedLanguage } from './words.js';
import { h } from './shared/elements.js';
import { acceptDrops, fileButton } from './shared/file-drop.js';
import { ProofPanel } from './fight/proof-panel.js';

const all = JSON.parse(document.getElementById('words')?.textContent ?? '{}'), app = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @param {string} language */
function show(language) {
  giveWords(language, all[language]);
  document.title = t('proof.page');
  const panel = new ProofPanel(), said = h('p', { class: 'refusal', role: 'alert' }), name = h('p', {});
  take = async (file) => {
    name.textContent = file.name;
    const bytes = await unpacked(file);
    said.textContent = bytes ? '' : t('file.unreadable');
    panel.element.hidden = !bytes;
    if (bytes) await panel.judge(bytes);
  };
  const names = (/** @type {string} */ one) => new Intl.DisplayNames([one], { type: 'language' }).of(one) ?? one;
  const choice = h('select', { 'aria-label': t('settings.language'), onchange: () => show(choice.value) },
    ...LANGUAGES.map((one) => h('option', { value: one, selected: one === language }, names(one))));
  app.replaceChildren(h('main', { class: 'entrance' }, choice, h('h1', {}, t('proof.page')), h('p', {}, t('proof.pageHint')),
    canProve() ? fileButton((file) => void take(file)) : '', name, said, panel.element));
  app.removeAttribute('aria-busy');
  app.dataset.ready = 'true';
}

/** @type {(file: File) => Promise<void>} */
let take = async () => {};
acceptDrops((file) => void take(file));
show(wantedLanguage());
