"""Day, event and feast decks of a company, and actions that an event interrupts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.structs.errors import RuleRefusal
from engine.systems.mongolian_mercenaries.orders import Recover, Recovery
from engine.systems.mongolian_mercenaries.rules.company.day_cards import DayCard, Weather, events_of, possible
from engine.systems.mongolian_mercenaries.rules.days.events import (
    ActionHalted,
    DayActionDone,
    DayCardDrawn,
    EventCame,
    FeastCame,
)
from engine.systems.mongolian_mercenaries.rules.days.orders import (
    ActionLength,
    DoDayAction,
    DrawCards,
    EatProvisions,
)
from engine.systems.mongolian_mercenaries.rules.roads.orders import Travel, TravelStep
from engine.systems.mongolian_mercenaries.sheet import DayPhase
from tests.systems.mongolian_mercenaries.bout import pc
from tests.systems.mongolian_mercenaries.company import Company

MORNING, NOON, EVENING, NIGHT = DayPhase
END = DrawCards(event_ended=True)


def card(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": id.title(), **more}


def day(id: str, *icons: DayPhase, number: int | None = None) -> dict[str, Any]:
    """A Day card with an event symbol."""
    return card(id, eventSymbol=True, phaseIcons=[icon.value for icon in icons], eventNumber=number)


def company(*days: dict[str, Any], **settings: Any) -> Company:
    return Company(pc("ada", lucky=False, provisions=9), dayDeck=list(days), **settings)


def tired(found: Company) -> bool:
    return found.fight.combatants["ada"].has("tired")


def new_day(found: Company, *faces: int) -> None:
    """The rest of the day is spent, the night slept."""
    while found.journey.day_phase is not NIGHT:
        found.give(Recover(way=Recovery.PHASE))
    found.give(Recover(way=Recovery.NIGHT), *faces)


@pytest.mark.rule("MM-OUT-04", "MM-OUT-03")
def test_a_card_a_day_and_none_of_them_twice() -> None:
    """The first by an order; the others come with the day, by the dice; an empty deck is shuffled at once."""
    found = company(card("calm"), card("storm"), card("market", timeSymbol=True))
    assert "draw-cards" in found.offered()
    found.give(DrawCards(), 2)
    assert found.refused(DrawCards()).rule == "MM-OUT-04"
    assert "draw-cards" not in found.offered()
    new_day(found, 2)
    assert found.journey.used == {"": ("storm", "market")}
    new_day(found, 1)
    new_day(found, 3)
    drawn = found.events(DayCardDrawn)
    assert [event.day_card for event in drawn] == ["storm", "market", "calm", "market"]
    assert [event.reshuffled for event in drawn] == [False, False, False, True]
    assert [event.time_symbol for event in drawn] == [False, True, False, True]
    assert found.journey.used == {"": ("market",)}


@pytest.mark.rule("MM-OUT-04", "MM-OUT-03")
@pytest.mark.parametrize(("days", "used"), [(83, 84), (84, 1)])
def test_all_are_shuffled_as_a_season_begins(days: int, used: int) -> None:
    """Day 84 is of the first season, day 85 of the next."""
    found = Company(pc("ada", lucky=False), dayDeck=[card(f"card-{number}") for number in range(99)])
    found.give(DrawCards(), 1)
    for _ in range(days):
        found.feed(1)
        for way in (Recovery.PHASE, Recovery.PHASE, Recovery.PHASE, Recovery.NIGHT):
            found.order("gm", Recover(way=way))
    found.done()
    assert found.journey.day == days + 1
    assert len(found.journey.used[""]) == used


@pytest.mark.rule("MM-OUT-04")
@pytest.mark.parametrize(
    ("printed", "summer", "winter"),
    [
        (("FROST",), ("HEAT",), ("FROST",)),
        (("HEAT",), ("HEAT",), ("FROST",)),
        (("SNOW",), ("RAIN",), ("SNOW",)),
        (("RAIN",), ("RAIN",), ("RAIN",)),
        (("RAIN", "COLD"), ("RAIN", "COLD"), ("SNOW", "COLD")),
        (("RAIN", "HEAT"), ("RAIN", "HEAT"), ("SNOW", "FROST")),
        (("FROST", "RAIN"), ("HEAT", "RAIN"), ("FROST", "SNOW")),
    ],
)
def test_a_season_lets_only_its_own_weather_come(
    printed: tuple[str, ...], summer: tuple[str, ...], winter: tuple[str, ...]
) -> None:
    """In spring and autumn it is as printed."""
    weather = tuple(Weather(name) for name in printed)
    made = [tuple(part.value for part in possible(weather, season)) for season in range(4)]
    assert made == [printed, summer, printed, winter]
    found = company(card("one", weather=list(printed)))
    found.give(DrawCards(), 1)
    assert found.journey.weather == weather


@pytest.mark.rule("MM-OUT-04")
def test_a_feast_acts_on_its_dates_and_is_discarded() -> None:
    """Two days from the second on."""
    found = Company(pc("ada", provisions=9), feastDeck=[card("naadam", dayOfYear=2, feastDays=2)])
    acting = []
    for _ in range(4):
        acting.append(found.journey.feasts)
        new_day(found)
    assert acting == [(), ("naadam",), ("naadam",), ()]
    assert [event.over for event in found.events(FeastCame)] == [False, True]


@pytest.mark.rule("MM-OUT-05")
@pytest.mark.parametrize(
    ("icons", "number", "phases"),
    [
        ((), None, [(MORNING,)]),
        ((NOON, EVENING), None, [(NOON, EVENING)]),
        ((NOON, NIGHT), 2, [(NOON,), (NIGHT,)]),
        ((), 3, [(MORNING,), (NOON,), (EVENING,)]),
        ((), 4, [(MORNING,), (NOON,), (EVENING,), (NIGHT,)]),
    ],
)
def test_icons_and_numbers_say_how_many_events_and_when(
    icons: tuple[DayPhase, ...], number: int | None, phases: list[tuple[DayPhase, ...]]
) -> None:
    """With a number one for each icon, without one over all of them; without icons as early as possible."""
    said = DayCard(id="one", name="One", event=True, icons=icons, number=number)
    assert [event.phases for event in events_of(said)] == phases
    assert events_of(DayCard(id="two", name="Two")) == ()


@pytest.mark.rule("MM-WE-16", "MM-OUT-05")
@pytest.mark.parametrize(
    ("icons", "number", "come"),
    [
        ((EVENING,), 1, [EVENING]),
        ((MORNING, NIGHT), 2, [MORNING, NIGHT]),
        ((NOON, EVENING), None, [NOON]),
    ],
)
def test_three_examples_of_event_symbols(icons: tuple[DayPhase, ...], number: int | None, come: list[DayPhase]) -> None:
    """One in the evening; two, in the morning and at night; one that lasts for noon and evening."""
    found = company(day("one", *icons, number=number))
    found.give(DrawCards(), 1)
    came, busy = [], []
    for phase in DayPhase:
        if len(found.events(EventCame)) > len(came):
            came.append(phase)
        assert found.journey.day_phase is phase
        taken = found.offered() == ["end-event"]
        busy += [phase] * taken
        if phase is not NIGHT:
            found.give(END if taken else Recover(way=Recovery.PHASE))
    assert (came, tuple(busy)) == (come, icons)


@pytest.mark.rule("MM-WE-17", "MM-OUT-05")
def test_an_event_at_noon_interrupts_what_was_begun_in_the_morning_for_three_phases() -> None:
    """Two phases are missing after it: the evening, and the next morning or the night."""
    found = company(day("one", NOON))
    found.give(DrawCards(), 1)
    found.give(DoDayAction(action="dig", length=ActionLength.TEDIOUS))
    assert [(event.action, event.missing) for event in found.events(ActionHalted)] == [("dig", 2)]
    assert found.journey.day_phase is NOON
    found.give(END)
    found.give(DoDayAction(action="dig"))
    assert (found.journey.day_phase, found.journey.halted_for) == (NIGHT, 1)
    found.give(DoDayAction(action="dig"), 1)
    assert [event.action for event in found.events(DayActionDone)] == ["dig"]


@pytest.mark.rule("MM-OUT-05")
def test_an_event_takes_its_phases_and_no_action_is_done_in_them() -> None:
    """Noon and evening are one event, with one card of the area's deck."""
    found = company(day("one", NOON, EVENING), eventDecks={"home": [card("wolves"), card("trader")]})
    found.give(DrawCards(), 1)
    assert found.refused(END).rule == "MM-OUT-05"
    found.give(Recover(way=Recovery.PHASE), 2)
    (came,) = found.events(EventCame)
    assert (came.event_card, came.area, found.journey.day_phase) == ("trader", "home", NOON)
    for order in (Recover(way=Recovery.REST), EatProvisions(), Travel(steps=(TravelStep(),)), DoDayAction(action="x")):
        assert found.refused(order).rule == "MM-OUT-05"
    assert found.offered() == ["end-event"]
    found.give(END)
    assert found.journey.day_phase is EVENING
    assert found.refused(Recover(way=Recovery.REST)).rule == "MM-OUT-05"
    found.give(END)
    assert (found.journey.day_phase, len(found.events(EventCame)), tired(found)) == (NIGHT, 1, False)
    found.give(Recover(way=Recovery.NIGHT), 1)


