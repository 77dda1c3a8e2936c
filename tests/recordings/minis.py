"""Recordings of Minis: every way in which a fight ends, and a skirmish whose dice are typed."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel.playing.decide import Choice
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from tests.end_to_end.skirmish import VALLEY, Skirmish
from tests.recordings.scripts import Recipe, Served, end, play
from tests.support.processes.serving import ADMIN, Service

SEATS = (SeatEntry("gm", "The GM", "GM"), SeatEntry("ana", "Ana", "PLAYER"), SeatEntry("ben", "Ben", "PLAYER"))


def mini(name: str, side: str, ref: str, x: int, y: int, **sheet: Any) -> dict[str, Any]:
    """JSON of an Enter order."""
    return {
        "id": name,
        "name": name.capitalize(),
        "side": side,
        "seat": {"red": "ana", "blue": "ben"}[side],
        "place": {"point": {"x": x, "y": y}},
        "sheet": {"ref": ref, **sheet},
    }


CLOSE = (
    mini("kord", "red", "knight", 1000, 400, towards={"x": 1, "y": 0}),
    mini("finn", "red", "footman", 1000, 480, towards={"x": 1, "y": 0}),
    mini("otto", "blue", "sergeant", 1080, 400, towards={"x": -1, "y": 0}),
    mini("webb", "blue", "giant_spider", 1080, 480, towards={"x": -1, "y": 0}),
)


def fight(minis: tuple[dict[str, Any], ...] = CLOSE, **setup: Any) -> NewEncounter:
    """Ana against Ben in the valley."""
    return NewEncounter(
        system="minis",
        name="The valley",
        seats=SEATS,
        combatants=minis,
        setup=setup,
        ground=msgspec.convert(VALLEY, Ground),
    )


def frail(*minis: dict[str, Any], life: int = 1) -> tuple[dict[str, Any], ...]:
    """The same with so few life points each."""
    return tuple({**one, "vitals": {"life": life}} for one in minis)


async def _begun(service: Encounters, id: str) -> None:
    """The fight begins: everybody is asked whom he declares."""
    await service.submit(id, "gm", {"minis": {"begin": {}}})


async def fought_out(service: Encounters, id: str, rng: random.Random) -> str:
    """To the last."""
    await _begun(service, id)
    await play(service, id, rng, most=400, style="GREEDY")
    return await end(service, id)


async def skirmished(rng: random.Random) -> bytes:
    """To the last, through a server of its own, by two players who type each die."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder) / "data")
        await service.start()
        skirmish = Skirmish(service.base, ADMIN, rng)
        try:
            await skirmish.play(most=1500)
            return await skirmish.exported()
        finally:
            await skirmish.close()
            await service.stop()


async def conceded(service: Encounters, id: str, rng: random.Random) -> str:
    """Ben gives up, whoever's place it is."""
    await _begun(service, id)
    await play(service, id, rng, most=8, style="GREEDY")
    fight = (await service.view(id, "gm")).position.state.fight
    if fight.window is not None or fight.outcome is not None:
        raise RuleRefusal("somebody is asked")
    mine = next(one.id for one in fight.combatants.values() if one.side == "blue" and one.out is None)
    await service.submit(id, "ben", {"minis": {"concede": {"combatant": mine}}})
    return await end(service, id)


async def quiet(service: Encounters, id: str, rng: random.Random) -> str:
    """Nobody declares anybody, three turns long."""
    await _begun(service, id)
    while True:
        window = (await service.view(id, "gm")).position.state.fight.window
        if window is None:
            return await end(service, id)
        for asked in window.asked:
            if not asked.answered:
                await service.answer(id, asked.seats[0], asked.decision, Choice("nobody"))


async def broken_off(service: Encounters, id: str, rng: random.Random) -> str:
    """The GM ends it while both fighters choose."""
    await _begun(service, id)
    for _ in range(60):
        await play(service, id, rng, most=1, style="GREEDY")
        window = (await service.view(id, "gm")).position.state.fight.window
        if window is not None and window.asked[0].kind == "FightHow":
            return await end(service, id)
    raise RuleRefusal("nobody fought")


RECIPES: dict[str, Recipe | Served] = {
    "minis_won": Recipe("Two against two, face to face, to the last.", fight(), fought_out, ("ExchangeFought",), "red"),
    "minis_nobody_left": Recipe(
        "The last two hit each other, and both fall.",
        fight(frail(CLOSE[0], CLOSE[2])),
        fought_out,
        ("ExchangeFought",),
        "",
    ),
    "minis_quiet": Recipe("Three turns in which nobody acts: nobody wins.", fight(), quiet, ("TurnEnded",), ""),
    "minis_skirmish": Served(
        "Six a side at a river with a bridge, a hill and a wood, played through GraphQL; every die is typed.",
        "minis",
        skirmished,
        ("SpellRolled", "LifeRegained", "AttackRolled", "ExchangeFought", "OpportunityTaken", "OutcomeReached"),
    ),
    "minis_conceded": Recipe("A participant gives up.", fight(), conceded, ("ParticipantConceded",), "red"),
    "minis_broken_off": Recipe(
        "The GM ends it while both fighters choose in secret.", fight(), broken_off, ("EncounterEnded",)
    ),
}
