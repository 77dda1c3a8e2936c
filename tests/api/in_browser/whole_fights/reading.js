// What a player reads on the page to play.

const all = (selector) => [...document.querySelectorAll(selector)];
const middle = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};
const tokenOf = (who) => document.querySelector(`skald-board [data-part=token][data-combatant="${CSS.escape(who)}"]`);
const PICKS = '#overlay [data-part=stand], #overlay [data-part=reach], #overlay [data-part=next]';

/** What is shown, and what can be pressed. */
function seen() {
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';
  const main = document.querySelector('main'), draft = document.querySelector('form.draft');
  return {
    version: Number(main?.dataset.version ?? 0), drawn: Number(document.querySelector('skald-board')?.dataset.version ?? 0),
    wait: text('.wait'), up: Boolean(document.querySelector('.wait.you')), said: text('.said'), state: text('.state'),
    over: Boolean(document.querySelector('.ending, .card.over')), dialog: Boolean(document.querySelector('dialog[open]')),
    asked: all('.asked:not(.for-others) .offers button').map((one) => ({ text: one.textContent.trim(), key: one.dataset.offer ?? '', usual: one.classList.contains('default') })),
    question: text('.asked:not(.for-others) h2'), pad: Boolean(document.querySelector('.asked:not(.for-others) .dice-pad')),
    head: text('.offer-list h2'), played: text('.offer-list h2 + .hint'),
    tiles: all('.offer-list .tile[data-offer]').map((one) => ({ key: one.dataset.offer, text: one.textContent.trim(), kind: one.className })),
    ways: all('.offer-list .way').map((one) => ({ key: one.dataset.offer, text: one.textContent.trim() })),
    draft: draft && { title: draft.querySelector('h2')?.textContent.trim() ?? '', ready: !draft.querySelector('.primary')?.disabled, text: draft.innerText, refusal: draft.querySelector('.refusal')?.textContent.trim() ?? '' },
    menu: Boolean(document.querySelector('.pop')), marked: document.querySelector('.pop .opt.sel')?.className ?? '',
    plane: Boolean(document.querySelector('skald-board svg[data-space=PLANE]')),
  };
}

/** Where somebody stands who acts, and his foes, the nearest first: [id, x, y]. */
function facing() {
  const mine = document.querySelector('.figure [aria-pressed=true]')?.closest('.figure');
  const token = mine && tokenOf(mine.dataset.combatant);
  if (!token) return null;
  const me = middle(token), side = mine.closest('.side');
  const foes = all('.figure:not(.down)').filter((one) => one.closest('.side') !== side)
    .map((one) => [one.dataset.combatant, tokenOf(one.dataset.combatant)]).filter(([, one]) => one)
    .map(([who, one]) => [who, ...middle(one)]);
  foes.sort((one, other) => Math.hypot(one[1] - me[0], one[2] - me[1]) - Math.hypot(other[1] - me[0], other[2] - me[1]));
  const range = document.querySelector('#overlay [data-part=range]')?.getBoundingClientRect();
  return { who: mine.dataset.combatant, me, foes, far: range ? range.width / 2 : 0 };
}

/** Whether a spot is on the board, in sight, and nobody stands there. */
function free(x, y) {
  const under = document.elementsFromPoint(x, y);
  return under.some((one) => one.matches('skald-board')) && !under[0].closest('.pop, dialog, .dock') && !under.some((one) => one.closest('[data-part=token]'));
}

/** Spots that may be picked and are nearer to a foe than whoever acts, the nearest first. */
function goals() {
  const { foes = [], me } = facing() ?? {};
  const far = ([x, y]) => Math.min(...foes.map((foe) => Math.hypot(foe[1] - x, foe[2] - y)));
  return all(PICKS).map(middle).filter((spot) => free(...spot) && (!me || far(spot) < far(me))).sort((one, other) => far(one) - far(other));
}
