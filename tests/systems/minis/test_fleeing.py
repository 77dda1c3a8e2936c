"""Running in fear: forced, straight away from the caster."""

from __future__ import annotations

import pytest

from engine.kernel.state.combatant import Condition, Point
from engine.systems.minis.events import MiniDeclared, PieceMoved
from engine.systems.minis.state import Effect
from tests.systems.minis.bout import Bout, ana, ben
from tests.systems.minis.lands import ROAD, box, ground, river
from tests.systems.minis.steps import at


def afraid(bout: Bout, caster: str = "bob") -> None:
    """Ada is in fear of somebody; then the fight begins, and Bob is declared nowhere."""
    effect = Effect(target="ada", spell="fear", caster=caster, caster_level=1, target_level=1, started=1, last=9)
    bout.correct("combatants.ada.conditions", [Condition(key="f1", kind="fear", source=caster)])
    bout.correct("rules.effects", {"f1": effect})


def flight(*more: object, land: object = None, foe: tuple[int, int] = (300, 0), **figures: object) -> Bout:
    """Ada in the middle, with 4 inches; Bob three inches to the east, unless said otherwise."""
    figures = {"at": (0, 0), **figures}
    where = {"ground": land} if land is not None else {}
    bout = Bout(ana(**figures), ben(at=foe), *more, **where)  # type: ignore[arg-type]
    afraid(bout)
    bout.begin()
    while "DeclareWhom" in bout.asked and not bout.mini("ada").used.acted:
        bout.declare()
    return bout


@pytest.mark.rule("MN-SPL-07", "MN-GAP-25", "MN-RUN-02")
def test_it_runs_its_full_movement_straight_away_without_being_asked() -> None:
    """Six inches to the west, facing away; it has acted, and is not declared by anybody."""
    bout = flight()
    assert at(bout) == (-600, 0)
    used = bout.mini("ada").used
    assert (used.running, used.acted, used.moved) == (True, True, 6000)
    assert bout.mini("ada").facing.x < 0
    assert bout.mini("ada").facing.y == 0


@pytest.mark.rule("MN-GAP-25")
@pytest.mark.parametrize(
    ("land", "start", "end"),
    [
        (ground(box("rock", "wall", -500, -100, -400, 100)), (0, 0), (-400, 0)),
        (ground(ROAD), (0, 0), (-600, 0)),  # no bonus of the road
        (ground(river(left=-600)), (0, 0), (-350, 0)),  # water as usual: its bank
        (ground(river(left=-250)), (0, 0), (-300, 0)),  # it began at the bank: through the water, at half
        (ground(), (-2000, 0), (-2400, 0)),
    ],
)
def test_it_ends_early(land: object, start: tuple[int, int], end: tuple[int, int]) -> None:
    """At what blocks movement, at water, at the edge of the table."""
    assert at(flight(land=land, at=start)) == end


@pytest.mark.rule("MN-GAP-25", "MN-GAP-47")
def test_it_passes_friends_and_stops_before_a_spot_that_is_taken() -> None:
    """A friend at six inches; an enemy at four is not passed."""
    assert at(flight(ana("fay", at=(-580, 0)))) == (-530, 0)
    assert at(flight(ana("fay", at=(-300, 0)))) == (-600, 0)
    assert at(flight(ben("cid", at=(-400, 0)))) == (-350, 0)


@pytest.mark.rule("MN-GAP-25")
def test_it_has_acted_where_it_could_not_move() -> None:
    """With its back to the edge of the table; it turns away from the caster all the same."""
    bout = flight(at=(-2400, 0), foe=(-2000, 0))
    assert at(bout) == (-2400, 0)
    assert bout.mini("ada").used.acted
    assert bout.mini("ada").facing == Point(-400, 0)


@pytest.mark.rule("MN-GAP-08", "MN-GAP-25")
def test_enemies_strike_at_it() -> None:
    """Bob is within reach of it, and has it in front; it runs on after the answer."""
    bout = flight(foe=(60, 0))
    assert bout.asked == ["StrikeAtLeaving"]
    assert at(bout) == (-40, 0)
    bout.answer("strike", 100)
    assert at(bout) == (-600, 0)


@pytest.mark.rule("MN-GAP-25")
def test_it_runs_from_where_the_caster_fell() -> None:
    """The caster is out of play; his place is still known."""
    bout = Bout(ana(at=(0, 0)), ben(at=(300, 0)), ben("cid", at=(0, 2000)))
    afraid(bout)
    bout.correct("combatants.bob.out", "fallen")
    bout.begin()
    while bout.asked and not bout.mini("ada").used.acted:
        bout.declare()
    assert at(bout) == (-600, 0)


@pytest.mark.rule("MN-GAP-25")
def test_nobody_declares_it() -> None:
    """Its participant is not asked; it is declared all the same."""
    bout = Bout(ana(at=(0, 0)), ben(at=(300, 0)))
    afraid(bout)
    events = bout.begin()
    assert [asked.seats for asked in bout.waiting] == [("ben",)]
    events += bout.answer("these", minis=[])
    assert [event.combatant for event in events if isinstance(event, MiniDeclared)] == ["ada"]
    assert any(isinstance(event, PieceMoved) for event in events)
