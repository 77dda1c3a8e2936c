// Who asks, and in which language. A token lives as long as its tab, and travels in headers only, never in an address.
const storage = sessionStorage, TOKEN = 'skald-token', LANGUAGE = 'skald-language';
const at = (id) => document.getElementById(id);

export const token = () => storage.getItem(TOKEN) || undefined;
export const language = () => at('language').value;

/** The headers of a request: a token, where there is one, and the language. */
export const headers = () => ({
  'Accept-Language': language(),
  ...(token() && { Authorization: `Bearer ${token()}` }),
});

/** Whether the programs of others that the page needs are there. If not, it says what to do, and waits for them. */
export function loaded(...names) {
  if (names.every((name) => name in window)) return true;
  at('tool').innerHTML = `<p class="missing">This page needs a program that this server does not have yet.
    <code>make assets</code> (<code>skald assets</code>, where Skald was installed) fetches it, about 3.5 MB, once. The
    running server then has it at once, and this page opens by itself. Until then: <a href="./guide/">the guide</a>,
    <a href="./schema.graphql">schema.graphql</a>, <a href="./openapi.json">openapi.json</a>.</p>`;
  reopenWhenChanged();
  return false;
}

/** Open the page again once the server has another one at its address, which it names by an ETag. */
async function reopenWhenChanged() {
  const tag = () => fetch(location.pathname, { method: 'HEAD', headers: { Accept: 'text/html' } })
    .then((answer) => answer.ok && answer.headers.get('etag'), () => null);
  const first = await tag();
  const look = setInterval(async () => {
    const now = document.hidden ? null : await tag();
    if (!first || !now || now === first) return;
    clearInterval(look);
    location.reload();
  }, 3000);
}

/** The fight that this page knows: of its address, behind `#`, or else of its token. Undefined where it knows none. */
export let fight;

/** Called with the id of a fight whenever the page comes to know one. */
let toldOfFight = () => {};
export const onFight = (called) => { toldOfFight = called; };

/** What a link may say behind `#`, which no server is sent: `fight`, and `token`, which does not stay in the address. */
function readLink() {
  const said = new URLSearchParams(location.hash.slice(1));
  if (!said.has('fight') && !said.has('token')) return;
  if (/^[0-9a-z]{1,64}$/.test(said.get('fight') ?? '')) fight = said.get('fight');
  if (said.has('token')) storage.setItem(TOKEN, said.get('token').trim());
  history.replaceState(history.state, '', location.pathname + location.search + (fight ? `#fight=${fight}` : ''));
}

/** Whether what is shown belongs to the newest token: answers may overtake each other. */
let asked = 0;

async function tellWho() {
  const mine = ++asked, output = at('who');
  const tell = (text, wrong) => {
    if (mine !== asked) return;
    output.textContent = text;
    output.classList.toggle('wrong', wrong);
  };
  if (!token()) return tell('', false);
  try {
    const answer = await fetch('./v1/viewer', { headers: headers() });
    const said = await answer.json();
    if (!answer.ok) return tell(said.detail, true);
    tell(said.admin ? 'the operator' : `${said.role} ${said.seat}, fight ${said.encounter}`, false);
    if (mine === asked && said.encounter && said.encounter !== fight) toldOfFight(fight = said.encounter);
  } catch {
    tell('the server does not answer', true);
  }
}

/** Fill the bar's fields from this tab's memory, and keep what is written there. Resolves when it is known who asks. */
export function openBar() {
  readLink();
  const field = at('token'), choice = at('language');
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  for (const option of choice.options) option.textContent = names.of(option.value);
  field.value = token() ?? '';
  const liked = [storage.getItem(LANGUAGE), ...navigator.languages.map((name) => name.split('-')[0])];
  choice.value = liked.find((name) => [...choice.options].some((option) => option.value === name)) ?? 'en';
  field.form.addEventListener('submit', (event) => {
    event.preventDefault(); // Enter in the field: there is nothing to be sent, but somebody to be told
    field.dispatchEvent(new Event('change'));
  });
  field.addEventListener('change', () => {
    storage.setItem(TOKEN, field.value.trim());
    tellWho();
  });
  choice.addEventListener('change', () => storage.setItem(LANGUAGE, choice.value));
  return tellWho();
}
