"""A fight with mixed dice, played through GraphQL to its end: some type what they roll, the server rolls the rest."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from tests.end_to_end.seated import Seated, Shown
from tests.support.processes.serving import ADMIN, Service

HAND_OVER = """mutation Hand($input: HandOverInput!) { handOver(input: $input) {
  __typename ... on Problem { code message } } }"""
BLOWS = ("attack", "shoot", "cast", "strike")
"""What the keys of offers that hurt begin with, in most games."""

SEATS = (
    {"id": "gm", "name": "The GM", "role": "GM"},
    {"id": "ana", "name": "Ana", "role": "PLAYER"},
    {"id": "ben", "name": "Ben", "role": "PLAYER"},
)


def fantasia(typed_by: Shown) -> Shown:
    """A soldier of Ana's and a mage of Ben's against two goblins."""

    def one(name: str, side: str, seat: str | None, ref: str) -> Shown:
        sheet = {"fantasia": {"ref": ref}}
        return {"id": name, "name": name.capitalize(), "side": side, "seat": seat, "vitals": {"hp": 10}, "sheet": sheet}

    return {
        "system": "fantasia",
        "name": "The bridge",
        "typedBy": typed_by,
        "seats": SEATS,
        "combatants": [
            one("cloud", "heroes", "ana", "soldier"),
            one("vivi", "heroes", "ben", "black_mage"),
            one("goblin", "foes", None, "goblin"),
            one("gobbo", "foes", None, "goblin"),
        ],
    }


def saari(typed_by: Shown) -> Shown:
    """A guard of Ana's and an archer of Ben's against a goblin and a bandit, in one zone."""

    def one(name: str, seat: str | None, **sheet: Any) -> Shown:
        side, place = "heroes" if seat else "foes", {"zone": "west"}
        return {
            "id": name,
            "name": name.capitalize(),
            "side": side,
            "seat": seat,
            "place": place,
            "sheet": {"saari": sheet},
        }

    return {
        "system": "saari",
        "name": "The shore",
        "typedBy": typed_by,
        "seats": SEATS,
        "combatants": [
            one("ada", "ana", weapons=["sword"], might=4),
            one("ilma", "ben", weapons=["sword"], might=4),
            one("gritt", None, ref="goblin", kp=4),
            one("nokk", None, ref="bandit", kp=4),
        ],
    }


class Mixed(Seated):
    """The fight and its clients. asked: the seats of each roll that was asked for, with who rolled."""

    def __init__(self, base: str, admin: str, rng: random.Random, table: Shown) -> None:
        super().__init__(base, admin, rng, table)
        self.asked: list[tuple[tuple[str, ...], str]] = []
        self._key = table["system"]

    async def play(self, *, lend: str, after: int, most: int) -> str:
        """To its end: the winning side. lend: a combatant that the GM takes over after so many orders and answers.

        AssertionError if it is not over after `most` of them.
        """
        await self.sit_down()
        await self.act("gm", {self._key: {"begin": {}}})
        lent = False
        while (done := sum(self.steps.values())) < most:
            shown = await self.look("gm")
            if shown["outcome"] is not None:
                await self.act("gm", {"gm": {"end": {"reason": "it is late"}}})
                return str(shown["outcome"])
            if done >= after and not lent and not shown["decisions"]:
                lent = True
                given = {"encounter": self.id, "combatant": lend, "seat": "gm"}
                answer = await self._gql(self.tokens["gm"], HAND_OVER, input=given)
                assert answer["handOver"]["__typename"] == "Accepted", answer
                continue
            await self._step(shown)
        raise AssertionError(f"it is not over after {most} steps: {self.steps}")

    async def _step(self, shown: Shown) -> None:
        """Whoever is asked answers; else whoever is up acts."""
        if not shown["decisions"]:
            who = shown["acting"][0] if shown["acting"] else None
            seat = next((one["seat"] for one in shown["combatants"] if one["key"] == who), None) or "gm"
            offers = [one for one in (await self.look(seat))["offers"] if who is None or one["combatant"] == who]
            blows = [one for one in offers if one["key"].startswith(BLOWS)]
            await self.act(seat, self._rng.choice(blows if blows and self._rng.random() < 0.9 else offers)["send"])
            return
        asked = shown["decisions"][0]
        seat = asked["seats"][0]
        if asked["kind"] == "Roll":
            self.asked.append((tuple(asked["seats"]), asked["question"]["by"]))
            await self.roll(seat, asked, self.thrown(asked))
            return
        mine = next(one for one in (await self.look(seat))["decisions"] if one["id"] == asked["id"])
        default = next(one for one in mine["offers"] if one["key"] == mine["default"])
        await self.reply(
            seat, mine, (default if self._rng.random() < 0.7 else self._rng.choice(mine["offers"]))["send"]
        )


async def recorded(rng: random.Random, table: Shown, lend: str) -> bytes:
    """The export of such a fight, played through a server of its own. lend: see `Mixed.play`."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder) / "data")
        await service.start()
        fight = Mixed(service.base, ADMIN, rng, table)
        try:
            await fight.play(lend=lend, after=12, most=400)
            return await fight.exported()
        finally:
            await fight.close()
            await service.stop()
