"""What is found on an expedition, and parts of beasts.  [SA-OUT-02 to SA-OUT-07]"""

from __future__ import annotations

from engine.kit import CampaignState, Field, Offer, RuleRefusal, Table
from engine.systems.saari.content.catalogue import ARMOR, SHIELDS, TRINKETS, WEAPONS
from engine.systems.saari.rules.between import levels
from engine.systems.saari.rules.between.company import Expeditions, Stage
from engine.systems.saari.rules.between.events import FindRecorded, FindValued, PartsSold, PartsTaken
from engine.systems.saari.rules.between.orders import OfferParts, RecordFind, RollArmour, TakeParts, ValueFind
from engine.systems.saari.rules.between.questions import AskBuyer, BuyerRuling
from engine.systems.saari.rules.between.settings import ExpeditionSettings

MOST_VALUE = 9999


def _require_expedition(table: Table[CampaignState], rule: str) -> None:
    own: Expeditions = table.state.own.game
    if own.stage is not Stage.EXPEDITION:
        raise RuleRefusal("the company is at its base", rule=rule)


def record(table: Table[CampaignState], order: RecordFind) -> None:
    """A treasure, or a magic item that goes to the guild.  [SA-OUT-02, SA-OUT-03, SA-OUT-06]"""
    _require_expedition(table, "SA-OUT-02")
    item = order.item
    if item is not None and not any(item in kind for kind in (WEAPONS, SHIELDS, ARMOR, TRINKETS)):
        raise RuleRefusal(f"the catalogue has no {item}", rule="SA-OUT-06", field="item")
    event = FindRecorded(
        key=table.new_id(),
        name=order.name,
        value=order.value,
        weapon=order.weapon or WEAPONS.get(item or ""),
        shield=order.shield or SHIELDS.get(item or ""),
        armor=order.armor or ARMOR.get(item or ""),
        trinket=order.trinket or TRINKETS.get(item or ""),
    )
    things = [thing for thing in (event.weapon, event.shield, event.armor, event.trinket) if thing is not None]
    if len(things) > 1:
        raise RuleRefusal("one thing at a time", rule="SA-OUT-06", field="item")
    if things and order.value is not None:
        raise RuleRefusal("nothing is paid for magic items", rule="SA-OUT-06", field="value")
    table.emit(event, rule="SA-OUT-06" if things else "SA-OUT-02")


def value(table: Table[CampaignState], order: ValueFind) -> None:
    """The game master says what a treasure is worth.  [SA-OUT-03]"""
    own: Expeditions = table.state.own.game
    find = own.finds.get(order.find)
    if find is None or find.thing is not None:
        raise RuleRefusal("there is no such treasure", rule="SA-OUT-03", field="find")
    table.emit(FindValued(key=order.find, name=find.name, value=order.value), rule="SA-OUT-03")


def roll_armour(table: Table[CampaignState], order: RollArmour) -> None:
    """One die for the kind of armour.  [SA-OUT-07]"""
    _require_expedition(table, "SA-OUT-07")
    settings: ExpeditionSettings = table.state.own.settings
    if settings.armour_die is None:
        raise RuleRefusal("armourDie: not set", rule="SA-OUT-07", code="SETTING_MISSING")
    (face,) = table.roll("1d6", by=table.seat, why="armour_found", rule="SA-OUT-07")
    armor = ARMOR[settings.armour_die[face - 1]]
    table.emit(FindRecorded(key=table.new_id(), name=armor.name, armor=armor), rule="SA-OUT-07")


def take_parts(table: Table[CampaignState], order: TakeParts) -> None:
    """Never rolled.  [SA-OUT-04, SA-OUT-05]"""
    _require_expedition(table, "SA-OUT-04")
    table.emit(PartsTaken(beast=order.beast, count=order.count), rule="SA-OUT-05")


def offer_parts(table: Table[CampaignState], order: OfferParts) -> None:
    """For their value in the table, without haggling, if the game master says that a buyer is found.

    At the base as on the way; without a buyer they are kept.  [SA-OUT-04, SA-OUT-05]
    """
    own: Expeditions = table.state.own.game
    settings: ExpeditionSettings = table.state.own.settings
    if own.parts.get(order.beast, 0) < order.count:
        raise RuleRefusal(f"the company has no {order.count} of them", rule="SA-OUT-04", field="count")
    if settings.beast_values is None:
        raise RuleRefusal("beastValues: not set", rule="SA-OUT-05", code="SETTING_MISSING")
    each = settings.beast_values.get(order.beast)
    fields = () if each is not None else (Field("value", "amount", least=0, most=MOST_VALUE),)
    found = BuyerRuling(found=True, value=None if each is not None else 0)
    question = AskBuyer(
        offers=(
            Offer("nobody-yet", BuyerRuling(found=False), "SA-OUT-04"),
            Offer("buyer", found, "SA-OUT-04", fields),
        ),
        default="nobody-yet",
        combatant=order.combatant,
        beast=order.beast,
        count=order.count,
        value=each,
    )
    ruling = table.ask(table.state.fight.gms(), question, rule="SA-OUT-04")
    if ruling.found:
        price = each if each is not None else ruling.value or 0
        table.emit(PartsSold(beast=order.beast, count=order.count, paid=price * order.count), rule="SA-OUT-05")
        levels.raise_company(table)
