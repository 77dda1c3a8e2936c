"""One whole fight, played through the API alone: once with seeded dice, once with typed ones.

The story needs certain dice. Typed dice are simply typed; with seeded dice the game master takes the order back
until they come up: slow and honest, and it shows that dice after a revert are fresh.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.exceptions import WebSocketException

from tests.support.amounts import PATIENCE
from tests.support.contract.client import CREATE, Frontend, GraphQLFailed

Event = dict[str, Any]
Wish = Callable[[list[Event]], bool]

PLAIN = {
    "strength": 1, "agility": 0, "vitality": 0, "mind": 0, "defense": 7, "magicDefense": 7, "hp": 30, "mp": 20,
    "movement": 5,
}  # fmt: skip
SWORD = {"id": "sword", "name": "Sword", "category": "MELEE", "bonus": 1, "dice": 2}
FIRE = {"id": "fire", "name": "Fire", "mp": 4, "damage": 2, "element": "FIRE"}
CURE = {"id": "cure", "name": "Cure", "mp": 3, "heal": 2, "beneficial": True}


def who(key: str, side: str, seat: str, first: int, **figures: Any) -> dict[str, Any]:
    """first: a bonus on initiative, so that the turn order is the story's."""
    sheet = {**PLAIN, "initiativeBonus": first, **figures}
    return {"id": key, "name": key.capitalize(), "side": side, "seat": seat, "sheet": {"fantasia": sheet}}


def setup(dice: str) -> dict[str, Any]:
    """The table: Ana has Cloud, Ben has Strago, the GM has Kefka and a goblin; Eve is a spectator."""
    return {
        "system": "fantasia",
        "name": "The bridge",
        "dice": dice,
        "singleAnswers": {"pace": 0},
        "seats": [
            {"id": "gm", "name": "GM", "role": "GM"},
            {"id": "ana", "name": "Ana", "role": "PLAYER"},
            {"id": "ben", "name": "Ben", "role": "PLAYER"},
            {"id": "eve", "name": "Eve", "role": "SPECTATOR"},
        ],
        "combatants": [
            # Strago always hits with magic, Kefka always fails his concentration, the goblin always hits except once.
            who("strago", "heroes", "ben", 60, ownSpells=[FIRE, CURE], mind=9),
            who("cloud", "heroes", "ana", 40, ownWeapons=[SWORD], hp=8, vitality=2),
            who("kefka", "foes", "gm", 20, ownSpells=[FIRE], mind=-9, magicDefense=1, hp=90),
            who("goblin", "foes", "gm", 0, ownWeapons=[SWORD], strength=9, hp=60, deathCounter=False),
        ],
    }


