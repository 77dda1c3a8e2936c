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

/** Whether the page has what it needs from elsewhere. Where it has not, it says so, and where to read instead. */
export function loaded(...names) {
  if (names.every((name) => name in window)) return true;
  at('tool').innerHTML = `<p class="missing">This page loads a program from a CDN, and could not. Whoever runs the server
    can let it have its own copy: <code>make assets</code>. Until then: <a href="./guide/">the guide</a>,
    <a href="./schema.graphql">schema.graphql</a>, <a href="./openapi.json">openapi.json</a>.</p>`;
  return false;
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
  } catch {
    tell('the server does not answer', true);
  }
}

/** Fill the bar's fields from this tab's memory, and keep what is written there. */
export function openBar() {
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
  tellWho();
}
