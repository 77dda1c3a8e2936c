"""Falls and traps: damage that nobody deals.  [FF-MOVE-06]"""

from __future__ import annotations

import pytest

from engine.systems.fantasia import orders as o
from engine.systems.fantasia.events import DamageTaken, Fell, Outcome, TrapSprung
from tests.systems.fantasia.bout import Bout, foe, hero, sheet


def falls(metres: int, who: str = "hero") -> o.LetFall:
    return o.LetFall(combatant=who, metres=metres)


DART = o.SpringTrap(target="hero", trap="dart_trap")


@pytest.mark.rule("FF-MOVE-06")
@pytest.mark.parametrize(("metres", "face", "damage"), [(3, 4, 12), (1, 1, 1), (1, 6, 6), (10, 1, 10)])
def test_ff_move_06_one_die_times_the_metres(metres: int, face: int, damage: int) -> None:
    """One die for all of them: a ledge of 3 m and a 4 are 12."""
    bout = Bout(hero(), foe())
    bout.order(falls(metres), face, seat="gm")
    assert (bout.rolls(), bout.the(Fell).metres) == (["1d6 fall"], metres)
    assert (bout.the(DamageTaken).damage, bout.the(DamageTaken).cause, bout.hp("hero")) == (damage, "fall", 20 - damage)
    assert bout.rule_of(DamageTaken) == "FF-MOVE-06"


@pytest.mark.rule("FF-MOVE-06", "FF-DEF-02")
def test_ff_move_06_defending_halves_it_and_being_helpless_does_not_double_it() -> None:
    """It is physical, and no attack: 9 become 4; for the unconscious it is one point of the counter."""
    bout = Bout(hero(), foe())
    bout.order(o.Defend(combatant="hero"))
    bout.order(falls(3), 3, seat="gm")
    assert bout.hp("hero") == 16
    bout = Bout(foe(), hero(vitals={"hp": 0}), hero("friend"))
    bout.order(falls(1), 2, seat="gm")
    assert bout.the(DamageTaken).damage == 2
    condition = bout.who("hero").condition("unconscious")
    assert condition is not None
    assert condition.amount == 2


@pytest.mark.rule("FF-MOVE-06")
def test_ff_move_06_who_falls_to_0_is_unconscious_and_his_turn_is_over() -> None:
    """As after any damage."""
    bout = Bout(hero(), foe(), hero("friend"))
    bout.order(falls(10), 2, seat="gm")
    assert bout.has("hero", "unconscious")
    assert bout.acting == "foe"


@pytest.mark.rule("FF-MOVE-06")
def test_ff_move_06_it_is_the_game_masters_word() -> None:
    """In a fight that goes on, on whoever is not dead; no player lets anybody fall."""
    waiting = Bout(hero(), foe(), begin=False)
    assert waiting.refuse(falls(1), seat="gm").field == "combatant"
    assert waiting.keys(None) == ["begin"]
    bout = Bout(hero(), foe(), foe("gone", conditions=("dead",)))
    falling, trapped = [offer for offer in bout.offers(None) if offer.key in ("let-fall", "spring-trap")]
    assert falling.fields[0].among == trapped.fields[0].among == ("hero", "foe")
    assert bout.refuse(falls(1, "gone"), seat="gm").field == "combatant"
    assert bout.refuse(falls(1, "nobody"), seat="gm").code == "UNKNOWN"
    assert bout.refuse(o.SpringTrap(target="hero", trap="bear_trap"), seat="gm").field == "trap"


@pytest.mark.rule("FF-ATK-01", "FF-DICE-05")
@pytest.mark.parametrize(
    ("defense", "faces", "outcome"),
    [(12, (3, 4), Outcome.HIT), (13, (3, 4), Outcome.MISS), (18, (6, 6), Outcome.MISS), (7, (1, 1), Outcome.HIT)],
)
def test_a_trap_rolls_its_at_against_de(defense: int, faces: tuple[int, int], outcome: Outcome) -> None:
    """AT 5: reaching is enough; two sixes and two ones are plain numbers, for nobody attacks."""
    bout = Bout(hero(figures=sheet(defense=defense)), foe())
    bout.order(DART, *faces, *((5,) if outcome is Outcome.HIT else ()), seat="gm")
    sprung = bout.the(TrapSprung)
    assert (sprung.trap_total, sprung.against, sprung.outcome) == (sum(faces) + 5, defense, outcome)
    assert bout.hp("hero") == (15 if outcome is Outcome.HIT else 20)


def test_the_defence_a_trap_met_is_for_those_who_may_know_it() -> None:
    """The hero's side and the game master."""
    bout = Bout(hero(), foe(seat="bea"))
    bout.order(DART, 1, 1, 1, seat="gm")
    (sprung,) = [r for r in bout.last if isinstance(r.event, TrapSprung)]
    assert sprung.draft.to == ("gm", "ana")


def test_a_pit_lets_one_fall_without_a_roll_to_hit() -> None:
    """3 m."""
    bout = Bout(hero(), foe())
    bout.order(o.SpringTrap(target="hero", trap="pit_trap"), 2, seat="gm")
    assert (bout.the(TrapSprung).trap_total, bout.the(Fell).metres, bout.hp("hero")) == (None, 3, 14)
