// Put into every page before its own scripts: when it was pressed for an act, when that was answered and when a version was on the screen, in
// milliseconds of the machine's clock; and the times between frames.
(() => {
  const now = () => performance.timeOrigin + performance.now();
  const bench = window.bench = { answered: {}, shown: {}, pressed: {} };

  // What a hand did last: the press that an order or an answer comes of.
  let press = 0;
  for (const name of ['pointerdown', 'keydown', 'click']) addEventListener(name, ({ timeStamp }) => { press = performance.timeOrigin + timeStamp; }, true);

  // What is in the document is on the screen once the frame after it begins.
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!target.matches('skald-board, #scene')) continue;
      const { version } = target.dataset;
      requestAnimationFrame(() => requestAnimationFrame(() => { bench.shown[version] ??= now(); }));
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-version'] });

  const { fetch } = window;
  window.fetch = async (address, request) => {
    const begun = press, answer = await fetch(address, request);
    if (/"query":"(\\n| )*mutation (Submit|Answer)/.test(request?.body ?? '')) {
      const at = now();
      answer.clone().json().then(({ data }) => {
        const { version } = data.submit ?? data.answer;
        if (!version) return;
        bench.answered[version] = at;
        bench.pressed[version] = begun;
      });
    }
    return answer;
  };

  /** Act in every frame, as hands on a mouse or a wheel do; the times between the frames. */
  bench.frames = (milliseconds, act = () => {}) => new Promise((done) => {
    const times = [];
    let begin = 0, last = 0, turn = 0;
    requestAnimationFrame(function frame(at) {
      begin ||= at;
      if (last) times.push(at - last);
      last = at;
      act(turn++);
      if (at - begin < milliseconds) requestAnimationFrame(frame);
      else done(times);
    });
  });

  const board = () => document.querySelector('skald-board');
  const middle = () => {
    const { x, y, width, height } = board().getBoundingClientRect();
    return { x: x + width / 2, y: y + Math.min(height, innerHeight - y) / 2, width, height };
  };
  const pointer = (name, x, y) => board().dispatchEvent(new PointerEvent(name, { pointerId: 1, clientX: x, clientY: y, bubbles: true }));

  bench.zooming = (milliseconds) => {
    const { x, y } = middle();
    return bench.frames(milliseconds, (turn) => board().dispatchEvent(new WheelEvent('wheel', {
      deltaY: turn % 60 < 30 ? -40 : 40, clientX: x, clientY: y, bubbles: true, cancelable: true,
    })));
  };

  bench.panning = async (milliseconds) => {
    const { x, y, width, height } = middle();
    board().whole();
    board().zoom(2);
    pointer('pointerdown', x, y);
    const times = await bench.frames(milliseconds, (turn) =>
      pointer('pointermove', x + (width / 4) * Math.sin(turn / 25), y + (height / 8) * Math.sin(turn / 15)));
    pointer('pointerup', x, y);
    board().whole();
    return times;
  };
})();