@pytest.mark.rule("MM-OUT-05")
def test_each_area_has_a_deck_of_its_own() -> None:
    """A step says whose counts from there on; an area without a deck has events without a card."""
    decks = {"steppe": [card("wolves"), card("hail")]}
    found = company(day("one", MORNING, NOON, number=2), eventDecks=decks)
    found.give(DrawCards(), 1)
    assert [event.event_card for event in found.events(EventCame)] == [None]
    found.give(END)
    found.give(END)
    found.give(Travel(steps=(TravelStep(area="steppe"),)))
    assert found.journey.area == "steppe"
    found.give(Recover(way=Recovery.NIGHT), 1, 2)
    assert found.events(EventCame)[-1].event_card == "hail"
    assert found.journey.used["steppe"] == ("hail",)


@pytest.mark.rule("MM-OUT-05")
def test_an_event_interrupts_a_long_action_which_goes_on_for_what_is_missing() -> None:
    """Its effect comes when all its phases are spent; the event's are not among them."""
    found = company(day("one", NOON))
    found.give(DrawCards(), 1)
    found.give(DoDayAction(action="dig", length=ActionLength.LONG))
    (halted,) = found.events(ActionHalted)
    assert (halted.missing, found.journey.day_phase, found.events(DayActionDone)) == (1, NOON, [])
    found.give(END)
    assert "go-on-acting" in found.offered()
    found.give(DoDayAction(action="dig", length=ActionLength.TEDIOUS))
    assert found.journey.day_phase is NIGHT
    assert [event.action for event in found.events(DayActionDone)] == ["dig"]
    assert found.journey.halted is None
    assert found.refused(DoDayAction(action="dig")).rule == "MM-OUT-19"


