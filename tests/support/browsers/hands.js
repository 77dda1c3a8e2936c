// What `hands.py` reads from a page of the table.

const PICKS = '#overlay [data-part=reach], #overlay [data-part=next]';
const all = (selector) => [...document.querySelectorAll(selector)];

/** What the page shows, and what can be pressed. */
function seen() {
  const told = (button) => ({
    text: button.textContent.trim(), key: button.dataset.offer ?? '', press: button.dataset.key ?? '',
    group: button.closest('section').className,
  });
  const text = (selector, inside = document) => inside.querySelector(selector)?.textContent.trim() ?? '';
  const draft = document.querySelector('form.draft'), pad = document.querySelector('.asked:not(.for-others) .dice-pad'), field = pad?.querySelector('.face');
  return {
    state: text('.state'), said: text('.said'), whose: text('.offer-list h2'), usual: text('.asked:not(.for-others) .offers .default'),
    over: Boolean(document.querySelector('.card.over')),
    pad: pad && {
      decision: pad.closest('[data-decision]').dataset.decision, dice: pad.querySelectorAll('.die').length,
      field: Boolean(field), sides: Number(field?.max ?? pad.querySelectorAll('.faces button').length - 1),
    },
    asked: all('.asked:not(.for-others) .offers button').map(told),
    really: Boolean(document.querySelector('dialog[open]')),
    draft: draft && {
      busy: [draft, draft.querySelector('.foreseen')].some((one) => one.ariaBusy === 'true'), title: text('h2', draft), ready: !draft.querySelector('.primary').disabled,
      refused: text('.refusal', draft), aims: Boolean(draft.querySelector('.field button')),
      unpicked: all('form.draft fieldset').some((one) => one.querySelector('[type=radio], [type=checkbox]') && !one.querySelector(':checked')),
    },
    picks: all(PICKS).length, plane: Boolean(document.querySelector('skald-board svg[data-space=PLANE]')),
    offers: all('.offer-list button[data-offer]').map(told),
  };
}

const middle = (one) => {
  const box = one.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const tokenOf = (one) => document.querySelector(`[data-part=token][data-combatant="${one.dataset.combatant}"]`);

/** The figure whose offers are shown, and the middles of those who stand on other sides. */
function sides() {
  const mine = document.querySelector('.figure [aria-pressed=true]')?.closest('.figure'), side = mine?.closest('.side');
  const foes = all('.figure:not(.down)').filter((one) => one.closest('.side') !== side).map(tokenOf).filter(Boolean).map(middle);
  return { mine, foes };
}

/** The number of the pick that lies nearest to somebody of another side. */
function nearest() {
  const { foes } = sides();
  const far = all(PICKS).map(middle).map((one) => Math.min(...foes.map((foe) => Math.hypot(one.x - foe.x, one.y - foe.y))));
  return far.indexOf(Math.min(...far));
}

/** From the figure whose offers are shown to the nearest of another side: both middles; null without one of them. */
function towards() {
  const { mine } = sides(), token = mine && tokenOf(mine);
  token?.scrollIntoView({ block: 'center', inline: 'center' });
  const { foes } = sides();
  if (!token || !foes.length) return null;
  const here = middle(token), far = foes.map((foe) => Math.hypot(here.x - foe.x, here.y - foe.y));
  const foe = foes[far.indexOf(Math.min(...far))];
  return [here.x, here.y, foe.x, foe.y];
}

/** Tenths of an inch from the keys' cursor to a spot of the window on an open table: to the right, and down. */
function steps(x, y) {
  const matrix = document.getElementById('overlay').getScreenCTM().inverse();
  const to = new DOMPoint(x, y).matrixTransform(matrix), here = middle(document.querySelector('#overlay [data-part=cursor]'));
  const from = new DOMPoint(here.x, here.y).matrixTransform(matrix);
  return [Math.round((to.x - from.x) / 10), Math.round((to.y - from.y) / 10)];
}
