"""What a mini threatens: the inch before it, and whom it could shoot from where it is."""

from __future__ import annotations

import pytest

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.threats import threats_of
from tests.systems.minis.bout import Bout, ana, ben, point


def threats(bout: Bout, who: str, seat: str | None = "ana") -> dict[str, SceneMark]:
    """What a seat is told."""
    book = bout.arena.book
    return {mark.key: mark for mark in threats_of(book.system, book.seen(bout.state, seat), who, "en")}


@pytest.mark.rule("MN-GAP-05", "MN-GAP-07")
def test_it_is_the_half_inch_of_its_front_and_whom_it_meets_there() -> None:
    """Not whoever stands behind it or farther off; each as the order to attack would be allowed."""
    bout = Bout(
        ana("ada", at=(0, 0)), ben("bob", at=(60, 0)), ben("bea", at=(-60, 0)), ben("far", at=(300, 0)),
    )  # fmt: skip
    found = threats(bout, "ada")
    assert list(found) == ["threat-melee-ada", "threat-melee-ada-bob"]
    area = found["threat-melee-ada"].area
    assert area is not None
    assert area.sector is not None
    assert (area.sector.centre, area.sector.radius) == (point(0, 0), 100)
    assert (area.sector.from_.x, area.sector.from_.y, area.sector.to.x, area.sector.to.y) == (0, -1, 0, 1)


@pytest.mark.rule("MN-CBT-01")
def test_it_shoots_whom_its_missiles_reach_before_it() -> None:
    """A long bow; whoever is in fear fights nobody."""
    foes = (ben("bob", at=(600, 0)), ben("bea", at=(-600, 0)))
    bout = Bout(ana("ada", at=(0, 0), weapons=("long_bow", "short_sword")), *foes)
    assert list(threats(bout, "ada")) == ["threat-melee-ada", "threat-shot-ada-bob"]
    afraid = Bout(ana("ada", at=(0, 0), conditions=("fear",)), *foes)
    assert threats(afraid, "ada") == {}
