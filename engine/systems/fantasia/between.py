"""Between fights: what a fight leaves of a fighter, and rest.  [FF-REST-01 to FF-REST-04]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import structs

from engine.kit import (
    Between,
    CampaignState,
    Combatant,
    Condition,
    Field,
    Nothing,
    Offer,
    Order,
    Standing,
    State,
    Table,
    in_company,
    is_free,
    plain,
    require_free,
)
from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.equipment.entering import fighter_of
from engine.systems.fantasia.rules.statuses.events import Rested
from engine.systems.fantasia.rules.statuses.orders import Rest
from engine.systems.fantasia.rules.statuses.questions import RestShare
from engine.systems.fantasia.rules.statuses.rest import may_rest, rest_together
from engine.systems.fantasia.sheet import Sheet
from engine.systems.fantasia.state import FantasiaState, Fighter, Where

FALLEN = Condition(key="unconscious", kind="unconscious")
"""Unconscious with a full counter: FF-KO-01 applies from the first turn of the next fight.  [FF-REST-04]"""
STATUE = Condition(key="statue", kind="statue")

LINES = {"vitals": "FF-REST-04", "conditions": "FF-REST-04"}
"""By which rule something stays; by CA-01 otherwise."""


def _plays_out(condition: Condition) -> bool:
    """Whether a status takes all points before the next fight: doom that runs, poison without an end.  [FF-REST-04]"""
    return condition.kind == "doom" or (condition.kind == "poison" and condition.left is None)


def _lasting(who: Combatant) -> Iterator[Condition]:
    """The statuses that outlast a battle: neither counted in turns, nor ended by what only a battle has.

    [FF-REST-04]
    """
    for condition in who.conditions:
        kind = CONDITIONS.get(condition.kind)
        ends = condition.left is not None or condition.kind in ("unconscious", "dead") or _plays_out(condition)
        if not ends and (kind is None or not kind.until or condition.kind == "statue"):
            yield condition


def left_of(entered: Standing, end: State[FantasiaState], combatant: str) -> Standing:
    """What a fight leaves.  [FF-REST-04]"""
    who, fighter = end.fight.combatants[combatant], end.own.fighters[combatant]
    vitals = {name: vital.now for name, vital in who.vitals.items()}
    conditions = list(_lasting(who))
    dead = lookup.dead(who)
    if not dead and any(condition.kind == "petrifying" for condition in who.conditions):
        conditions = [*(condition for condition in conditions if condition.kind != "statue"), STATUE]
    living = fighter.figures is None or not lookup.undead(end, combatant)
    if not dead and living and any(map(_plays_out, who.conditions)):
        vitals["hp"] = 0
    if not dead and vitals["hp"] <= 0:
        conditions.append(FALLEN)
    return structs.replace(
        entered,
        sheet=_with_gear(entered.sheet, fighter),
        vitals=vitals,
        conditions=tuple(conditions),
        dead=dead,
    )


@lru_cache(maxsize=256)
def _fresh(sheet: bytes) -> Fighter:
    """The fighter that this sheet makes."""
    return fighter_of(msgspec.json.decode(sheet, type=Sheet))


def _with_gear(sheet: dict[str, Any], fighter: Fighter) -> dict[str, Any]:
    """The sheet with the items and bullets that are left, and what is in hand, where that differs from what it says.

    A weapon that lies on the ground is taken up again after the fight.
    """
    fresh, made = _fresh(msgspec.json.encode(sheet, order="sorted")), dict(sheet)
    if fighter.stock is not None and fighter.stock != fresh.stock:
        made["items"] = [{"item": item, "count": count} for item, count in fighter.stock.items()]
    now, before = fighter.weapons, fresh.weapons
    if {name: held.bullets for name, held in now.items()} != {name: held.bullets for name, held in before.items()}:
        spent = {name: held.bullets for name, held in now.items() if held.bullets < held.weapon.chamber}
        made["loaded"] = [{"weapon": weapon, "bullets": bullets} for weapon, bullets in spent.items()]
    carried = [name for name, held in now.items() if not held.weapon.natural and held.where is not Where.ON_GROUND]
    if any((now[name].where, now[name].hand) != (before[name].where, before[name].hand) for name in carried):
        in_hand = [name for name in carried if now[name].where is Where.IN_HAND]
        made["equipped"] = [{"weapon": name, "hand": plain(now[name].hand)} for name in in_hand]
    return made


class FantasiaBetween(Between[Nothing]):
    """The time between fights of La Fantasia Final."""

    orders = (Rest,)
    events = (Rested,)
    questions = (RestShare,)
    lines = LINES
    leaves = staticmethod(left_of)

    def play(self, order: Order, table: Table[CampaignState]) -> None:
        """Rest: whoever lives, whole or interrupted.  [FF-REST-03]"""
        assert isinstance(order, Rest)
        require_free(table.state, order.combatants, "combatants")
        rest_together(table, order, _tired(table.state))

    def offers(self, seen: State[CampaignState], member: str | None) -> Iterable[Offer[Order]]:
        """Rest for any of the company, as the game master says."""
        whom = _tired(seen)
        if member is None and whom:
            fields = (
                Field("combatants", "some", whom, least=1, most=len(whom)),
                Field("hours", "amount", least=1, most=99),
                Field("interrupted", "one", (False, True)),
            )
            yield Offer(key="rest", body=Rest(combatants=whom), rule="FF-REST-01", fields=fields)


def _tired(state: State[CampaignState]) -> tuple[str, ...]:
    """Who of the company can rest.  [FF-REST-03]"""
    people = state.fight.combatants
    return tuple(who for who in in_company(state) if is_free(state, who) and may_rest(people[who]))
