"""Typed dice and a hidden defence: what is refused is the same whether a blow would hit or miss."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.playing import decide
from engine.kernel.state.fight import ROLL
from engine.service.registry import Registry
from engine.service.writing.creator import NewEncounter
from tests.support.fights.fights import SEATS
from tests.support.fights.playing import Play
from tests.support.secrecy.refusals import answer_of, left_over_after_playing
from tests.support.secrecy.worlds import World

REGISTRY = Registry.installed()
BLOW = {"fantasia": {"attack": {"attacker": "cloud", "target": "ogre", "weapon": "sword_2"}}}
FACES = [(3,) * n for n in range(1, 8)] + [(3, 3, 9), (3, 3, 0, 0), (3, 9), (0, 3), (3, 3, 3, 9)]
"""The first roll of a blow is 2d6, what a hit rolls behind it 1d6 or more."""


def wish(defense: int) -> NewEncounter:
    """Ana's Cloud before the GM's ogre, whose figures she does not know."""
    cloud = {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana"}
    ogre = {"id": "ogre", "name": "Ogre", "side": "foes", "seat": None}
    sheets = ({"ref": "soldier", "initiativeBonus": 20}, {"ref": "ogre", "defense": defense, "evasion": defense})
    people = tuple({**one, "sheet": sheet} for one, sheet in zip((cloud, ogre), sheets, strict=True))
    return NewEncounter(system="fantasia", name="Unlike", seats=SEATS, combatants=people, dice="PHYSICAL")


async def at_the_blow(defense: int) -> World:
    """It is Cloud's turn, and nobody is asked about what he does."""
    world = World(REGISTRY, wish(defense), "02" * 32)
    await world.start()
    for question in REGISTRY.books["fantasia"].system.questions:
        await world.perform(Play("gm", {"gm": {"setPolicy": {"kind": question.__name__, "asked": False}}}))
    await world.perform(Play("gm", {"fantasia": {"begin": {}}}))
    while (window := (await world.loaded()).position.state.fight.window) is not None:
        asked = next(a for a in window.asked if a.kind == ROLL and not a.answered)
        await world.perform(Play("gm", decision=asked.decision, faces=(3, 3)))
    assert "cloud" in (await world.loaded()).position.state.fight.acting
    return world


async def told(world: World) -> list[bytes]:
    """How Ana is answered to a blow with each of the faces; b"" where it is taken."""
    return [await answer_of(world, Play("ana", BLOW, faces=faces)) for faces in FACES]


async def results(world: World) -> list[str]:
    """What a blow with 3 and 3 comes to."""
    return [type(r.event).__name__ for r in await world.tried(Play("ana", BLOW, faces=(3, 3)))]


async def test_no_refusal_of_typed_faces_tells_whether_a_blow_hits() -> None:
    """An ogre that is easily hit, and one that is not: the blows end otherwise, the refusals are the same bytes."""
    easy, hard = await at_the_blow(0), await at_the_blow(30)
    assert await results(easy) != await results(hard)
    assert await told(easy) == await told(hard)
    refused = [faces for faces, answer in zip(FACES, await told(easy), strict=True) if answer]
    assert refused == [(3,), (3, 9), (0, 3)]


async def test_faces_that_are_counted_behind_the_blow_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison finds what it is for."""
    easy, hard = await at_the_blow(0), await at_the_blow(30)
    left_over_after_playing(monkeypatch)
    assert decide.play_on.__name__ == "counted"
    assert await told(easy) != await told(hard)


@pytest.mark.parametrize("defense", [0, 30])
async def test_faces_behind_a_blow_are_asked_for_where_they_do_not_fit(defense: int) -> None:
    """Of a hit: its damage is asked for. Of a miss: there is nothing more to roll."""
    world = await at_the_blow(defense)
    await world.perform(Play("ana", BLOW, faces=(3, 3, 99)))
    window: Any = (await world.loaded()).position.state.fight.window
    assert [a.kind for a in window.asked if not a.answered] == [ROLL] if defense == 0 else window is None
