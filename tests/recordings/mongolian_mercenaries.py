"""Recordings of Mongolian Mercenaries 4: every way in which a fight ends, and two whole fights whose dice are typed."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.kernel.playing.decide import Choice
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from tests.end_to_end.ambush import Ambush
from tests.end_to_end.mercenaries import KEY, Mercenaries
from tests.end_to_end.raid import Raid
from tests.recordings.scripts import Recipe, Script, Served, begin, broken_off, defaults, end, play, seen, to_the_end
from tests.support.processes.serving import ADMIN, Service

SEATS = {"ana": "ada", "ben": "bo"}
"""Who plays whom."""
TABLE = (SeatEntry("gm", "The GM", "GM"), *(SeatEntry(seat, seat.capitalize(), "PLAYER") for seat in SEATS))


def somebody(name: str, seat: str | None, conditions: tuple[str, ...] = (), **sheet: Any) -> dict[str, Any]:
    """JSON of an Enter order; without a seat an enemy. conditions: states that it comes with."""
    return {
        "id": name,
        "name": name.capitalize(),
        "side": "enemies" if seat is None else "party",
        "seat": seat,
        "conditions": [{"key": one, "kind": one} for one in conditions],
        "sheet": sheet,
    }


ARMED: dict[str, Any] = {
    "level": 3,
    "attributes": {"strength": 5, "speed": 6, "toughness": 5, "luck": 6},
    "skills": {"long_blade": 4, "dodge": 2, "looting": 3},
    "weapons": ["sabre"],
    "armour": ["lamellar"],
}
PARTY = tuple(somebody(name, seat, **ARMED) for seat, name in SEATS.items())
BANDITS = (somebody("kol", None, ref="bandit"), somebody("rok", None, ref="bandit"))
WORN_OUT = tuple({**one, "vitals": {"health": 1}} for one in PARTY)
"""The characters at the end of a long day."""
GUARDS = (somebody("gan", None, ref="khan_guard"), somebody("zed", None, ref="zealot"))


def fight(
    combatants: tuple[dict[str, Any], ...] = (*PARTY, *BANDITS), *, distance: str = "CLOSE", **setup: Any
) -> NewEncounter:
    """Two characters meet enemies on the steppe."""
    return NewEncounter(
        system="mongolian_mercenaries",
        name="The steppe",
        seats=TABLE,
        combatants=combatants,
        setup={"battlefield": "steppe", "distance": distance, **setup},
    )


def played(of: Callable[[str, str, random.Random], Mercenaries]) -> Callable[[random.Random], Any]:
    """To its end, through a server of its own, by its seats, who type each die."""

    async def whole(rng: random.Random) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            service = Service(Path(folder) / "data")
            await service.start()
            table = of(service.base, ADMIN, rng)
            try:
                await table.play(most=600)
                return await table.exported()
            finally:
                await table.close()
                await service.stop()

    return whole


def each_turn(order: str) -> Script:
    """Each character gives this order in its turn as often as it can, and enemies do nothing; till it is over."""

    async def script(service: Encounters, id: str, rng: random.Random) -> str:
        await begin(service, id)
        for _ in range(200):
            await defaults(service, id)
            up = (await seen(service, id)).acting
            if not up:
                return await end(service, id)
            who = str(up[0])
            seat = {name: seat for seat, name in SEATS.items()}.get(who, "gm")
            given = {"endTurn": {"combatant": who}}
            if seat != "gm":
                try:
                    await service.submit(id, seat, {KEY: {order: {"combatant": who}}})
                    continue
                except RuleRefusal:
                    pass
            await service.submit(id, seat, {KEY: given})
        raise RuleRefusal("it goes on and on")

    return script


async def idle(service: Encounters, id: str, rng: random.Random) -> str:
    """Nobody does anything, and where they are asked, all are for breaking it off."""
    await begin(service, id)
    for _ in range(600):
        now = await seen(service, id)
        waiting = [one for one in now.window_open if not one.answered]
        for asked in waiting:
            key = "break-off" if asked.kind == "AskBreakOff" else asked.default
            await service.answer(id, asked.seats[0], asked.decision, Choice(key))
        if waiting:
            continue
        if not now.acting:
            return await end(service, id)
        who = str(now.acting[0])
        seat = {name: seat for seat, name in SEATS.items()}.get(who, "gm")
        await service.submit(id, seat, {KEY: {"endTurn": {"combatant": who}}})
    raise RuleRefusal("it goes on and on")


async def called_off(service: Encounters, id: str, rng: random.Random) -> str:
    """Some moves on the game master calls it off, thinks better of it, and calls it off for good."""
    await begin(service, id)
    await play(service, id, rng, most=8, style="GREEDY")
    fight = (await service.view(id, "gm")).position.state.fight
    if fight.window is not None or fight.outcome is not None:
        raise RuleRefusal("somebody is asked, or it is over")
    orders: tuple[dict[str, Any], ...] = ({"callOff": {}}, {"goOn": {}}, {"callOff": {"winner": "party"}})
    for order in orders:
        await service.submit(id, "gm", {KEY: order})
        await defaults(service, id)
    return await end(service, id)


RECIPES: dict[str, Recipe | Served] = {
    "mercenaries_raid": Served(
        "Four mercenaries raid a camp that plays itself, through GraphQL; every die is typed.",
        "mongolian_mercenaries",
        played(Raid),
        (
            "Drawn",
            "LuckyBreakUsed",
            "AmmunitionSpent",
            "ScreenSet",
            "Crouched",
            "AbilityUsed",
            "CardUsed",
            "CourageFailed",
            "CaptivesTaken",
            "EnemyLooted",
            "ExperienceGained",
        ),
    ),
    "mercenaries_ambush": Served(
        "Four mercenaries are ambushed in a temple by enemies of a game master, through GraphQL; every die is typed.",
        "mongolian_mercenaries",
        played(Ambush),
        ("TrapSprung", "ForceBegan", "GearHanded", "GearMoved", "CardUsed", "AbilityUsed", "OutcomeReached"),
    ),
    "mercenaries_won": Recipe("The party has won.", fight(), to_the_end, ("AttackEnded", "ExperienceGained"), "party"),
    "mercenaries_lost": Recipe(
        "The party is struck down.", fight((*WORN_OUT, *GUARDS)), to_the_end, ("AttackEnded",), "enemies"
    ),
    "mercenaries_captured": Recipe(
        "All of the party give themselves up.", fight(), each_turn("surrender"), ("CombatantOut",), "enemies"
    ),
    "mercenaries_fled": Recipe(
        "All of the party flee, over a great distance.",
        fight(distance="FAR"),
        each_turn("escape"),
        ("RollSettled", "CombatantOut"),
        "enemies",
    ),
    "mercenaries_both_out": Recipe(
        "At the end of a round what burns them takes the last of either side: nobody has won.",
        fight(
            (
                {**somebody("ada", "ana", ("burning",), **ARMED), "vitals": {"health": 1}},
                {**somebody("kol", None, ("burning",), ref="bandit"), "vitals": {"health": 1}},
            )
        ),
        idle,
        ("SummaryBegan",),
        "",
    ),
    "mercenaries_stalemate": Recipe(
        "Nothing happens for ten rounds, and all agree to break it off.", fight(), idle, ("RoundsQuiet",), ""
    ),
    "mercenaries_round_limit": Recipe("It lasts longer than agreed.", fight(roundLimit=3), idle, ("SummaryBegan",), ""),
    "mercenaries_called_off": Recipe(
        "The game master calls it off, has it go on, and calls it off for the party.",
        fight(),
        called_off,
        ("FightResumed",),
        "party",
    ),
    "mercenaries_broken_off": Recipe(
        "The GM ends it while a question is open.", fight(), broken_off, ("EncounterEnded",)
    ),
}
