"""Whom a combatant threatens: those whom its weapons reach at the distance of the pair, as far as a seat knows them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.threats import threats_of
from engine.kernel.state.combatant import Place
from engine.systems.mongolian_mercenaries.content.kinds import Distance
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

GUN: dict[str, Any] = {
    "skills": {"pistols": 2, "long_blade": 2},
    "weapons": ("sabre", "revolver"),
    "ammunition": {"38": 1},
}


def threats(bout: Bout, who: str, seat: str | None = "ana", locale: str = "en") -> dict[str, SceneMark]:
    """What a seat is told."""
    book = bout.arena.book
    return {mark.key: mark for mark in threats_of(book.system, book.seen(bout.state, seat), who, locale)}


@pytest.mark.rule("MM-POS-05", "MM-DIST-03", "MM-DIST-04", "MM-DIST-05", "MM-DIST-06")
@pytest.mark.parametrize(
    ("distance", "rank", "foe_rank", "ways"),
    [
        (Distance.VERY_CLOSE, 5, 5, ["melee"]),
        (Distance.CLOSE, 5, 5, ["melee", "shot"]),
        (Distance.MEDIUM, 2, 2, ["melee", "shot"]),
        (Distance.MEDIUM, 3, 2, ["shot"]),
        (Distance.MEDIUM, 2, 3, []),
        (Distance.FAR, 1, 1, []),
    ],
)
def test_whom_its_weapons_reach(distance: Distance, rank: int, foe_rank: int, ways: list[str]) -> None:
    """A sabre and a revolver, at each distance; the area is where they stand."""
    bout = Bout(pc(rank=rank, **GUN), foe(rank=foe_rank), setup=at(distance))
    bout.begin()
    found = threats(bout, "ada")
    assert [key for key, mark in found.items() if mark.to == "bob"] == [f"threat-{way}-ada-bob" for way in ways]
    for way in ways:
        area = found[f"threat-{way}-ada"].area
        assert area is not None
        assert area.places == (Place(side="enemies", rank=foe_rank),)


@pytest.mark.rule("MM-DIST-05")
def test_of_closed_figures_only_what_everybody_can_do_is_told() -> None:
    """That it may come to blows, by distance and position; not what it shoots with. Before the fight nothing is."""
    bout = Bout(pc(rank=1), foe(rank=1, ref="bandit"), setup=at(Distance.MEDIUM))
    assert threats(bout, "bob") == {}
    bout.begin()
    assert list(threats(bout, "bob")) == ["threat-melee-bob", "threat-melee-bob-ada"]
    assert threats(bout, "bob", locale="pl")["threat-melee-bob"].label == "Dosięga wręcz"
