"""What a company is asked between fights, and what silence comes to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.kernel.state.combatant import Condition
from engine.systems.mongolian_mercenaries.orders import Recover, Recovery
from engine.systems.mongolian_mercenaries.rules.company.journey_state import LocationType
from engine.systems.mongolian_mercenaries.rules.days.events import MealPutOff, ProvisionsEaten
from engine.systems.mongolian_mercenaries.rules.days.orders import EatProvisions
from engine.systems.mongolian_mercenaries.rules.market.orders import TradeGoods
from engine.systems.mongolian_mercenaries.rules.roads.orders import Travel, TravelStep
from engine.systems.mongolian_mercenaries.sheet import DayPhase, Sheet
from engine.systems.mongolian_mercenaries.sides import PARTY
from tests.systems.mongolian_mercenaries.bout import one, pc
from tests.systems.mongolian_mercenaries.company import Company

PASS = Recover(way=Recovery.PHASE)
TOWN = Travel(steps=(TravelStep(location=LocationType.SETTLEMENT),))


def asked(company: Company) -> tuple[str, tuple[str, ...], str]:
    """The kind of the question, who may answer, and its default."""
    (found,) = company.pending
    return found.kind, found.seats, found.default


@pytest.mark.rule("MM-OUT-07")
def test_the_party_is_asked_before_the_first_action_and_before_the_last() -> None:
    """Any of its seats answers; whoever says not now is asked once more, in the evening; silence eats."""
    company = Company(pc("ada", provisions=2), pc("bea", "ben"))
    company.order("gm", PASS)
    assert asked(company) == ("AskMeal", ("ana", "ben"), "eat")
    company.answer("ben", "not-now")
    company.give(PASS)
    assert (company.journey.day_phase, company.journey.fed) == (DayPhase.EVENING, False)
    company.order("gm", PASS)
    assert asked(company)[0] == "AskMeal"
    company.answer(None)
    assert (company.journey.day_phase, company.journey.fed) == (DayPhase.NIGHT, True)
    assert company.sheet()["provisions"] == 0
    assert (len(company.events(MealPutOff)), len(company.events(ProvisionsEaten))) == (1, 1)


@pytest.mark.rule("MM-OUT-07")
@pytest.mark.parametrize(("units", "is_asked"), [(1, False), (2, True)])
def test_nobody_is_asked_where_there_is_not_enough(units: int, is_asked: bool) -> None:
    """Nor where the party has eaten."""
    company = Company(pc("ada", provisions=units), pc("bea", "ben"))
    company.order("gm", PASS)
    assert bool(company.pending) is is_asked
    other = Company(pc("ada", provisions=units), pc("bea", "ben", provisions=2))
    other.give(EatProvisions())
    other.order("gm", PASS)
    assert not other.pending


@pytest.mark.rule("MM-PET-05")
@pytest.mark.parametrize(("answer", "out"), [("leave", "left"), ("take-along", None), (None, None)])
def test_a_pet_is_left_behind_if_its_owner_says_so(answer: str | None, out: str | None) -> None:
    """Characters cannot be."""
    pet = one("rex", PARTY, "ana", Sheet(ref="war_dog", patron="ada"))
    company = Company(pc("ada"), pet)
    assert company.refused(Travel(steps=(TravelStep(),), left=("ada",))).field == "leftBehind"
    company.order("gm", Travel(steps=(TravelStep(),), left=("rex",)))
    assert asked(company) == ("AskLeaving", ("ana",), "take-along")
    company.answer("ana" if answer else None, answer) if answer else company.answer(None)
    assert company.fight.combatants["rex"].out == out
    assert company.journey.day_phase is DayPhase.NOON


@pytest.mark.rule("MM-OUT-28", "MM-OUT-15")
@pytest.mark.parametrize("answer", [None, "drop-2"])
def test_who_has_bought_too_much_is_asked_what_is_dropped(answer: str | None) -> None:
    """The newest by default."""
    goods: dict[str, Any] = {"prices": {"sabre": 10}, "merchantOffers": {"smith": ["sabre"]}}
    company = Company(pc("ada", lucky=False, money={"mnt": 99}, weapons=("sabre", "bow")), **goods)
    bought = TradeGoods(combatant="ada", merchant="smith", buys=("sabre", "sabre"))
    company.order("ana", bought)
    kind, seats, default = asked(company)
    assert (kind, seats, default) == ("AskDrop", ("ana",), "drop-1")
    while company.pending:
        company.answer("ana", answer) if answer else company.answer(None)
    had = company.sheet()
    assert (had["weapons"] == ["sabre", "bow"]) is (answer is None), had


@pytest.mark.rule("MM-REC-04")
@pytest.mark.parametrize(
    ("states", "default", "left"),
    [
        (("hungry", "tired"), "end-tired", ["hungry"]),
        (("hungry",), None, []),
    ],
)
def test_lodging_asks_which_ordinary_state_goes(states: tuple[str, ...], default: str | None, left: list[str]) -> None:
    """Tired, else the oldest; of one there is no question."""
    entry = pc("ada", lucky=False, provisions=1)
    entry = structs.replace(entry, conditions=tuple(Condition(key=state, kind=state) for state in states))
    company = Company(entry, lodgingPrices={"comfortable": 0})
    company.give(TOWN)
    company.give(PASS)
    company.give(PASS)
    company.order("gm", Recover(way=Recovery.COMFORTABLE))
    if default is not None:
        assert asked(company) == ("AskRelief", ("ana",), default)
        company.answer(None)
    assert not company.pending
    assert [condition.kind for condition in company.fight.combatants["ada"].conditions] == left


@pytest.mark.rule("MM-REC-04")
def test_whoever_lodges_may_choose_another_state() -> None:
    """Hungry goes, Tired stays."""
    entry = structs.replace(
        pc("ada", lucky=False, provisions=1),
        conditions=tuple(Condition(key=state, kind=state) for state in ("hungry", "tired")),
    )
    company = Company(entry, lodgingPrices={"comfortable": 0})
    for order in (TOWN, PASS, PASS):
        company.give(order)
    company.order("gm", Recover(way=Recovery.COMFORTABLE))
    company.answer("ana", "end-hungry")
    assert [condition.kind for condition in company.fight.combatants["ada"].conditions] == ["tired"]
