// Icons, by name, from the one file that is carried with the pages; its licences stand beside it.
import { svg } from './elements.js';

const HERE = 'icon-';
void fetched();

/** Bring the file into the page: a page inside another one's frame may be refused what a picture refers to. */
async function fetched() {
  const answer = await fetch(new URL('../icons.svg', import.meta.url)).catch(() => null);
  if (!answer?.ok) return;
  const file = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  for (const one of file.querySelectorAll('symbol')) one.id = HERE + one.id;
  const place = document.importNode(file, true);
  place.setAttribute('aria-hidden', 'true');
  place.style.display = 'none';
  document.body.append(place);
}

/** Icons of things that have one among those of buttons. */
const ALSO = new Map(Object.entries({ end: 'u-skip-forward', flag: 'u-flag', hidden: 'u-eye-off', undo: 'u-undo-2', wait: 'u-hourglass' }));
/** What is drawn for an order whose icon the file does not have. */
const OF_GROUP = new Map(Object.entries({ STRIKE: 'sword', MOVE: 'move', CAST: 'magic', OTHER: 'item', END: 'u-skip-forward' }));
const KNOWN = new Set(('aim axe blind bolt bow check claws climb cure dagger defend dice door drop fallen fight fire fist ice item jump ladder life magic move mute '
  + 'poison potion pray protect ready shove sleep slow spear speed stealth stop sword throw trident wounded').split(' '));

/**
 * The icon of an order, an answer or a headline: the named one, else that of its group.
 * @param {{ icon?: string | null, group?: string | null }} thing
 * @param {string} [kind]
 */
export const iconOf = ({ icon: name, group }, kind) => icon(ALSO.get(name ?? '') ?? (KNOWN.has(name ?? '') ? name ?? '' : OF_GROUP.get(group ?? '') ?? 'check'), kind);

/**
 * An icon. It says nothing by itself: the words stand beside it.
 * @param {string} name as the file has it
 * @param {string} [kind] a class of its own
 */
export const icon = (name, kind = 'i') => svg('svg', { class: kind, viewBox: name.startsWith('u-') ? '0 0 24 24' : '0 0 64 64', 'aria-hidden': 'true' },
  svg('use', { href: `#${HERE}${name}` }));
