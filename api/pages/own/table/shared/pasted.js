// What was pasted to come in.

/** @param {string} text what was pasted: a code, a token, or a link with one behind `#` */
export function readPasted(text) {
  const behind = text.trim().replace(/^[^#]*#/, ''), said = new URLSearchParams(behind.includes('=') ? behind : '');
  const invitation = said.get('invitation'), token = said.get('token');
  if (invitation || token) return { invitation: invitation ?? '', token: token ?? '' };
  const bare = text.trim();
  if (/^[a-z0-9]{3}[\s-]?[a-z0-9]{3}$/i.test(bare)) return { invitation: bare, token: '' };
  // Both have three parts, and no fight's id begins with a letter; the operator's token has one part.
  return bare.split('.').length === 3 && !bare.startsWith('ey') ? { invitation: bare, token: '' } : { invitation: '', token: bare };
}
