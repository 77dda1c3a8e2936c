"""Initiative: rolled in every round, it is the number of actions.  [SA-INIT-01 to SA-INIT-04]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kit import OrderSet, RollAhead, Table
from engine.systems.saari.content.kinds import Attribute, Purpose
from engine.systems.saari.house_rules import INITIATIVE
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.sums import Part, because, total
from engine.systems.saari.rules.resolution import pipeline
from engine.systems.saari.rules.roll import closing, pools
from engine.systems.saari.rules.roll import dice as dices
from engine.systems.saari.rules.roll.plan import Plan
from engine.systems.saari.rules.turns.events import ActionsBegan, InitiativeSet
from engine.systems.saari.state import SaariState
from engine.systems.saari.types import Factor


def roll_all(table: Table[SaariState]) -> None:
    """Everybody's initiative, and the clock begins. An unconscious character rolls too.  [SA-INIT-01, G-37]

    Of NPCs it is written.  [SA-INIT-11, G-01]  Who types dice is asked at once with the others; bonus dice come after.
    """
    whom = lookup.by_group_order(table.state, lookup.actors(table.state))
    with table.rolls_together(_ahead(table.state, whom)):
        _roll_each(table, whom)
    begin_actions(table)


def _ahead(state: lookup.SaariFight, whom: Iterable[str]) -> Iterator[RollAhead]:
    """The dice that fall first of each: how many there are follows from nothing that the others roll."""
    for who in whom:
        if lookup.is_pc(state, who) and (dice := dices.thrown_first(_plan(state, who))):
            yield RollAhead(dice, who, Purpose.INITIATIVE.value.lower())


def _roll_each(table: Table[SaariState], whom: Iterable[str]) -> None:
    for who in whom:
        if lookup.is_pc(table.state, who):
            parts = _rolled(table, who)
        elif lookup.in_play(table.state, who):
            parts = (Part("initiative", lookup.figures(table.state, who).initiative, "G-01"),)
        else:
            continue
        fighter = lookup.fighter(table.state, who)
        parts += (Part("carried", fighter.carried, "G-41"), Part("penalty", -fighter.penalty, "G-14"))
        number = max(0, total(parts))
        parts += (Part("floor", number - total(parts), "G-14"),)
        reasons = because(table.last, who=who, initiative=parts)
        table.emit(InitiativeSet(combatant=who, initiative=number), rule="SA-INIT-04", because=reasons)


def begin_actions(table: Table[SaariState]) -> None:
    """The order of the countdown as it begins.  [SA-INIT-05, SA-INIT-06]"""
    state = table.state
    order = sorted(
        lookup.by_group_order(state, lookup.here(state)), key=lambda who: -lookup.fighter(state, who).actions
    )
    # Everybody hidden is in the complete list: who is, and acts at all, nobody else learns.  [G-66]
    hidden = [who.id for who in state.fight.hidden]
    table.emit(OrderSet(turn_order=(*order, *(who for who in hidden if who not in order))), rule="SA-INIT-05")
    count = max((lookup.fighter(state, who).actions for who in order if who not in hidden), default=0)
    table.emit(ActionsBegan(count=count), rule="SA-INIT-05")


def _rolled(table: Table[SaariState], who: str) -> tuple[Part, ...]:
    """2, or as the table has it, + successes, less one for a complication.  [SA-INIT-02, SA-INIT-03, SA-COMP-10]"""
    outcome = closing.close(table, *pipeline.open_roll(table, _plan(table.state, who)))
    return (
        Part("base", INITIATIVE.of(table.state.fight), "SA-INIT-03"),
        Part("successes", outcome.successes, "SA-INIT-03"),
        Part("complication", -outcome.complication, "SA-COMP-10"),
    )


def _plan(state: lookup.SaariFight, who: str) -> Plan:
    """Somebody's roll for initiative.  [SA-INIT-02]"""
    parts = pools.of_attribute(state, who, Attribute.PERSONALITY, "SA-INIT-02")
    fighter = lookup.fighter(state, who)
    circumstances, edge = (Part("circumstances", fighter.initiative_dice, "SA-INIT-02"),), fighter.initiative_edge
    return Plan(
        purpose=Purpose.INITIATIVE,
        roller=who,
        attribute=Attribute.PERSONALITY,
        parts=parts + pools.bonuses(state, who, Purpose.INITIATIVE) + circumstances,
        zero=lookup.score(state, who, Attribute.PERSONALITY) == 0,
        factors=() if edge is None else (Factor(source="circumstances", advantage=edge),),
    )