class Table:
    """The seats and their clients. trouble: called while the readied action's decision is open."""

    def __init__(self, base: str, admin: str, dice: str) -> None:
        self.base, self.dice, self.id = base, dice, ""
        self._admin = Frontend(base, admin)
        self.people: dict[str, Frontend] = {}
        self.watched: list[Event] = []
        self.keys = 0

    async def sit_down(self) -> None:
        made = (await self._admin.gql(CREATE, input=setup(self.dice)))["createEncounter"]
        assert made["__typename"] == "Created", made
        self.id = made["encounter"]["id"]
        self.people = {t["seat"]: Frontend(self.base, t["token"]) for t in made["tokens"]}
        assert set(self.people) == {"gm", "ana", "ben", "eve"}

    async def version(self) -> int:
        return int((await self.people["gm"].look(self.id))["version"])

    async def look(self, seat: str = "gm") -> dict[str, Any]:
        return await self.people[seat].look(self.id)

    async def combatant(self, key: str, seat: str = "gm") -> dict[str, Any]:
        return next(c for c in (await self.look(seat))["combatants"] if c["key"] == key)

    async def hp(self, key: str) -> int:
        vitals = (await self.combatant(key))["vitals"]
        return int(next(v["now"] for v in vitals if v["key"] == "hp"))

    # -- playing
    async def order(
        self, seat: str, command: dict[str, Any], faces: tuple[int, ...] = (), wish: Wish | None = None
    ) -> list[Event]:
        """An order that is accepted. faces: the wanted typed dice; wish: the same as a condition, for seeded ones."""
        return await self._wished(lambda: self._act(seat, command), faces, wish)

    async def answer(
        self, seat: str, kind: str, choice: str, faces: tuple[int, ...] = (), wish: Wish | None = None, **picks: Any
    ) -> list[Event]:
        """Answer the open decision of a kind."""
        return await self._wished(lambda: self._reply(seat, kind, {"key": choice, "fields": picks}), faces, wish)

    async def _wished(
        self, go: Callable[[], Awaitable[list[Event]]], faces: tuple[int, ...], wish: Wish | None
    ) -> list[Event]:
        if self.dice == "PHYSICAL" or wish is None:
            events = await go()
            events += await self._settle(list(faces) if self.dice == "PHYSICAL" else [])
            assert wish is None or wish(events), [e["text"] for e in events]
            return events
        before = await self.version()
        for _ in range(400):
            events = await go()
            events += await self._settle([])
            if wish(events):
                return events
            await self._act("gm", {"gm": {"revert": {"to": before, "reason": "not the story"}}})
        raise AssertionError("four hundred rolls, and the wish never came true")

    async def _settle(self, faces: list[int]) -> list[Event]:
        """Answer decisions that offer no choice: typed dice (all used), and readied actions that cannot fire."""
        events: list[Event] = []
        while open_ := (await self.look())["decisions"]:
            decision = open_[0]
            (seat,) = decision["seats"]
            if decision["kind"] == "Roll":
                count = int(decision["question"]["dice"].partition("d")[0])
                typed, faces[:] = faces[:count], faces[count:]
                events += await self._reply(seat, "Roll", None, faces=typed)
            elif decision["kind"] == "UseReadied" and len(decision["offers"]) == 1:
                events += await self._reply(seat, "UseReadied", {"key": decision["default"], "fields": {}})
            else:
                break
        assert not faces, f"faces left over: {faces}"
        return events

    async def _act(self, seat: str, command: dict[str, Any]) -> list[Event]:
        self.keys += 1
        got = await self.people[seat].act(self.id, command, idempotencyKey=f"order-{self.keys}")
        assert got["__typename"] == "Accepted", got
        return list(got["events"])

    async def _reply(self, seat: str, kind: str, choice: dict[str, Any] | None, **given: Any) -> list[Event]:
        decision = next(d for d in (await self.look(seat))["decisions"] if d["kind"] == kind)
        self.keys += 1
        got = await self.people[seat].reply(
            self.id, decision["id"], choice, idempotencyKey=f"answer-{self.keys}", **given
        )
        assert got["__typename"] == "Accepted", got
        return list(got["events"])

    async def end_turn(self, seat: str, key: str) -> list[Event]:
        return await self.order(seat, {"fantasia": {"endTurn": {"combatant": key}}})

    # -- watching
    async def spectate(self, after: int = 0) -> None:
        """Eve's client: every event once, in order, across every outage; ends with the fight."""
        seen = after
        while True:
            try:
                async for step in self.people["eve"].watch(self.id, seen):
                    for event in step:
                        assert event["version"] == seen + 1
                        seen = event["version"]
                        self.watched.append(event)
                if any(e["type"] == "EncounterEnded" for e in self.watched):
                    return
            except (OSError, WebSocketException, GraphQLFailed):
                pass  # the server is down: resume at the version we have
            await asyncio.sleep(0.05)


def of(events: list[Event], type: str) -> list[dict[str, Any]]:
    """The data of the events of a type."""
    return [e["data"] for e in events if e["type"] == type]


def attack(attacker: str, target: str, weapon: str = "sword") -> dict[str, Any]:
    return {"fantasia": {"attack": {"attacker": attacker, "target": target, "weapon": weapon}}}


