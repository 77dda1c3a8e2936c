"""What a combatant threatens: everybody in its zone, and whom it could shoot, as far as a seat knows its attacks."""

from __future__ import annotations

import pytest

from engine.kernel.scene.marks import SceneMark
from engine.kernel.scene.threats import threats_of
from engine.systems.saari.content.kinds import Attack, EnemyAttack
from tests.systems.saari.bout import HEROES, Bout, npc, one, pc, zone


def threats(bout: Bout, who: str, seat: str | None = "ana", locale: str = "en") -> dict[str, SceneMark]:
    """What a seat is told."""
    book = bout.arena.book
    return {mark.key: mark for mark in threats_of(book.system, book.seen(bout.state, seat), who, locale)}


@pytest.mark.rule("SA-MELEE-01", "SA-SHOOT-01")
def test_its_zone_and_whom_it_could_strike_or_shoot() -> None:
    """A sword in its own zone, a bow over two; a mount threatens nobody."""
    pony = one("pony", HEROES, "ana", ref="pony", patron="ada")
    bout = Bout(pc("ada"), pony, pc("bea", weapons=("bow",)), npc("gob"), npc("orc", at="middle"))
    mine = threats(bout, "ada")
    assert list(mine) == ["threat-melee-ada", "threat-melee-ada-gob"]
    area = mine["threat-melee-ada"].area
    assert area is not None
    assert area.places == (zone("west"),)
    assert [key for key in threats(bout, "bea") if "far" in key] == ["threat-far-bea-gob", "threat-far-bea-orc"]
    assert threats(bout, "pony") == {}
    assert threats(bout, "ada", locale="fi")["threat-melee-ada"].label == "Se voi iskeä alueellaan"


@pytest.mark.rule("G-31", "G-66")
def test_of_closed_figures_only_what_everybody_can_do_is_told() -> None:
    """An enemy's bow is the game master's to know; that it may strike in its zone is known of all."""
    bow = EnemyAttack(id="bow", name="Bow", kind=Attack.RANGED, range=2)
    bout = Bout(pc("ada", at="middle"), pc("bea"), npc("gob", attacks=(bow,)))
    assert "threat-far-gob-ada" in threats(bout, "gob", "gm")
    assert list(threats(bout, "gob")) == ["threat-melee-gob", "threat-melee-gob-bea"]
