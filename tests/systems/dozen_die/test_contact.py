"""Two meet: whom, how, and what is left of it afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.authoring.system import Table
from engine.kernel.state.events import ConditionGained, Moved
from engine.systems.dozen_die.content.catalogue import SKILLS
from engine.systems.dozen_die.content.kinds import Ability, Effect, Reach, Skill, Use
from engine.systems.dozen_die.events import ConflictOpposed, ContactMade, MeleeFought, ProtectionRolled, Pushed
from engine.systems.dozen_die.rules.actions import contact
from engine.systems.dozen_die.sheet import Setup
from engine.systems.dozen_die.state import DozenDieState
from tests.systems.dozen_die.bout import Bout, ana, at, ben
from tests.systems.dozen_die.deed import answered, instead, played

BESIDE = Setup(restored=True)


def upon(table: Table[DozenDieState]) -> None:
    """`a` came upon `x` and `y` at once."""
    contact.come_upon(table, "a", ("x", "y"))


def shove(table: Table[DozenDieState]) -> None:
    """`a` shoves `x`."""
    contact.meet(table, "a", "x", skill=SKILLS["shove"])


def shover(rows: str = "..ax..", **target: Any) -> Bout:
    """ST 4 and two levels of Shove, activated beside somebody of DX 3."""
    bout = Bout(rows, ana("a", st=4, skills={"melee": 1, "shove": 2}), ben("x", **target), setup=BESIDE)
    bout.start("a")
    return bout


@pytest.mark.rule("DD-CHG-06")
def test_dd_w11_of_several_the_mover_picks_one() -> None:
    """The nearest are all at one square: by their ids; the other one only has to be left again."""
    bout = Bout("x.... .a... y....", ana("a"), ben("x"), ben("y"), setup=BESIDE)
    bout.start("a")
    played(bout, "a", upon)
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("FightWhom", ("ana",), "x")
    assert bout.choices == ["x", "y"]
    answered(bout, upon, "y", 12, 12)
    assert bout.the(ContactMade) == ContactMade(attacker="a", defender="y", used=None)


def test_who_was_moved_apart_meanwhile_does_not_fight() -> None:
    """The game master takes a foe away while the mover thinks: there is no choice left, and the other one fights."""
    bout = Bout("x.... .a... y....", ana("a"), ben("x"), ben("y"), setup=BESIDE)
    bout.start("a")
    played(bout, "a", upon)
    bout.arena.feed(12, 12)
    with instead(upon):
        bout.correct("combatants.y.place", at(4))
    assert [one.event.defender for one in bout.last if isinstance(one.event, MeleeFought)] == ["x"]


@pytest.mark.rule("DD-CHG-10")
@pytest.mark.parametrize(("resistance", "value"), [("dx", 3), ("st", 5)])
def test_dd_chg_10_a_shove_pushes_without_harm(resistance: str, value: int) -> None:
    """The target resists with DX or ST, and one die; a tie is the shover's. Nobody is hit."""
    bout = shover(st=5)
    played(bout, "a", shove)
    (asked,) = bout.waiting
    assert (asked.kind, asked.seats, asked.default) == ("ResistHow", ("ben",), "dx")
    answered(bout, shove, resistance, 1, 3, 3)
    opposed = bout.the(ConflictOpposed)
    assert (opposed.resistance, opposed.attack_value, opposed.defense_value) == (resistance, 4, value)
    assert opposed.successes == 1
    assert bout.the(Pushed) == Pushed(combatant="x", pusher="a", squares=1)
    assert bout.rule_of(Pushed) == "DD-CHG-10"
    assert bout.of(ProtectionRolled) == []
    assert bout.place("x") == at(4)


@pytest.mark.rule("DD-CHG-10")
def test_dd_chg_10_who_fails_to_shove_is_pushed() -> None:
    """The target's side pushes the shover, and nothing else comes of it."""
    bout = shover()
    played(bout, "a", shove)
    answered(bout, shove, "dx", 2, 5, 3)
    assert bout.the(Pushed) == Pushed(combatant="a", pusher="x", squares=1)
    assert bout.place("a") == at(1)


@pytest.mark.rule("DD-CHG-10")
def test_dd_chg_10_any_skill_of_contact_does_what_it_does_and_pushes() -> None:
    """A bellow taunts whom it sends away; whoever does not resist in any way of its own resists with DX."""
    bellow = Skill(
        id="bellow", name="Bellow", use=Use.CONTACT, ability=Ability.CH, reach=Reach.CONTACT, effect=Effect.TAUNT
    )

    def shout(table: Table[DozenDieState]) -> None:
        contact.meet(table, "a", "x", skill=bellow)

    shouter = ana("a", own_skills=(bellow,), skills={"bellow": 1})
    bout = Bout("..ax..", shouter, ben("x"), setup=BESIDE)
    bout.start("a")
    played(bout, "a", shout, 3, 12)
    assert bout.the(ConflictOpposed).resistance == "dx"
    assert bout.the(ConditionGained).kind == "taunted"
    assert bout.the(Moved).combatant == "x"


@pytest.mark.rule("DD-REA-09", "DD-HP-02")
def test_dd_rea_09_injury_waits_till_the_activation_is_over() -> None:
    """The activated attacker loses two of three in his own order: he is injured when both are done."""
    bout = Bout("..ax...", ana("a", st=1), ben("x", st=6, skills={"melee": 2}), setup=BESIDE)
    bout.start("a")
    played(bout, "a", lambda table: contact.meet(table, "a", "x"), 12, 6, 5, 4, 4)
    assert bout.hp("a") == 1
    assert not bout.has("a", "injured")
    bout.end(draws="foes")
    assert bout.the(ConditionGained).combatant == "a"
    assert bout.kinds().index("ActivationEnded") < bout.kinds().index("ConditionGained")
