// Links to a fight, as people pass them on: what they say stands behind `#`, which no server is sent.

/** @typedef {{ root: string, fight: string, invitation: string, token: string }} Said "": it does not say so */

/**
 * What somebody has pasted: a link to a page of a server (`https://.../play#invitation=...`), or a bare invitation.
 * @param {string} text
 * @returns {Said}
 */
export function readLink(text) {
  const pasted = text.trim();
  /** @type {URL} */
  let link;
  try {
    link = new URL(pasted);
  } catch {
    return { root: '', fight: '', invitation: pasted, token: '' };
  }
  const said = new URLSearchParams(link.hash.slice(1)), part = (/** @type {string} */ name) => said.get(name)?.trim() ?? '';
  return { root: new URL('./', link).href.split(/[?#]/)[0], fight: part('fight'), invitation: part('invitation'), token: part('token') };
}
