"""The decks of days, events and feasts, and actions that an event interrupts.  [MM-OUT-03 to MM-OUT-05]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import structs

from engine.kit import CampaignState, Event, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.rules.company.as_fight import Company, journey_of, settings_of
from engine.systems.mongolian_mercenaries.rules.company.day_cards import (
    DayCard,
    EventCard,
    FeastCard,
    events_of,
    possible,
)
from engine.systems.mongolian_mercenaries.rules.company.journey_state import Journey
from engine.systems.mongolian_mercenaries.rules.days.events import ActionHalted, DayCardDrawn, EventCame, FeastCame

RULE, EVENTS = "MM-OUT-04", "MM-OUT-05"
DAYS = ""
"""The day deck among the discarded cards; areas have ids."""
Drawn = TypeVar("Drawn", DayCard, EventCard)


def evolve_decks(journey: Journey, event: Event) -> Journey:
    """The calendar after a fact of the decks."""
    match event:
        case DayCardDrawn():
            return structs.replace(
                discarded(journey, DAYS, event.day_card, fresh=event.reshuffled),
                day_card=event.day_card,
                weather=event.weather,
                events=event.events,
            )
        case EventCame():
            if event.event_card is not None:
                journey = discarded(journey, event.area, event.event_card, fresh=event.reshuffled)
            come = structs.replace(journey.events[event.number], card=event.event_card, come=True)
            before, after = journey.events[: event.number], journey.events[event.number + 1 :]
            return structs.replace(journey, events=(*before, come, *after))
        case FeastCame():
            others = tuple(feast for feast in journey.feasts if feast != event.feast)
            return structs.replace(journey, feasts=others if event.over else (*others, event.feast))
        case ActionHalted():
            halted = event.action if event.missing else None
            return structs.replace(journey, halted=halted, halted_for=event.missing)
    return journey


def discarded(journey: Journey, deck: str, card: str, *, fresh: bool) -> Journey:
    before = () if fresh else journey.used.get(deck, ())
    return structs.replace(journey, used={**journey.used, deck: (*before, card)})


def draw(table: Table[CampaignState], pile: Sequence[Drawn], deck: str, rule: str) -> tuple[Drawn, bool]:
    """A card that is not discarded, and whether all were shuffled before: an empty deck is at once.  [MM-OUT-04]"""
    used = journey_of(table.state).used.get(deck, ())
    left = [card for card in pile if card.id not in used]
    by = next(iter(table.state.fight.gms()), "gm")
    return table.draw(left or list(pile), by=by, why="card", rule=rule), not left


def begin_day(table: Table[CampaignState]) -> None:
    """The Day card, then feasts of this date, then an event of the morning.  [MM-OUT-03, MM-OUT-04]"""
    settings, journey = settings_of(table.state), journey_of(table.state)
    if settings.day_deck is not None and journey.day_card is None:
        card, reshuffled = draw(table, settings.day_deck, DAYS, RULE)
        drawn = DayCardDrawn(
            day_card=card.id,
            title=card.name,
            text=card.text,
            weather=possible(card.weather, journey.season),
            time_symbol=card.time_symbol,
            events=events_of(card),
            reshuffled=reshuffled,
        )
        table.emit(drawn, rule=RULE)
    for feast in settings.feasts:
        _feast(table, feast, journey)
    come(table)


def _feast(table: Table[CampaignState], feast: FeastCard, journey: Journey) -> None:
    """On its date, as long as it says; then it is discarded for good.  [MM-OUT-04]"""
    acts = feast.date <= journey.day < feast.date + feast.days
    if acts and feast.id not in journey.feasts:
        table.emit(FeastCame(feast=feast.id, title=feast.name, text=feast.text), rule=RULE)
    elif not acts and feast.id in journey.feasts:
        table.emit(FeastCame(feast=feast.id, title=feast.name, over=True), rule=RULE)


def due(journey: Journey) -> int | None:
    """Which of today's events is to come in this phase; None: none.  [MM-OUT-05]"""
    found = (place for place, event in enumerate(journey.events) if not event.come)
    return next((place for place in found if journey.day_phase in journey.events[place].phases), None)


def taken(journey: Journey) -> bool:
    """Whether an event takes this phase.  [MM-OUT-05]"""
    return any(journey.day_phase in event.phases for event in journey.events)


def come(table: Table[CampaignState]) -> None:
    """An event of this phase comes, with a card of its area's deck.  [MM-OUT-05]"""
    settings, journey = settings_of(table.state), journey_of(table.state)
    number = due(journey)
    if number is None:
        return
    area = journey.area or settings.area
    pile = (settings.event_decks or {}).get(area)
    if pile is None:
        table.emit(EventCame(number=number, area=area), rule=EVENTS)
        return
    card, reshuffled = draw(table, pile, area, EVENTS)
    came = EventCame(
        number=number,
        area=area,
        event_card=card.id,
        title=card.name,
        text=card.text,
        reshuffled=reshuffled,
    )
    table.emit(came, rule=EVENTS)


def require_no_event(state: Company) -> None:
    """RuleRefusal in a phase that an event takes.  [MM-OUT-05]"""
    if taken(journey_of(state)):
        raise RuleRefusal("an event takes this phase: play it, then end it", rule=EVENTS)


def missing_cards(state: Company) -> bool:
    """Whether today's card is not drawn yet, or an event of this phase.  [MM-OUT-04, MM-OUT-05]"""
    journey, settings = journey_of(state), settings_of(state)
    return (settings.day_deck is not None and journey.day_card is None) or due(journey) is not None
