"""What Mongolian Mercenaries says of the time between fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import structs

from engine.kit import (
    Between,
    CampaignState,
    Event,
    Fault,
    Fight,
    Offer,
    Order,
    RuleRefusal,
    Standing,
    State,
    Table,
    plain,
)
from engine.systems.mongolian_mercenaries.cards.judging import judge
from engine.systems.mongolian_mercenaries.content.kinds import Cards, Until
from engine.systems.mongolian_mercenaries.events import EVENTS
from engine.systems.mongolian_mercenaries.questions import QUESTIONS, AskRelief
from engine.systems.mongolian_mercenaries.reducer import evolve
from engine.systems.mongolian_mercenaries.rules.company import journey_state
from engine.systems.mongolian_mercenaries.rules.company.as_fight import journey_of, settings_of
from engine.systems.mongolian_mercenaries.rules.company.day_cards import judge_decks
from engine.systems.mongolian_mercenaries.rules.company.events import SheetWritten
from engine.systems.mongolian_mercenaries.rules.company.journey_state import CompanySettings
from engine.systems.mongolian_mercenaries.rules.company.leaving_fights import LINES, left_of
from engine.systems.mongolian_mercenaries.rules.days import acting, calendar, decks, durations, meals
from engine.systems.mongolian_mercenaries.rules.days.events import (
    ActionHalted,
    CampChanged,
    DayActionDone,
    DayCardDrawn,
    EventCame,
    FeastCame,
    MealPutOff,
    PhaseCame,
    PhasesCounted,
    ProvisionsEaten,
    VagrancySeen,
)
from engine.systems.mongolian_mercenaries.rules.days.orders import (
    DoDayAction,
    DrawCards,
    EatProvisions,
    MakeCamp,
)
from engine.systems.mongolian_mercenaries.rules.days.questions import AskLeaving, AskMeal
from engine.systems.mongolian_mercenaries.rules.market import brewing, gathering, growth, money, stock, trade
from engine.systems.mongolian_mercenaries.rules.market import offers as market
from engine.systems.mongolian_mercenaries.rules.market.events import (
    GoodsTraded,
    MemberTrained,
    MoneyExchanged,
    MoneyPaid,
    OfferSeen,
)
from engine.systems.mongolian_mercenaries.rules.market.orders import (
    BrewPreparation,
    ExchangeMoney,
    GatherIngredients,
    PayMoney,
    RiseLevel,
    SeeOffer,
    TradeGoods,
    TrainMember,
)
from engine.systems.mongolian_mercenaries.rules.roads import exploring, travel
from engine.systems.mongolian_mercenaries.rules.roads.events import LocationExplored, PartyTravelled
from engine.systems.mongolian_mercenaries.rules.roads.orders import Explore, TakeTransport, Travel
from engine.systems.mongolian_mercenaries.rules.summary.orders import Identify, Recover, Repair, TreatWounds

PLAYED: Mapping[type[Order], Callable[[Table[CampaignState], Any], None]] = MappingProxyType(
    {
        Recover: calendar.recover,
        TreatWounds: calendar.treat,
        Repair: calendar.repair,
        EatProvisions: meals.eat,
        MakeCamp: calendar.camp,
        DrawCards: acting.draw_cards,
        DoDayAction: acting.act,
        Travel: travel.travel,
        TakeTransport: travel.ride,
        Explore: exploring.explore,
        Identify: gathering.identify,
        PayMoney: money.pay,
        ExchangeMoney: money.exchange,
        TradeGoods: trade.trade,
        SeeOffer: stock.see,
        TrainMember: growth.train,
        RiseLevel: growth.rise,
        GatherIngredients: gathering.gather,
        BrewPreparation: brewing.brew,
    }
)
"""Which rule plays which order."""

LAST_DAY = 999
"""That a setup of a fight can name."""


class Journey(journey_state.Journey, frozen=True, kw_only=True, rename="camel"):
    __doc__ = journey_state.Journey.__doc__
    evolve_fighters: ClassVar = staticmethod(evolve)


class MercenariesBetween(Between[journey_state.Journey]):
    """The time between fights."""

    settings = CompanySettings
    own = Journey
    orders = tuple(PLAYED)
    events = (
        *EVENTS,
        SheetWritten,
        PhaseCame,
        DayActionDone,
        ProvisionsEaten,
        CampChanged,
        DayCardDrawn,
        EventCame,
        FeastCame,
        ActionHalted,
        PhasesCounted,
        MealPutOff,
        MoneyPaid,
        MoneyExchanged,
        GoodsTraded,
        OfferSeen,
        MemberTrained,
        PartyTravelled,
        LocationExplored,
        VagrancySeen,
    )
    questions = (*QUESTIONS, AskRelief, AskMeal, AskLeaving)
    lines = LINES
    leaves = staticmethod(left_of)

    def begin(self, settings: CompanySettings) -> journey_state.Journey:
        """The first morning. RuleRefusal for cards that cannot be played, or a currency without a rate."""
        judge(settings.cards)
        judge_decks(settings.day_deck, settings.event_decks, settings.feasts)
        if settings.territory not in (journey_state.MNT, *settings.rates):
            raise RuleRefusal("territory: a currency with a rate", rule="MM-OUT-02", field="territory")
        return Journey()

    def comes_along(self, state: State[CampaignState], member: str, standing: Standing) -> Standing:
        """Without what has ended in the phases of earlier fights.  [MM-OUT-31]"""
        owed = journey_of(state).owed
        if not owed:
            return standing
        sheet = standing.sheet
        if sheet.get("inForce"):
            sheet = {**sheet, "inForce": durations.forces_after(sheet, Until.PHASES, owed)}
        return structs.replace(standing, sheet=sheet, conditions=durations.after_phases(standing.conditions, owed))

    def fights_setup(self, state: State[CampaignState]) -> Mapping[str, Any]:
        """The table's cards, the day and its phase.  [MM-GEN-02, MM-OUT-03]"""
        journey, cards = journey_of(state), settings_of(state).cards
        when = {"day": min(journey.day, LAST_DAY), "dayPhase": journey.day_phase.value}
        return when if cards == Cards() else {**when, "cards": plain(cards)}

    def sheet_after(self, sheet: Mapping[str, Any], event: Event, member: str) -> Mapping[str, Any]:
        """With what an order has written on it."""
        if isinstance(event, SheetWritten) and event.combatant == member and event.written is not None:
            return {**sheet, **event.written}
        return sheet

    def evolve(self, game: journey_state.Journey, event: Event, fight: Fight) -> journey_state.Journey:
        """The calendar."""
        if isinstance(event, PartyTravelled):
            return structs.replace(game, location=event.location, area=event.area or game.area, enemies=event.enemies)
        if isinstance(event, LocationExplored) and event.deck is not None and event.location_card is not None:
            return decks.discarded(game, event.deck, event.location_card, fresh=event.reshuffled)
        if isinstance(event, OfferSeen):
            return structs.replace(game, offered={**game.offered, event.merchant: event.buys})
        if isinstance(event, MemberTrained):
            return structs.replace(game, trained=(*game.trained, event.combatant))
        return calendar.evolve_journey(game, event)

    def play(self, order: Order, table: Table[CampaignState]) -> None:
        """Refuse an order between fights, or play it out."""
        play = PLAYED.get(type(order))
        if play is None:
            raise Fault(f"nothing plays {type(order).__name__}")
        durations.caught_up(play, table, order)

    def offers(self, seen: State[CampaignState], member: str | None) -> Iterable[Offer[Order]]:
        """What the game master may order for all, and each member for itself."""
        if member is None:
            yield from calendar.offers(seen)
            yield from travel.offers(seen)
        else:
            yield from market.offers(seen, member)
