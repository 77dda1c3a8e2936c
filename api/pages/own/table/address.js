// What a link brings behind `#`, which no server is sent. Secrets are taken out of the address at once.

const TOKEN = 'skald-token';
/** @param {string} id */
const isId = (id) => /^[0-9a-z]{1,64}$/.test(id);

/** @typedef {{ fight: string, invitation: string, at: number, [name: string]: string | number }} Said */

/**
 * Read the address; keep a token in this tab's memory. Called once, before anything else.
 * @returns {Said}
 */
export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const fight = said.get('fight') ?? '', token = said.get('token')?.trim(), invitation = said.get('invitation')?.trim() ?? '';
  if (token) sessionStorage.setItem(TOKEN, token);
  said.delete('token');
  said.delete('invitation');
  history.replaceState(history.state, '', `${location.pathname}${location.search}${said.size ? `#${said}` : ''}`);
  return { ...Object.fromEntries(said), fight: isId(fight) ? fight : '', invitation, at: Number(said.get('at')) || 0 };
}

/**
 * Begin anew where another link is opened in this tab: only what stands behind `#` changes then, so that the browser loads nothing.
 * Called once, before anybody else listens to the address.
 */
export function beginAnew() {
  addEventListener('hashchange', (event) => {
    const said = new URLSearchParams(location.hash.slice(1));
    if (!said.has('token') && !said.has('invitation')) return;
    event.stopImmediatePropagation();
    location.reload();
  });
}

/** The token of this tab; "" without one. */
export const keptToken = () => sessionStorage.getItem(TOKEN) ?? '';

/** @param {string} token "": none any more */
export function keepToken(token) {
  if (token) sessionStorage.setItem(TOKEN, token);
  else sessionStorage.removeItem(TOKEN);
}

/**
 * Write what a link to here says, without a step in the browser's history.
 * @param {Record<string, string | number>} said
 */
export function writeAddress(said) {
  const found = Object.entries(said).filter(([, value]) => value).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  history.replaceState(history.state, '', `${location.pathname}${location.search}${found.length ? `#${found.join('&')}` : ''}`);
}
