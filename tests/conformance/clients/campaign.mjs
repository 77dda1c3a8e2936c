// A company goes through a fight by the client library alone.
const { root, library, token, wish, ogre } = JSON.parse(process.env.GIVEN);
const { Campaign, Fight, Server } = await import(library);

const made = await Campaign.create(new Server(root, { token }), wish);
const gm = new Server(root, { token: made.tokens.find((seat) => seat.seat === 'gm').token });
const company = new Campaign(gm, made.encounter.id);
const begun = await company.begin({ name: 'At the bridge', members: [{ member: 'cloud' }], combatants: [ogre] });
const fight = begun.encounter.id;
for (const tool of [{ correct: { path: 'combatants.cloud.vitals.hp.now', value: 7 } }, { end: {} }]) {
  await gm.rest('POST', `v1/encounters/${fight}/commands`, { body: { command: { gm: tool } } });
}
const read = await company.settlement(fight);
const done = await company.settle(fight, { digest: read.digest });
const { fights } = await company.fights();
const { campaigns } = await Campaign.page(new Server(root, { token }));
console.log(
  JSON.stringify({
    lines: read.lines.map((line) => line.text),
    events: done.events.map((event) => event.type),
    stages: fights.map((one) => one.stage),
    listed: campaigns.some((one) => one.id === company.id),
    opens: typeof Fight === 'function',
  }),
);
