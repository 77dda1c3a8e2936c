"""A player's odds are made of what his seat may know, and of nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from api.cli.creations import creation_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import facts
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import RunDice, TypedFaces
from engine.kernel.playing.position import Position
from engine.kernel.playing.step import Circumstances
from engine.kernel.state.decisions import Visibility
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.bots.lookahead import Move, step_of
from engine.service.encounters import NewEncounter
from engine.service.odds.compare import ways_of
from engine.service.odds.digest import digest_of
from engine.service.odds.eyes import assumed
from engine.service.odds.run import begun, run
from engine.service.registry import Registry
from tests.service.bots.test_run_policy import RUN
from tests.service.odds.test_run import entered, positions, setup_of
from tests.systems.test_greedy_bots import FIGHTS, SYSTEMS, ground_of

KINDS: dict[str, dict[str, Any]] = {
    "fantasia": {"ref": "soldier"}, "saari": {"ref": "bandit"}, "minis": {"ref": "footman"},
    "dozen_die": {"ref": "veteran"}, "mongolian_mercenaries": {},
}  # fmt: skip


def apart(place: dict[str, Any] | None) -> dict[str, Any] | None:
    """A little behind somebody else."""
    if place is None or "zone" in place:
        return place
    ((key, at),) = ((key, at) for key, at in place.items() if key in ("cell", "point"))
    return {**place, key: {**at, "y": at["y"] + (1 if key == "cell" else 300)}}


def world(system: str, *, hidden: bool = False, **changed: Any) -> tuple[Rulebook[Any], Position[Any]]:
    """Ana's side against the game master's, which may have somebody hidden, and figures of its own.

    In Saari nobody sees which entry of the catalogue a foe is: there figures are open.
    """
    ground, people = FIGHTS[system]
    mine, theirs = ({**one} for one in people[:2])
    mine["seat"], theirs["seat"] = "ana", "gm"
    theirs["sheet"] = {**(KINDS[system] or theirs["sheet"]), **changed}
    those = [mine, theirs]
    if hidden:
        spare = {**theirs, "id": "lurker", "name": "Lurker", "seenBy": ["gm"], "place": apart(theirs.get("place"))}
        those.append(spare)
    seats = (SeatEntry("gm", "GM", "GM"), SeatEntry("ana", "Ana", "PLAYER"))
    new = NewEncounter(
        name="",
        seats=seats,
        system=system,
        combatants=tuple(those),
        ground=ground_of(ground),
        figures_open=system == "saari",
    )
    book = Registry.installed().book(system)
    return book, facts.create(book, creation_of(new), seat=None, clock=lambda: "2000-01-01T00:00:00.000Z").position


@pytest.mark.parametrize("system", SYSTEMS)
def test_somebody_hidden_is_not_there(system: str) -> None:
    """The same assumed fight, and so the same runs; the true ones differ, so that a leak would be seen."""
    (book, without), (_, with_) = world(system), world(system, hidden=True)
    mine = next(one.id for one in without.state.fight.combatants.values() if one.owner == "ana")
    assert digest_of(assumed(book, without, "ana")) == digest_of(assumed(book, with_, "ana"))
    assert digest_of(begun(without)) != digest_of(begun(with_))
    ways = [ways_of(list(book.system.offers(book.seen(one.state, "ana"), mine))) for one in (without, with_)]
    assert ways[0] == ways[1]
    ended = run(book, assumed(book, with_, "ana"), "s", RUN, 50)
    assert ended.outcome is not None
    assert "lurker" not in ended.people


@pytest.mark.parametrize(
    ("system", "changed"),
    [("fantasia", {"hp": 3}), ("fantasia", {"strength": 1, "defense": 0})],
)
def test_closed_figures_are_those_of_the_catalogue(system: str, changed: dict[str, Any]) -> None:
    (book, usual), (_, other) = world(system), world(system, **changed)
    assert digest_of(begun(usual)) != digest_of(begun(other))
    mine, theirs = assumed(book, usual, "ana"), assumed(book, other, "ana")
    assert digest_of(mine) == digest_of(theirs)
    foe = mine.state.fight.combatants[list(mine.state.fight.combatants)[1]]
    assert foe.vitals == begun(usual).state.fight.combatants[foe.id].vitals
    assert run(book, mine, "s", RUN, 50).outcome is not None


def test_what_the_catalogue_does_not_know_is_refused_alike() -> None:
    """Written out on a sheet: whatever stands there."""
    book, at = positions(setup_of("saari"))
    with pytest.raises(RuleRefusal) as refused:
        assumed(book, entered(at), "ana")
    people = [{**one} for one in FIGHTS["saari"][1]]
    people[-1]["sheet"] = {**people[-1]["sheet"], "discipline": 1}
    new = msgspec.structs.replace(setup_of("saari"), combatants=tuple(people))
    with pytest.raises(RuleRefusal) as also:
        assumed(book, entered(positions(new)[1]), "ana")
    assert refused.value.reason == also.value.reason


def test_inside_an_order_it_is_refused() -> None:
    book, at = positions(setup_of("dozen_die"))
    inside = next(one for one in at if one.base is not None)
    with pytest.raises(RuleRefusal, match="waits for somebody"):
        assumed(book, inside, "ana")


def test_a_sealed_answer_says_nothing() -> None:
    """Whatever somebody has answered in secret, others are refused in the same words; each of the answers was taken."""
    book, at = positions(setup_of("minis"))
    windows = [(one, window) for one in at if (window := one.state.fight.window) is not None and window.of > 1]
    both, window = next((one, window) for one, window in windows if len(window.asked) == window.of)
    asked = window.asked[0]
    assert asked.visibility is Visibility.SEALED
    reasons, worlds = set(), set()
    for offer in asked.offers[:2]:
        move = Move(asked.seats[0], decision=asked.decision, choice=Choice(offer.key))
        around = Circumstances(move.seat, RunDice("s"), TypedFaces((), None), {}, lambda: "2000-01-01T00:00:00.000Z")
        answered = step_of(book, both, move, around).position
        worlds.add(digest_of(begun(answered)))
        for seat in ("ana", None):
            with pytest.raises(RuleRefusal) as refused:
                assumed(book, answered, seat)
            reasons.add(refused.value.reason)
    assert (len(worlds), len(reasons)) == (2, 1)


def test_where_the_entry_of_a_foe_is_not_seen_it_is_said_why_there_are_no_odds() -> None:
    """In Saari a sheet with closed figures is read by its own side, and so is which entry of the catalogue it is."""
    book, position = world("saari")
    fight = structs.replace(position.state.fight, figures_open=False)
    closed = structs.replace(position, state=structs.replace(position.state, fight=fight))
    with pytest.raises(RuleRefusal, match="nor which entry of the catalogue it is"):
        assumed(book, closed, "ana")