@pytest.mark.rule("MM-OUT-19")
@pytest.mark.parametrize(
    ("length", "phase"),
    [
        (ActionLength.TRIVIAL, MORNING),
        (ActionLength.ORDINARY, NOON),
        (ActionLength.LONG, EVENING),
        (ActionLength.TEDIOUS, NIGHT),
    ],
)
def test_a_day_action_takes_none_to_three_phases(length: ActionLength, phase: DayPhase) -> None:
    """Once a day."""
    found = Company(pc("ada"))
    found.give(DoDayAction(action="pray", length=length))
    assert found.journey.day_phase is phase
    assert found.refused(DoDayAction(action="pray")).rule == "MM-OUT-19"


@pytest.mark.rule("MM-OUT-05", "MM-OUT-06")
@pytest.mark.parametrize("slept", [True, False])
def test_what_the_night_interrupts_lapses_unless_the_night_is_used(slept: bool) -> None:
    """Whoever uses it is Tired."""
    found = Company(pc("ada", lucky=False))
    found.give(Recover(way=Recovery.PHASE))
    found.give(Recover(way=Recovery.PHASE))
    found.give(DoDayAction(action="dig", length=ActionLength.LONG))
    assert (found.journey.halted, found.journey.day_phase) == ("dig", NIGHT)
    if slept:
        found.give(Recover(way=Recovery.NIGHT))
        assert found.journey.halted is None
    else:
        found.give(DoDayAction(action="dig"))
        assert [event.action for event in found.events(DayActionDone)] == ["dig"]
    assert (found.journey.day, tired(found)) == (2, not slept)


@pytest.mark.rule("MM-OUT-05", "MM-OUT-06")
def test_an_event_at_night_makes_all_tired() -> None:
    """It is no night for sleep."""
    found = company(day("one", NIGHT))
    found.give(DrawCards(), 1)
    found.give(EatProvisions())
    for _ in range(3):
        found.give(Recover(way=Recovery.PHASE))
    assert len(found.events(EventCame)) == 1
    assert found.refused(Recover(way=Recovery.NIGHT)).rule == "MM-OUT-05"
    found.give(END, 1)
    assert (found.journey.day, found.journey.day_phase, tired(found)) == (2, MORNING, True)


@pytest.mark.rule("MM-OUT-04", "MM-OUT-05")
@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"dayDeck": [card("one"), card("one")]}, "dayDeck.1.id"),
        ({"eventDecks": {"home": [card("one"), card("one")]}}, "eventDecks.home.1.id"),
        ({"dayDeck": [day("one", NOON, NOON)]}, "dayDeck.0.phaseIcons"),
        ({"dayDeck": [day("one", NOON, number=2)]}, "dayDeck.0.phaseIcons"),
        ({"dayDeck": [card("one", phaseIcons=["NOON"])]}, "dayDeck.0.phaseIcons"),
    ],
)
def test_decks_that_cannot_be_played_are_refused(settings: dict[str, Any], field: str) -> None:
    """Each with its place."""
    with pytest.raises(RuleRefusal) as refused:
        Company(pc("ada"), **settings)
    assert str(refused.value.field).endswith(field)
