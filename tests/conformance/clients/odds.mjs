// The odds of a fight and of one that is not made, as they grow; left in the middle; refused.
import WebSocket from 'ws';

const { root, library, fight: id, seats, setup } = JSON.parse(process.env.GIVEN);
const { Fight, listenToOdds, listenToSetupOdds, Server } = await import(library);
const sent = [];
/** Notes what is sent, so that leaving can be seen. */
class Noted extends WebSocket {
  send(text) {
    sent.push(JSON.parse(text).type);
    super.send(text);
  }
}
const wish = { runs: 20, seconds: 60, within: 10 };
/** All answers, or why there are none. */
const answers = (ask) => new Promise((done) => {
  const all = [];
  ask({
    told: (odds) => {
      all.push(odds);
      if (odds.complete) done(all);
    },
    failed: ({ code }) => done(code),
  });
});

const told = {}, host = new Server(root, { token: seats.host, WebSocket: Noted });
const whole = await answers((heard) => listenToSetupOdds(host, setup, heard, wish));
told.setup = { runs: whole.at(-1).runs, encounter: whole.at(-1).encounter, sides: whole.at(-1).sides.map(({ side }) => side), growing: whole.every(({ runs }, at) => !at || runs >= whole[at - 1].runs) };
told.nonsense = await answers((heard) => listenToSetupOdds(host, { ...setup, system: 'chess' }, heard, wish));

// Left at the first answer: that is said to the server, and no further answer is heard.
told.left = await new Promise((done) => {
  let heard = 0;
  sent.length = 0;
  const leave = listenToSetupOdds(host, setup, {
    told: () => {
      heard += 1;
      leave();
      done({ heard, sent: [...sent] });
    },
    failed: ({ code, message }) => done(`${code} ${message}`),
  }, { runs: 2000, seconds: 60, within: 10, seed: 'left' });
});

for (const [seat, token] of Object.entries(seats).filter(([name]) => name !== 'host')) {
  const fight = new Fight(new Server(root, { token, WebSocket }), id);
  await fight.open();
  const found = await answers((heard) => listenToOdds(fight, heard, wish));
  told[seat] = typeof found === 'string' ? found : { runs: found.at(-1).runs, known: found.at(-1).known, version: found.at(-1).version === fight.loaded.version };
  fight.close();
}
console.log(JSON.stringify(told));
