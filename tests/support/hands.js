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
    draft: draft && {
      busy: draft.ariaBusy === 'true', title: text('h2', draft), ready: !draft.querySelector('.primary').disabled,
      refused: text('.refusal', draft), aims: Boolean(draft.querySelector('.field button')),
    },
    picks: all(PICKS).length,
    offers: all('.offer-list button').map(told),
  };
}

/** The number of the pick that lies nearest to somebody of another side. */
function nearest() {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const mine = document.querySelector('.figure [aria-pressed=true]')?.closest('.side');
  const foes = all('.figure:not(.down)').filter((one) => one.closest('.side') !== mine)
    .map((one) => document.querySelector(`[data-part=token][data-combatant="${one.dataset.combatant}"]`)).filter(Boolean).map(middle);
  const far = all(PICKS).map(middle).map((one) => Math.min(...foes.map((foe) => Math.hypot(one.x - foe.x, one.y - foe.y))));
  return far.indexOf(Math.min(...far));
}
