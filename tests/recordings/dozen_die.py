"""Recordings of Dozen Die."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from tests.recordings.scripts import (
    Recipe,
    Script,
    at_random,
    begin,
    broken_off,
    end,
    play,
    seen,
    taken_back,
    to_the_end,
)

SEATS = (SeatEntry("gm", "The GM", "GM"), SeatEntry("ana", "Ana", "PLAYER"), SeatEntry("ben", "Ben", "PLAYER"))

FORD = {
    "space": {"kind": "GRID", "unit": "in"},
    "rows": [
        "......t..~~..t......",
        ".HHH..t..~~.........",
        ".HHH.....~~...####..",
        ".HHH.....~~...#..+..",
        "...L....s==s..####..",
        "........s==s........",
        "...r.....~~....T....",
        "...r.....~~....T....",
        "..#......~~...,.....",
        "..#......~~.........",
    ],
    "legend": [
        {"key": "inn", "sign": "H", "height": 2, "game": {"dozenDie": {"faces": "inn_wall"}}},
        {"key": "ladder-there", "sign": "L", "game": {"dozenDie": {"leans": "ladder"}}},
        {"key": "ramp", "sign": "s", "game": {"dozenDie": {"leans": "stairs"}}},
        {"key": "bridge", "sign": "=", "height": 1},
    ],
}
"""A river with a bridge, an inn with a roof to climb on by its ladder, and a walled yard with a gate."""


def figure(name: str, side: str, ref: str, x: int, y: int, height: int = 0, **sheet: Any) -> dict[str, Any]:
    """JSON of an Enter order."""
    return {
        "id": name,
        "name": name.capitalize(),
        "side": side,
        "seat": {"heroes": "ana", "foes": "ben"}.get(side),
        "place": {"cell": {"x": x, "y": y}, "height": height},
        "sheet": {"ref": ref, **sheet},
    }


SIX_A_SIDE = (
    figure("tove", "heroes", "templar", 5, 4),
    figure("lumi", "heroes", "thief", 4, 1),
    figure("dorn", "heroes", "dwarf", 5, 6),
    figure("aino", "heroes", "archer", 2, 2, 2),
    figure("pekka", "heroes", "spearman", 5, 8),
    figure("vesa", "heroes", "veteran", 6, 3),
    figure("noita", "foes", "witch", 16, 5),
    figure("jousi", "foes", "archer", 15, 3),
    figure("keihas", "foes", "spearman", 14, 6),
    figure("palkka", "foes", "sellsword", 13, 4, kind="VASSAL"),
    figure("vanha", "foes", "veteran", 13, 1),
    figure("varas", "foes", "thief", 13, 8),
)
FEW = tuple(one for one in SIX_A_SIDE if one["id"] in ("tove", "aino", "vesa", "noita", "jousi", "vanha"))
STRANGERS = (
    figure("rat1", "neutral", "rat", 9, 0, pack="rats"),
    figure("rat2", "neutral", "rat", 11, 0, pack="rats"),
    figure("hukka", "neutral", "gnoll_archer", 18, 8),
)
GATE = {"specials": [{"key": "open_gate", "name": "Open the gate", "opens": {"x": 17, "y": 3}}]}
STRANGER = {"key": "kulkija", "name": "Kulkija", "sheet": {"ref": "sellsword"}}


def fight(figures: tuple[dict[str, Any], ...] = FEW, **setup: Any) -> NewEncounter:
    """Ana against Ben at the ford, with dice that can be proven."""
    return NewEncounter(
        system="dozen_die",
        name="The ford",
        seats=SEATS,
        combatants=figures,
        setup=setup,
        ground=msgspec.convert(FORD, Ground),
    )


async def conceded(service: Encounters, id: str, rng: random.Random) -> str:
    """A side gives up between two activations, as the GM hears it."""
    await begin(service, id)
    await play(service, id, rng, most=20)
    if (await seen(service, id)).window_open:
        raise RuleRefusal("somebody is asked")
    await service.submit(id, "gm", {"dozenDie": {"concede": {"side": "foes"}}})
    return await end(service, id)


def called_off(**order: Any) -> Script:
    """The adventure ends by the GM's word."""

    async def script(service: Encounters, id: str, rng: random.Random) -> str:
        await begin(service, id)
        await play(service, id, rng, most=10)
        await service.submit(id, "gm", {"dozenDie": {"callOff": order}})
        return await end(service, id)

    return script


RECIPES: dict[str, Recipe] = {
    "dozen_ford": Recipe(
        "Six a side at a ford, with a bridge, a wall and a roof, to the last.",
        fight(SIX_A_SIDE),
        to_the_end,
        ("Pushed", "ReactionMade", "TerrainTested"),
    ),
    "dozen_conceded": Recipe("A side gives up.", fight(), conceded, outcome="heroes"),
    "dozen_called_off": Recipe("The adventure ends, and nobody has won.", fight(), called_off(), outcome=""),
    "dozen_broken_off": Recipe("The GM ends it while a question is open.", fight(), broken_off, ("EncounterEnded",)),
    "dozen_taken_back": Recipe(
        "Requests to take back: granted, refused, forced, and overtaken by the end.",
        fight(),
        taken_back(4),
        ("TakeBackAsked", "TakeBackClosed", "Reverted"),
    ),
    "dozen_strangers": Recipe(
        "Rats, a gnoll who likes to shoot, a wanderer and a gate, in a storm.",
        fight((*FEW, *STRANGERS), wanderers=[STRANGER], weather="HURRICANE", **GATE),
        at_random,
        ("WandererComes", "SpecialTriggered"),
    ),
}
