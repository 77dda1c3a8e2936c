"""The order of the declared minis in an initiative round: d100 + level, afresh in each.  [MN-INIT-03, MN-INIT-04]"""

from __future__ import annotations

from engine.kit import OrderSet, RollAhead, Table
from engine.systems.minis.rules.basics import lookup
from engine.systems.minis.rules.basics.sums import Sum, because
from engine.systems.minis.rules.turns.events import OrderRolled
from engine.systems.minis.state import MinisState


def arrange(table: Table[MinisState], declared: tuple[str, ...]) -> None:
    """Put the declared minis in order. One alone acts without a roll.  [MN-GAP-01]

    Those of whom not everybody knows come behind the others, by rolls of their own: no open roll tells of them.
    """
    people = table.state.fight.combatants
    known = tuple(who for who in declared if people[who].seen_by is None)
    unknown = tuple(who for who in declared if people[who].seen_by is not None)
    order = tuple(
        who for minis in (known, unknown) for who in (minis if len(minis) < 2 else _ranked(table, minis, "MN-INIT-03"))
    )
    table.emit(OrderSet(turn_order=order), rule="MN-INIT-04")


def _ranked(table: Table[MinisState], minis: tuple[str, ...], rule: str) -> tuple[str, ...]:
    """By score, highest first; equal ones roll again among themselves and keep the shared place.  [MN-GAP-02]"""
    with table.rolls_together([RollAhead("1d100", who, "order") for who in minis]):
        scores = {who: _score(table, who, rule) for who in minis}
    order: list[str] = []
    for score in sorted(set(scores.values()), reverse=True):
        tied = tuple(who for who in minis if scores[who] == score)
        order += tied if len(tied) == 1 else _ranked(table, tied, "MN-GAP-02")
    return tuple(order)


def _score(table: Table[MinisState], who: str, rule: str) -> int:
    """d100 + level; there is no highest score."""
    (face,) = table.roll("1d100", by=who, why="order", rule=rule)
    level = lookup.mini(table.state, who).level
    score = Sum().plus("face", face, rule).plus("level", level, rule, who=who)
    event = OrderRolled(combatant=who, score=score.total)
    table.emit(event, rule=rule, because=because(table.last, score=score))
    return score.total
