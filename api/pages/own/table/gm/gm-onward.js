// Playing on from a version of the fight that is directed: a button, and the ways into the new fight once it is made.
import { t } from '../words.js';
import { bring } from '../shared/bring.js';
import { h } from '../shared/elements.js';

/**
 * @param {{ fight: import('../../client/fight.js').Fight, failed: (error: Error) => void }} desk
 * @param {() => number} at the version
 */
export function playingOn({ fight, failed }, at) {
  const place = h('div', {}), go = () => bring(() => import('../watch/forking.js')).then(({ playOn }) => playOn(fight, { role: 'GM' }, at(), place, failed)).catch(failed);
  return h('div', { class: 'play-on' }, h('button', { type: 'button', 'data-gm': 'onward', onclick: () => void go() }, t('gm.playOn')), place);
}
