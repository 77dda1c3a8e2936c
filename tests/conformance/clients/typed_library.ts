// A program of somebody who installed the package: it is only compiled.
import { Draft, Fight, filled, join, listenToOdds, readLink, Refusal, Server, TypedDice } from 'skald-client';
import type { Decision, Encounter, Offer } from 'skald-client';
import * as documents from 'skald-client/documents.js';

export async function play(link: string): Promise<string[]> {
  const { root, invitation } = readLink(link);
  const server = new Server(root, { language: 'fi' });
  const { token, fight: id } = await join(server, invitation);
  const fight = new Fight(server, id);
  await fight.open({ after: token.length });
  listenToOdds(fight, { told: ({ sides }) => [sides[0]?.won.low], failed: ({ code }) => code }, { within: 50 });
  const now: Encounter = fight.loaded, round: number = now.round;
  const offer: Offer | undefined = now.offers[0], asked: Decision | undefined = now.decisions.find(({ yours }) => yours);
  if (offer) await new Draft(fight, offer).send();
  if (asked) await fight.answer(asked, { faces: new TypedDice('2d6').faces.map((face) => face ?? 1) });
  try {
    await fight.submit(filled(offer), { version: now.version });
  } catch (error) {
    if (error instanceof Refusal) return [error.code, String(error.retryAfter), documents.LOOK, String(round)];
  }
  return fight.events.map(({ text }) => text);
}
