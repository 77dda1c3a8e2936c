"""The time between battles: what one leaves, how minis enter the next, their warbands.  [MN-OUT-05, MN-OUT-06]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import structs

from engine.kit import (
    Between,
    CampaignState,
    Event,
    Field,
    Nothing,
    Offer,
    Order,
    RuleRefusal,
    Standing,
    State,
    Table,
    in_company,
    plain,
)
from engine.systems.minis.content.catalogue import PRICES, SPELLS
from engine.systems.minis.rules.between import rosters
from engine.systems.minis.rules.between.events import MiniEquipped, WarbandPriced
from engine.systems.minis.rules.between.orders import EquipMini, PriceWarband
from engine.systems.minis.rules.between.settings import LifeBetween, WarbandSettings
from engine.systems.minis.rules.combat.damage import FALLEN
from engine.systems.minis.rules.magic.entering import combatant_of, cost, mini_of
from engine.systems.minis.sheet import Sheet
from engine.systems.minis.state import MinisState

LINES = {"vitals": "MN-OUT-05", "conditions": "MN-OUT-05", "death": "MN-OUT-05"}
"""By which rule something stays; by CA-01 otherwise."""
EQUIPPED, BUDGET = "MN-OUT-06", "MN-OUT-06"


def left_of(entered: Standing, end: State[MinisState], combatant: str) -> Standing:
    """What a battle leaves: life and mana as they are, no spell, and who has fallen is dead.  [MN-OUT-05]"""
    who = end.fight.combatants[combatant]
    vitals = {name: vital.now for name, vital in who.vitals.items()}
    return structs.replace(entered, vitals=vitals, conditions=(), dead=who.out == FALLEN)


class MinisBetween(Between[Nothing]):
    """The time between battles of Minis."""

    settings = WarbandSettings
    orders = (EquipMini, PriceWarband)
    events = (MiniEquipped, WarbandPriced)
    lines = LINES
    leaves = staticmethod(left_of)

    def comes_along(self, state: State[CampaignState], member: str, standing: Standing) -> Standing:
        """With its life, or all of it; not while its warband costs more than its budget.  [MN-OUT-05, MN-OUT-06]"""
        settings: WarbandSettings = state.own.settings
        side = state.fight.combatants[member].side
        total = rosters.price(state, side) if settings.budget is not None else 0
        if settings.budget is not None and total > settings.budget:
            raise RuleRefusal(
                f"its warband costs {total} build points, the budget is {settings.budget}", rule=BUDGET, field="members"
            )
        if settings.life_between_battles is LifeBetween.FULL:
            fresh = combatant_of(msgspec.convert(standing.sheet, Sheet), None).vitals
            return structs.replace(standing, vitals={name: vital.now for name, vital in fresh.items()})
        return standing

    def sheet_after(self, sheet: Mapping[str, Any], event: Event, member: str) -> Mapping[str, Any]:
        """With the spells and resistances that the mini has from now on."""
        if isinstance(event, MiniEquipped) and event.combatant == member:
            return {**sheet, "spells": list(event.spells), "resistances": plain(event.resistances)}
        return sheet

    def play(self, order: Order, table: Table[CampaignState]) -> None:
        """Equip a mini, or price a warband."""
        match order:
            case EquipMini():
                _equip(table, order)
            case PriceWarband():
                if order.side not in _sides(table.state):
                    raise RuleRefusal(f"there is no side {order.side!r}", rule=BUDGET, field="side")
                settings: WarbandSettings = table.state.own.settings
                total, open_ = rosters.price(table.state, order.side), rosters.uncounted(settings)
                priced = WarbandPriced(side=order.side, price=total, budget=settings.budget, uncounted=open_)
                table.emit(priced, rule=BUDGET)

    def offers(self, seen: State[CampaignState], member: str | None) -> Iterable[Offer[Order]]:
        """Equip a mini; for the game master, price each warband."""
        if member is None:
            for side in _sides(seen):
                yield Offer(f"price-{side}", PriceWarband(side=side), BUDGET)
        elif not _fighting(seen, member) and seen.own.members[member].sheet is not None:
            mini = mini_of(msgspec.convert(seen.own.members[member].sheet, Sheet))
            body = EquipMini(combatant=member, spells=mini.spells, resistances=mini.resistances)
            fields = (
                Field("spells", "some", tuple(SPELLS), most=len(SPELLS)),
                Field("resistances", "some", tuple(PRICES), most=len(PRICES)),
            )
            yield Offer("equip-mini", body, EQUIPPED, fields)


def _sides(state: State[CampaignState]) -> tuple[str, ...]:
    """The sides that have a warband, in order of joining."""
    return tuple(dict.fromkeys(state.fight.combatants[who].side for who in in_company(state)))


def _fighting(state: State[CampaignState], who: str) -> bool:
    """Whether anybody of its warband is in a battle.  [MN-OUT-06]"""
    people = state.fight.combatants
    side = people[who].side
    return any(member.fight and people[id].side == side for id, member in state.own.members.items())


def _equip(table: Table[CampaignState], order: EquipMini) -> None:
    """A mini's spells and resistances, each once; its size, level and arms stay.  [MN-OUT-03, MN-OUT-06]"""
    who = order.combatant
    if _fighting(table.state, who):
        raise RuleRefusal("its warband is in a battle", rule=EQUIPPED, code="IN_A_FIGHT", field="combatant")
    for field, chosen in (("spells", order.spells), ("resistances", order.resistances)):
        if len(set(chosen)) < len(chosen):
            raise RuleRefusal("the same one twice", rule=EQUIPPED, field=field)
    sheet = {
        **(table.state.own.members[who].sheet or {}),
        "spells": list(order.spells),
        "resistances": plain(order.resistances),
    }
    mini = mini_of(msgspec.convert(sheet, Sheet))
    price = cost(mini, table.state.own.settings.spell_cost)
    event = MiniEquipped(combatant=who, spells=mini.spells, resistances=mini.resistances, price=price)
    table.emit(event, rule=EQUIPPED)
