"""The time between fights of Saari, as the kernel asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from engine.kit import Between, CampaignState, Event, Offer, Order, RuleRefusal, State, Table
from engine.systems.saari.content.catalogue import ARMOR
from engine.systems.saari.rules.between import characters, company, expedition, finds, loans, offers
from engine.systems.saari.rules.between import events as e
from engine.systems.saari.rules.between import orders as o
from engine.systems.saari.rules.between.company import Expeditions
from engine.systems.saari.rules.between.leaving import LINES, left_of
from engine.systems.saari.rules.between.questions import QUESTIONS
from engine.systems.saari.rules.between.settings import ExpeditionSettings
from engine.systems.saari.rules.turns.events import BaseReached, MilestoneReached
from engine.systems.saari.rules.turns.orders import ReachMilestone, ReturnToBase

HANDLERS: Mapping[type[Order], Callable[[Table[CampaignState], Any], None]] = MappingProxyType(
    {
        o.GiveBriefing: expedition.give_briefing,
        o.SetOut: expedition.set_out,
        o.AskForMilestone: expedition.ask_for_milestone,
        ReachMilestone: lambda table, order: expedition.reach_milestone(table, order.note),
        ReturnToBase: lambda table, order: expedition.return_to_base(table, order.note),
        o.RecordFind: finds.record,
        o.ValueFind: finds.value,
        o.RollArmour: finds.roll_armour,
        o.TakeParts: finds.take_parts,
        o.OfferParts: finds.offer_parts,
        o.BorrowThing: loans.borrow,
        o.PutOff: loans.put_off,
        o.TakeRise: characters.take_rise,
        o.Rebuild: characters.rebuild,
        o.LoseTalent: characters.lose_talent,
        o.ReplaceTalent: characters.replace_talent,
    }
)


class SaariBetween(Between[Expeditions]):
    """The time between fights of Saari."""

    settings = ExpeditionSettings
    own = Expeditions
    orders = (ReachMilestone, ReturnToBase, *o.ORDERS)
    events = (MilestoneReached, BaseReached, *e.EVENTS)
    questions = QUESTIONS
    lines = LINES
    leaves = staticmethod(left_of)
    evolve = staticmethod(company.evolve)
    view = staticmethod(company.seen)

    def begin(self, settings: ExpeditionSettings) -> Expeditions:
        """At the base. RuleRefusal for armour that the catalogue does not have."""
        for armor in settings.armour_die or ():
            if armor not in ARMOR:
                raise RuleRefusal(f"the catalogue has no {armor}", rule="SA-OUT-07", field="setup.armourDie")
        return Expeditions()

    def sheet_after(self, sheet: Mapping[str, Any], event: Event, member: str) -> Mapping[str, Any]:
        """With what it has risen to, borrowed, put off, lost or exchanged."""
        if getattr(event, "combatant", None) != member:
            return sheet
        match event:
            case e.ThingTaken():
                return loans.with_thing(sheet, event)
            case e.ThingReturned() | e.ThingPutOff():
                return loans.without_item(sheet, event.item)
            case e.RiseTaken():
                return characters.risen(sheet, event)
            case e.CharacterRebuilt():
                return characters.rebuilt(sheet, event.attributes, event.talents, event.spells)
            case e.TalentLost():
                return characters.without_talent(sheet, event.talent)
            case e.TalentReplaced():
                return characters.replaced(sheet, event)
        return sheet

    def play(self, order: Order, table: Table[CampaignState]) -> None:
        """Refuse an order between fights, or play it out."""
        HANDLERS[type(order)](table, order)

    def offers(self, seen: State[CampaignState], member: str | None) -> Iterable[Offer[Order]]:
        """Of the game master, or of a member."""
        return offers.of_the_master(seen) if member is None else offers.of_a_member(seen, member)
