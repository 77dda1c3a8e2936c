"""How often people are asked, and what a seat can wish to be asked no more."""

from __future__ import annotations

import pytest

from engine.kernel.playing.preferences import PREFERENCES
from engine.kernel.state.events import PolicySet
from engine.systems.saari.orders import Attack, FirstAid
from engine.systems.saari.questions import QUESTIONS
from engine.systems.saari.sheet import Setup
from tests.systems.saari import asked
from tests.systems.saari.bout import Bout, npc, pc

FIGHTS = 12
MOST = 3.0
"""Questions in a round to one person that a table bears."""


def test_a_table_is_bearable() -> None:
    """Nobody is asked more than three questions in a round with what is recommended, or a player without it."""
    off, on = asked.measure(FIGHTS), asked.measure(FIGHTS, asked.recommended())
    for seat in (None, "gm"):
        assert 0 < on.a_round(seat) < MOST
        assert on.orders_a_round(seat) > 0.5
    assert on.a_round("gm") < 0.8 * off.a_round("gm")
    assert off.a_round() < MOST


@pytest.mark.rule("SA-ASSIST-01", "SA-DICE-09")
def test_whether_a_success_is_assisted_is_not_asked_until_the_game_master_wants_it() -> None:
    """It would be most of what a player is asked."""
    off, further = asked.measure(FIGHTS), asked.measure(FIGHTS, further=True)
    assert off.a_round(kind="AskFurtherAssist") == 0
    assert further.a_round() > 1.3 * off.a_round()
    bout = three(further=False)
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.asked == []
    bout = three(further=False)
    bout.arena.fact(PolicySet(kind="AskFurtherAssist", asked=True))
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.asked == ["AskFurtherAssist"]


def test_what_is_recommended_can_be_wished() -> None:
    """Kinds of questions and preferences that there are."""
    kinds = {kind.__name__ for kind in QUESTIONS}
    for wishes in asked.recommended().values():
        assert wishes.keys() <= kinds
        assert set(wishes.values()) <= set(PREFERENCES)


def test_without_marks_the_game_master_rules_on_nothing() -> None:
    """With a setup that marks every roll he is asked several times in a round."""
    rulings = {kind.__name__ for kind in QUESTIONS if kind.ruling}
    usual, ruled = asked.measure(3), asked.measure(3, setup=Setup(rulings=True))
    assert not any(kind in rulings for _, kind in usual.asked)
    assert sum(ruled.a_round("gm", kind) for kind in rulings) > 4


def three(**more: object) -> Bout:
    """Ada, Bea and Gob in one zone; Ada acts first, and Gob has nothing left to strike with."""
    bout = Bout(pc("ada", personality=3, learning=2), pc("bea", "ben"), npc("gob", kp=9, initiative=1), **more)  # type: ignore[arg-type]
    bout.begin(4, 4, 4, 4, 4)
    return bout


@pytest.mark.rule("SA-ASSIST-01", "SA-XATK-01")
def test_an_assist_of_a_success_is_a_question_of_its_own() -> None:
    """Extras are damage, so that it has a use; who wants none of it still assists where a roll fails."""
    bout = three()
    bout.arena.preferences = {"ben AskFurtherAssist": "never"}
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.asked == []
    assert bout.kp("gob") == 7
    bout = three()
    bout.arena.preferences = {"ben AskFurtherAssist": "never"}
    bout.order(Attack(combatant="ada", target="gob"), 2, 2, 2)
    assert bout.asked == ["AskAssist"]
    bout.answer("assist", 4)
    assert bout.kp("gob") == 7
    bout = three()
    bout.order(Attack(combatant="ada", target="gob"), 4, 2, 2)
    assert bout.asked == ["AskFurtherAssist"]
    bout.answer("assist", 4)
    assert bout.kp("gob") == 6


@pytest.mark.rule("SA-ASSIST-01", "SA-AID-03")
@pytest.mark.parametrize(("faces", "kinds"), [((4, 4), []), ((4, 2), ["AskAssist"])])
def test_nobody_assists_first_aid_that_succeeds(faces: tuple[int, ...], kinds: list[str]) -> None:
    """It does nothing more with extras."""
    bout = Bout(pc("ada", personality=3, learning=2), pc("bea", "ben"), pc("cid", "ben"), npc("gob", at="east"))
    bout.begin(4, 4, 4, 4, 4, 2, 2)
    bout.correct("combatants.cid.vitals.kp.now", 0)
    bout.order(FirstAid(combatant="ada", target="cid"), *faces)
    assert bout.asked == kinds


@pytest.mark.rule("SA-PARRY-02")
def test_a_parry_for_a_comrade_is_a_question_of_its_own() -> None:
    """Who parries for itself alone wishes so; a comrade is asked after the one who is hit."""
    for wish, then in (({}, ["AskParryForComrade"]), ({"ben AskParryForComrade": "never"}, ["AskMindPoint"])):
        bout = Bout(pc("ada"), pc("bea", "ben"), npc("gob", kp=9, initiative=9))
        bout.begin(4, 4, 4, 4)
        bout.arena.preferences = wish
        bout.order(Attack(combatant="gob", target="ada"), 2, 2)
        assert bout.asked == ["AskParry"]
        assert bout.waiting[0].seats == ("ana",)
        bout.answer("let-pass")
        assert bout.asked == then