async def play(table: Table, trouble: Callable[[Table], Awaitable[None]] | None = None) -> None:
    """The story. trouble: what happens to the server while Ben is asked for his readied spell."""
    await table.sit_down()
    spectator = asyncio.create_task(table.spectate())
    rolls = (3, 3, 3, 3, 3, 3, 3, 3)
    await table.order("gm", {"fantasia": {"begin": {"note": "they meet on the bridge"}}}, rolls)
    assert (await table.look())["acting"] == ["strago"]

    # Strago readies a spell for when somebody casts; the trigger is secret.
    ready = {"ready": {"combatant": "strago", "action": "CAST", "trigger": "CASTS"}}
    await table.order("ben", {"fantasia": ready})
    await table.end_turn("ben", "strago")

    # Cloud hits.
    def critical(events: list[Event]) -> bool:
        return any(a["outcome"] == "CRITICAL" for a in of(events, "FantasiaAttackRolled"))

    hit = await table.order("ana", attack("cloud", "goblin"), (6, 6, 3, 4), critical)
    (damage,) = of(hit, "FantasiaDamageTaken")
    faces = [f for d in of(hit, "DiceRolled") for f in d["faces"]]
    assert damage["damage"] == 2 * (sum(faces[2:]) + 1)
    await table.end_turn("ana", "cloud")

    # Kefka begins to cast. Ben is asked first, and the server fails meanwhile.
    begun = await table.order("gm", {"fantasia": {"cast": {"caster": "kefka", "spell": "fire", "targets": ["cloud"]}}})
    (asked,) = (e for e in begun if e["type"] == "DecisionOpened")
    if trouble is not None:
        await trouble(table)
    waiting = (await table.look("ben"))["decisions"]
    assert [d["key"] for d in waiting] == [str(asked["version"])]
    assert waiting[0]["kind"] == "UseReadied"
    assert (await table.look("ana"))["decisions"][0]["offers"] == []
    offer = next(o for o in waiting[0]["offers"] if o["key"] != waiting[0]["default"])
    magic = await table.answer(
        "ben", "UseReadied", offer["key"], (4, 4, 5, 5, 1, 2), lambda e: bool(of(e, "FantasiaAbilityInterrupted"))
    )
    assert of(magic, "FantasiaConcentrationTested")[0]["difficulty"] == 7
    kefka = await table.combatant("kefka")
    assert next(v["now"] for v in kefka["vitals"] if v["key"] == "mp") == 20, "an interrupted spell costs nothing"
    await table.end_turn("gm", "kefka")

    # The goblin fumbles: the game master picks the row.
    await table.order(
        "gm",
        attack("goblin", "cloud"),
        (1, 1),
        lambda e: any(d["kind"] == "FumbleEffect" for d in of(e, "DecisionOpened")),
    )
    choices = (await table.look())["decisions"][0]["offers"]
    row = next(o for o in choices if o["send"]["fields"].get("row") == 2 or o["key"].endswith("2"))
    settled = await table.answer("gm", "FumbleEffect", row["key"], **row["send"]["fields"])
    assert of(settled, "FantasiaFumbleSettled")[0]["applied"] == 2
    assert "prone" in [c["kind"] for c in (await table.combatant("goblin"))["conditions"]]
    await table.end_turn("gm", "goblin")

    # Second round. The goblin gets up and knocks Cloud out; Strago brings him back.
    await table.end_turn("ben", "strago")
    await table.end_turn("ana", "cloud")
    await table.end_turn("gm", "kefka")
    await table.order("gm", {"fantasia": {"standUp": {"combatant": "goblin"}}})

    def plain_hit(events: list[Event]) -> bool:
        return any(a["outcome"] == "HIT" for a in of(events, "FantasiaAttackRolled"))

    await table.order("gm", attack("goblin", "cloud"), (3, 4, 2, 2), plain_hit)
    assert await table.hp("cloud") == 0
    assert "unconscious" in [c["kind"] for c in (await table.combatant("cloud", "eve"))["conditions"]]
    await table.end_turn("gm", "goblin")
    cure = {"cast": {"caster": "strago", "spell": "cure", "targets": ["cloud"]}}
    await table.order("ben", {"fantasia": cure}, (2, 3), lambda e: bool(of(e, "FantasiaHealed")))
    assert await table.hp("cloud") > 0
    assert "unconscious" not in [c["kind"] for c in (await table.combatant("cloud"))["conditions"]]

    # The GM ends the fight.
    ended = await table.order("gm", {"gm": {"end": {"reason": "dinner", "outcome": "the bridge holds"}}})
    assert [e["type"] for e in ended] == ["EncounterEnded"]
    await asyncio.wait_for(spectator, PATIENCE)
    version = await table.version()
    assert [e["version"] for e in table.watched] == list(range(1, version + 1)), "each version once, in order"
